//! The solver against a search of all games, with limits, threads and small tables.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::games::random_game;
use havannah_uf::dfpn::{ProofProgress, SolveError, Solver};
use havannah_uf::{Game, Hex, Limits, Progress, Random, RingRule, SeededRng, StopReason, Value};

/// The rules of the solver.
const RULES: [RingRule; 2] = [RingRule::Any, RingRule::NonOwn];

fn nodes(nodes: u64) -> Limits<'static> {
    Limits::new().nodes(nodes)
}

/// The value by minimax over all games.
pub(crate) fn exhaustive(game: &mut Game, seen: &mut BTreeMap<u64, i8>) -> i8 {
    if game.is_over() {
        return if game.winner().is_some() { -1 } else { 0 };
    }
    let key = game.zobrist_hash();
    if let Some(&value) = seen.get(&key) {
        return value;
    }
    let moves: Vec<_> = game.empty_cells().collect();
    let mut best = -1;
    for cell in moves {
        game.play(cell).unwrap();
        best = best.max(-exhaustive(game, seen));
        game.undo();
        if best == 1 {
            break;
        }
    }
    seen.insert(key, best);
    best
}

fn value(value: Value) -> i8 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

#[test]
fn random_positions_agree_with_looking_at_all_games() {
    check_positions(15);
}

#[test]
#[ignore = "takes seconds"]
fn all_positions_of_four_seeds_agree_with_looking_at_all_games() {
    check_positions(60);
}

fn check_positions(rounds: usize) {
    for rule in RULES {
        let mut rng = SeededRng::new(1);
        for round in 0..rounds {
            let mut game = Game::new(3, rule).unwrap();
            for _ in 0..6 + round % 5 {
                let moves: Vec<_> = game.empty_cells().collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[rng.below(moves.len() as u64) as usize]).unwrap();
            }
            let solution = Solver::new().memory_bytes(1 << 20).solve(&game).unwrap();
            let expected = exhaustive(&mut game, &mut BTreeMap::new());
            assert_eq!(value(solution.value), expected, "{rule} {round}");
            if let Some(best) = solution.best {
                game.play(best).unwrap();
                let after = exhaustive(&mut game, &mut BTreeMap::new());
                assert_eq!(after, -1);
            }
        }
    }
}

#[test]
fn small_boards_are_wins() {
    for base in [2, 3] {
        for rule in RULES {
            let game = Game::new(base, rule).unwrap();
            let solution = Solver::new().memory_bytes(1 << 22).solve(&game).unwrap();
            assert_eq!(solution.value, Value::Win, "{base} {rule}");
            assert!(solution.best.is_some());
        }
    }
}

#[test]
fn finished_games_are_known() {
    let mut game = Game::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    assert_eq!(Solver::new().memory_bytes(0).solve(&game).unwrap().value, Value::Loss);
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    let game = Game::new(3, RingRule::Any).unwrap();
    // With 32 bits, half of all bytes can be allocated.
    let parts = if cfg!(target_pointer_width = "64") { 1..=8 } else { 1..=1 };
    for bytes in parts.map(|part| usize::MAX / part) {
        let error = Solver::new().memory_bytes(bytes).solve(&game).unwrap_err();
        assert_eq!(error, SolveError::OutOfMemory { bytes });
    }
}

#[test]
fn positions_that_the_solver_does_not_take_are_refused_by_name() {
    let solve = |base, rule| Solver::new().solve(&Game::new(base, rule).unwrap());
    for (base, rule, error) in [
        (7, RingRule::Any, "the solver takes boards of base 2 to 6, found base 7"),
        (64, RingRule::NonOwn, "the solver takes boards of base 2 to 6, found base 64"),
        (3, RingRule::Empty, "the solver takes the ring rules any and nonown, found empty"),
    ] {
        assert_eq!(solve(base, rule).unwrap_err().to_string(), error);
    }
    // The value of a game that is over is known by all rules.
    let mut game = Game::new(7, RingRule::Empty).unwrap();
    for x in 1..=7 {
        game.play(Hex { x, y: 1 }).unwrap();
        if x < 7 {
            game.play(Hex { x, y: x + 6 }).unwrap();
        }
    }
    assert_eq!(Solver::new().solve(&game).unwrap().value, Value::Loss);
}

#[test]
fn a_win_has_a_move_or_is_not_known() {
    let game = Game::new(3, RingRule::Any).unwrap();
    let mut solver = Solver::new().memory_bytes(1 << 20);
    let best = solver.solve(&game).unwrap().best;
    // The table has the value of the position, but not the move.
    let stopped = solver.try_solve(&game, &Limits::new().nodes(0)).unwrap_err();
    assert_eq!(stopped.stop_reason(), Some(StopReason::Nodes));
    assert_eq!(solver.solve(&game).unwrap().best, best);
}

#[test]
fn any_limit_of_nodes_is_kept() {
    let game = Game::new(3, RingRule::Any).unwrap();
    for max_nodes in [0, 1, 2, 100, u64::MAX - 1, u64::MAX] {
        let solution = Solver::new().memory_bytes(1 << 20).try_solve(&game, &nodes(max_nodes));
        assert_eq!(solution.is_ok(), max_nodes > 1000);
        match solution {
            Ok(solution) => assert!(solution.value == Value::Win && solution.best.is_some()),
            Err(interrupted) => {
                let interrupted = interrupted.interrupted().unwrap();
                assert_eq!(
                    (interrupted.reason, interrupted.partial.nodes),
                    (StopReason::Nodes, max_nodes)
                );
            }
        }
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let cancel = AtomicBool::new(true);
    let mut solver = Solver::new().memory_bytes(1 << 16);
    let stopped = solver.try_solve(&game, &Limits::new().cancel(&cancel)).unwrap_err();
    let interrupted = stopped.interrupted().unwrap();
    assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Cancelled, 0));
    // From its own progress reports.
    cancel.store(false, Relaxed);
    let stop = |progress: &Progress| cancel.store(progress.nodes >= 50, Relaxed);
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let stopped = solver.try_solve(&game, &limits).unwrap_err();
    let interrupted = stopped.interrupted().unwrap();
    assert_eq!(interrupted.reason, StopReason::Cancelled);
    // A report is ahead by the nodes up to the next check.
    assert!((34..=66).contains(&interrupted.partial.nodes), "{interrupted:?}");
}

#[test]
fn progress_has_proof_numbers() {
    let game = Game::new(3, RingRule::Any).unwrap();
    let (calls, numbers) = (AtomicU64::new(0), AtomicU64::new(0));
    let listener = |progress: &Progress| {
        calls.fetch_add(1, Relaxed);
        let ProofProgress { nodes, disproof, .. } = progress.detail().unwrap();
        assert_eq!(*nodes, progress.nodes);
        numbers.fetch_max(u64::from(*disproof), Relaxed);
    };
    let limits = Limits::new().on_progress(&listener);
    let solution = Solver::new().memory_bytes(1 << 20).try_solve(&game, &limits).unwrap();
    assert!(calls.load(Relaxed) >= solution.nodes / 16);
    assert!(numbers.load(Relaxed) > 1);
}

/// Small tables lose the proof of the root's children before the search ends.
#[test]
fn every_win_has_a_move_however_small_the_table() {
    for rule in RULES {
        let mut wins = 0;
        for bytes in [1 << 12, 1 << 14, 1 << 16] {
            let mut game = Game::new(3, rule).unwrap();
            let solution = Solver::new().memory_bytes(bytes).try_solve(&game, &nodes(10_000));
            let Ok(solution) = solution else { continue };
            assert_eq!(solution.best.is_some(), solution.value == Value::Win);
            let Some(best) = solution.best else { continue };
            wins += 1;
            game.play(best).unwrap();
            let after = Solver::new().memory_bytes(1 << 22).solve(&game).unwrap();
            assert_eq!(after.value, Value::Loss);
        }
        assert!(wins > 0);
    }
}

#[test]
fn an_interrupted_solver_goes_on_and_finds_the_same_value() {
    for rule in RULES {
        let mut game = Game::new(3, rule).unwrap();
        game.play(Hex { x: 1, y: 2 }).unwrap();
        let expected = Solver::new().memory_bytes(1 << 22).solve(&game).unwrap().value;
        let mut solver = Solver::new().memory_bytes(1 << 22);
        let mut searches = 0;
        let value = loop {
            searches += 1;
            // Another position in between does not change the result.
            let _ = solver.try_solve(&Game::new(4, rule).unwrap(), &nodes(3));
            if let Ok(solution) = solver.try_solve(&game, &nodes(20)) {
                break solution.value;
            }
        };
        assert_eq!(value, expected, "{rule}");
        assert!(searches > 1);
    }
}

#[test]
fn the_smallest_table_is_enough() {
    let mut rng = SeededRng::new(1);
    for round in 0..60 {
        let mut game = Game::new(3, RULES[round % 2]).unwrap();
        while game.ply() < 9 && !game.is_over() {
            let moves: Vec<Hex> = game.empty_cells().collect();
            game.play(moves[rng.below(moves.len() as u64) as usize]).unwrap();
        }
        let expected = Solver::new().memory_bytes(1 << 22).solve(&game).unwrap().value;
        let limits = Limits::new().nodes(100_000);
        let found = Solver::new().memory_bytes(0).try_solve(&game, &limits);
        assert_eq!(found.map(|solution| solution.value), Ok(expected), "{game}");
    }
}

/// Any number of threads finds the same value, also with limits in between and small tables.
#[test]
fn threads_find_the_same_values() {
    let mut rng = SeededRng::new(8);
    for round in 0..60 {
        let base = 3 + round % 2;
        let stones = if base == 3 { rng.below(10) } else { 18 + rng.below(10) };
        let mut game = random_game(base as u32, RULES[round / 2 % 2], stones, &mut rng);
        if game.is_over() {
            continue;
        }
        let expected = Solver::new().memory_bytes(1 << 20).solve(&game).unwrap();
        for (threads, bytes) in [(2, 1 << 20), (3, 1 << 14), (8, 1 << 20)] {
            let mut solver = Solver::new().memory_bytes(bytes).threads(threads);
            let limit = rng.below(expected.nodes + 1);
            let first = solver.try_solve(&game, &nodes(limit));
            if let Err(stopped) = first {
                let stopped = stopped.interrupted().unwrap();
                assert_eq!((stopped.reason, stopped.partial.nodes), (StopReason::Nodes, limit));
            }
            let solution = solver.solve(&game).unwrap();
            assert_eq!(solution.value, expected.value, "{threads} threads\n{game}");
            assert_eq!(solution.best.is_some(), solution.value == Value::Win);
            if let Some(best) = solution.best {
                game.play(best).unwrap();
                assert_eq!(
                    Solver::new().memory_bytes(1 << 20).solve(&game).unwrap().value,
                    Value::Loss
                );
                game.undo();
            }
        }
    }
}

#[test]
fn threads_can_be_cancelled() {
    let game = Game::new(4, RingRule::Any).unwrap();
    let (cancel, seen) = (AtomicBool::new(false), AtomicU64::new(0));
    let stop = |progress: &Progress| {
        seen.fetch_max(progress.nodes, Relaxed);
        cancel.store(progress.nodes >= 500, Relaxed);
    };
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let mut solver = Solver::new().memory_bytes(1 << 20).threads(3);
    let stopped = solver.try_solve(&game, &limits).unwrap_err().interrupted().unwrap();
    assert_eq!(stopped.reason, StopReason::Cancelled);
    assert!(stopped.partial.nodes <= 560 && seen.into_inner() >= 500);
}
