//! What is no position is refused, and named; none of this needs an allocator.

use c4_solver::{AnySize, Board, MovesError, PictureError, Position, PositionError, Standard};

#[test]
fn wrong_moves_are_named_by_ply() {
    let error = |moves: &str| Position::from_moves(moves).unwrap_err();
    let no_column = |ply, symbol| MovesError::NotAColumn { ply, symbol, width: 7 };
    assert!(matches!(error("448"), e if e.to_string() == no_column_text(3, '8')));
    assert_eq!(error("0").to_string(), no_column_text(1, '0'));
    assert_eq!(error("4é").to_string(), no_column_text(2, 'é'));
    assert_eq!(error("4\0"), no_column(2, '\0'));
    let full = PositionError::FullColumn { column: 4 };
    assert_eq!(error("4444444"), MovesError::Illegal { ply: 7, source: full });
    let won = PositionError::Won { column: 1 };
    assert_eq!(error("12121212"), MovesError::Illegal { ply: 7, source: won });
    assert_eq!(Position::from_moves(""), Ok(Position::EMPTY));
    assert_eq!(error(&"4".repeat(100_000_000)).to_string(), "move 7: column 4 is full");
}

fn no_column_text(ply: u32, symbol: char) -> String {
    format!("move {ply}: expected a column from 1 to 7, found {symbol:?}")
}

#[test]
fn columns_after_the_ninth_are_letters() {
    let board = AnySize::<u128>::new(12, 5).unwrap();
    let position = Position::new(board).play_moves("9ac").unwrap();
    assert_eq!(position.stone(11, 0), Some('x'));
    let error = Position::new(board).play_moves("d").unwrap_err();
    assert_eq!(error.to_string(), "move 1: expected a column from 1 to c, found 'd'");
}

#[test]
fn wrong_pictures_are_refused() {
    let bottom = |row: &str| Position::from_picture(&format!("{}{row}", ".......\n".repeat(5)));
    let turns = PositionError::Turns { to_move: 0, other: 3 };
    assert_eq!(bottom("xxx...."), Err(turns.into()));
    let symbol = PictureError::Symbol { row: 6, column: 3, symbol: '?' };
    assert_eq!(bottom("xo?...."), Err(symbol));
    assert!(bottom("xo.....").is_ok());
    assert!(matches!(bottom("xo...."), Err(PictureError::Width { row: 6, cells: 6, .. })));
    assert!(matches!(bottom("xo......"), Err(PictureError::Width { row: 6, cells: 8, .. })));
    assert!(matches!(bottom(""), Err(PictureError::Height { rows: 5, .. })));
    let floating = format!("x......\n{}", ".......\n".repeat(5));
    assert_eq!(Position::from_picture(&floating), Err(PositionError::Floating.into()));
    let over = format!("{}ooo....\nxxxx...", ".......\n".repeat(4));
    assert_eq!(Position::from_picture(&over), Err(PositionError::Over.into()));
}

#[test]
fn wrong_stones_and_keys_are_refused() {
    let of = |own, other| Position::from_stones(Standard::BOARD, own, other);
    assert_eq!(of(1, 1), Err(PositionError::OffBoard));
    assert_eq!(of(0, 1 << 6), Err(PositionError::OffBoard));
    assert_eq!(of(0, 1 << 60), Err(PositionError::OffBoard));
    let key = |key| Position::from_key(Standard::BOARD, key);
    assert_eq!(key(0), Err(PositionError::Key));
    assert!(key(u64::MAX).is_err());
    assert_eq!(key(Position::EMPTY.key()), Ok(Position::EMPTY));
}

#[test]
fn impossible_boards_are_refused() {
    for (width, height) in [(0, 6), (7, 0), (8, 8), (64, 1), (u32::MAX, u32::MAX)] {
        let error = AnySize::<u64>::new(width, height).unwrap_err();
        assert_eq!((error.width, error.height), (width, height));
    }
    assert!(AnySize::<u128>::new(8, 8).is_ok());
}

#[test]
fn columns_off_the_board_are_empty() {
    assert_eq!([6, 7, u32::MAX].map(|x| Standard::BOARD.column(x)), [0b111_111 << 42, 0, 0]);
}
