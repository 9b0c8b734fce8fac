//! Board sizes.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use bitboard_core::{Bits as _, Word};

use crate::word::BoardWord;

pub(crate) mod sealed {
    pub trait Sealed {}
    impl<const W: usize, const H: usize, T> Sealed for super::Fixed<W, H, T> {}
    impl<T> Sealed for super::AnySize<T> {}
}

/// A board size, and the masks that follow from it.
///
/// Cells are bits of a [`Word`]: bit = y + (height + 1)·x, row 0 at the bottom, with a guard bit on top of each
/// column. [`Fixed`] sizes are known at compile time and take no space in a position; [`AnySize`] ones are chosen at
/// run time. The trait is sealed: a board always fits its word.
pub trait Board: sealed::Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds the cells and guard bits.
    type Word: BoardWord;

    /// Number of columns.
    fn width(self) -> u32;
    /// Number of rows.
    fn height(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Word;

    /// Number of cells.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.width() * self.height()
    }

    /// All cells.
    #[inline(always)]
    fn mask(self) -> Self::Word {
        // The bits of a column are those between its bottom and its guard.
        self.guards().wrapping_sub(self.bottom())
    }

    /// The guard bits, one on top of each column.
    #[inline(always)]
    fn guards(self) -> Self::Word {
        self.bottom() << self.height()
    }

    /// Column `x`, counted from 0, without its guard bit; zero if there is no such column.
    #[inline(always)]
    fn column(self, x: u32) -> Self::Word {
        if x >= self.width() {
            return Self::Word::ZERO;
        }
        (Self::Word::ONE << self.height()).wrapping_sub(Self::Word::ONE)
            << (x * (self.height() + 1))
    }

    /// The cells with an odd number of cells from there up to the top of the column.
    #[inline(always)]
    fn odd_from_top(self) -> Self::Word {
        let top = self.guards() >> 1;
        let (mut cells, mut y) = (top, 2);
        while y < self.height() {
            cells |= top >> y;
            y += 2;
        }
        cells
    }

    /// The cells in the `rows` highest rows.
    #[inline(always)]
    fn top_rows(self, rows: u32) -> Self::Word {
        let height = self.height();
        self.guards().wrapping_sub(self.bottom() << height.saturating_sub(rows))
    }

    /// The columns in the opposite order.
    #[inline(always)]
    fn mirror(self, word: Self::Word) -> Self::Word {
        let (stride, width) = (self.height() + 1, self.width());
        let column = self.column(0) | Self::Word::ONE << self.height();
        let mut mirrored = Self::Word::ZERO;
        let mut x = 0;
        while x < width {
            mirrored |= (word >> (x * stride) & column) << ((width - 1 - x) * stride);
            x += 1;
        }
        mirrored
    }
}

/// A board of `W` columns and `H` rows, known at compile time, in words `T`.
///
/// `u64` holds it if W·(H + 1) ≤ 64, `u128` if W·(H + 1) ≤ 128, and `W` is at most 61. Other sizes are compile-time
/// errors. Positions are as small and code is as fast as if written for this size alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed<const W: usize, const H: usize, T = u64>(PhantomData<T>);

/// The usual board of Connect 4: 7 columns of 6 cells.
pub type Standard = Fixed<7, 6>;

impl<const W: usize, const H: usize, T: BoardWord> Fixed<W, H, T> {
    /// The value of the type.
    ///
    /// ```
    /// use c4_solver::Fixed;
    ///
    /// let _ = (Fixed::<8, 7>::BOARD, Fixed::<9, 7, u128>::BOARD, Fixed::<61, 1, u128>::BOARD);
    /// ```
    ///
    /// A board needs a cell, must fit its word, and needs a [symbol](crate::notation) for each column:
    ///
    /// ```compile_fail,E0080
    /// let _ = c4_solver::Fixed::<0, 6>::BOARD;
    /// ```
    /// ```compile_fail,E0080
    /// let _ = c4_solver::Fixed::<9, 7>::BOARD;
    /// ```
    /// ```compile_fail,E0080
    /// let _ = c4_solver::Fixed::<64, 1, u128>::BOARD;
    /// ```
    pub const BOARD: Self = {
        assert!(W >= 1 && H >= 1, "a board has at least one cell");
        assert!(W <= MAX_WIDTH as usize, "there are symbols for 61 columns only");
        assert!(H < T::BITS as usize / W, "the word has too few bits for the board");
        Self(PhantomData)
    };

    const BOTTOM: u128 = {
        let (mut bottom, mut x) = (0, 0);
        while x < W {
            bottom |= 1 << (x * (H + 1));
            x += 1;
        }
        bottom
    };
}

/// [`Fixed::BOARD`], with the same compile-time errors.
///
/// ```compile_fail,E0080
/// let _ = c4_solver::Fixed::<9, 7>::default();
/// ```
impl<const W: usize, const H: usize, T: BoardWord> Default for Fixed<W, H, T> {
    fn default() -> Self {
        Self::BOARD
    }
}

impl<const W: usize, const H: usize, T: BoardWord> Board for Fixed<W, H, T> {
    type Word = T;

    #[inline(always)]
    fn width(self) -> u32 {
        W as u32
    }

    #[inline(always)]
    fn height(self) -> u32 {
        H as u32
    }

    #[inline(always)]
    fn bottom(self) -> T {
        T::from_u128(Self::BOTTOM)
    }
}

/// A board whose size is chosen at run time, in words `T`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnySize<T = u128> {
    width: u32,
    height: u32,
    bottom: T,
}

impl<T: Word> AnySize<T> {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is 0, if width·(height + 1) is more than the bits of the word, or if there are
    /// more than the 61 columns that have [symbols](crate::notation).
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        let bits = width.saturating_mul(height.saturating_add(1));
        if width == 0 || height == 0 || bits > T::BITS || width > MAX_WIDTH {
            return Err(SizeError { width, height, bits: T::BITS });
        }
        let bottom = (0..width).fold(T::ZERO, |bottom, x| bottom | T::ONE << (x * (height + 1)));
        Ok(Self { width, height, bottom })
    }
}

impl<T: BoardWord> Board for AnySize<T> {
    type Word = T;

    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }

    #[inline(always)]
    fn bottom(self) -> T {
        self.bottom
    }
}

/// Number of column symbols.
pub(crate) const MAX_WIDTH: u32 = 61;

/// A board size that does not fit its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no board of {width}×{height}: width and height are at least 1, width at most {MAX_WIDTH}, \
     width·(height + 1) at most {bits}"
)]
#[non_exhaustive]
pub struct SizeError {
    /// Columns asked for.
    pub width: u32,
    /// Rows asked for.
    pub height: u32,
    /// Bits of the word.
    pub bits: u32,
}
