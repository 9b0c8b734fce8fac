//! Moves, pictures, keys and games as they come, against a board of cells.

#![no_main]

use arbitrary::Arbitrary;
use c4_solver::{Board, Fixed, Game, Outcome, Position, PositionError, AnySize, Standard, notation};
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

fn check<B: Board>(board: B, input: &Input<'_>) {
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

/// Bits in the words of the board, by way of its masks.
fn word<B: Board>(board: B, bits: u128) -> B::Word {
    let one = board.column(0) & board.bottom();
    (0..board.width() * (board.height() + 1))
        .filter(|i| bits >> i & 1 == 1)
        .fold(one ^ one, |word, i| word | one << i)
}

/// Written and read again.
fn both_ways<B: Board>(position: Position<B>) {
    let board = position.board();
    assert_eq!(Position::parse_picture(board, &position.to_string()).as_ref(), Ok(&position));
    assert_eq!(Position::from_key(board, position.key()).as_ref(), Ok(&position));
    let [own, other] = position.stones();
    assert_eq!(Position::from_stones(board, own, other).as_ref(), Ok(&position));
    assert_eq!(position.mirror().mirror(), position);
    assert_eq!(position.mirror().symmetric_key(), position.symmetric_key());
}

fn moves<B: Board>(board: B, text: &str) {
    let played = Position::new(board).play_moves(text);
    let columns: Option<Vec<u32>> =
        text.chars().map(|c| notation::column(c).filter(|&x| x < board.width())).collect();
    assert!(columns.is_some() || played.is_err());
    let Some(columns) = columns else {
        drop(played.unwrap_err().to_string());
        return;
    };
    assert!(columns.iter().map(|&x| notation::symbol(x)).eq(text.chars()));
    let mut game = Game::new(board);
    let legal =
        columns.iter().all(|&x| game.play(x).is_ok() && game.outcome() != Some(Outcome::Won));
    assert_eq!(played.is_ok(), legal);
    if let Ok(position) = played {
        assert_eq!(position, game.position());
        both_ways(position);
    }
}

fn picture<B: Board>(board: B, text: &str) {
    match Position::parse_picture(board, text) {
        Ok(position) => {
            both_ways(position);
            let symbols = |text: &str| -> String {
                text.chars().filter(|symbol| !symbol.is_whitespace()).collect()
            };
            let (drawn, read) = (symbols(&position.to_string()), symbols(text));
            // On paper, whoever has fewer stones moves; with equal numbers x does.
            assert_eq!(drawn, read);
        }
        Err(error) => drop(error.to_string()),
    }
}

/// A game cell by cell.
fn game<B: Board>(board: B, columns: &[u8]) {
    let mut game = Game::new(board);
    let mut cells: Vec<Vec<bool>> = vec![Vec::new(); board.width() as usize];
    let mut played = Vec::new();
    for &column in columns.iter().take(200) {
        if column >= 240 {
            let undone = game.undo();
            assert_eq!(undone, played.pop());
            if let Some(x) = undone {
                cells[x as usize].pop();
            }
            continue;
        }
        // One column more than there are.
        let x = u32::from(column) % (board.width() + 1);
        let won = is_won(&cells);
        let room = cells.get(x as usize).is_some_and(|c| c.len() < board.height() as usize);
        let expected = match (won, x < board.width(), room) {
            (true, ..) => Err(PositionError::Over),
            (_, false, _) => Err(PositionError::NoSuchColumn { column: x + 1 }),
            (_, _, false) => Err(PositionError::FullColumn { column: x + 1 }),
            _ => Ok(()),
        };
        let position = game.position();
        assert_eq!(game.play(x), expected);
        if expected.is_err() {
            continue;
        }
        cells[x as usize].push(played.len().is_multiple_of(2));
        played.push(x);
        let (won, full) = (is_won(&cells), played.len() as u32 == board.cells());
        let outcome = match (won, full) {
            (true, _) => Some(Outcome::Won),
            (_, true) => Some(Outcome::Drawn),
            _ => None,
        };
        assert_eq!(game.outcome(), outcome);
        let cell = |x: u32, y: u32| (position.board().bottom() & board.column(x)) << y;
        let y = cells[x as usize].len() as u32 - 1;
        let wins = position.winning_moves() & cell(x, y);
        assert_eq!(wins == cell(x, y), won);
        assert_eq!(position.play(x).is_err(), won);
        if won {
            assert!(game.is_in_winning_line(x, y));
        }
        for (x, column) in (0..).zip(&cells) {
            for y in 0..board.height() {
                let stone = column.get(y as usize).map(|&first| if first { 'x' } else { 'o' });
                assert_eq!(game.position().stone(x, y), stone);
            }
        }
    }
    let moves: String = played.iter().map(|&x| notation::symbol(x)).collect();
    assert_eq!(game.moves(), moves);
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
