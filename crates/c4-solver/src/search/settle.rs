//! Forced moves: while exactly one move does not lose to the opponent's next stone, it is played.
//!
//! What remains is a position in which neither player wins at once and the player to move has a
//! choice, or none. The rules bound the scores of these positions, and the search visits no others.

use bitboard_core::Bits;

use super::lanes::{negative, number, select};
use crate::board::Shape;

/// A position after forced moves, or one in each lane of a vector. The player to move cannot win at
/// once.
#[derive(Clone, Copy)]
pub(crate) struct Settled<V> {
    pub(crate) own: V,
    pub(crate) all: V,
    /// The moves that do not lose at once.
    pub(crate) moves: V,
    /// The cells that win for the player to move.
    pub(super) own_threats: V,
    /// The cells that win for the other player.
    pub(crate) threats: V,
    /// The number of empty cells.
    pub(crate) left: V,
}

/// Plays while there is only one move that does not lose at once. `own_threats` are the cells that
/// win for the player to move, who cannot win at once, `threats` those of the other one, and `left`
/// is the number of empty cells.
#[inline(always)]
pub(crate) fn settle<V: Bits>(
    shape: &Shape<V>,
    [mut own, mut all]: [V; 2],
    mut own_threats: V,
    mut threats: V,
    mut left: V,
) -> Settled<V> {
    let mut moves = shape.non_losing(all, threats);
    loop {
        let forced = moves & moves.without_lowest_bit().zero_mask() & !is_drawn(left);
        if forced.is_zero() {
            return Settled { own, all, moves, own_threats: own_threats & !all, threats, left };
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

/// All ones where at most two cells are empty. These boards are drawn if a move does not lose at
/// once.
#[inline(always)]
pub(super) fn is_drawn<V: Bits>(left: V) -> V {
    negative(left.wrapping_sub(left.broadcast(number(3))))
}
