//! The board of a search.

use alloc::vec::Vec;

use bitboard_core::StopReason;

use super::numbers::Numbers;
use crate::hex::Hex;
use crate::player::Player;

/// A cell, as the board numbers them.
pub(super) type Point = u16;

/// No cell.
pub(super) const NO_POINT: Point = Point::MAX;

/// A move, and the numbers of the position after it for the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    pub(super) point: Point,
    /// The only answer that does not lose at once; `NO_POINT` if there are others.
    pub(super) forced: Point,
}

/// A position in which the player to move cannot win at once, and the other player has at most one cell to win, unless
/// the rules have other defenses than to take that cell.
pub(super) trait Position {
    /// The player to move.
    fn turn(&self) -> Player;

    /// A hash of the position, the attacker and the player to move.
    fn key(&self, attacker: Player) -> u64;

    /// Appends the positions after all moves, or after the move `forced`. Stops after a move that is known to win.
    ///
    /// `check` is called about every 100 microseconds or more often.
    fn expand(
        &mut self,
        attacker: Player,
        forced: Point,
        children: &mut Vec<Child>,
        check: impl FnMut() -> Result<(), StopReason>,
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
