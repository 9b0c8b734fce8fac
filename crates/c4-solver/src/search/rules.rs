//! Positions after forced moves, and the rules that bound their scores without a search.
//!
//! While exactly one move does not lose to the opponent's next stone, it is played. What remains is
//! a [`Settled`] position: neither player wins at once, and the player to move has a choice, or no
//! move. The search visits no others. All rules are formulas on bits ([`Bits`]): the same code
//! bounds one position in a word or four in a vector, without branches on the position. They decide
//! most children of a node. With n empty cells the score is from −⌊n/2⌋ to ⌊(n − 1)/2⌋ if neither
//! player wins at once; the rules narrow that:
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
use super::lanes::{larger, negative, number, select, signed, smaller};
use crate::board::{BoardSize, Bounds, Position, Shape};

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
fn is_drawn<V: Bits>(left: V) -> V {
    negative(left.wrapping_sub(left.broadcast(number(3))))
}

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

impl<T: Word, const N: usize> LaneBounds<[T; N]> {
    /// The bounds in a lane.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Bounds {
        LaneBounds { low: self.low[lane], high: self.high[lane] }.bounds()
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
