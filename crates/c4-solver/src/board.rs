//! The sizes of boards.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use bitboard_core::Word;

use crate::arch::LaneWord;

/// A size of board, and the masks that follow from it.
///
/// Cells are bits of a [`Word`]: bit = y + (height + 1)·x, row 0 at the bottom, with a guard bit on top of each
/// column. [`Fixed`] sizes are known to the compiler and take no room in a position; [`Sized`] ones are chosen at
/// run time.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds the cells and guard bits.
    type Word: LaneWord;

    /// How many columns there are.
    fn width(self) -> u32;
    /// How many rows there are.
    fn height(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Word;

    /// How many cells there are.
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

    /// Column `x`, counted from 0, without its guard bit.
    #[inline(always)]
    fn column(self, x: u32) -> Self::Word {
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

/// A board of `W` columns and `H` rows, known to the compiler, in words `T`: `u64` holds it if
/// W·(H + 1) ≤ 64, `u128` if W·(H + 1) ≤ 128. Other sizes do not compile.
///
/// Positions of it are as small and its code as fast as if it were written for this size alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fixed<const W: usize, const H: usize, T = u64>(PhantomData<T>);

/// The board of the game as it is sold: 7 columns of 6 cells.
pub type Standard = Fixed<7, 6>;

impl<const W: usize, const H: usize, T> Fixed<W, H, T> {
    /// The value of the type.
    pub const BOARD: Self = Self(PhantomData);
}

impl<const W: usize, const H: usize, T: Word> Fixed<W, H, T> {
    const BOTTOM: u128 = {
        assert!(W >= 1 && H >= 1, "a board has cells");
        assert!(W * (H + 1) <= T::BITS as usize, "the word has too few bits for the board");
        let (mut bottom, mut x) = (0, 0);
        while x < W {
            bottom |= 1 << (x * (H + 1));
            x += 1;
        }
        bottom
    };
}

impl<const W: usize, const H: usize, T: LaneWord> Board for Fixed<W, H, T> {
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
pub struct Sized<T = u128> {
    width: u32,
    height: u32,
    bottom: T,
}

impl<T: Word> Sized<T> {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is 0, or if width·(height + 1) is more than the bits of the word, or if there are
    /// more columns than [symbols](crate::notation) for them, 61.
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        let bits = width.saturating_mul(height.saturating_add(1));
        if width == 0 || height == 0 || bits > T::BITS || width > MAX_WIDTH {
            return Err(SizeError { width, height, bits: T::BITS });
        }
        let bottom = (0..width).fold(T::ZERO, |bottom, x| bottom | T::ONE << (x * (height + 1)));
        Ok(Self { width, height, bottom })
    }
}

impl<T: LaneWord> Board for Sized<T> {
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

/// As many columns as there are symbols for.
pub(crate) const MAX_WIDTH: u32 = 61;

/// A board that does not fit.
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
