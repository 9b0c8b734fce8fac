//! The solver and its bit tricks against plain code.

use bitboard_core::{Bitboard, Cell};
use c4_solver::{Geometry, HEIGHT, Position, Solver, WIDTH};
use quickcheck::quickcheck;

/// The position after as many of the wished columns as can be played without ending the game.
fn play(columns: &[u8], most: usize) -> (Position, Vec<usize>) {
    let (mut position, mut moves) = (Position::EMPTY, Vec::new());
    for &column in columns {
        let x = usize::from(column) % WIDTH;
        if moves.len() < most
            && let Ok(next) = position.play(x)
        {
            position = next;
            moves.push(x);
        }
    }
    (position, moves)
}

/// Whether a player with these stones has four in a row, looked up cell by cell.
fn has_four(stones: Bitboard<u64, Geometry>) -> bool {
    let at = |x: isize, y: isize| {
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        cell.and_then(|(x, y)| Cell::new(x, y)).is_some_and(|cell| stones.contains(cell))
    };
    let starts = (0..WIDTH as isize).flat_map(|x| (0..HEIGHT as isize).map(move |y| (x, y)));
    starts.into_iter().any(|(x, y)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|(dx, dy)| (0..4).all(|i| at(x + i * dx, y + i * dy)))
    })
}

/// The score by plain negamax.
fn negamax(position: Position) -> i32 {
    let left = 42 - position.ply() as i32;
    if left == 0 {
        return 0;
    }
    let scores = (0..WIDTH).filter(|&x| position.can_play(x)).map(|x| match position.play(x) {
        Ok(next) => -negamax(next),
        Err(_) => (left + 1) / 2,
    });
    scores.max().unwrap_or(0)
}

quickcheck! {
    fn threats_are_the_cells_that_complete_four(columns: Vec<u8>) -> bool {
        let (position, _) = play(&columns, 42);
        let [own, other] = position.stones();
        let empty = !(own | other);
        let completing = |stones: Bitboard<u64, Geometry>| -> u64 {
            let cells = empty.iter().filter(|&cell| has_four(stones | cell.into()));
            cells.collect::<Bitboard<u64, Geometry>>().word()
        };
        position.threats() == completing(own) && position.opponent_threats() == completing(other)
    }

    fn a_move_is_refused_exactly_if_it_wins_or_has_no_room(columns: Vec<u8>) -> bool {
        let (position, moves) = play(&columns, 42);
        (0..WIDTH).all(|x| {
            let height = moves.iter().filter(|&&played| played == x).count();
            let wins = Cell::new(x, height)
                .is_some_and(|cell| has_four(position.stones()[0] | cell.into()));
            position.can_play(x) == (height < HEIGHT)
                && position.play(x).is_ok() == (height < HEIGHT && !wins)
        })
    }

    fn mirror_images_share_a_key_and_a_score(columns: Vec<u8>) -> bool {
        let (position, moves) = play(&columns, 42);
        let mirrored = moves.iter().try_fold(Position::EMPTY, |p, &x| p.play(WIDTH - 1 - x));
        mirrored.is_ok_and(|mirrored| mirrored.symmetric_key() == position.symmetric_key())
    }

    fn pictures_read_back(columns: Vec<u8>) -> bool {
        let (position, moves) = play(&columns, 42);
        let [own, other] = position.stones();
        let (x, o) = if moves.len() % 2 == 0 { (own, other) } else { (other, own) };
        let layers = [('x', x), ('o', o)];
        let picture = bitboard_core::Picture::new('.', &layers).to_string();
        Position::from_picture(&picture) == Ok(position)
    }
}

#[test]
fn late_positions_have_the_scores_of_plain_negamax() {
    let mut solver = Solver::new();
    let mut random = 1u64;
    let mut checked = 0;
    while checked < 300 {
        let columns: Vec<u8> = (0..400)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) as u8
            })
            .collect();
        let (position, _) = play(&columns, 31 + checked % 8);
        if position.ply() < 31 {
            continue;
        }
        assert_eq!(solver.solve(position), negamax(position), "{position:?}");
        checked += 1;
    }
}
