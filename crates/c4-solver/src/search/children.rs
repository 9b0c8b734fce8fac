//! Bounds of positions without search.
//!
//! The bounds are formulas on bits, computed for several positions at once where the processor has vectors of 256 bits.

use bitboard_core::{Bits, Word};

use super::bounds::Bounds;
use super::follow_up::{FollowUp, Stones};
use crate::board::{Board, Masks as _, Shape};

/// A position after forced moves, or one in each lane of a vector. The player to move cannot win at once.
#[derive(Clone, Copy)]
pub(crate) struct Settled<V> {
    pub(crate) own: V,
    pub(crate) all: V,
    /// The moves that do not lose at once.
    pub(crate) moves: V,
    /// The cells that win for the player not to move.
    threats: V,
    /// The same before forced moves.
    pub(crate) first_threats: V,
}

/// What the rules find about a position, or about one in each lane of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Findings<V> {
    pub(crate) follow_up: FollowUp<V>,
    /// Empty if the player to move can complete no four.
    pub(crate) hope: V,
    /// Empty if the other player can complete no four.
    pub(crate) fear: V,
}

impl<V: Bits> Shape<V> {
    /// Plays while there is only one move that does not lose at once.
    #[inline(always)]
    pub(crate) fn settle(&self, mut own: V, mut all: V) -> Settled<V> {
        let first_threats = self.winning_cells(own ^ all, all);
        let mut threats = first_threats;
        let mut moves = self.non_losing(all, threats);
        loop {
            let forced = moves & moves.without_lowest_bit().zero_mask() & !self.is_drawn(all);
            if forced.is_zero() {
                return Settled { own, all, moves, threats, first_threats };
            }
            own ^= all & !forced.zero_mask();
            all |= forced;
            threats = self.winning_cells(own ^ all, all);
            moves = self.non_losing(all, threats);
        }
    }

    /// Applies the rules to a position. To reach the score that is asked for, the player to move must win with one of its next `stones`.
    #[inline(always)]
    pub(crate) fn find(&self, position: &Settled<V>, stones: Stones<V>) -> Findings<V> {
        let Settled { own, all, threats, .. } = *position;
        let empty = self.cells & !all;
        Findings {
            follow_up: self.follow_up(own, all, threats, stones),
            hope: self.fours(own | empty),
            fear: self.fours(own ^ all | empty),
        }
    }

    /// The key of a position, and that of its mirror image.
    #[inline(always)]
    pub(crate) fn keys(&self, position: &Settled<V>) -> [V; 2] {
        let key = position.own.wrapping_add(position.all).wrapping_add(self.bottom);
        [key, self.mirror(key)]
    }

    /// All ones in boards with at most two empty cells. They are drawn if a move does not lose at once.
    #[inline(always)]
    fn is_drawn(&self, all: V) -> V {
        (self.cells & !all).without_lowest_bit().without_lowest_bit().zero_mask()
    }
}

impl<T: Word> Shape<T> {
    /// Returns a bound that tells whether the score reaches `beta`, if the player to move has to win with its second stone for that.
    #[inline(always)]
    pub(crate) fn second_stone(
        &self,
        own: T,
        all: T,
        moves: T,
        left: i32,
        beta: i32,
    ) -> Option<i32> {
        if beta <= 0 || beta != (left - 1) / 2 {
            return None;
        }
        let mut rest = moves;
        while !rest.is_zero() {
            let stone = rest.lowest_bit();
            rest = rest.without_lowest_bit();
            let all = all | stone;
            let threats = self.winning_cells(own | stone, all);
            if self.non_losing(all, threats).is_zero() {
                return Some(beta);
            }
        }
        Some(beta - 1)
    }
}

impl<T: Word> Findings<T> {
    /// Returns bounds of the score of a position with `left` empty cells. Bounds may be weak as long as they decide whether the score
    /// reaches `beta`.
    #[inline(always)]
    pub(crate) fn bounds<B: Board<Word = T>>(
        &self,
        board: B,
        moves: T,
        left: i32,
        beta: i32,
    ) -> Bounds {
        if moves.is_zero() {
            // A full board is a draw. Otherwise every move loses to the opponent's next stone.
            return Bounds::exactly(-left / 2);
        }
        if left <= 2 {
            return Bounds::exactly(0);
        }
        // Neither this stone nor the opponent's next one wins.
        let mut high = if self.hope.is_zero() { 0 } else { (left - 1) / 2 };
        let low = if self.fear.is_zero() { 0 } else { 1 - left / 2 };
        let FollowUp { holds, wins, out_of_reach } = self.follow_up;
        if !holds.is_zero() {
            high = high.min(if beta > 0 {
                beta - 1
            } else if wins.is_zero() {
                0
            } else {
                -1 - stones_left(board, out_of_reach)
            });
        }
        Bounds { low, high }
    }
}

impl<T: Word> Stones<T> {
    /// The stones within which the player to move must win to score `beta` with `left` empty cells; all of them for a draw.
    #[inline(always)]
    pub(crate) fn for_score(left: i32, beta: i32) -> Self {
        let stones = if beta > 0 { ((left + 1) >> 1) - beta + 1 } else { left };
        Self(T::from_u128(i128::from(stones) as u128))
    }
}

/// A lower bound of the stones that the follower has left when it wins on one of its threats.
#[inline(always)]
fn stones_left<B: Board>(board: B, out_of_reach: B::Word) -> i32 {
    if out_of_reach.is_zero() {
        return 0;
    }
    // In every closed column the cells from the threat upwards and the one below stay empty, except the two of the last two stones.
    let columns = (out_of_reach.wrapping_add(board.mask()) & board.guards()).count_ones();
    (out_of_reach.count_ones() + columns - 2) as i32 / 2
}
