//! Bounds of the children of a position without search.
//!
//! The bounds are formulas on bits, computed for several children at once where the processor has vectors of 256 bits.

use bitboard_core::{Bits, Word};

use super::bounds::Bounds;
use super::follow_up::Stones;
use super::isa::Isa;
use crate::board::{Board, BoardWord, Masks as _, Shape};

/// Children per batch.
pub(crate) const LANES: usize = 8;

/// A batch of positions. The player to move cannot win at once in any of them.
#[derive(Clone, Copy)]
pub(crate) struct Children<T> {
    pub(crate) own: [T; LANES],
    pub(crate) all: [T; LANES],
    /// The moves that do not lose at once.
    pub(crate) moves: [T; LANES],
    /// The cells that win for the player not to move, before forced moves are played.
    pub(crate) first_threats: [T; LANES],
    /// The same after forced moves.
    threats: [T; LANES],
}

impl<T: BoardWord> Children<T> {
    /// Returns the same position in all lanes.
    #[inline(always)]
    pub(crate) fn new(own: T, all: T) -> Self {
        let zero = [T::ZERO; LANES];
        let (own, all) = ([own; LANES], [all; LANES]);
        Self { own, all, moves: zero, first_threats: zero, threats: zero }
    }

    /// Plays while there is only one move that does not lose at once.
    #[inline(always)]
    pub(crate) fn settle<I: Isa>(&mut self, isa: I, shape: &Shape<I::Lanes<T>>, count: usize) {
        for i in (0..count).step_by(I::Lanes::<T>::LANES) {
            let (mut own, mut all) = (isa.load(&self.own[i..]), isa.load(&self.all[i..]));
            let mut threats = shape.winning_cells(own ^ all, all);
            isa.store(threats, &mut self.first_threats[i..]);
            let mut moves = shape.non_losing(all, threats);
            loop {
                let forced = moves & moves.without_lowest_bit().zero_mask() & !shape.is_drawn(all);
                if forced.is_zero() {
                    break;
                }
                own ^= all & !forced.zero_mask();
                all |= forced;
                threats = shape.winning_cells(own ^ all, all);
                moves = shape.non_losing(all, threats);
            }
            isa.store(own, &mut self.own[i..]);
            isa.store(all, &mut self.all[i..]);
            isa.store(moves, &mut self.moves[i..]);
            isa.store(threats, &mut self.threats[i..]);
        }
    }

    /// Returns bounds of the scores of the first `count` positions. Bounds may be weak as long as they decide whether the score reaches
    /// the position's beta.
    #[inline(always)]
    pub(crate) fn bounds<I: Isa, B: Board<Word = T>>(
        &self,
        isa: I,
        shape: &Shape<I::Lanes<T>>,
        board: B,
        betas: &[i32; LANES],
        count: usize,
    ) -> [Bounds; LANES] {
        let zero = [T::ZERO; LANES];
        let cells = board.cells() as i32;
        let mut left = [0; LANES];
        let (mut over_two, mut over_three) = (zero, zero);
        for i in 0..count {
            left[i] = cells - self.all[i].count_ones() as i32;
            // To score beta, the player to move must win with one of its next `stones` stones.
            let stones = (left[i] + 1) / 2 - betas[i] + 1;
            over_two[i] = mask(stones > 2 || betas[i] <= 0);
            over_three[i] = mask(stones > 3 || betas[i] <= 0);
        }
        let (mut holds, mut wins, mut out_of_reach) = (zero, zero, zero);
        let (mut hope, mut fear) = (zero, zero);
        for i in (0..count).step_by(I::Lanes::<T>::LANES) {
            let (own, all) = (isa.load(&self.own[i..]), isa.load(&self.all[i..]));
            let over_two = isa.load(&over_two[i..]);
            let stones = Stones { over_two, over_three: isa.load(&over_three[i..]) };
            let follow_up = shape.follow_up(own, all, isa.load(&self.threats[i..]), stones);
            isa.store(follow_up.holds, &mut holds[i..]);
            isa.store(follow_up.wins, &mut wins[i..]);
            isa.store(follow_up.out_of_reach, &mut out_of_reach[i..]);
            let empty = shape.cells & !all;
            isa.store(shape.fours(own | empty), &mut hope[i..]);
            isa.store(shape.fours(own ^ all | empty), &mut fear[i..]);
        }
        let mut bounds = [Bounds::exactly(0); LANES];
        for i in 0..count {
            let left = left[i];
            if self.moves[i].is_zero() {
                // A full board is a draw. Otherwise every move loses to the opponent's next stone.
                bounds[i] = Bounds::exactly(-left / 2);
            } else if left > 2 {
                // Neither this stone nor the opponent's next one wins.
                let mut high = (left - 1) / 2;
                if hope[i].is_zero() {
                    high = high.min(0);
                }
                let low = if fear[i].is_zero() { 0 } else { 1 - left / 2 };
                if !holds[i].is_zero() {
                    high = high.min(if betas[i] > 0 {
                        betas[i] - 1
                    } else if wins[i].is_zero() {
                        0
                    } else {
                        -1 - stones_left(board, out_of_reach[i])
                    });
                }
                bounds[i] = Bounds { low, high };
            }
        }
        bounds
    }

    /// Computes the symmetric keys: the smaller of the keys of the position and of its mirror image.
    #[inline(always)]
    pub(crate) fn keys<I: Isa>(
        &self,
        isa: I,
        shape: &Shape<I::Lanes<T>>,
        count: usize,
        keys: &mut [T; LANES],
    ) {
        for i in (0..count).step_by(I::Lanes::<T>::LANES) {
            let (own, all) = (isa.load(&self.own[i..]), isa.load(&self.all[i..]));
            let key = own.wrapping_add(all).wrapping_add(shape.bottom);
            isa.store(key, &mut keys[i..]);
            let mut mirrored = [T::ZERO; LANES];
            isa.store(shape.mirror(key), &mut mirrored);
            for j in 0..I::Lanes::<T>::LANES {
                keys[i + j] = keys[i + j].min(mirrored[j]);
            }
        }
    }
}

impl<V: Bits> Shape<V> {
    /// All ones in boards with at most two empty cells. They are drawn if a move does not lose at once.
    #[inline(always)]
    fn is_drawn(&self, all: V) -> V {
        (self.cells & !all).without_lowest_bit().without_lowest_bit().zero_mask()
    }
}

#[inline(always)]
fn mask<T: Word>(condition: bool) -> T {
    if condition { !T::ZERO } else { T::ZERO }
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
