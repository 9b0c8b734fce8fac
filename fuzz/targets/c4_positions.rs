//! Moves, pictures, keys and games as they come, against a board of cells.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{Board, Column, Game, Outcome, PlayError, Player, Position};
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
        0..=2 => check(Board::STANDARD, &input),
        3 => check(Board::new(8, 7).unwrap(), &input),
        4 => check(Board::new(4, 4).unwrap(), &input),
        5 => check(Board::new(9, 7).unwrap(), &input),
        // The widest and the highest, and one that takes all bits.
        6 => check(Board::new(61, 1).unwrap(), &input),
        7 => check(Board::new(1, 127).unwrap(), &input),
        8 => check(Board::new(16, 7).unwrap(), &input),
        _ => check(Board::new(2, 31).unwrap(), &input),
    }
    let (width, height) = (input.key as u32, input.other as u32);
    if let Ok(board) = Board::new(width, height) {
        assert!(board.width() == width && board.height() == height && width <= 61);
    }
});

fn check(board: Board, input: &Input<'_>) {
    moves(board, input.text);
    picture(board, input.text);
    game(board, &input.columns);
    let unused = 128 - board.width() * (board.height() + 1);
    for key in [input.key, input.other] {
        let key = key << unused >> unused;
        if let Ok(position) = Position::from_key(board, key) {
            assert_eq!(position.key(), key);
            both_ways(position);
        }
    }
}

/// Written and read again.
fn both_ways(position: Position) {
    let board = position.board();
    assert_eq!(Position::parse(board, &position.to_string()).as_ref(), Ok(&position));
    assert_eq!(Position::from_key(board, position.key()).as_ref(), Ok(&position));
    assert_eq!(position.mirror().mirror(), position);
    assert_eq!(position.mirror().symmetric_key(), position.symmetric_key());
}

fn moves(board: Board, text: &str) {
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
    let legal = columns.iter().all(|&column| {
        game.play(column).is_ok() && game.outcome().and_then(Outcome::winner).is_none()
    });
    assert_eq!(played.is_ok(), legal);
    if let Ok(position) = played {
        assert_eq!(position, game.position());
        both_ways(position);
    }
}

fn picture(board: Board, text: &str) {
    match Position::parse(board, text) {
        Ok(position) => both_ways(position),
        Err(error) => drop(error.to_string()),
    }
}

/// A game cell by cell.
fn game(board: Board, columns: &[u8]) {
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
        assert_eq!(position.winning_columns().contains(column), won);
        assert!(position.columns().contains(column));
        assert_eq!(position.after(column).is_err(), won);
        if won {
            assert!(
                game.winning_line().count() >= 4
                    && game.winning_line().any(|cell| cell == (column, row))
            );
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
