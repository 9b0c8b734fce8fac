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
            let solution = Solver::new(1 << 20).solve(&game, 10_000_000);
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
            let solution = Solver::new(1 << 22).solve(&game, 10_000_000);
            assert_eq!(solution.value, Value::Win, "{base} {rule}");
            assert!(solution.best.is_some());
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Havannah::new(5, RingRule::Any).unwrap();
    let mut solver = Solver::new(1 << 16);
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
    assert_eq!(Solver::new(0).solve(&game, 1).value, Value::Loss);
}
