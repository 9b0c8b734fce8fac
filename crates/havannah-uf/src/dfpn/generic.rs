//! Boards of any size and all rules. Each cell is tested separately, by [`Havannah::would_win`].
//!
//! Positions after moves are classified ([`classify`]), so that only open ones are searched.
//!
//! Cost: two look-ups per empty cell and child, O(cells²) for a node.

use alloc::vec::Vec;

use bitboard_core::StopReason;

use super::board::{
    CANONICAL_STONES, Child, Class, FAILED, NEW, NO_POINT, Point, SearchBoard, classify, setting,
};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::Player;

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
