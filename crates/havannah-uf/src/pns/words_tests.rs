//! Boards in words against boards that are tested cell by cell.

use alloc::vec::Vec;

use bitboard_core::{Limits, Random, SeededRng, Word};

use super::general::General;
use super::look::{Look, look};
use super::position::{Child, NO_POINT, Point, Position};
use super::solver::Search;
use super::table::Table;
use super::words::Words;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::rule::RingRule;

const RULES: [RingRule; 2] = [RingRule::Any, RingRule::NonOwn];

/// A random legal move.
fn random_move(game: &Havannah, rng: &mut SeededRng) -> Option<Hex> {
    let moves: Vec<Hex> = game.legal_moves().collect();
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
    position.expand(attacker, forced, &mut children, || Ok(())).unwrap();
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
        let forced = match look(&game, Player::First, || Ok(())).unwrap() {
            Look::Known(_) => NO_POINT,
            Look::Forced(cell) => kept.point(cell),
            Look::Open => NO_POINT,
        };
        if !matches!(look(&game, Player::First, || Ok(())).unwrap(), Look::Known(_)) {
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
        let (mut a, mut b) = (Table::new(1 << 16).unwrap(), Table::new(1 << 16).unwrap());
        let words = Words::<u64, 7>::new(&game);
        let words = Search::new(words, &mut a, &limits.start()).run(&game);
        let general = Search::new(General(game.clone()), &mut b, &limits.start()).run(&game);
        assert_eq!(words, general, "{game}");
    }
}
