//! Positions after forced moves.
//!
//! While exactly one move does not lose to the opponent's next stone, it is played. What remains is
//! a [`Settled`] position: neither player wins at once, and the player to move has a choice, or no
//! move. The search visits no others.

use bitboard_core::{Bits, Word};

use super::lanes::{negative, number, select, signed};
use crate::board::{BoardSize, Position, Shape};

/// A position after forced moves, or one in each lane of a vector or an array. The player to move
/// cannot win at once.
#[derive(Clone, Copy)]
pub(crate) struct Settled<V> {
    /// The stones of the player to move.
    pub(crate) own: V,
    /// All stones.
    pub(crate) all: V,
    /// The moves that do not lose at once, as the cells on which the stones land.
    pub(crate) moves: V,
    /// The cells that win for the player to move.
    pub(super) own_threats: V,
    /// The cells that win for the other player.
    pub(super) threats: V,
    /// The number of empty cells.
    pub(super) left: V,
}

impl<T: Word> Settled<T> {
    /// The position after the forced moves of a position in which no player wins at once.
    pub(crate) fn new<B: BoardSize<Word = T>>(position: Position<B>) -> Self {
        let left = number(position.empty_cells() as i32);
        let (own_threats, threats) = (position.threats(), position.opponent_threats());
        let shape = Shape::new(position.board);
        Self::after_forced_moves(&shape, [position.own, position.all], own_threats, threats, left)
    }

    /// The number of empty cells.
    #[inline(always)]
    pub(crate) fn empty_cells(&self) -> u32 {
        signed(self.left) as u32
    }
}

impl<V: Bits> Settled<V> {
    /// Plays while there is only one move that does not lose at once. `own_threats` are the cells
    /// that win for the player to move, who cannot win at once, `threats` those of the other one,
    /// and `left` is the number of empty cells.
    #[inline(always)]
    pub(super) fn after_forced_moves(
        shape: &Shape<V>,
        [mut own, mut all]: [V; 2],
        mut own_threats: V,
        mut threats: V,
        mut left: V,
    ) -> Self {
        let mut moves = shape.non_losing(all, threats);
        loop {
            let forced = moves & moves.without_lowest_bit().zero_mask() & !is_drawn(left);
            if forced.is_zero() {
                return Self { own, all, moves, own_threats: own_threats & !all, threats, left };
            }
            // Minus one in the lanes that play.
            let plays = !forced.zero_mask();
            own ^= all & plays;
            all |= forced;
            left = left.wrapping_add(plays);
            own_threats = select(plays, threats, own_threats);
            threats = shape.winning_cells(own ^ all, all);
            moves = shape.non_losing(all, threats);
        }
    }
}

/// All ones where at most two cells are empty. These boards are drawn if a move does not lose at
/// once.
#[inline(always)]
pub(super) fn is_drawn<V: Bits>(left: V) -> V {
    negative(left.wrapping_sub(left.broadcast(number(3))))
}
