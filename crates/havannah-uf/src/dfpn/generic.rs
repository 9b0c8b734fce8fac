//! Boards of any size and all rules. Each cell is tested separately, by [`Havannah::would_win`].
//!
//! A position after a move is classified before it is searched ([`classify`]):
//!
//! ```text
//! the game is over:                                         known
//! the player to move wins on a cell:                        known, a win
//! the other player would win on two cells:                  known, a loss
//! the other player would win on one cell:                   that cell is the only move
//! ```
//!
//! Cost: two look-ups per empty cell and child, O(cells²) for a node.

use alloc::vec::Vec;

use bitboard_core::StopReason;

use super::board::{
    CANONICAL_STONES, Child, FAILED, NEW, NO_POINT, Point, ProofNumbers, REACHED, SearchBoard,
    setting,
};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{Player, RingRule};

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

/// The numbers of the position if its result is known at once. The goal of the attacker is a win,
/// that of the other player to prevent it. `check` is called every 64 cells.
pub(super) fn classify(
    game: &Havannah,
    attacker: Player,
    check: &dyn Fn() -> Result<(), StopReason>,
) -> Result<Class, StopReason> {
    let player = game.turn();
    if let Some(winner) = game.winner() {
        let reached = (winner == attacker) == (player == attacker);
        return Ok(Class::Known(if reached { REACHED } else { FAILED }));
    }
    if game.is_over() {
        return Ok(Class::Known(if player == attacker { FAILED } else { REACHED }));
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

/// A game whose cells are tested one by one.
pub(super) struct GenericBoard(pub(super) Havannah);

impl SearchBoard for GenericBoard {
    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn key(&self, attacker: Player) -> u64 {
        let game = &self.0;
        let is_canonical = game.ply() <= CANONICAL_STONES;
        let hash = if is_canonical { game.canonical_hash() } else { game.zobrist_hash() };
        hash ^ setting(game.base(), game.rule(), attacker, game.turn())
    }

    fn expand(
        &mut self,
        attacker: Player,
        forced: Point,
        children: &mut Vec<Child>,
        check: &dyn Fn() -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let first = children.len();
        for cell in Hex::all(self.0.base()) {
            let point = self.point(cell);
            if self.0.stone(cell).is_some() || forced != NO_POINT && forced != point {
                continue;
            }
            check()?;
            let _ = self.0.play(cell);
            let (key, class) = (self.key(attacker), classify(&self.0, attacker, check));
            self.0.undo();
            let (numbers, forced) = match class? {
                Class::Known(numbers) => (numbers, NO_POINT),
                Class::Forced(cell) => (NEW, self.point(cell)),
                Class::Open => (NEW, NO_POINT),
            };
            // Positions that are images of one another are one child.
            if children[first..].iter().all(|child| child.key != key) {
                children.push(Child { key, numbers, point, forced });
            }
            if numbers == FAILED {
                break;
            }
        }
        Ok(())
    }

    fn play(&mut self, point: Point) {
        let cell = self.cell(point);
        let _ = self.0.play(cell);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn cell(&self, point: Point) -> Hex {
        // Coordinates go to 127.
        Hex { x: u32::from(point & 127), y: u32::from(point >> 7) }
    }

    fn point(&self, cell: Hex) -> Point {
        (cell.y << 7 | cell.x) as Point
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

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
