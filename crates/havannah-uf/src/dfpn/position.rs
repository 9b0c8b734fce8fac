//! Proof numbers, the positions after moves, and positions that need no search.

use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Player, RingRule};

/// The number of a goal that cannot be reached.
pub(super) const INFINITE: u32 = u32::MAX;
/// The largest number that is not infinite.
pub(super) const LARGE: u32 = u32::MAX / 4;

/// Lower bounds for the positions left to prove that the player to move reaches the goal, and to
/// disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

pub(super) const NEW: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
pub(super) const REACHED: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
pub(super) const FAILED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

/// A cell, as the board numbers them.
pub(super) type Point = u16;

/// No cell.
pub(super) const NO_POINT: Point = Point::MAX;

/// A move, and the numbers of the position after it for the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
    pub(super) point: Point,
    /// The only answer that does not lose at once; `NO_POINT` if there are others.
    pub(super) forced: Point,
}

/// The most stones of positions whose key is the least hash of their twelve images. Images of
/// positions with more stones have different keys.
pub(super) const CANONICAL_STONES: usize = 10;

/// A part of the key that tells base, rule, attacker and the player to move.
pub(super) fn setting(base: u32, rule: RingRule, attacker: Player, turn: Player) -> u64 {
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    let setting = u64::from(base) << 8 | (rule as u64) << 4 | turn as u64;
    goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The result of [`classify`].
pub(super) enum Class {
    /// The result is known.
    Known(ProofNumbers),
    /// All moves but one lose.
    Forced(Hex),
    /// All moves need a search.
    Open,
}

/// Classifies a position before it is searched. The goal of the attacker is a win, that of the
/// other player to prevent it.
///
/// ```text
/// the game is over:                                         known
/// the player to move wins on a cell:                        known, a win
/// the other player would win on two cells:                  known, a loss
/// the other player would win on one cell:                   that cell is the only move
/// ```
pub(super) fn classify(game: &Game, attacker: Player) -> Class {
    let player = game.turn();
    if game.is_over() {
        // The player who moved last has won, or the attacker has not.
        let has_failed = game.winner().is_some() || player == attacker;
        return Class::Known(if has_failed { FAILED } else { REACHED });
    }
    if game.winning_cells(player).next().is_some() {
        return Class::Known(REACHED);
    }
    let mut threats = game.winning_cells(player.other());
    match (threats.next(), threats.next()) {
        (None, _) => Class::Open,
        (Some(cell), None) => Class::Forced(cell),
        (Some(_), Some(_)) => Class::Known(FAILED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_has_lost_does_not_reach_a_goal() {
        let mut game = Game::new(2, RingRule::Any).unwrap();
        for cell in [Hex::new(1, 1), Hex::new(3, 3), Hex::new(1, 2)] {
            game.play(cell).unwrap();
        }
        assert_eq!(game.winner(), Some(Player::First));
        for attacker in Player::BOTH {
            assert!(matches!(classify(&game, attacker), Class::Known(FAILED)));
        }
    }
}
