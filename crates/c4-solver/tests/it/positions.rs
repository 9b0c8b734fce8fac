//! Texts, stones and keys that are not positions; none of this needs an allocator.

use bitboard_core::{Random, SeededRng};
use c4_solver::{Board, Column, PlayError, Player, Position, PositionError};

fn column(index: u32) -> Column {
    Column::new(index).unwrap()
}

#[test]
fn wrong_moves_are_named_by_ply() {
    let error = |moves: &str| Position::from_moves(moves).unwrap_err();
    let no_column = |ply, symbol| PositionError::NotAColumn { ply, symbol, last: column(6) };
    assert!(matches!(error("448"), e if e.to_string() == no_column_text(3, '8')));
    assert_eq!(error("0").to_string(), no_column_text(1, '0'));
    assert_eq!(error("4é").to_string(), no_column_text(2, 'é'));
    assert_eq!(error("4\0"), no_column(2, '\0'));
    let full = PlayError::FullColumn { column: column(3) };
    assert_eq!(error("4444444"), PositionError::Move { ply: 7, reason: full });
    let won = PlayError::Wins { column: column(0) };
    assert_eq!(error("12121212"), PositionError::Move { ply: 7, reason: won });
    assert_eq!(Position::from_moves(""), Ok(Position::EMPTY));
    assert_eq!(error(&"4".repeat(100_000_000)).to_string(), "move 7: column 4 is full");
}

#[test]
fn texts_of_moves_are_read_as_the_moves_one_by_one() {
    let (mut rng, symbols) = (SeededRng::new(1), [b"1234567".as_slice(), b"112 ", b"12345678"]);
    let (mut legal, mut wrong) = (0, 0);
    for i in 0..3_000 {
        let symbols = symbols[i % symbols.len()];
        let any = |rng: &mut SeededRng| symbols[rng.below(symbols.len() as u64) as usize];
        let text: Vec<u8> = (0..rng.below(20)).map(|_| any(&mut rng)).collect();
        let text = str::from_utf8(&text).unwrap();
        let (mut position, mut ply) = (Position::EMPTY, 0);
        let expected = text.chars().filter(|&symbol| symbol != ' ').try_for_each(|symbol| {
            ply += 1;
            let played = column(symbol as u32 - '1' as u32);
            let last = column(6);
            if played > last {
                return Err(PositionError::NotAColumn { ply, symbol, last });
            }
            let after = position.after(played);
            position = after.map_err(|reason| PositionError::Move { ply, reason })?;
            Ok(())
        });
        *if expected.is_ok() { &mut legal } else { &mut wrong } += 1;
        assert_eq!(Position::from_moves(text), expected.map(|()| position), "{text}");
    }
    assert!(legal > 500 && wrong > 500, "{legal} {wrong}");
}

fn no_column_text(ply: u32, symbol: char) -> String {
    format!("move {ply}: expected a column from 1 to 7, found {symbol:?}")
}

#[test]
fn columns_after_the_ninth_are_letters() {
    let board = Board::new(12, 5).unwrap();
    let position = Position::new(board).after_moves("9ac").unwrap();
    assert_eq!(position.stone(column(11), 0), Some(Player::First));
    let error = Position::new(board).after_moves("d").unwrap_err();
    assert_eq!(error.to_string(), "move 1: expected a column from 1 to c, found 'd'");
}

#[test]
fn wrong_pictures_are_refused() {
    let bottom = |row: &str| format!("{}{row}", ".......\n".repeat(5)).parse::<Position>();
    assert!(bottom("XO.....").is_ok());
    let symbols = "expected '.', 'x' or 'o' (or 'R' and 'Y')";
    for (row, error) in [
        ("xo?....", format!("line 6, column 3: {symbols}, found '?'")),
        ("xo...../ xx?....", format!("line 6, column 12: {symbols}, found '?'")),
        ("xo....", "line 6: expected a row of 7 cells, found 6".to_owned()),
        ("xo......", "line 6: expected a row of 7 cells, found 8".to_owned()),
        ("|x|o|", "line 6: expected a row of 7 cells, found 3".to_owned()),
        (".......\n.......", "expected 1 to 6 rows, found 7".to_owned()),
    ] {
        let rows = 5 - usize::from(row.contains('/'));
        let text = format!("{}{row}", ".......\n".repeat(rows));
        let error = error.replace("line 6", &format!("line {}", rows + 1));
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), error);
    }
    assert_eq!(
        "+-------+".parse::<Position>().unwrap_err().to_string(),
        "expected 1 to 6 rows, found 0"
    );
    for (top, row, error) in [
        (
            ".......",
            "xxx....",
            "expected as many stones of x as of o, or one more, found 3 of x and 0 of o",
        ),
        (
            ".......",
            "xoo....",
            "expected as many stones of x as of o, or one more, found 1 of x and 2 of o",
        ),
        (
            "x......",
            ".......",
            "the stone in column 1, row 6 from the bottom, has an empty cell below it",
        ),
        ("ooo....", "xxxx...", "the game is already won by x"),
        ("xxx....", "oooox..", "the game is already won by o"),
        ("xxxx...", "oooo...", "both players have four in a row"),
    ] {
        // Stones of a second row lie on the first; a floating one is in the last.
        let below = if row == "......." { 4 } else { 0 };
        let empty = ".......\n";
        let text = format!("{}{top}\n{}{row}", empty.repeat(4 - below), empty.repeat(below));
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), error);
    }
}

/// One position in the forms in which people write it.
#[test]
fn boards_are_read_as_people_type_them() {
    let position = Position::from_moves("44455").unwrap();
    let forms = [
        "44455",
        "4 4 4 5 5",
        "...x.../...ox../...xo..",
        "
        . . . . . . .
        . . . x . . .
        . . . o x . .
        . . . x o . .
        1 2 3 4 5 6 7
        o to move",
        "
        0123456
        ...r...
        ...yr..
        ...ry..",
        "
        | | | | | | | |
        | | | |R| | | |
        | | | |Y|R| | |
        | | | |R|Y| | |
        +-+-+-+-+-+-+-+
         1 2 3 4 5 6 7",
        "
        |             |
        |      X      |
        |      O X    |
        |      X O    |
        ===============",
        "
        |               |
        |       X       |
        |       O X     |
        |       X O     |
        =================",
        "
        |       |
        |   X   |
        |   OX  |
        |   XO  |
        ---------",
        "
        ╔═══╦═══╦═══╦═══╦═══╦═══╦═══╗
        ║   ║   ║   ║ X ║   ║   ║   ║
        ╠═══╬═══╬═══╬═══╬═══╬═══╬═══╣
        ║   ║   ║   ║ O ║ X ║   ║   ║
        ╠═══╬═══╬═══╬═══╬═══╬═══╬═══╣
        ║   ║   ║   ║ X ║ O ║   ║   ║
        ╚═══╩═══╩═══╩═══╩═══╩═══╩═══╝
          1   2   3   4   5   6   7",
        "
        _ _ _ _ _ _ _
        _ _ _ x _ _ _
        _ _ _ o x _ _
        _ _ _ x o _ _",
        "
        - - - x - - -
        - - - o x - -
        - - - x o - -
        -------------",
        ".|.|.|x|.|.|.\n.|.|.|o|x|.|.\n.|.|.|x|o|.|.",
    ];
    for text in forms {
        assert_eq!(text.parse(), Ok(position), "{text}");
    }
    assert_eq!(position.to_string().parse(), Ok(position));
    // Yellow began.
    let yellow = "...Y...\n...RY..\n...YR..";
    assert_eq!(yellow.parse(), Ok(position));
    // With as many stones of each, `o to move` says that `o` began.
    let o_began = "xo.....\no to move".parse::<Position>().unwrap();
    assert_eq!(o_began, Position::from_moves("21").unwrap());
    assert!("xoxo...\no......\nx to move".parse::<Position>().is_err());
    // Dashes between rows are empty cells, and the upper stones have none below.
    let error = ".x-----\n-------\n.o-----".parse::<Position>().unwrap_err();
    assert_eq!(error, PositionError::Floating { column: column(1), row: 2 });
    // Letters are columns of wide boards.
    let wide = Board::new(40, 2).unwrap();
    assert_eq!(Position::parse(wide, "xo"), Position::new(wide).after_moves("xo"));
}

#[test]
fn pictures_in_one_line_are_read_where_stones_are_symbols_of_columns() {
    // `o` is column 24, `r` 27, `x` 33, `y` 34.
    for (width, height) in (24..=61).map(|width| (width, 1)).chain([(40, 2), (32, 3), (25, 4)]) {
        let board = Board::new(width, height).unwrap();
        let all = Column::all(width).map(Column::symbol);
        let (even, odd): (Vec<_>, Vec<_>) = all.partition(|symbol| u32::from(*symbol) % 2 == 0);
        for symbols in [&odd, &even] {
            let moves: String = symbols.iter().take(2 * (symbols.len() / 2)).collect();
            let position = Position::new(board).after_moves(&moves).unwrap();
            let picture = position.to_string();
            let lowest = picture.lines().last().unwrap();
            for text in [lowest, lowest.trim_end(), &lowest.replace(' ', "")] {
                assert_eq!(Position::parse(board, text), Ok(position), "{text}");
            }
        }
    }
    // Still moves: fewer symbols than columns, or none of them a stone or an empty cell.
    let board = Board::new(40, 2).unwrap();
    let moves = Position::new(board).after_moves("oxox").unwrap();
    assert_eq!(Position::parse(board, "oxox"), Ok(moves));
    let full = "xo".repeat(30) + "x";
    let board = Board::new(61, 1).unwrap();
    assert_eq!(Position::parse(board, &full).unwrap().ply(), 61);
}

#[test]
fn wrong_keys_are_refused() {
    let key = |key| Position::from_key(Board::STANDARD, key);
    assert_eq!(key(0), Err(PositionError::Key));
    assert!(key(u128::MAX).is_err() && key(u64::MAX.into()).is_err());
    assert_eq!(key(Position::EMPTY.key()), Ok(Position::EMPTY));
    assert_eq!(key(Position::EMPTY.key() | 1 << 49), Err(PositionError::Key));
    // One stone of the player to move, none of the other.
    let error = key(Position::EMPTY.key() + 2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected as many stones of the other player as of the player to move, or one more, \
         found 0 and 1"
    );
}

#[test]
fn lists_of_cells_are_positions() {
    let position = Position::from_moves("4455").unwrap();
    for other in [2, -1] {
        let mut cells = [[0i8; 7]; 6];
        (cells[4], cells[5]) = ([0, 0, 0, other, other, 0, 0], [0, 0, 0, 1, 1, 0, 0]);
        let of = |cells: &[i8]| Position::from_rows(Board::STANDARD, cells);
        assert_eq!(of(cells.as_flattened()), Ok(position));
        let error = of(&cells.as_flattened()[1..]).unwrap_err();
        assert_eq!(error.to_string(), "expected 42 cells, found 41");
        cells[4][1] = 3;
        let error = of(cells.as_flattened()).unwrap_err().to_string();
        assert_eq!(error, "column 2, row 5 from the top: expected 0, 1, 2 or -1, found 3");
        (cells[4][1], cells[4][5]) = (0, 1);
        let error = of(cells.as_flattened()).unwrap_err();
        assert_eq!(error, PositionError::Floating { column: column(5), row: 1 });
    }
}

#[test]
fn impossible_boards_are_refused() {
    for (width, height) in [(0, 6), (7, 0), (8, 16), (62, 1), (64, 1), (u32::MAX, u32::MAX)] {
        let error = Board::new(width, height).unwrap_err();
        assert_eq!((error.width, error.height), (width, height));
    }
    assert!(Board::new(8, 15).is_ok());
}

#[test]
fn columns_are_read_by_their_symbols() {
    for column in Column::all(u32::MAX) {
        assert_eq!(Column::from_symbol(column.symbol()), Some(column));
        assert_eq!(Column::new(column.index()), Some(column));
    }
    assert_eq!(Column::all(u32::MAX).len(), 61);
    assert_eq!(['0', '-', 'é', ' '].map(Column::from_symbol), [None; 4]);
}

#[test]
fn columns_that_a_board_lacks_are_refused() {
    let absent = column(7);
    assert_eq!(Position::EMPTY.after(absent), Err(PlayError::NoSuchColumn { column: absent }));
    assert!(!Position::EMPTY.columns().contains(absent));
    assert_eq!(Position::EMPTY.stone(absent, 0), None);
    assert_eq!(Position::EMPTY.stone(column(0), u32::MAX), None);
}
