//! Score bounds from the follow-up (claimeven) strategy of the player not to move.
//!
//! Call the player to move A and the other one B. B answers each stone of A on the cell on top of it. Of the empty cells of a
//! column with an even number of them, A gets the first, third, … and B the second, fourth, …: B can always answer. In a column
//! with an odd number B has no answer to the last stone, but there are two ways out:
//!
//! - B has a threat on one of the cells that fall to B: A will never play below it, and the column ends there.
//! - Two such columns are paired: A's stone on the lowest empty cell of one is answered on the lowest of the other, and
//!   an even number of cells remains in both.
//!
//! So if no four of A lies within A's stones and the cells that can fall to A, A does not win. If B has such a threat, or a
//! four within B's stones and the cells that fall to B, B wins. This is the "follow-up" or claimeven strategy; the pairs are the
//! baseinverses of Allis, *A Knowledge-based Approach of Connect-Four* (1988). `docs/design/c4-solver.md` has the proofs.
//!
//! The functions are branch-free code on words or vectors of words.

use bitboard_core::{Bits, Word as _};

use crate::board::Shape;

/// The outcome of B's strategy.
#[derive(Clone, Copy)]
pub(crate) struct FollowUp<V> {
    /// All ones if A does not win within its stones.
    pub(crate) holds: V,
    /// Not empty if B wins, provided that it holds.
    pub(crate) wins: V,
    /// The cells from B's lowest threats upwards, in columns that will not be filled. If there are any, B wins.
    pub(crate) out_of_reach: V,
}

/// The number of stones within which A must win.
#[derive(Clone, Copy)]
pub(crate) struct Stones<V>(pub(crate) V);

impl<V: Bits> Stones<V> {
    /// All ones where the number is more than `few`.
    #[inline(always)]
    fn over(self, few: V::Word) -> V {
        let Self(stones) = self;
        let one = stones.broadcast(V::Word::ONE);
        // The sign of stones - few - 1.
        let less =
            stones.wrapping_sub(stones.broadcast(few)).wrapping_sub(one) >> (V::Word::BITS - 1);
        less.wrapping_sub(one)
    }
}

impl<V: Bits> Shape<V> {
    /// Evaluates B's strategy. `threats` are the cells that win for B; A must win with its next `stones` stones.
    #[inline(always)]
    pub(crate) fn follow_up(&self, own: V, all: V, threats: V, stones: Stones<V>) -> FollowUp<V> {
        let odd = self.odd;
        let empty = self.cells & !all;
        let moves = self.moves(all);
        let lowest_odd = moves & odd;
        let odd_columns = self.columns(lowest_odd);
        // Threats on cells that fall to B close a column.
        let closed = self.columns(threats & odd_columns & !odd);
        // With k stones A reaches the lowest 2k - 1 empty cells at most. A column with that number of empty cells
        // does not run out.
        let lowest_three = self.one_up(self.one_up(moves));
        let lowest_five = self.one_up(self.one_up(lowest_three));
        let two = V::Word::ONE << 1;
        let (over_two, over_three) = (stones.over(two), stones.over(two | V::Word::ONE));
        let reach = lowest_three | over_two & lowest_five | over_three;
        let [top_two, top_four] = self.top;
        let open = lowest_odd & !closed & (top_two | over_two & top_four | over_three);
        // A gets the cells with an odd number from there to the top where columns end oddly, else those with an even number.
        let ending = odd_columns & !self.columns(open);
        let falls_to_a = !(odd ^ ending) & empty & !open;
        let falls_to_b = (odd ^ ending) & empty & !open;
        let out_of_reach = self.upwards(threats & falls_to_b);
        let stones_of_a = own | falls_to_a & !out_of_reach & reach;
        let stones_of_b = own ^ all | falls_to_b;
        // A single open column has no pair, and more than four are not paired.
        let (a, b, rest) = lowest_two(open);
        let (c, d, more) = lowest_two(rest);
        let paired = (a.zero_mask() | !b.zero_mask()) & (c.zero_mask() | !d.zero_mask());
        let may_hold = paired & more.zero_mask();
        if may_hold.is_zero() || (may_hold & self.safe(stones_of_a)).is_zero() {
            let none = open.broadcast(V::Word::ZERO);
            return FollowUp { holds: none, wins: none, out_of_reach: none };
        }
        let holds = may_hold & self.pair(stones_of_a, [a, b, c, d]);
        let wins = out_of_reach | self.wins_pair(stones_of_b, open);
        FollowUp { holds, wins, out_of_reach }
    }

    /// All ones if the columns, given by their lowest empty cells, can be paired so that A has no four with either cell of each pair.
    #[inline(always)]
    fn pair(&self, stones_of_a: V, [a, b, c, d]: [V; 4]) -> V {
        let one_pair = self.safe(stones_of_a | a) & self.safe(stones_of_a | b);
        let two_pairs = !d.zero_mask();
        if two_pairs.is_zero() {
            return one_pair;
        }
        // Of the three pairings, each lets A have any two cells of different pairs.
        let (ab, cd, ac) = (
            self.safe(stones_of_a | a | b),
            self.safe(stones_of_a | c | d),
            self.safe(stones_of_a | a | c),
        );
        let (bd, ad, bc) = (
            self.safe(stones_of_a | b | d),
            self.safe(stones_of_a | a | d),
            self.safe(stones_of_a | b | c),
        );
        let of_three = (ac & bd & ad & bc) | (ab & cd & ad & bc) | (ab & cd & ac & bd);
        two_pairs & of_three | one_pair & !two_pairs
    }

    /// All ones if B completes a four with either cell of the pair of `open` columns. Handles at most two open columns.
    #[inline(always)]
    fn wins_pair(&self, stones_of_b: V, open: V) -> V {
        let (a, b, rest) = lowest_two(open);
        let one_way = self.no_four(stones_of_b | a) | self.no_four(stones_of_b | b);
        !one_way & rest.zero_mask()
    }

    /// The cells and those on top of them.
    #[inline(always)]
    fn one_up(&self, cells: V) -> V {
        cells | cells << 1 & self.cells
    }

    /// All ones where the cells hold no four. In a paired column A can get the lowest two cells, so vertical fours count.
    #[inline(always)]
    fn safe(&self, cells: V) -> V {
        self.fours(cells).zero_mask()
    }

    /// All ones where the cells hold no four, not counting vertical ones.
    #[inline(always)]
    fn no_four(&self, cells: V) -> V {
        self.fours_across(cells).zero_mask()
    }
}

/// The lowest two bits, zero where there are none, and the others.
#[inline(always)]
fn lowest_two<V: Bits>(cells: V) -> (V, V, V) {
    let rest = cells.without_lowest_bit();
    let others = rest.without_lowest_bit();
    (cells ^ rest, rest ^ others, others)
}
