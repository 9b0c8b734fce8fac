//! The solver and its bit tricks against plain code.
#![cfg(feature = "alloc")]

use c4_solver::{AnySize, Board, Builder, Game, Outcome, Position, Solver};
use quickcheck::quickcheck;

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;

/// The position after as many of the wished columns as can be played without ending the game.
fn play<B: Board>(board: B, columns: &[u8], most: usize) -> (Position<B>, Vec<u32>) {
    let (mut position, mut moves) = (Position::new(board), Vec::new());
    for &column in columns {
        let x = u32::from(column) % board.width();
        if moves.len() < most
            && let Ok(next) = position.play(x)
        {
            position = next;
            moves.push(x);
        }
    }
    (position, moves)
}

fn standard(columns: &[u8]) -> (Position, Vec<u32>) {
    play(Position::EMPTY.board(), columns, 42)
}

fn bit(x: u32, y: u32) -> u64 {
    1 << (x * (HEIGHT + 1) + y)
}

/// Whether a player with these stones has four in a row, looked up cell by cell.
fn has_four(stones: u64) -> bool {
    let at = |x: i32, y: i32| {
        (0..WIDTH as i32).contains(&x)
            && (0..HEIGHT as i32).contains(&y)
            && stones & bit(x as u32, y as u32) != 0
    };
    let starts = (0..WIDTH as i32).flat_map(|x| (0..HEIGHT as i32).map(move |y| (x, y)));
    starts.into_iter().any(|(x, y)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|(dx, dy)| (0..4).all(|i| at(x + i * dx, y + i * dy)))
    })
}

/// The score by plain negamax.
fn negamax<B: Board>(position: Position<B>) -> i32 {
    let board = position.board();
    let columns = (0..board.width()).filter(|&x| position.can_play(x));
    let scores = columns.map(|x| match position.play(x) {
        Ok(next) => -negamax(next),
        Err(_) => (board.cells() as i32 - position.ply() as i32 + 1) / 2,
    });
    // A full board is drawn.
    scores.max().unwrap_or(0)
}

quickcheck! {
    fn threats_are_the_cells_that_complete_four(columns: Vec<u8>) -> bool {
        let (position, _) = standard(&columns);
        let [own, other] = position.stones();
        let cells = (0..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| bit(x, y)));
        let empty: Vec<u64> = cells.filter(|cell| (own | other) & cell == 0).collect();
        let completing = |stones: u64| -> u64 {
            empty.iter().filter(|&cell| has_four(stones | cell)).fold(0, |cells, cell| cells | cell)
        };
        position.threats() == completing(own) && position.opponent_threats() == completing(other)
    }

    fn a_move_is_refused_exactly_if_it_wins_or_has_no_room(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        (0..WIDTH).all(|x| {
            let height = moves.iter().filter(|&&played| played == x).count() as u32;
            let wins = height < HEIGHT && has_four(position.stones()[0] | bit(x, height));
            position.can_play(x) == (height < HEIGHT)
                && position.play(x).is_ok() == (height < HEIGHT && !wins)
        })
    }

    fn mirror_images_share_a_key(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        let mirrored = moves.iter().try_fold(Position::EMPTY, |p, &x| p.play(WIDTH - 1 - x));
        mirrored.is_ok_and(|mirrored| {
            mirrored.symmetric_key() == position.symmetric_key() && mirrored == position.mirror()
        })
    }

    fn pictures_and_keys_read_back(columns: Vec<u8>) -> bool {
        let (position, _) = standard(&columns);
        Position::from_picture(&position.to_string()) == Ok(position)
            && Position::from_key(position.board(), position.key()) == Ok(position)
    }

    fn any_key_is_refused_or_belongs_to_its_position(key: u64) -> bool {
        Position::from_key(Position::EMPTY.board(), key).is_ok_and(|p| p.key() == key)
            || Position::from_key(Position::EMPTY.board(), key).is_err()
    }

    fn a_game_can_be_taken_back(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        let mut game = Game::new(position.board());
        let played = moves.iter().all(|&x| game.play(x).is_ok());
        let same = game.position() == position && (game.outcome() == Some(Outcome::Drawn)) == position.is_full();
        let back = moves.iter().rev().all(|&x| game.undo() == Some(x));
        played && same && back && game.position() == Position::EMPTY && game.undo().is_none()
    }
}

/// Columns from a linear congruential generator.
fn random_columns(seed: &mut u64) -> Vec<u8> {
    (0..400)
        .map(|_| {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*seed >> 33) as u8
        })
        .collect()
}

#[test]
fn late_positions_have_the_scores_of_plain_negamax() {
    let mut solver = Solver::new();
    let (mut random, mut checked) = (1, 0);
    while checked < 300 {
        let (position, _) =
            play(Position::EMPTY.board(), &random_columns(&mut random), 31 + checked % 8);
        if position.ply() >= 31 {
            let score = negamax(position);
            assert_eq!(solver.solve(position), score, "{position}");
            assert_eq!(solver.solve(position.mirror()), score, "{position}");
            checked += 1;
        }
    }
}

#[test]
fn late_positions_of_other_boards_have_the_scores_of_plain_negamax() {
    let mut random = 2;
    for (width, height) in
        [(4, 7), (5, 5), (6, 6), (8, 5), (9, 4), (9, 7), (13, 3), (16, 2), (3, 9), (1, 5)]
    {
        let board = AnySize::<u128>::new(width, height).unwrap();
        let mut solver = Builder::new(board).table_bytes(1 << 16).build();
        let ply = board.cells().saturating_sub(10);
        for _ in 0..60 {
            let (position, _) = play(board, &random_columns(&mut random), ply as usize);
            if position.ply() == ply {
                assert_eq!(solver.solve(position), negamax(position), "{position}");
            }
        }
    }
}
