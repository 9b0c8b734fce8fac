//! The solver and its bit tricks against plain code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bitboard_core::Random as _;
use c4_solver::{
    Analysis, Board, Bounds, Column, Game, Limits, Outcome, PlayError, Position, SeededRng, Solver,
};
use quickcheck::quickcheck;

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;

fn column(index: u32) -> Column {
    Column::new(index).unwrap()
}

/// The position after those of the given columns that can be played without ending the game.
fn play(board: Board, columns: &[u8], most: usize) -> (Position, Vec<Column>) {
    let (mut position, mut moves) = (Position::new(board), Vec::new());
    for &wish in columns {
        let wish = column(u32::from(wish) % board.width());
        if moves.len() < most
            && let Ok(next) = position.after(wish)
        {
            position = next;
            moves.push(wish);
        }
    }
    (position, moves)
}

/// The position after the given number of stones.
fn standard_to(columns: &[u8], ply: usize) -> Position {
    play(Position::EMPTY.board(), columns, ply).0
}

fn standard(columns: &[u8]) -> (Position, Vec<Column>) {
    play(Position::EMPTY.board(), columns, 42)
}

fn bit(x: u32, y: u32) -> u128 {
    1 << (x * (HEIGHT + 1) + y)
}

/// Returns whether a player with these stones has four in a row, looked up cell by cell.
fn has_four(stones: u128) -> bool {
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
fn negamax(position: Position) -> i32 {
    let board = position.board();
    let scores = position.columns().iter().map(|column| match position.after(column) {
        Ok(next) => -negamax(next),
        Err(_) => (board.cells() as i32 - position.ply() as i32 + 1) / 2,
    });
    // A full board is drawn.
    scores.max().unwrap_or(0)
}

/// Returns whether a stone in this column wins.
fn wins(position: Position, column: Column) -> bool {
    matches!(position.after(column), Err(PlayError::Wins { .. }))
}

#[test]
fn after_a_column_that_does_not_lose_the_opponent_cannot_win() {
    fn check(position: Position) -> bool {
        let loses = |column: &Column| {
            let next = position.after(*column);
            next.is_ok_and(|next| next.columns().iter().any(|reply| wins(next, reply)))
        };
        let expected = position.columns().iter().filter(|column| !loses(column));
        assert_eq!(position.non_losing_columns(), expected.collect(), "{position}");
        !position.winning_columns().is_empty()
    }
    let of = |moves: &str| Position::from_moves(moves).unwrap().non_losing_columns().to_string();
    // A stone in column 4 wins, although one on top of it would win for the opponent.
    assert_eq!([of("112237"), of("112233")], ["1234567", "1234567"]);
    let (mut rng, mut won) = (SeededRng::new(1), 0);
    for (width, height) in
        [(7, 6), (4, 4), (5, 4), (6, 7), (8, 7), (9, 7), (4, 24), (3, 7), (1, 5), (61, 1)]
    {
        let board = Board::new(width, height).unwrap();
        for _ in 0..300 {
            let ply = rng.below(u64::from(board.cells()) + 1) as usize;
            let columns: Vec<u8> = (0..ply).map(|_| rng.below(u64::from(width)) as u8).collect();
            won += u32::from(check(play(board, &columns, ply).0));
        }
    }
    assert!(won > 300, "{won}");
}

quickcheck! {
    fn a_move_is_refused_exactly_if_it_wins_or_has_no_room(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        Column::all(WIDTH).all(|column| {
            let height = moves.iter().filter(|&&played| played == column).count() as u32;
            let has_room = height < HEIGHT;
            let wins = has_room && has_four(position.stones()[0] | bit(column.index(), height));
            position.columns().contains(column) == has_room
                && position.winning_columns().contains(column) == wins
                && position.after(column).is_ok() == (has_room && !wins)
        })
    }

    fn mirror_images_share_a_key(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        let mirrored = moves.iter().try_fold(Position::EMPTY, |p, x| p.after(column(WIDTH - 1 - x.index())));
        mirrored.is_ok_and(|mirrored| {
            mirrored.symmetric_key() == position.symmetric_key() && mirrored == position.mirror()
        })
    }

    fn pictures_and_keys_read_back(columns: Vec<u8>) -> bool {
        let (position, _) = standard(&columns);
        position.to_string().parse() == Ok(position)
            && Position::from_key(position.board(), position.key()) == Ok(position)
    }

    fn any_key_is_refused_or_belongs_to_its_position(key: u128) -> bool {
        let refused_or_itself = |key| {
            Position::from_key(Position::EMPTY.board(), key).map_or(true, |p| p.key() == key)
        };
        refused_or_itself(key) && refused_or_itself(key >> 79)
    }

    fn a_game_can_be_taken_back(columns: Vec<u8>) -> bool {
        let (position, moves) = standard(&columns);
        let mut game = Game::new(position.board());
        let played = moves.iter().all(|&column| game.play(column).is_ok());
        let read = Game::from_moves(&game.to_string()) == Ok(game.clone());
        let same = game.position() == position && (game.outcome() == Some(Outcome::Drawn)) == position.is_full();
        let back = moves.iter().rev().all(|&column| game.undo() == Some(column));
        played && read && same && back && game.position() == Position::EMPTY && game.undo().is_none()
    }
}

fn random_columns(rng: &mut SeededRng) -> Vec<u8> {
    (0..400).map(|_| rng.next_u64() as u8).collect()
}

#[test]
fn late_positions_have_the_scores_of_plain_negamax() {
    let mut solver = Solver::default();
    let (mut random, mut checked) = (SeededRng::new(1), 0);
    while checked < 300 {
        let (position, _) =
            play(Position::EMPTY.board(), &random_columns(&mut random), 31 + checked % 8);
        if position.ply() >= 31 {
            let score = negamax(position);
            assert_eq!(solver.solve(&position), score, "{position}");
            assert_eq!(solver.solve(&position.mirror()), score, "{position}");
            checked += 1;
        }
    }
}

#[test]
fn late_positions_of_other_boards_have_the_scores_of_plain_negamax() {
    let mut random = SeededRng::new(2);
    // Of 7×6, of up to 64 bits and of up to 128 bits.
    for (width, height) in [
        (7, 6),
        (4, 7),
        (5, 5),
        (6, 6),
        (8, 5),
        (9, 4),
        (8, 7),
        (13, 3),
        (16, 2),
        (3, 9),
        (1, 5),
        (9, 7),
        (12, 6),
        (4, 31),
        (7, 10),
        (16, 5),
        (40, 2),
    ] {
        let board = Board::new(width, height).unwrap();
        let solver = || Solver::new(board).memory_bytes(1 << 16);
        let (mut solver, mut other) = (solver(), solver());
        let ply = board.cells().saturating_sub(10) as usize;
        for _ in 0..20 {
            let (position, _) = play(board, &random_columns(&mut random), ply);
            if position.ply() == ply {
                let score = negamax(position);
                assert_eq!(solver.solve(&position), score, "{position}");
                let line = solver.principal_variation(&position);
                assert_eq!(line.len(), position.plies_to_end(score), "{position}");
                let best = solver.best_moves(&position);
                let analysis = solver.analyze(&position);
                assert_eq!(
                    (best.score, best.columns),
                    (score, analysis.best_columns()),
                    "{position}"
                );
                let bounds = Analysis::new(&position).position_bounds();
                let bytes = solver.checkpoint(&position, bounds, 7, 1 << 10).unwrap();
                assert_eq!(
                    other.restore(&bytes).map(|checkpoint| checkpoint.position),
                    Ok(position)
                );
            }
        }
        let wrong = Position::new(Board::new(2, 3).unwrap());
        let solve = AssertUnwindSafe(|| solver.solve(&wrong));
        // WebAssembly does not catch panics.
        assert!(cfg!(panic = "abort") || catch_unwind(solve).is_err(), "{width}×{height}");
    }
}

#[test]
fn won_positions_of_games_have_a_score_of_no_meaning() {
    // Documented not to be solved; nothing panics, and every query ends.
    let mut solver = Solver::default();
    for moves in ["1212121", "12121213232434", "44444412121213"] {
        let mut game: Game = Game::default();
        let _ = game.play_moves(moves);
        let position = game.position();
        solver.solve(&position);
        solver.analyze(&position);
        solver.best_moves(&position);
        solver.principal_variation(&position);
    }
}

#[test]
fn mirrored_positions_have_the_mirrored_answers_for_about_the_same_nodes() {
    let mut random = SeededRng::new(5);
    let mut totals = [[0; 2]; 4];
    for ply in [14, 17, 20, 24, 30] {
        for _ in 0..12 {
            let columns = random_columns(&mut random);
            let mirrored: Vec<u8> = columns.iter().map(|wish| 6 - wish % 7).collect();
            let [there, here] = [columns, mirrored].map(|columns| standard_to(&columns, ply));
            let solver = || Solver::default().memory_bytes(1 << 22);
            let mut costs = [[0; 2]; 4];
            let mut answers = [there, here].map(|_| None);
            for (side, position) in [there, here].into_iter().enumerate() {
                let nodes = |query: usize, solver: &Solver, costs: &mut [[u64; 2]; 4]| {
                    costs[query][side] = solver.statistics().nodes;
                };
                let mut solvers = [(); 4].map(|()| solver());
                let score = solvers[0].solve(&position);
                let outcome = solvers[1].solve_weak(&position);
                let analysis = solvers[2].analyze(&position);
                let best = solvers[3].best_moves(&position);
                solvers.iter().enumerate().for_each(|(i, solver)| nodes(i, solver, &mut costs));
                let mut scores: Vec<_> =
                    Column::all(7).map(|column| analysis.score(column)).collect();
                let mut columns: Vec<_> =
                    Column::all(7).map(|column| best.columns.contains(column)).collect();
                if side == 1 {
                    scores.reverse();
                    columns.reverse();
                }
                answers[side] = Some((score, outcome, scores, columns, best.score));
            }
            assert_eq!(answers[0], answers[1], "{there}");
            for (query, [a, b]) in costs.into_iter().enumerate() {
                assert!(a <= 2 * b + 100 && b <= 2 * a + 100, "query {query}: {a}, {b}\n{there}");
                totals[query][0] += a;
                totals[query][1] += b;
            }
        }
    }
    for [a, b] in totals {
        assert!(5 * a.abs_diff(b) < a, "{totals:?}");
    }
}

#[cfg(feature = "book")]
#[test]
fn mirrored_positions_have_the_same_score_in_the_book() {
    let book = c4_solver::Book::embedded(Board::STANDARD).unwrap();
    let mut random = SeededRng::new(6);
    for ply in (0..=8).cycle().take(500) {
        let columns = random_columns(&mut random);
        let mirrored: Vec<u8> = columns.iter().map(|wish| 6 - wish % 7).collect();
        let [a, b] = [columns, mirrored].map(|columns| book.score(&standard_to(&columns, ply)));
        assert_eq!(a, b);
    }
}

/// Bounds with these ends, which may be empty.
fn bounds(low: i32, high: i32) -> Bounds {
    let mut bounds = Bounds::exactly(low);
    bounds.high = high;
    bounds
}

#[test]
fn bounds_that_are_wrong_do_not_change_the_score() {
    for (moves, score) in
        [("6237266376111153366", 3), ("5554224333234511764415115", 4), ("112233", 18)]
    {
        let position = Position::from_moves(moves).unwrap();
        let ends = [i32::MIN, -100, -9, -5, 0, 2, 3, 4, 5, 9, 18, 100, 256, i32::MAX];
        for (low, high) in ends.iter().flat_map(|&low| ends.map(|high| (low, high))) {
            let mut solver = Solver::default().memory_bytes(1 << 20);
            let found = solver.try_solve_from(&position, bounds(low, high), &Limits::new());
            assert_eq!(found, Ok(score), "{moves} within {low}..={high}");
            // A search that is stopped has no bounds but those that it has found.
            solver.clear();
            let limits = Limits::new().nodes(200);
            if let Err(stopped) = solver.try_solve_from(&position, bounds(low, high), &limits) {
                let Bounds { low: at_least, high: at_most, .. } = stopped.partial;
                assert!((at_least..=at_most).contains(&score), "{moves} {low}..={high}: {stopped}");
            }
        }
    }
}

#[test]
fn bounds_of_a_stopped_search_are_checked_in_the_table() {
    let position = Position::from_moves("27312163745262").unwrap();
    let mut solver = Solver::default().memory_bytes(1 << 20);
    let score = solver.solve(&position);
    let nodes = solver.statistics().nodes;
    let found = solver.try_solve_from(&position, Bounds::exactly(score), &Limits::new());
    assert_eq!((found, solver.statistics().nodes), (Ok(score), nodes));
}

/// The table and the book of a solver are for the keys of one board.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn positions_of_another_board_are_refused() {
    type Query<'a> = &'a dyn Fn(&mut Solver);
    let [small, large] = [4, 5].map(|size| Board::new(size, size).unwrap());
    let mut solver = Solver::new(small).memory_bytes(1 << 10);
    let position = Position::new(large);
    let queries: [Query<'_>; 7] = [
        &|solver| _ = solver.solve(&position),
        &|solver| _ = solver.solve_weak(&position),
        &|solver| _ = solver.analyze(&position),
        &|solver| _ = solver.best_moves(&position),
        &|solver| _ = solver.principal_variation(&position),
        &|solver| _ = solver.solve_many(&[position]),
        &|solver| _ = solver.checkpoint(&position, Bounds::exactly(0), 0, 0).is_ok(),
    ];
    for query in queries {
        let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| query(&mut solver)));
        let said = refused.unwrap_err();
        let said = said.downcast_ref::<String>().unwrap();
        assert_eq!(said, "expected a position of 4×4, found one of 5×5");
    }
    assert_eq!(solver.solve(&Position::new(small)), 0);
}
