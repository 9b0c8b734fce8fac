use super::*;
use crate::rule::RingRule;

/// The value by looking at all games.
fn exhaustive(game: &mut Havannah, seen: &mut alloc::collections::BTreeMap<u64, i8>) -> i8 {
    if game.is_over() {
        return if game.winner().is_some() { -1 } else { 0 };
    }
    let key = game.canonical_hash();
    if let Some(&value) = seen.get(&key) {
        return value;
    }
    let moves: Vec<_> = game.legal_moves().collect();
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

fn value(value: Value) -> Option<i8> {
    match value {
        Value::Win => Some(1),
        Value::Draw => Some(0),
        Value::Loss => Some(-1),
        Value::Unknown => None,
    }
}

#[test]
fn all_agree_with_looking_at_all_games() {
    for rule in RingRule::ALL {
        let mut seed = 1_u64;
        for round in 0..60 {
            let mut game = Havannah::new(3, rule).unwrap();
            for _ in 0..6 + round % 5 {
                let moves: Vec<_> = game.legal_moves().collect();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(seed >> 33) as usize % moves.len()]).unwrap();
            }
            let solution = Solver::new(1 << 20).unwrap().solve(&game, 10_000_000);
            let expected = exhaustive(&mut game, &mut alloc::collections::BTreeMap::new());
            assert_eq!(value(solution.value), Some(expected), "{rule} {round}");
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
            let solution = Solver::new(1 << 22).unwrap().solve(&game, 10_000_000);
            assert_eq!(solution.value, Value::Win, "{base} {rule}");
            assert!(solution.best.is_some());
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    let mut solver = Solver::new(1 << 16).unwrap();
    assert!(solver.memory() <= 1 << 16);
    let solution = solver.solve(&game, 1000);
    assert_eq!((solution.value, solution.best), (Value::Unknown, None));
    assert!(solution.nodes <= 1001, "{}", solution.nodes);
    assert!(solution.numbers.0 > 0 && solution.numbers.1 > 0);
}

#[test]
fn finished_games_are_known() {
    let mut game = Havannah::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    assert_eq!(Solver::new(0).unwrap().solve(&game, 1).value, Value::Loss);
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    for bytes in [usize::MAX, usize::MAX / 2, usize::MAX / 8] {
        assert_eq!(Solver::new(bytes).unwrap_err(), OutOfMemory { bytes });
    }
}

#[test]
fn any_limit_of_nodes_is_kept() {
    let game = Havannah::new(3, RingRule::Any).unwrap();
    for max_nodes in [0, 1, 2, 100, u64::MAX - 1, u64::MAX] {
        let solution = Solver::new(1 << 20).unwrap().solve(&game, max_nodes);
        assert!(solution.nodes <= max_nodes.max(1));
        assert_eq!(solution.value == Value::Win, max_nodes > 1000);
        assert_eq!(solution.best.is_some(), solution.value == Value::Win);
    }
}

/// Small tables lose the proof of the root's children before the search ends.
#[test]
fn every_win_has_a_move_however_small_the_table() {
    for rule in [RingRule::Any, RingRule::NonOwn] {
        let mut wins = 0;
        for bytes in [1 << 12, 1 << 14, 1 << 16] {
            let mut game = Havannah::new(3, rule).unwrap();
            let solution = Solver::new(bytes).unwrap().solve(&game, 10_000);
            assert_eq!(solution.best.is_some(), solution.value == Value::Win);
            let Some(best) = solution.best else { continue };
            wins += 1;
            game.play(best).unwrap();
            let after = Solver::new(1 << 22).unwrap().solve(&game, u64::MAX);
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
        let expected = Solver::new(1 << 22).unwrap().solve(&game, u64::MAX).value;
        let mut solver = Solver::new(1 << 22).unwrap();
        let mut searches = 0;
        let value = loop {
            searches += 1;
            // Another position in between does no harm.
            let _ = solver.solve(&Havannah::new(4, rule).unwrap(), 3);
            match solver.solve(&game, 20).value {
                Value::Unknown => {}
                value => break value,
            }
        };
        assert_eq!(value, expected, "{rule}");
        assert!(searches > 1);
    }
}
