//! Positions after forced moves, and their keys.
//!
//! While exactly one move does not lose to the opponent's next stone, it is played. What remains is
//! a [`Settled`] position: neither player wins at once, and the player to move has a choice, or no
//! move. The search visits no others.
//!
//! # Keys of the transposition table
//!
//! Keys ignore the colors of dead stones.
//!
//! A stone is dead if every line of four through it has a stone of the other player: neither player
//! can complete one of these lines, so its color has no effect on the rest of the game. Positions
//! that differ only in such colors have one score and should have one entry. The key leaves out the
//! colors of the dead stones at the bottom of each column, up to the first stone that is alive. On
//! 7×6 this saves 23 % of the nodes of the empty board; all dead stones would save 28 %, with keys
//! of 71 bits.
//!
//! A column with r > 0 such stones has r − 1 ones and a zero in their place, and a flag above all
//! columns:
//!
//! ```text
//! column, upwards   o x x o x .        the lowest three stones are dead
//! Position::key     0 1 1 0 1 1 0      a 1 for each stone of the player to move (x), and on top
//! key of the table  1 1 0 0 1 1 0      and the flag
//! ```
//!
//! The flag and the first zero give r, the highest one gives the height of the column, and the bits
//! between them the colors. So two positions with one key have the same live stones and the same
//! dead cells. No player completes a line through the latter in either position: in each of them
//! the lines have stones of both. All other lines have the same stones. Thus the scores are equal.
//!
//! Of a position and its mirror image, the smaller key is taken. Where two cells of the root that
//! mirror each other have stones of different players, no position below the root is the mirror
//! image of another, and keys are taken as they are.

use bitboard_core::{Bits, Word};

use super::lanes::{negative, number, select, signed};
use crate::board::{BoardSize, Shape};

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
    /// The position after the forced moves of one in which no player wins at once, with these
    /// stones of the player to move, all stones, and number of empty cells.
    #[inline(always)]
    pub(crate) fn new(shape: &Shape<T>, [own, all]: [T; 2], empty_cells: u32) -> Self {
        let left = number(empty_cells as i32);
        let own_threats = shape.winning_cells(own, all);
        let threats = shape.winning_cells(own ^ all, all);
        Self::after_forced_moves(shape, [own, all], own_threats, threats, left)
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

/// The most bits of a key with flags in a word of 64 bits. An entry has room for 44 of them; the
/// other 13 are implied by the number of buckets that a table uses at first. A word of 128 bits has
/// room for 64 more.
const MOST_BITS: u32 = 57;

/// The keys of one search.
#[derive(Clone, Copy)]
pub(crate) struct Keys {
    /// Whether the search may meet mirror images of its positions.
    mirrors: bool,
    /// Whether the colors of dead stones are left out.
    without_dead: bool,
}

/// Returns the number of bits of the keys of a board, with flags for dead stones if they fit.
pub(crate) fn key_bits<B: BoardSize>(board: B) -> u32 {
    let (width, height, _) = board.dimensions();
    width * (height + if has_flags(board) { 2 } else { 1 })
}

fn has_flags<B: BoardSize>(board: B) -> bool {
    let (width, height, _) = board.dimensions();
    width * (height + 2) <= MOST_BITS + B::Word::BITS - u64::BITS
}

impl Keys {
    /// The keys of a search for the position with these stones. They leave dead stones out if
    /// `without_dead` is true and the board has room for the flags.
    pub(crate) fn new<B: BoardSize>(
        board: B,
        [own, all]: [B::Word; 2],
        without_dead: bool,
    ) -> Self {
        let shape = Shape::<B::Word>::new(board);
        // If two cells that mirror each other have stones of different players, they keep them.
        let mirrors = (own & shape.mirror(own ^ all)).is_zero();
        Self { mirrors, without_dead: without_dead && has_flags(board) }
    }

    /// Two keys of a position, of which the smaller one is taken.
    #[inline(always)]
    pub(crate) fn pair<V: Bits>(self, shape: &Shape<V>, [own, all]: [V; 2]) -> [V; 2] {
        if !self.without_dead {
            let key = shape.key(own, all);
            return [key, if self.mirrors { shape.mirror(key) } else { key }];
        }
        let dead = shape.dead_bottoms(own, all);
        let key = shape.key(own & !dead | dead >> 1 & dead, all);
        let flags = |key, mirrored| key | shape.gather(dead, mirrored);
        let plain = flags(key, false);
        [plain, if self.mirrors { flags(shape.mirror(key), true) } else { plain }]
    }
}
