//! Board interface of the df-pn search, proof numbers, and positions that need no search.

use alloc::vec::Vec;

use bitboard_core::StopReason;

use crate::game::Havannah;
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

impl ProofNumbers {
    /// Returns whether a search can find these numbers.
    #[cfg(feature = "std")]
    pub(super) fn are_possible(self) -> bool {
        let is_open = |number| (1..=LARGE).contains(&number);
        [REACHED, FAILED].contains(&self) || is_open(self.proof) && is_open(self.disproof)
    }
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

/// A board with a position that needs a search: the player to move cannot win at once, and the
/// other player has at most one cell to win, unless the rules have other defenses than to take it.
pub(super) trait SearchBoard {
    /// The player to move.
    fn turn(&self) -> Player;

    /// A hash of the position, the attacker and the player to move.
    fn key(&self, attacker: Player) -> u64;

    /// Appends the positions after all moves, or after the move `forced`. Stops after a move that
    /// is known to win.
    ///
    /// `check` is called about every 100 microseconds or more often.
    fn expand(
        &mut self,
        attacker: Player,
        forced: Point,
        children: &mut Vec<Child>,
        check: &dyn Fn() -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Makes a move.
    fn play(&mut self, point: Point);

    /// Undoes the last move.
    fn undo(&mut self);

    /// The cell of a point.
    fn cell(&self, point: Point) -> Hex;

    /// The point of a cell.
    fn point(&self, cell: Hex) -> Point;
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

/// Cells between two calls of `check`.
const CELLS_PER_CHECK: usize = 64;

/// Classifies a position before it is searched. The goal of the attacker is a win, that of the
/// other player to prevent it. `check` is called every 64 cells.
///
/// ```text
/// the game is over:                                         known
/// the player to move wins on a cell:                        known, a win
/// the other player would win on two cells:                  known, a loss
/// the other player would win on one cell:                   that cell is the only move
/// ```
pub(super) fn classify(
    game: &Havannah,
    attacker: Player,
    check: &dyn Fn() -> Result<(), StopReason>,
) -> Result<Class, StopReason> {
    let player = game.turn();
    if game.is_over() {
        // The player who moved last has won, or the attacker has not.
        let has_failed = game.winner().is_some() || player == attacker;
        return Ok(Class::Known(if has_failed { FAILED } else { REACHED }));
    }
    let wins = |cell, player| !game.would_win(cell, player).is_empty();
    // With rings around empty cells, filling the cell may be another defense.
    let must_defend = game.rule() != RingRule::Empty;
    let (mut threats, mut forced) = (0, Class::Open);
    for (i, cell) in game.empty_cells().enumerate() {
        if i % CELLS_PER_CHECK == 0 {
            check()?;
        }
        if wins(cell, player) {
            return Ok(Class::Known(REACHED));
        }
        if must_defend && threats < 2 && wins(cell, player.other()) {
            threats += 1;
            forced = Class::Forced(cell);
        }
    }
    Ok(if threats == 2 { Class::Known(FAILED) } else { forced })
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

    #[test]
    fn a_player_who_has_lost_does_not_reach_a_goal() {
        let mut game = Havannah::new(2, RingRule::Any).unwrap();
        for cell in [Hex::new(1, 1), Hex::new(3, 3), Hex::new(1, 2)] {
            game.play(cell).unwrap();
        }
        assert_eq!(game.winner(), Some(Player::First));
        for attacker in Player::BOTH {
            let class = classify(&game, attacker, &|| Ok(()));
            assert!(matches!(class, Ok(Class::Known(FAILED))));
        }
    }

    #[test]
    fn the_limits_are_checked_while_many_cells_are_tested() {
        let game = Havannah::new(10, RingRule::Any).unwrap();
        let checks = Cell::new(0);
        let check = |left| {
            checks.set(checks.get() + 1);
            if checks.get() > left { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let class = classify(&game, Player::First, &|| check(1000));
        assert!(matches!(class, Ok(Class::Open)));
        assert_eq!(checks.replace(0), 271_usize.div_ceil(CELLS_PER_CHECK));
        let class = classify(&game, Player::First, &|| check(2));
        assert!(matches!(class, Err(StopReason::Cancelled)));
        assert_eq!(checks.get(), 3);
    }
}
