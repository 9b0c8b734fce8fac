//! Board sizes, and the words that hold a board.
//!
//! The size is a type. [`Fixed`] sizes are constants, so the masks of a board are constants too and
//! loops over its columns unroll. [`AnySize`] is chosen at run time.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use bitboard_core::Word;

use super::column::Column;

pub(super) mod sealed {
    /// With the standard library the word has vectors, because the instruction set is chosen at run
    /// time.
    #[cfg(feature = "std")]
    pub trait SealedWord: bitboard_core::simd::VectorWord {}
    #[cfg(not(feature = "std"))]
    pub trait SealedWord {}

    impl SealedWord for u64 {}
    impl SealedWord for u128 {}

    /// A computation that is compiled for each type of board.
    pub trait Kernel<T> {
        type Output;
        fn run<B: super::BoardSize<Word = T>>(self, board: B) -> Self::Output;
    }

    pub trait Sealed: Sized {
        /// The board of this size, `None` if the type has no such board.
        #[doc(hidden)]
        fn from_size(width: u32, height: u32) -> Option<Self>;
        /// The bits of the lowest cells.
        #[doc(hidden)]
        fn bottom_bits(self) -> u128;
    }
}

/// A word that can hold the cells and guard bits of a board: `u64` or `u128`.
pub trait BoardWord: Word + sealed::SealedWord {}

impl BoardWord for u64 {}
impl BoardWord for u128 {}

/// A board size.
///
/// [`Fixed`] sizes are known at compile time and take no space in a position; [`AnySize`] ones are
/// chosen at run time. The trait is sealed: a board always fits its word.
///
/// ```
/// use c4_solver::{AnySize, BoardSize, Standard};
///
/// fn cells_per_player<B: BoardSize>(board: B) -> u32 {
///     board.cells() / 2
/// }
/// assert_eq!(cells_per_player(Standard::BOARD), 21);
/// assert_eq!(cells_per_player(AnySize::<u128>::new(9, 7)?), 31);
/// # Ok::<(), c4_solver::SizeError>(())
/// ```
pub trait BoardSize: sealed::Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds the cells, and a guard bit on top of each column.
    type Word: BoardWord;

    /// Number of columns.
    fn width(self) -> u32;
    /// Number of rows.
    fn height(self) -> u32;

    /// Number of cells.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.width() * self.height()
    }

    /// Runs a kernel for this board, with a type that has more constants if there is one.
    #[doc(hidden)]
    #[inline(always)]
    fn specialize<K: sealed::Kernel<Self::Word>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// A board of `W` columns and `H` rows, known at compile time, in words `T`.
///
/// `u64` holds it if W·(H + 1) ≤ 64, `u128` if W·(H + 1) ≤ 128, and `W` is at most 61. Other sizes
/// are compile-time errors. Positions are as small and code is as fast as if written for this size
/// alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed<const W: usize, const H: usize, T = u64>(PhantomData<T>);

/// The usual board of Connect 4: 7 columns of 6 cells.
pub type Standard = Fixed<7, 6>;

impl<const W: usize, const H: usize, T: BoardWord> Fixed<W, H, T> {
    /// This board, for functions that take a board as a value.
    ///
    /// ```
    /// use c4_solver::Fixed;
    ///
    /// let _ = (Fixed::<8, 7>::BOARD, Fixed::<9, 7, u128>::BOARD, Fixed::<61, 1, u128>::BOARD);
    /// ```
    ///
    /// A board needs a cell, must fit its word, and needs a [symbol](Column) for each column:
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
        assert!(W <= Column::COUNT as usize, "there are symbols for 61 columns only");
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

impl<const W: usize, const H: usize, T: BoardWord> sealed::Sealed for Fixed<W, H, T> {
    fn from_size(width: u32, height: u32) -> Option<Self> {
        (width as usize == W && height as usize == H).then_some(Self::BOARD)
    }

    #[inline(always)]
    fn bottom_bits(self) -> u128 {
        Self::BOTTOM
    }
}

impl<const W: usize, const H: usize, T: BoardWord> BoardSize for Fixed<W, H, T> {
    type Word = T;

    #[inline(always)]
    fn width(self) -> u32 {
        W as u32
    }

    #[inline(always)]
    fn height(self) -> u32 {
        H as u32
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
    /// Whether searches are compiled for some sizes. It is a constant so that they are not
    /// compiled for the other words.
    const IS_SPECIALIZED: bool = T::BITS == u64::BITS;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is 0, if width·(height + 1) is more than the bits of the word, or if
    /// there are more than the 61 columns that have [symbols](Column).
    ///
    /// ```
    /// use c4_solver::{AnySize, BoardSize};
    ///
    /// let board = AnySize::<u64>::new(8, 7)?;
    /// assert_eq!((board.width(), board.height(), board.cells()), (8, 7, 56));
    /// assert!(AnySize::<u64>::new(9, 7).is_err());
    /// # Ok::<(), c4_solver::SizeError>(())
    /// ```
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        let bits = width.saturating_mul(height.saturating_add(1));
        if width == 0 || height == 0 || bits > T::BITS || width > Column::COUNT {
            return Err(SizeError { width, height, bits: T::BITS });
        }
        let bottom = (0..width).fold(T::ZERO, |bottom, x| bottom | T::ONE << (x * (height + 1)));
        Ok(Self { width, height, bottom })
    }
}

impl<T: BoardWord> sealed::Sealed for AnySize<T> {
    fn from_size(width: u32, height: u32) -> Option<Self> {
        Self::new(width, height).ok()
    }

    #[inline(always)]
    fn bottom_bits(self) -> u128 {
        self.bottom.to_u128()
    }
}

impl<T: BoardWord> BoardSize for AnySize<T> {
    type Word = T;

    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }

    /// The sizes for which others publish scores. Without constants their searches take 1.32 to
    /// 1.38 times the instructions.
    #[inline(always)]
    fn specialize<K: sealed::Kernel<T>>(self, kernel: K) -> K::Output {
        if !Self::IS_SPECIALIZED {
            return kernel.run(self);
        }
        match (self.width, self.height) {
            (6, 6) => kernel.run(Fixed::<6, 6, T>::BOARD),
            (6, 7) => kernel.run(Fixed::<6, 7, T>::BOARD),
            (7, 7) => kernel.run(Fixed::<7, 7, T>::BOARD),
            (8, 5) => kernel.run(Fixed::<8, 5, T>::BOARD),
            (8, 7) => kernel.run(Fixed::<8, 7, T>::BOARD),
            _ => kernel.run(self),
        }
    }
}

/// A board size that does not fit its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no board of {width}×{height}: width and height are at least 1, width at most {}, \
     width·(height + 1) at most {bits}",
    Column::COUNT
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
