//! The follow-up strategy: a player answers every stone of the other one on the cell above.
//!
//! A is the player to move and B the other one; neither can win at once. B answers each stone of A
//! in the same column. Of a column with an **even** number of empty cells, A gets the first, third,
//! … and B the second, fourth, …: B can always answer. In a column with an **odd** number B has no
//! answer to the last stone, but there are two ways out:
//!
//! - **Closed.** B has a threat, a cell that completes four, on one of the cells that fall to B. A
//!   would have to play below it first, and B would win at once. So the column ends there.
//! - **Paired** with another odd column: A's stone on the lowest empty cell of one is answered on
//!   the lowest of the other. An even number of cells remains in both.
//!
//! ```text
//!  even    odd    closed    pair
//!   B
//!   A       A       .      B   B       ! completes a four of B
//!   B       B       !      A   A       . stays empty: A must not play below !
//!   A       A       .      ?   ?       A gets one of the two cells marked ?
//! ```
//!
//! Four odd columns are paired in one of three ways. More than four are not paired. Allis calls the
//! even columns claimeven and the pairs baseinverse: *A Knowledge-based Approach of Connect-Four*
//! (1988).
//!
//! # Results and proofs
//!
//! **A does not win.** If each column is even, closed or paired, B has an answer at every turn. So
//! at the end A has its present stones, the cells that fall to A, and one cell of each pair. If
//! these hold no four for either cell of each pair, A never wins: the score is at most 0. In a
//! paired column A can get the lowest two cells, so vertical fours count. (Without them the rule is
//! wrong for some positions of 4×5.)
//!
//! **B wins** if, in addition, B has a threat on a cell that falls to B, in a column of any kind,
//! or B's stones and the cells that fall to B hold a four for either cell of each pair. While A
//! avoids the cells below such threats, everything else fills up; then A has to play below one. So
//! each of these columns keeps the cells from the threat upwards and the one below it, except two
//! for the last two stones. With e empty cells after the winning stone, B's score is at least
//! 1 + ⌊e/2⌋.
//!
//! **Few stones.** With n empty cells, A reaches a score β > 0 only if it wins with one of its next
//! k = ⌊(n + 1)/2⌋ − β + 1 stones. As long as B answers in the same column, A's stones are among
//! the lowest 2k − 1 empty cells of each column, and an odd column of 2k − 1 empty cells does not
//! run out. So for k ≤ 3 fewer cells fall to A, and fewer columns need a pair. For β ≤ 0 it is B
//! who has to win, with one of its next ⌊n/2⌋ + β stones.
//!
//! **An odd column is left over.** Of an odd number of columns without an answer, one has no
//! partner. Let it be the lowest in bit order. B answers everywhere until A plays the last stone of
//! this column, so of its cells A gets the first, third, … at most. If A's stones and all other
//! empty cells hold no four, the score is at most 0. This is the test for dead boards (`rules`)
//! with fewer cells, for 7 more instructions.
//!
//! **A plays, then answers.** If only one column is odd and not closed (by threats of A), and A's
//! stone on its lowest empty cell does not lose at once, all columns are even after that stone and
//! B is to move. So A has the strategy. If B's stones and the cells that fall to B hold no four, B
//! never wins: the score is at least 0. In the column of A's stone B reaches one cell more.
//!
//! The tests compare all bounds with the scores of every position of 4×4, 5×3 and 5×4, and with
//! those of random positions of larger boards, for each β from −4 to 4 (`tests.rs`).
//!
//! Cost: 2 to 12 tests for four in a row, each 19 instructions for a word or a vector of words.

use bitboard_core::{Bits, Word};

use super::lanes::{count_ones, number, over};
use super::settled::Settled;
use crate::board::Shape;

/// The columns of a position, as the strategy sees them.
pub(super) struct Columns<V> {
    /// The lowest empty cells of the columns with an odd number of them.
    lowest_odd: V,
    /// These columns.
    odd_columns: V,
    /// The cells that can be reached before the attacker has to have won.
    reach: V,
    /// The rows in which a column with an odd number of empty cells can run out before that.
    runs_out: V,
    /// All ones if every cell can be reached, else 0.
    pub(super) all_reached: V,
}

/// The empty cells as they fall to the players if one of them answers each stone on the cell above.
struct Shares<V> {
    /// The cells that fall to the player who is answered.
    answered: V,
    /// The cells that fall to the player who answers.
    answers: V,
    /// The lowest empty cells of the columns in which the last stone has no answer.
    open: V,
    /// The cells from the lowest threats of the answering player upwards, in columns that will not
    /// be filled.
    out_of_reach: V,
}

/// The outcome of B's strategy.
pub(super) struct FollowUp<V> {
    /// All ones if A does not win within its stones.
    pub(super) holds: V,
    /// An upper bound of the score if it holds and A has any number of stones.
    pub(super) score: V,
    /// Cells that A does not get, whether it holds or not. Known if A attacks.
    pub(super) kept: V,
}

impl<V: Bits> Columns<V> {
    /// The columns of a position in which a player must win with one of its next `stones` stones.
    #[inline(always)]
    pub(super) fn new(shape: &Shape<V>, all: V, stones: V) -> Self {
        let moves = shape.moves(all);
        let lowest_odd = moves & shape.odd;
        let odd_columns = shape.columns(lowest_odd);
        let all_reached = over(stones, 3);
        let (mut reach, mut runs_out) = (all_reached, all_reached);
        if !(!all_reached).is_zero() {
            // With k stones the attacker reaches the lowest 2k - 1 empty cells at most. A column
            // with that number of empty cells does not run out.
            let lowest_three = shape.one_up(shape.one_up(moves));
            let lowest_five = shape.one_up(shape.one_up(lowest_three));
            let over_two = over(stones, 2);
            let [top_two, top_four] = shape.top;
            reach |= lowest_three | over_two & lowest_five;
            runs_out |= top_two | over_two & top_four;
        }
        Self { lowest_odd, odd_columns, reach, runs_out, all_reached }
    }

    /// Divides the empty cells. `threats` are the cells that win for the player who answers.
    #[inline(always)]
    fn divide(&self, shape: &Shape<V>, all: V, threats: V, runs_out: V) -> Shares<V> {
        let odd = shape.odd;
        // Threats on cells that fall to the answering player close a column.
        let closed = shape.columns(threats & self.odd_columns & !odd);
        let open = self.lowest_odd & !closed & runs_out;
        // The answered player gets the cells with an odd number from there to the top where columns
        // end oddly, else those with an even number.
        let ending = self.odd_columns & !shape.columns(open);
        let parity = odd ^ ending;
        let rest = shape.cells & !all & !open;
        let answers = rest & parity;
        let out_of_reach = shape.upwards(threats & answers);
        Shares { answered: rest & !parity & !out_of_reach, answers, open, out_of_reach }
    }

    /// B answers every stone of A. The number of stones counts where A has to win.
    #[inline(always)]
    pub(super) fn answered_by_other(
        &self,
        shape: &Shape<V>,
        position: &Settled<V>,
        a_attacks: V,
    ) -> FollowUp<V> {
        let &Settled { own, all, threats, .. } = position;
        let shares = self.divide(shape, all, threats, self.runs_out | !a_attacks);
        let open = shares.open;
        let stones_of_a = own | shares.answered & (self.reach | !a_attacks);
        // A single open column has no pair, and more than four are not paired.
        let (a, b, rest) = lowest_two(open);
        let (c, d, more) = lowest_two(rest);
        let paired = (a.zero_mask() | !b.zero_mask()) & (c.zero_mask() | !d.zero_mask());
        let may_hold = paired & more.zero_mask();
        let zero = own.broadcast(V::Word::ZERO);
        // B answers in the lowest open column at least until it is full.
        let kept = shape.columns(a) & !shape.odd & !paired & a_attacks;
        if may_hold.is_zero() || (may_hold & safe(shape, stones_of_a)).is_zero() {
            return FollowUp { holds: zero, score: zero, kept };
        }
        let holds = may_hold & pair(shape, stones_of_a, [a, b, c, d]);
        let mut score = zero;
        if !(holds & !a_attacks).is_zero() {
            let wins = shares.out_of_reach | wins_pair(shape, own ^ all | shares.answers, open);
            score = !wins.zero_mask();
            if !shares.out_of_reach.is_zero() {
                score &= !stones_left(shape, shares.out_of_reach);
            }
        }
        FollowUp { holds, score, kept }
    }

    /// All ones if A has a move after which it answers every stone of B, and B does not win within
    /// its stones.
    #[inline(always)]
    pub(super) fn answered_after_move(&self, shape: &Shape<V>, position: &Settled<V>) -> V {
        let &Settled { own, all, moves, own_threats, .. } = position;
        let shares = self.divide(shape, all, own_threats, self.runs_out);
        // The only open column is even after the move.
        let only =
            !(shares.open & moves).zero_mask() & shares.open.without_lowest_bit().zero_mask();
        if only.is_zero() {
            return only;
        }
        // In the column of the move B reaches one cell more. Elsewhere that cell falls to A.
        let reach = shape.one_up(self.reach);
        only & safe(shape, own ^ all | shares.answered & reach)
    }
}

/// A lower bound of the stones that a player has left when it wins on one of its threats.
#[inline(always)]
fn stones_left<V: Bits>(shape: &Shape<V>, out_of_reach: V) -> V {
    // In every closed column the cells from the threat upwards and the one below stay empty, except
    // the two of the last two stones.
    let two = out_of_reach.broadcast(number(2));
    let cells = count_ones(out_of_reach | shape.column_guards(out_of_reach));
    cells.wrapping_sub(two) >> 1 & !out_of_reach.zero_mask()
}

/// All ones if the columns, given by their lowest empty cells, can be paired so that A has no four
/// with either cell of each pair.
#[inline(always)]
fn pair<V: Bits>(shape: &Shape<V>, stones_of_a: V, [a, b, c, d]: [V; 4]) -> V {
    let one_pair = safe(shape, stones_of_a | a) & safe(shape, stones_of_a | b);
    let two_pairs = !d.zero_mask();
    if two_pairs.is_zero() {
        return one_pair;
    }
    // Of the three pairings, each lets A have any two cells of different pairs.
    let (ab, cd, ac) = (
        safe(shape, stones_of_a | a | b),
        safe(shape, stones_of_a | c | d),
        safe(shape, stones_of_a | a | c),
    );
    let (bd, ad, bc) = (
        safe(shape, stones_of_a | b | d),
        safe(shape, stones_of_a | a | d),
        safe(shape, stones_of_a | b | c),
    );
    let of_three = (ac & bd & ad & bc) | (ab & cd & ad & bc) | (ab & cd & ac & bd);
    two_pairs & of_three | one_pair & !two_pairs
}

/// All ones if B completes a four with either cell of the pair of `open` columns. Handles at most
/// two open columns.
#[inline(always)]
fn wins_pair<V: Bits>(shape: &Shape<V>, stones_of_b: V, open: V) -> V {
    let (a, b, rest) = lowest_two(open);
    let one_way = no_four(shape, stones_of_b | a) | no_four(shape, stones_of_b | b);
    !one_way & rest.zero_mask()
}

/// All ones where the cells hold no four. In a paired column A can get the lowest two cells, so
/// vertical fours count.
#[inline(always)]
fn safe<V: Bits>(shape: &Shape<V>, cells: V) -> V {
    shape.fours(cells).zero_mask()
}

/// All ones where the cells hold no four, not counting vertical ones.
#[inline(always)]
fn no_four<V: Bits>(shape: &Shape<V>, cells: V) -> V {
    shape.fours_across(cells).zero_mask()
}

/// The lowest two bits, zero where there are none, and the others.
#[inline(always)]
fn lowest_two<V: Bits>(cells: V) -> (V, V, V) {
    let rest = cells.without_lowest_bit();
    let others = rest.without_lowest_bit();
    (cells ^ rest, rest ^ others, others)
}
