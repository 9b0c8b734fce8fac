//! Bounds of the children of a position without search.
//!
//! The bounds are formulas on bits. They are computed for eight children at once, in vectors where the processor has them.

use bitboard_core::{Bits as _, Word};

use crate::bits::{Bits, Shape};
use crate::board::Board;
use crate::follow_up::Stones;
use crate::table::Bounds;

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

impl<T: Word> Children<T> {
    /// Returns the same position in all lanes.
    #[inline(always)]
    pub(crate) fn new(own: T, all: T) -> Self {
        let zero = [T::ZERO; LANES];
        let (own, all) = ([own; LANES], [all; LANES]);
        Self { own, all, moves: zero, first_threats: zero, threats: zero }
    }

    /// Plays while there is only one move that does not lose at once.
    #[inline(always)]
    pub(crate) fn settle<V: Bits<Word = T>>(&mut self, shape: &Shape<V>) {
        for i in (0..LANES).step_by(V::LANES) {
            let (mut own, mut all) = (V::load(&self.own[i..]), V::load(&self.all[i..]));
            let mut threats = shape.winning_cells(own ^ all, all);
            threats.store(&mut self.first_threats[i..]);
            let mut moves = shape.non_losing(all, threats);
            loop {
                let forced = moves & moves.without_lowest().where_zero() & !shape.is_drawn(all);
                if forced.all_zero() {
                    break;
                }
                own = own ^ all & forced.where_set();
                all = all | forced;
                threats = shape.winning_cells(own ^ all, all);
                moves = shape.non_losing(all, threats);
            }
            own.store(&mut self.own[i..]);
            all.store(&mut self.all[i..]);
            moves.store(&mut self.moves[i..]);
            threats.store(&mut self.threats[i..]);
        }
    }

    /// Returns bounds of the scores of the first `count` positions. Bounds may be weak as long as they decide whether the score reaches
    /// the position's beta.
    #[inline(always)]
    pub(crate) fn bounds<V: Bits<Word = T>, B: Board<Word = T>>(
        &self,
        shape: &Shape<V>,
        board: B,
        betas: &[i32; LANES],
        count: usize,
    ) -> [Bounds; LANES] {
        let zero = [T::ZERO; LANES];
        let cells = board.cells() as i32;
        let mut left = [0; LANES];
        let (mut over_two, mut over_three) = (zero, zero);
        for i in 0..LANES {
            left[i] = cells - self.all[i].count_ones() as i32;
            // To score beta, the player to move must win with one of its next `stones` stones.
            let stones = (left[i] + 1) / 2 - betas[i] + 1;
            over_two[i] = mask(stones > 2 || betas[i] <= 0);
            over_three[i] = mask(stones > 3 || betas[i] <= 0);
        }
        let (mut holds, mut wins, mut out_of_reach) = (zero, zero, zero);
        let (mut hope, mut fear) = (zero, zero);
        for i in (0..LANES).step_by(V::LANES) {
            let (own, all) = (V::load(&self.own[i..]), V::load(&self.all[i..]));
            let over_two = V::load(&over_two[i..]);
            let stones = Stones { over_two, over_three: V::load(&over_three[i..]) };
            let follow_up = shape.follow_up(own, all, V::load(&self.threats[i..]), stones);
            follow_up.holds.store(&mut holds[i..]);
            follow_up.wins.store(&mut wins[i..]);
            follow_up.out_of_reach.store(&mut out_of_reach[i..]);
            let empty = shape.cells & !all;
            shape.fours(own | empty).store(&mut hope[i..]);
            shape.fours(own ^ all | empty).store(&mut fear[i..]);
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
    pub(crate) fn keys<V: Bits<Word = T>>(&self, shape: &Shape<V>, keys: &mut [T; LANES]) {
        for i in (0..LANES).step_by(V::LANES) {
            let (own, all) = (V::load(&self.own[i..]), V::load(&self.all[i..]));
            let key = own.plus(all).plus(shape.bottom);
            key.store(&mut keys[i..]);
            let mut mirrored = [T::ZERO; LANES];
            shape.mirror(key).store(&mut mirrored);
            for j in 0..V::LANES {
                keys[i + j] = keys[i + j].min(mirrored[j]);
            }
        }
    }
}

impl<V: Bits> Shape<V> {
    /// All ones in boards with at most two empty cells. They are drawn if a move does not lose at once.
    #[inline(always)]
    fn is_drawn(&self, all: V) -> V {
        (self.cells & !all).without_lowest().without_lowest().where_zero()
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
