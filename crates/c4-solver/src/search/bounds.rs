//! Bounds of scores, and the rules that find them without a search.
//!
//! All rules are formulas on bits ([`Bits`]): the same code bounds one position in a word or four
//! in a vector, without branches on the position. They decide most children of a node. With n empty
//! cells the score is from −⌊n/2⌋ to ⌊(n − 1)/2⌋ if neither player wins at once; the rules narrow
//! that:
//!
//! ```text
//! settle        while exactly one move does not lose to the opponent's next stone: play it
//! no move left  every move loses to the next stone: the score is −⌊n/2⌋
//! dead board    no four of A within A's stones and the empty cells: score ≤ 0; of B: score ≥ 0
//! follow-up     B answers every stone of A on the cell above: score ≤ 0, or < 0 if B wins so
//! second stone  A must win with its second stone: is there a move after which all answers lose?
//! ```
//!
//! # The follow-up strategy
//!
//! A is the player to move and B the other one. Of the empty cells of a column with an even number
//! of them, A gets the first, third, … and B the second, fourth, …: B can always answer. In a
//! column with an odd number B has no answer to the last stone, but there are two ways out:
//!
//! - B has a threat on one of the cells that fall to B: A will never play below it, and the column
//!   ends there.
//! - Two such columns are paired: A's stone on the lowest empty cell of one is answered on the
//!   lowest of the other, and an even number of cells remains in both.
//!
//! ```text
//!  even    odd    closed    pair
//!   B
//!   A       A       .      B   B       ! completes a four of B
//!   B       B       !      A   A       . stays empty: A must not play below !
//!   A       A       .      ?   ?       A gets one of the two cells marked ?
//! ```
//!
//! So if no four of A lies within A's stones and the cells that can fall to A, A does not win. If B
//! has such a threat, or a four within B's stones and the cells that fall to B, B wins. Allis calls
//! the even columns claimeven and the pairs baseinverse: *A Knowledge-based Approach of
//! Connect-Four* (1988). `docs/design/c4-solver.md` has the proofs.
//!
//! Cost: 3 to 13 tests for four in a row, each 19 instructions for a word or a vector of words.

use core::fmt;
use core::ops::Neg;

use bitboard_core::{Bits, Word};

use crate::board::Shape;

/// Bounds of a score, both inclusive.
///
/// ```
/// use c4_solver::{Position, Solver};
/// use c4_solver::bitboard_core::Limits;
///
/// let position = Position::from_moves("32164")?;
/// let stopped = Solver::new().try_solve(&position, &Limits::new().nodes(10_000)).unwrap_err();
/// let bounds = stopped.partial;
/// assert!(bounds.low < bounds.high && bounds.exact().is_none());
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The lowest possible score.
    pub low: i32,
    /// The highest possible score.
    pub high: i32,
}

impl Bounds {
    /// The bounds of a known score.
    ///
    /// ```
    /// use c4_solver::Bounds;
    ///
    /// assert_eq!(Bounds::exactly(3).exact(), Some(3));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The score, if the bounds leave only one.
    #[must_use]
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// The intersection.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Returns whether all scores within `other` are within these bounds.
    pub(crate) fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The bound that decides whether the score reaches `beta`, if one does.
    #[inline(always)]
    pub(crate) fn decide(self, beta: i32) -> Option<i32> {
        if self.low >= beta {
            Some(self.low)
        } else if self.high < beta {
            Some(self.high)
        } else {
            None
        }
    }
}

/// The bounds for the other player.
impl Neg for Bounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Writes a score, or `low..=high`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(score) => fmt::Display::fmt(&score, f),
            None => write!(f, "{}..={}", self.low, self.high),
        }
    }
}

/// A position after forced moves, or one in each lane of a vector. The player to move cannot win at
/// once.
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

/// Plays while there is only one move that does not lose at once.
#[inline(always)]
pub(crate) fn settle<V: Bits>(shape: &Shape<V>, mut own: V, mut all: V) -> Settled<V> {
    let first_threats = shape.winning_cells(own ^ all, all);
    let mut threats = first_threats;
    let mut moves = shape.non_losing(all, threats);
    loop {
        let forced = moves & moves.without_lowest_bit().zero_mask() & !is_drawn(shape, all);
        if forced.is_zero() {
            return Settled { own, all, moves, threats, first_threats };
        }
        own ^= all & !forced.zero_mask();
        all |= forced;
        threats = shape.winning_cells(own ^ all, all);
        moves = shape.non_losing(all, threats);
    }
}

/// All ones in boards with at most two empty cells. They are drawn if a move does not lose at once.
#[inline(always)]
fn is_drawn<V: Bits>(shape: &Shape<V>, all: V) -> V {
    (shape.cells & !all).without_lowest_bit().without_lowest_bit().zero_mask()
}

impl<V: Bits> Settled<V> {
    /// The key of the position, and that of its mirror image.
    #[inline(always)]
    pub(crate) fn keys(&self, shape: &Shape<V>) -> [V; 2] {
        let key = shape.key(self.own, self.all);
        [key, shape.mirror(key)]
    }
}

/// What the rules find about a position, or about one in each lane of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Findings<V> {
    pub(crate) follow_up: FollowUp<V>,
    /// The fours that the player to move can still complete; only whether there are any matters.
    pub(crate) own_fours: V,
    /// The fours that the other player can still complete.
    pub(crate) opponent_fours: V,
}

/// Applies the rules to a position. To reach the score that is asked for, the player to move must
/// win with one of its next `stones`.
#[inline(always)]
pub(crate) fn apply_rules<V: Bits>(
    shape: &Shape<V>,
    position: &Settled<V>,
    stones: Stones<V>,
) -> Findings<V> {
    let Settled { own, all, threats, .. } = *position;
    let empty = shape.cells & !all;
    Findings {
        follow_up: follow_up(shape, own, all, threats, stones),
        own_fours: shape.fours(own | empty),
        opponent_fours: shape.fours(own ^ all | empty),
    }
}

impl<T: Word> Findings<T> {
    /// Returns bounds of the score of a position with `left` empty cells. Bounds may be weak as
    /// long as they decide whether the score reaches `beta`.
    #[inline(always)]
    pub(crate) fn bounds(&self, shape: &Shape<T>, moves: T, left: i32, beta: i32) -> Bounds {
        if moves.is_zero() {
            // A full board is a draw. Otherwise every move loses to the opponent's next stone.
            return Bounds::exactly(-left / 2);
        }
        if left <= 2 {
            return Bounds::exactly(0);
        }
        // Neither this stone nor the opponent's next one wins.
        let mut high = if self.own_fours.is_zero() { 0 } else { (left - 1) / 2 };
        let low = if self.opponent_fours.is_zero() { 0 } else { 1 - left / 2 };
        let FollowUp { holds, wins, out_of_reach } = self.follow_up;
        if !holds.is_zero() {
            high = high.min(if beta > 0 {
                beta - 1
            } else if wins.is_zero() {
                0
            } else {
                -1 - stones_left(shape, out_of_reach)
            });
        }
        Bounds { low, high }
    }
}

/// A lower bound of the stones that B has left when it wins on one of its threats.
#[inline(always)]
fn stones_left<T: Word>(shape: &Shape<T>, out_of_reach: T) -> i32 {
    if out_of_reach.is_zero() {
        return 0;
    }
    // In every closed column the cells from the threat upwards and the one below stay empty, except
    // the two of the last two stones.
    let columns = shape.column_guards(out_of_reach).count_ones();
    (out_of_reach.count_ones() + columns - 2) as i32 / 2
}

/// Returns a bound that tells whether the score reaches `beta`, if the player to move has to win
/// with its second stone for that.
#[inline(always)]
pub(crate) fn second_stone<T: Word>(
    shape: &Shape<T>,
    [own, all, moves]: [T; 3],
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
        let threats = shape.winning_cells(own | stone, all);
        if shape.non_losing(all, threats).is_zero() {
            return Some(beta);
        }
    }
    Some(beta - 1)
}

/// The outcome of B's strategy.
#[derive(Clone, Copy)]
pub(crate) struct FollowUp<V> {
    /// All ones if A does not win within its stones.
    pub(crate) holds: V,
    /// Not empty if B wins, provided that it holds.
    pub(crate) wins: V,
    /// The cells from B's lowest threats upwards, in columns that will not be filled. If there are
    /// any, B wins.
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

impl<T: Word> Stones<T> {
    /// The stones within which the player to move must win to score `beta` with `left` empty cells;
    /// all of them for a draw.
    #[inline(always)]
    pub(crate) fn for_score(left: i32, beta: i32) -> Self {
        let stones = if beta > 0 { ((left + 1) >> 1) - beta + 1 } else { left };
        Self(T::from_u128(i128::from(stones) as u128))
    }
}

/// Evaluates B's strategy. `threats` are the cells that win for B; A must win with its next
/// `stones` stones.
#[inline(always)]
fn follow_up<V: Bits>(
    shape: &Shape<V>,
    own: V,
    all: V,
    threats: V,
    stones: Stones<V>,
) -> FollowUp<V> {
    let odd = shape.odd;
    let empty = shape.cells & !all;
    let moves = shape.moves(all);
    let lowest_odd = moves & odd;
    let odd_columns = shape.columns(lowest_odd);
    // Threats on cells that fall to B close a column.
    let closed = shape.columns(threats & odd_columns & !odd);
    // With k stones A reaches the lowest 2k - 1 empty cells at most. A column with that number of
    // empty cells does not run out.
    let lowest_three = shape.one_up(shape.one_up(moves));
    let lowest_five = shape.one_up(shape.one_up(lowest_three));
    let two = V::Word::ONE << 1;
    let (over_two, over_three) = (stones.over(two), stones.over(two | V::Word::ONE));
    let reach = lowest_three | over_two & lowest_five | over_three;
    let [top_two, top_four] = shape.top;
    let open = lowest_odd & !closed & (top_two | over_two & top_four | over_three);
    // A gets the cells with an odd number from there to the top where columns end oddly, else those
    // with an even number.
    let ending = odd_columns & !shape.columns(open);
    let falls_to_a = !(odd ^ ending) & empty & !open;
    let falls_to_b = (odd ^ ending) & empty & !open;
    let out_of_reach = shape.upwards(threats & falls_to_b);
    let stones_of_a = own | falls_to_a & !out_of_reach & reach;
    let stones_of_b = own ^ all | falls_to_b;
    // A single open column has no pair, and more than four are not paired.
    let (a, b, rest) = lowest_two(open);
    let (c, d, more) = lowest_two(rest);
    let paired = (a.zero_mask() | !b.zero_mask()) & (c.zero_mask() | !d.zero_mask());
    let may_hold = paired & more.zero_mask();
    if may_hold.is_zero() || (may_hold & safe(shape, stones_of_a)).is_zero() {
        let none = open.broadcast(V::Word::ZERO);
        return FollowUp { holds: none, wins: none, out_of_reach: none };
    }
    let holds = may_hold & pair(shape, stones_of_a, [a, b, c, d]);
    let wins = out_of_reach | wins_pair(shape, stones_of_b, open);
    FollowUp { holds, wins, out_of_reach }
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
