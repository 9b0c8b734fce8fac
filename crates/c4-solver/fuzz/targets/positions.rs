//! Moves, pictures, keys and games as they come, against a board of cells.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{AnySize, BoardSize, Column, Fixed, Game, Outcome, PlayError, Player, Position, Standard};
use c4_solver::bitboard_core::Word;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    shape: u8,
    key: u128,
    other: u128,
    columns: Vec<u8>,
    text: &'a str,
}

fuzz_target!(|input: Input| {
    match input.shape % 10 {
        0..=2 => check(Standard::BOARD, &input),
        3 => check(Fixed::<8, 7>::BOARD, &input),
        4 => check(AnySize::<u64>::new(4, 4).unwrap(), &input),
        5 => check(AnySize::<u128>::new(9, 7).unwrap(), &input),
        // The widest and the highest, and one that takes all bits.
        6 => check(AnySize::<u128>::new(61, 1).unwrap(), &input),
        7 => check(AnySize::<u128>::new(1, 127).unwrap(), &input),
        8 => check(AnySize::<u128>::new(16, 7).unwrap(), &input),
        _ => check(AnySize::<u64>::new(2, 31).unwrap(), &input),
    }
    let (width, height) = (input.key as u32, input.other as u32);
    if let Ok(board) = AnySize::<u128>::new(width, height) {
        assert!(board.width() == width && board.height() == height && width <= 61);
    }
});

fn check<B: BoardSize>(board: B, input: &Input<'_>) {
    moves(board, input.text);
    picture(board, input.text);
    game(board, &input.columns);
    if let Ok(position) = Position::from_key(board, word(board, input.key)) {
        assert_eq!(position.key(), word(board, input.key));
        both_ways(position);
    }
    let (own, other) = (word(board, input.key), word(board, input.other));
    for (own, other) in [(own, other), (own & !other, other & !own)] {
        if let Ok(position) = Position::from_stones(board, own, other) {
            assert_eq!(position.stones(), [own, other]);
            both_ways(position);
        }
    }
}

/// The lowest bits that the board has.
fn word<B: BoardSize>(board: B, bits: u128) -> B::Word {
    let unused = 128 - board.width() * (board.height() + 1);
    B::Word::from_u128(bits << unused >> unused)
}

/// Written and read again.
fn both_ways<B: BoardSize>(position: Position<B>) {
    let board = position.board();
    assert_eq!(Position::parse_picture(board, &position.to_string()).as_ref(), Ok(&position));
    assert_eq!(Position::from_key(board, position.key()).as_ref(), Ok(&position));
    let [own, other] = position.stones();
    assert_eq!(Position::from_stones(board, own, other).as_ref(), Ok(&position));
    assert_eq!(position.mirror().mirror(), position);
    assert_eq!(position.mirror().symmetric_key(), position.symmetric_key());
}

fn moves<B: BoardSize>(board: B, text: &str) {
    let played = Position::new(board).after_moves(text);
    let symbols = || text.chars().filter(|c| !c.is_whitespace());
    let column = |symbol| Column::from_symbol(symbol).filter(|c| c.index() < board.width());
    let columns: Option<Vec<Column>> = symbols().map(column).collect();
    assert!(columns.is_some() || played.is_err());
    let Some(columns) = columns else {
        drop(played.unwrap_err().to_string());
        return;
    };
    assert!(columns.iter().map(|column| column.symbol()).eq(symbols()));
    let mut game = Game::new(board);
    let legal =
        columns.iter().all(|&column| game.play(column).is_ok() && game.winner().is_none());
    assert_eq!(played.is_ok(), legal);
    if let Ok(position) = played {
        assert_eq!(position, game.position());
        both_ways(position);
    }
}

fn picture<B: BoardSize>(board: B, text: &str) {
    match Position::parse_picture(board, text) {
        Ok(position) => {
            both_ways(position);
            let symbols = |text: &str| -> String {
                text.chars().filter(|symbol| !symbol.is_whitespace()).collect()
            };
            let (drawn, read) = (symbols(&position.to_string()), symbols(text));
            // The player with fewer stones is to move; with equal numbers x is.
            assert_eq!(drawn, read);
        }
        Err(error) => drop(error.to_string()),
    }
}

/// A game cell by cell.
fn game<B: BoardSize>(board: B, columns: &[u8]) {
    let mut game = Game::new(board);
    let mut cells: Vec<Vec<bool>> = vec![Vec::new(); board.width() as usize];
    let mut played = Vec::new();
    for &column in columns.iter().take(200) {
        if column >= 240 {
            let undone = game.undo();
            assert_eq!(undone, played.pop());
            if let Some(column) = undone {
                cells[column.index() as usize].pop();
            }
            continue;
        }
        // One column more than there are.
        let x = u32::from(column) % (board.width() + 1);
        let Some(column) = Column::new(x) else { continue };
        let won = is_won(&cells);
        let room = cells.get(x as usize).is_some_and(|c| c.len() < board.height() as usize);
        let expected = match (won, x < board.width(), room) {
            (true, ..) => Err(PlayError::Over),
            (_, false, _) => Err(PlayError::NoSuchColumn { column }),
            (_, _, false) => Err(PlayError::FullColumn { column }),
            _ => Ok(()),
        };
        let position = game.position();
        assert_eq!(game.play(column), expected);
        if expected.is_err() {
            continue;
        }
        let player = position.turn();
        assert_eq!(player == Player::First, played.len().is_multiple_of(2));
        cells[x as usize].push(player == Player::First);
        played.push(column);
        let (won, full) = (is_won(&cells), played.len() as u32 == board.cells());
        let outcome = match (won, full) {
            (true, _) => Some(Outcome::Won(player)),
            (_, true) => Some(Outcome::Drawn),
            _ => None,
        };
        assert_eq!(game.outcome(), outcome);
        let row = cells[x as usize].len() as u32 - 1;
        assert_eq!(position.is_winning_move(column), won);
        assert_eq!(position.winning_columns().contains(column), won);
        assert!(position.columns().contains(column));
        assert_eq!(position.after(column).is_err(), won);
        if won {
            assert!(game.winning_line().count() >= 4 && game.winning_line().any(|cell| cell == (column, row)));
        }
        for (column, stones) in Column::all(board.width()).zip(&cells) {
            for row in 0..board.height() {
                let player = |&first| if first { Player::First } else { Player::Second };
                let stone = stones.get(row as usize).map(player);
                assert_eq!(game.position().stone(column, row), stone);
            }
        }
    }
    assert!(game.moves().eq(played.iter().copied()));
    let mut read = Game::new(board);
    assert_eq!(read.play_moves(&game.to_string()), Ok(()));
    assert_eq!(read, game);
    drop(game.drawing().to_string());
}

fn is_won(cells: &[Vec<bool>]) -> bool {
    let at = |x: isize, y: isize| -> Option<bool> {
        cells.get(usize::try_from(x).ok()?)?.get(usize::try_from(y).ok()?).copied()
    };
    cells.iter().enumerate().any(|(x, column)| {
        (0..column.len()).any(|y| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
                let stone = |i: isize| at(x as isize + i * dx, y as isize + i * dy);
                (1..4).all(|i| stone(i) == Some(column[y]))
            })
        })
    })
}
