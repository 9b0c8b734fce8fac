//! Board sizes: those that users name, and those that a search is compiled for.
//!
//! Users have one type, [`Board`]. A search is compiled for three [`BoardSize`]s: 7×6 as constants
//! ([`Standard`]), which unrolls the loops over its columns, any size in words of 64 bits
//! ([`Narrow`]), and any size in words of 128 bits, which is `Board` itself.

use super::column::Column;

/// The size of a board, 7×6 by default.
///
/// A board has up to 128 bits: width·(height + 1) ≤ 128. Boards of up to 64 bits are searched
/// faster.
///
/// ```
/// use c4_solver::{Board, Position, Solver};
///
/// let board = Board::new(5, 5)?;
/// assert_eq!(Solver::new(board).solve(&Position::new(board)), 0);
/// # Ok::<(), c4_solver::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Board {
    width: u32,
    height: u32,
    /// The lowest cells of the columns.
    #[cfg_attr(feature = "serde", serde(skip))]
    bottom: u128,
}

impl Board {
    /// The usual board: 7 columns of 6 cells.
    pub const STANDARD: Self = Self { width: 7, height: 6, bottom: BOTTOM as u128 };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`BoardError`] if either is 0, if width·(height + 1) is more than 128, or if there are more
    /// than the 61 columns that have [symbols](Column).
    pub fn new(width: u32, height: u32) -> Result<Self, BoardError> {
        let bits = width.saturating_mul(height.saturating_add(1));
        if width == 0 || height == 0 || bits > u128::BITS || width > Column::COUNT {
            return Err(BoardError { width, height });
        }
        let bottom = (0..width).fold(0, |bottom, x| bottom | 1 << (x * (height + 1)));
        Ok(Self { width, height, bottom })
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width * self.height
    }

    /// Returns whether this is the usual board.
    #[inline(always)]
    pub(crate) const fn is_standard(self) -> bool {
        self.width == 7 && self.height == 6
    }

    /// This board in words of 64 bits, if they hold it.
    #[inline(always)]
    pub(crate) fn narrow(self) -> Option<Narrow> {
        let Self { width, height, bottom } = self;
        let fits = width * (height + 1) <= u64::BITS;
        fits.then_some(Narrow { width, height, bottom: bottom as u64 })
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// A size that no board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no board of {width}×{height}: width and height are at least 1, width at most {}, \
     width·(height + 1) at most 128",
    Column::COUNT
)]
#[non_exhaustive]
pub struct BoardError {
    /// Columns asked for.
    pub width: u32,
    /// Rows asked for.
    pub height: u32,
}

// A word that holds boards. With the standard library it has vectors, because the instruction set
// is chosen at run time.
#[cfg(not(feature = "std"))]
pub(crate) use bitboard_core::Word as BoardWord;
#[cfg(feature = "std")]
pub(crate) use bitboard_core::simd::VectorWord as BoardWord;

/// A board size that a search is compiled for.
pub(crate) trait BoardSize: Copy + Send + Sync + 'static {
    /// The word that holds the cells, and a guard bit on top of each column.
    type Word: BoardWord;

    /// The numbers of columns and rows, and the lowest cells of the columns.
    fn dimensions(self) -> (u32, u32, Self::Word);
}

/// The board of 7×6, as constants.
#[derive(Clone, Copy)]
pub(crate) struct Standard;

/// The lowest cells of 7×6.
const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;

impl BoardSize for Standard {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> (u32, u32, u64) {
        (7, 6, BOTTOM)
    }
}

/// A board of any size in words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Narrow {
    width: u32,
    height: u32,
    bottom: u64,
}

impl BoardSize for Narrow {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> (u32, u32, u64) {
        (self.width, self.height, self.bottom)
    }
}

impl BoardSize for Board {
    type Word = u128;

    #[inline(always)]
    fn dimensions(self) -> (u32, u32, u128) {
        (self.width, self.height, self.bottom)
    }
}
