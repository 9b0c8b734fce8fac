//! Keys of the transposition table, which ignore the colors of dead stones.
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

use bitboard_core::{Bits, Word as _};

use crate::board::{BoardSize, Shape};

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
    let plain = board.width() * (board.height() + 1);
    if has_flags(board) { plain + board.width() } else { plain }
}

fn has_flags<B: BoardSize>(board: B) -> bool {
    board.width() * (board.height() + 2) <= MOST_BITS + B::Word::BITS - u64::BITS
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
