use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::{Limits, Random, SeededRng, StopReason, Word};

use super::general::{Class, classify};
use super::position::{Child, NO_POINT, Point, Position, setting};
use super::*;
use crate::rules::Player;

fn nodes(nodes: u64) -> Limits<'static, Progress> {
    Limits::new().nodes(nodes)
}

/// The value by minimax over all games.
fn exhaustive(game: &mut Havannah, seen: &mut alloc::collections::BTreeMap<u64, i8>) -> i8 {
    if game.is_over() {
        return if game.winner().is_some() { -1 } else { 0 };
    }
    let key = game.canonical_hash();
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
fn all_agree_with_looking_at_all_games() {
    for rule in RingRule::ALL {
        let mut rng = SeededRng::new(1);
        for round in 0..60 {
            let mut game = Havannah::new(3, rule).unwrap();
            for _ in 0..6 + round % 5 {
                let moves: Vec<_> = game.empty_cells().collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[rng.below(moves.len() as u64) as usize]).unwrap();
            }
            let solution = Solver::new(1 << 20).unwrap().solve(&game);
            let expected = exhaustive(&mut game, &mut alloc::collections::BTreeMap::new());
            assert_eq!(value(solution.value), expected, "{rule} {round}");
            if let Some(best) = solution.best {
                game.play(best).unwrap();
                let after = exhaustive(&mut game, &mut alloc::collections::BTreeMap::new());
                assert_eq!(after, -1);
            }
        }
    }
}

#[test]
fn small_boards_are_wins() {
    for base in [2, 3] {
        for rule in RingRule::ALL {
            let game = Havannah::new(base, rule).unwrap();
            let solution = Solver::new(1 << 22).unwrap().solve(&game);
            assert_eq!(solution.value, Value::Win, "{base} {rule}");
            assert!(solution.best.is_some());
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    let mut solver = Solver::new(1 << 16).unwrap();
    assert!(solver.memory_bytes() <= 1 << 16);
    let interrupted = solver.try_solve(&game, &nodes(1000)).unwrap_err();
    assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Nodes, 1000));
    assert!(interrupted.partial.proof > 0 && interrupted.partial.disproof > 0);
}

#[test]
fn finished_games_are_known() {
    let mut game = Havannah::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    assert_eq!(Solver::new(0).unwrap().solve(&game).value, Value::Loss);
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    for bytes in [usize::MAX, usize::MAX / 2, usize::MAX / 8] {
        assert_eq!(Solver::new(bytes).unwrap_err(), OutOfMemory { bytes });
    }
}

#[test]
fn a_win_has_a_move_or_is_not_known() {
    let game = Havannah::new(3, RingRule::Any).unwrap();
    let mut solver = Solver::new(1 << 20).unwrap();
    let best = solver.solve(&game).best;
    // The table has the value of the position, but not the move.
    let stopped = solver.try_solve(&game, &Limits::new().nodes(0)).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Nodes);
    assert_eq!(solver.solve(&game).best, best);
}

#[test]
fn any_limit_of_nodes_is_kept() {
    let game = Havannah::new(3, RingRule::Any).unwrap();
    for max_nodes in [0, 1, 2, 100, u64::MAX - 1, u64::MAX] {
        let solution = Solver::new(1 << 20).unwrap().try_solve(&game, &nodes(max_nodes));
        assert_eq!(solution.is_ok(), max_nodes > 1000);
        match solution {
            Ok(solution) => assert!(solution.value == Value::Win && solution.best.is_some()),
            Err(interrupted) => {
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
    let game = Havannah::new(4, RingRule::Any).unwrap();
    let cancel = AtomicBool::new(true);
    let mut solver = Solver::new(1 << 16).unwrap();
    let interrupted = solver.try_solve(&game, &Limits::new().cancel(&cancel)).unwrap_err();
    assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Cancelled, 0));
    // From its own progress reports.
    cancel.store(false, Relaxed);
    let stop = |progress: &Progress| cancel.store(progress.nodes >= 50, Relaxed);
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let interrupted = solver.try_solve(&game, &limits).unwrap_err();
    assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Cancelled, 50));
}

#[test]
fn progress_is_reported_at_each_node() {
    let game = Havannah::new(3, RingRule::Any).unwrap();
    let (calls, numbers) = (AtomicU64::new(0), AtomicU64::new(0));
    let listener = |progress: &Progress| {
        assert_eq!(calls.fetch_add(1, Relaxed) + 1, progress.nodes);
        numbers.fetch_max(progress.disproof.into(), Relaxed);
    };
    let limits = Limits::new().on_progress(&listener);
    let solution = Solver::new(1 << 20).unwrap().try_solve(&game, &limits).unwrap();
    assert_eq!(solution.nodes, calls.load(Relaxed));
    assert!(numbers.load(Relaxed) > 1);
}

/// One expansion of the largest board takes seconds.
#[cfg(feature = "std")]
#[test]
fn a_search_ends_in_time() {
    use std::time::{Duration, Instant};

    let game = Havannah::new(64, RingRule::Any).unwrap();
    let mut solver = Solver::new(1 << 16).unwrap();
    let start = Instant::now();
    let limits = Limits::new().time(Duration::from_millis(20));
    let interrupted = solver.try_solve(&game, &limits).unwrap_err();
    assert_eq!(interrupted.reason, StopReason::Time);
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// Small tables lose the proof of the root's children before the search ends.
#[test]
fn every_win_has_a_move_however_small_the_table() {
    for rule in [RingRule::Any, RingRule::NonOwn] {
        let mut wins = 0;
        for bytes in [1 << 12, 1 << 14, 1 << 16] {
            let mut game = Havannah::new(3, rule).unwrap();
            let solution = Solver::new(bytes).unwrap().try_solve(&game, &nodes(10_000));
            let Ok(solution) = solution else { continue };
            assert_eq!(solution.best.is_some(), solution.value == Value::Win);
            let Some(best) = solution.best else { continue };
            wins += 1;
            game.play(best).unwrap();
            let after = Solver::new(1 << 22).unwrap().solve(&game);
            assert_eq!(after.value, Value::Loss);
        }
        assert!(wins > 0);
    }
}

#[test]
fn an_interrupted_solver_goes_on_and_finds_the_same_value() {
    for rule in RingRule::ALL {
        let mut game = Havannah::new(3, rule).unwrap();
        game.play(Hex { x: 1, y: 2 }).unwrap();
        let expected = Solver::new(1 << 22).unwrap().solve(&game).value;
        let mut solver = Solver::new(1 << 22).unwrap();
        let mut searches = 0;
        let value = loop {
            searches += 1;
            // Another position in between does not change the result.
            let _ = solver.try_solve(&Havannah::new(4, rule).unwrap(), &nodes(3));
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
        let mut game = Havannah::new(3, RingRule::ALL[round % 3]).unwrap();
        while game.ply() < 9 && !game.is_over() {
            let moves: Vec<Hex> = game.empty_cells().collect();
            game.play(moves[rng.below(moves.len() as u64) as usize]).unwrap();
        }
        let expected = Solver::new(1 << 22).unwrap().solve(&game).value;
        let limits = Limits::new().nodes(100_000);
        let found = Solver::new(0).unwrap().try_solve(&game, &limits);
        assert_eq!(found.map(|solution| solution.value), Ok(expected), "{game}");
    }
}

const RULES: [RingRule; 2] = [RingRule::Any, RingRule::NonOwn];

/// A random legal move.
fn random_move(game: &Havannah, rng: &mut SeededRng) -> Option<Hex> {
    let moves: Vec<Hex> = game.empty_cells().collect();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

/// A random position of up to `stones` stones in which neither player has won.
fn random_game(base: u32, rule: RingRule, stones: u64, rng: &mut SeededRng) -> Havannah {
    let mut game = Havannah::new(base, rule).unwrap();
    for _ in 0..stones {
        let Some(cell) = random_move(&game, rng) else { break };
        if !game.play(cell).unwrap().is_empty() {
            game.undo();
        }
    }
    game
}

fn children(position: &mut impl Position, attacker: Player, forced: Point) -> Vec<Child> {
    let mut children = Vec::new();
    position.expand(attacker, forced, &mut children, &|| Ok(())).unwrap();
    let cell = |point| position.cell(point);
    let general = General(Havannah::new(2, RingRule::Any).unwrap());
    // Points of the two kinds of boards differ.
    for child in &mut children {
        child.point = general.point(cell(child.point));
        if child.forced != NO_POINT {
            child.forced = general.point(cell(child.forced));
        }
    }
    children
}

/// Plays a random game and compares all positions after all of its positions.
fn compare<W: Word, const STRIDE: u32>(base: u32, rule: RingRule, rng: &mut SeededRng) -> u32 {
    let (mut game, mut compared) = (Havannah::new(base, rule).unwrap(), 0);
    let mut kept = Words::<W, STRIDE>::new(&game);
    loop {
        let forced = match classify(&game, Player::First, &|| Ok(())).unwrap() {
            Class::Known(_) => NO_POINT,
            Class::Forced(cell) => kept.point(cell),
            Class::Open => NO_POINT,
        };
        if !matches!(classify(&game, Player::First, &|| Ok(())).unwrap(), Class::Known(_)) {
            compared += 1;
            for attacker in Player::BOTH {
                let mut general = General(game.clone());
                assert_eq!(kept.key(attacker), general.key(attacker));
                let known =
                    if forced == NO_POINT { forced } else { general.point(kept.cell(forced)) };
                let expected = children(&mut general, attacker, known);
                assert_eq!(children(&mut kept, attacker, forced), expected, "{game}");
                let mut fresh = Words::<W, STRIDE>::new(&game);
                assert_eq!(children(&mut fresh, attacker, forced), expected, "{game}");
            }
        }
        // Now and then, moves are undone.
        if rng.below(4) == 0 && game.ply() > 0 {
            game.undo();
            kept.undo();
        }
        let Some(cell) = random_move(&game, rng) else { return compared };
        if game.play(cell).unwrap().is_empty() {
            kept.play(kept.point(cell));
        } else {
            game.undo();
            if rng.below(8) == 0 {
                return compared;
            }
        }
    }
}

#[test]
fn positions_after_all_moves_are_the_same() {
    let mut rng = SeededRng::new(5);
    let mut compared = 0;
    for round in 0..300 {
        for rule in RULES {
            compared += compare::<u64, 7>(2 + round % 3, rule, &mut rng);
            compared += compare::<u128, 11>(2 + round % 5, rule, &mut rng);
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn searches_are_the_same_node_by_node() {
    let mut rng = SeededRng::new(6);
    for round in 0..120 {
        let base = 2 + round % 3;
        let stones = rng.below(2 * Hex::count(base) / 3);
        let game = random_game(base, RULES[round as usize / 3 % 2], stones, &mut rng);
        if game.is_over() {
            continue;
        }
        let limits = Limits::new().nodes(300);
        let [a, b] = [1, 2].map(|_| Solver::new(1 << 16).unwrap());
        let words = a.run(&game, &limits.start(), || Words::<u64, 7>::new(&game));
        let general = b.run(&game, &limits.start(), || General(game.clone()));
        assert_eq!(words, general, "{game}");
    }
}

/// Any number of threads finds the same value, also with limits in between and small tables.
#[cfg(feature = "std")]
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
        let expected = Solver::new(1 << 20).unwrap().solve(&game);
        for (threads, bytes) in [(2, 1 << 20), (3, 1 << 14), (8, 1 << 20)] {
            let mut solver = Solver::new(bytes).unwrap().threads(threads);
            let limit = rng.below(expected.nodes + 1);
            let first = solver.try_solve(&game, &nodes(limit));
            if let Err(stopped) = &first {
                assert_eq!((stopped.reason, stopped.partial.nodes), (StopReason::Nodes, limit));
            }
            let solution = solver.solve(&game);
            assert_eq!(solution.value, expected.value, "{threads} threads\n{game}");
            assert_eq!(solution.best.is_some(), solution.value == Value::Win);
            if let Some(best) = solution.best {
                game.play(best).unwrap();
                assert_eq!(Solver::new(1 << 20).unwrap().solve(&game).value, Value::Loss);
                game.undo();
            }
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn threads_can_be_cancelled() {
    let game = Havannah::new(4, RingRule::Any).unwrap();
    let (cancel, seen) = (AtomicBool::new(false), AtomicU64::new(0));
    let stop = |progress: &Progress| {
        seen.fetch_max(progress.nodes, Relaxed);
        cancel.store(progress.nodes >= 500, Relaxed);
    };
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let mut solver = Solver::new(1 << 20).unwrap().threads(3);
    let stopped = solver.try_solve(&game, &limits).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Cancelled);
    assert!(stopped.partial.nodes <= 510 && seen.into_inner() >= 500);
}

/// Entries of two threads that are mixed are not found.
#[cfg(feature = "std")]
#[test]
fn threads_never_find_mixed_entries() {
    use super::position::Numbers;

    let table = Table::new(1024).unwrap();
    let numbers = |i: u64| Numbers { proof: i as u32, disproof: 2 * i as u32 };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut rng = SeededRng::new(thread);
                for _ in 0..100_000 {
                    let i = 1 + rng.below(1000);
                    // All in the same few buckets.
                    let key = (i << 32) | (i % 8);
                    table.put(key, numbers(i), i as u32);
                    let found = table.find(((1 + rng.below(1000)) << 32) | (i % 8));
                    assert!(found.is_none_or(|found| found.disproof == 2 * found.proof));
                    let found = table.find(key);
                    assert!(found.is_none_or(|found| found == numbers(i)));
                }
            });
        }
    });
}

#[test]
fn keys_of_settings_differ() {
    let mut keys = Vec::new();
    for (base, rule) in (2..=64).flat_map(|base| RingRule::ALL.map(|rule| (base, rule))) {
        for attacker in Player::BOTH {
            keys.extend(Player::BOTH.map(|turn| setting(base, rule, attacker, turn)));
        }
    }
    let len = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), len);
}
