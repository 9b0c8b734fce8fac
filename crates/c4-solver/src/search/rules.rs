//! The rules that bound the scores of positions after forced moves without a search.
//!
//! All rules are formulas on bits ([`Bits`]): the same code bounds one position in a word or four
//! in a vector, without branches on the position. They decide most children of a node. With n empty
//! cells the score is from −⌊n/2⌋ to ⌊(n − 1)/2⌋ if neither player wins at once; the rules narrow
//! that:
//!
//! ```text
//! no move left  every move loses to the next stone: the score is −⌊n/2⌋
//! dead board    no four of A within A's stones and the empty cells: score ≤ 0; of B: score ≥ 0
//! follow-up     B answers every stone of A on the cell above: score ≤ 0, or < 0 if B wins so
//! follow-up     A plays in the only odd column, then answers B: B does not win
//! two threats   A plays below two threats, one on top of the other: its second stone wins
//! second stone  A must win with its second stone: is there a move after which all answers lose?
//! ```
//!
//! A is the player to move, B the other one. To reach a positive score A has to win; to miss any
//! other score B has to. Only the rules that can decide this are applied: the fours of the player
//! who has to win are searched for, not those of the other one. `follow_up` explains the strategy
//! and proves it.

use bitboard_core::{Bits, Word};

use super::follow_up::Columns;
use super::lanes::{larger, negative, select, signed, smaller};
use super::settled::{Settled, is_drawn};
use crate::board::{Bounds, Shape};

/// Bounds of the scores of the positions in the lanes of a vector or an array, as signed numbers.
#[derive(Clone, Copy)]
pub(crate) struct LaneBounds<V> {
    pub(crate) low: V,
    pub(crate) high: V,
}

impl<T: Word> LaneBounds<T> {
    /// The bounds in a word.
    #[inline(always)]
    pub(crate) fn bounds(self) -> Bounds {
        Bounds { low: signed(self.low), high: signed(self.high) }
    }
}

/// Bounds the score of a position by the rules. They may be weak as long as they decide whether the
/// score reaches `beta`, a signed number in each lane.
#[inline(always)]
pub(crate) fn apply_rules<V: Bits>(
    shape: &Shape<V>,
    position: &Settled<V>,
    beta: V,
) -> LaneBounds<V> {
    let &Settled { own, all, moves, own_threats, left, .. } = position;
    let zero = left.broadcast(V::Word::ZERO);
    let one = left.broadcast(V::Word::ONE);
    let half = left >> 1;
    // All ones where A has to win, zero where B has to.
    let a_attacks = negative(zero.wrapping_sub(beta));
    // A positive score is 1 + (n + 1)/2 less the stones of A until it wins.
    let stones_of_a = (left.wrapping_add(one) >> 1).wrapping_sub(beta).wrapping_add(one);
    let stones = select(a_attacks, stones_of_a, half.wrapping_add(beta));
    let columns = Columns::new(shape, all, stones);
    let answers = columns.answered_by_other(shape, position, a_attacks);

    // Neither this stone nor the opponent's next one wins.
    let most = left.wrapping_sub(one) >> 1;
    let attacker = select(a_attacks, own, own ^ all);
    let dead = shape.fours(attacker | shape.cells & !all & !answers.kept).zero_mask();
    let mut high = most & !(dead & a_attacks);
    let mut low = one.wrapping_sub(half) & !(dead & !a_attacks);

    let limit = select(a_attacks, beta.wrapping_sub(one), answers.score);
    high = select(answers.holds, smaller(high, limit), high);
    if !(!a_attacks).is_zero() {
        let holds = columns.answered_after_move(shape, position) & !a_attacks;
        let limit = beta & !columns.all_reached;
        low = select(holds, larger(low, limit), low);
    }
    // B has to play between A's stone and the upper threat.
    let two_threats = moves & own_threats >> 1 & own_threats >> 2;
    low = select(two_threats.zero_mask(), low, most);

    // A full board is a draw. Otherwise every move loses to the opponent's next stone.
    let lost = moves.zero_mask();
    let drawn = is_drawn(left) & !lost;
    low = select(lost, zero.wrapping_sub(half), low) & !drawn;
    high = select(lost, low, high) & !drawn;
    LaneBounds { low, high }
}

/// Returns a bound that tells whether the score reaches `beta`, if the player to move has to win
/// with its second stone for that.
#[inline(always)]
pub(crate) fn second_stone<T: Word>(
    shape: &Shape<T>,
    position: &Settled<T>,
    beta: i32,
) -> Option<i32> {
    if beta <= 0 || beta != (signed(position.left) - 1) / 2 {
        return None;
    }
    let &Settled { own, all, moves, .. } = position;
    let mut rest = moves;
    while !rest.is_zero() {
        let stone = rest.lowest_bit();
        rest = rest.without_lowest_bit();
        let all = all | stone;
        let threats = shape.winning_cells(own | stone, all);
        if shape.non_losing(all, threats).is_zero() {
            return Some(beta);
        }
    }
    Some(beta - 1)
}
