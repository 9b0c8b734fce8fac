//! Both boards against each other, node by node, and the table.

use alloc::vec::Vec;

use bitboard_core::{Limits, Random, SeededRng, Word};

use super::board::{Child, Class, NO_POINT, Point, SearchBoard, classify, setting};
use super::*;
use crate::rules::Player;

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

fn children(position: &mut impl SearchBoard, attacker: Player, forced: Point) -> Vec<Child> {
    let mut children = Vec::new();
    position.expand(attacker, forced, &mut children, &|| Ok(())).unwrap();
    let cell = |point| position.cell(point);
    let generic = GenericBoard(Havannah::new(2, RingRule::Any).unwrap());
    // Points of the two kinds of boards differ.
    for child in &mut children {
        child.point = generic.point(cell(child.point));
        if child.forced != NO_POINT {
            child.forced = generic.point(cell(child.forced));
        }
    }
    children
}

/// Plays a random game and compares all positions after all of its positions.
fn compare<W: Word, const STRIDE: u32>(base: u32, rule: RingRule, rng: &mut SeededRng) -> u32 {
    let (mut game, mut compared) = (Havannah::new(base, rule).unwrap(), 0);
    let mut kept = Bitboard::<W, STRIDE>::new(&game);
    loop {
        let forced = match classify(&game, Player::First, &|| Ok(())).unwrap() {
            Class::Known(_) => NO_POINT,
            Class::Forced(cell) => kept.point(cell),
            Class::Open => NO_POINT,
        };
        if !matches!(classify(&game, Player::First, &|| Ok(())).unwrap(), Class::Known(_)) {
            compared += 1;
            for attacker in Player::BOTH {
                let mut generic = GenericBoard(game.clone());
                assert_eq!(kept.key(attacker), generic.key(attacker));
                let known =
                    if forced == NO_POINT { forced } else { generic.point(kept.cell(forced)) };
                let expected = children(&mut generic, attacker, known);
                assert_eq!(children(&mut kept, attacker, forced), expected, "{game}");
                let mut fresh = Bitboard::<W, STRIDE>::new(&game);
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
    for round in 0..90 {
        for rule in RULES {
            compared += compare::<u64, 7>(2 + round % 3, rule, &mut rng);
            compared += compare::<u128, 11>(2 + round % 5, rule, &mut rng);
        }
    }
    assert!(compared > 3_000, "{compared}");
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
        let bitboard = a.search(&game, &limits.start(), || Bitboard::<u64, 7>::new(&game));
        let generic = b.search(&game, &limits.start(), || GenericBoard(game.clone()));
        assert_eq!(bitboard, generic, "{game}");
    }
}

/// Entries of two threads that are mixed are not found.
#[cfg(feature = "std")]
#[test]
fn threads_never_find_mixed_entries() {
    use super::board::ProofNumbers;

    let table = Table::new(1024).unwrap();
    let numbers = |i: u64| ProofNumbers { proof: i as u32, disproof: 2 * i as u32 };
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
