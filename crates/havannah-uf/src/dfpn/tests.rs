//! The positions after moves against those that the game gives cell by cell, and the table.

use bitboard_core::{Random, SeededRng, Symmetry, Word};

use super::bitboard::Bitboard;
use super::position::{
    CANONICAL_STONES, Child, Class, FAILED, NEW, NO_POINT, Point, classify, setting,
};
use super::*;
use crate::rules::Player;

const RULES: [RingRule; 2] = [RingRule::Any, RingRule::NonOwn];

/// A random legal move.
fn random_move(game: &Game, rng: &mut SeededRng) -> Option<Hex> {
    let moves: Vec<Hex> = game.empty_cells().collect();
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

/// The key of a position, from the hashes of its images.
fn key(game: &Game, attacker: Player) -> u64 {
    let images = Symmetry::HEXAGON.map(|symmetry| game.image(symmetry).zobrist_hash());
    let is_canonical = game.ply() <= CANONICAL_STONES;
    let hash = if is_canonical { images.into_iter().min().unwrap() } else { game.zobrist_hash() };
    hash ^ setting(game.base(), game.rule(), attacker, game.turn())
}

/// What [`Bitboard::expand`] lists: each move is made, and each empty cell after it is tested.
fn expand(
    game: &Game,
    attacker: Player,
    forced: Option<Hex>,
    point: impl Fn(Hex) -> Point,
) -> Vec<Child> {
    let mut children: Vec<Child> = Vec::new();
    for cell in game.empty_cells().filter(|&cell| forced.is_none_or(|forced| forced == cell)) {
        let mut after = game.clone();
        after.play(cell).unwrap();
        let (numbers, answer) = match classify(&after, attacker) {
            Class::Known(numbers) => (numbers, NO_POINT),
            Class::Forced(cell) => (NEW, point(cell)),
            Class::Open => (NEW, NO_POINT),
        };
        let key = key(&after, attacker);
        // Positions that are images of one another are one child.
        if children.iter().all(|child| child.key != key) {
            children.push(Child { key, numbers, point: point(cell), forced: answer });
        }
        if numbers == FAILED {
            break;
        }
    }
    children
}

/// Plays a random game and compares all positions after all of its positions.
fn compare<W: Word, const STRIDE: u32>(base: u32, rule: RingRule, rng: &mut SeededRng) -> u32 {
    let (mut game, mut compared) = (Game::new(base, rule).unwrap(), 0);
    let mut kept = Bitboard::<W, STRIDE>::new(&game);
    let point = Bitboard::<W, STRIDE>::point;
    loop {
        let forced = match classify(&game, Player::First) {
            Class::Known(_) => None,
            Class::Forced(cell) => Some(Some(cell)),
            Class::Open => Some(None),
        };
        if let Some(forced) = forced {
            compared += 1;
            for attacker in Player::BOTH {
                assert_eq!(kept.key(attacker), key(&game, attacker));
                let expected = expand(&game, attacker, forced, point);
                for board in [&kept, &Bitboard::<W, STRIDE>::new(&game)] {
                    let mut children = Vec::new();
                    board.expand(attacker, forced.map_or(NO_POINT, point), &mut children);
                    assert_eq!(children, expected, "{game}");
                }
            }
        }
        // Now and then, moves are undone.
        if rng.below(4) == 0 && game.ply() > 0 {
            game.undo();
            kept.undo();
        }
        let Some(cell) = random_move(&game, rng) else { return compared };
        if game.play(cell).unwrap().is_empty() {
            kept.play(point(cell));
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

/// Entries of two threads that are mixed are not found.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn threads_never_find_mixed_entries() {
    use super::position::ProofNumbers;

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
