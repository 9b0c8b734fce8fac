//! The types that hold the bits of boards: machine words, and vectors of them.
//!
//! A [`Bits`] holds one board in a word or several side by side in a vector; steps, slides and
//! floods use only its operators. A [`Word`] holds one board and can also count and find its bits.
//! `u64`, `u128` and [`Wide`] are both; the vectors of the module `simd` are `Bits` only.
//!
//! A mask of a board, for example of the cells that a step carries over the end of a row, is a
//! constant of 512 bits until it is used:
//!
//! ```text
//! Geometry  --->  Layout::WRAP_MASKS   --->  Word::from_wide  --->  Bits::broadcast
//! strides         constants, Wide<8>         u64, u128, Wide        the word, or in each lane
//! ```

use core::fmt::{Debug, LowerHex};
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::geometry::{Geometry, Layout};
use crate::wide::Wide;

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// One board in a word, or several boards side by side in a vector.
///
/// Steps, slides and floods are written once, for any `Bits`: `u64`, `u128`,
/// [`Wide<N>`](crate::Wide) and, with the feature `simd`, vectors of 64-bit boards
/// (`u64x2<S>`, `u64x4<S>`, `u64x8<S>`) and of 128-bit boards (`Halves`).
///
/// A shift must be by less than the width of the word. A larger one overflows for integers and
/// vectors (a panic in debug builds), and gives zero for a [`Wide<N>`](crate::Wide).
pub trait Bits:
    sealed::Sealed
    + Copy
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The word of one board.
    type Word: Word;
    /// Number of boards: 1 for a word.
    const LANES: usize;

    /// Returns a value with `word` for every board. `self` only provides the token of the
    /// instruction set, which each vector carries; its boards are ignored.
    #[must_use]
    fn broadcast(self, word: Self::Word) -> Self;
    /// Addition modulo 2^BITS, board by board.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// Subtraction modulo 2^BITS, board by board.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// All ones for the boards that are empty, zero for the others.
    #[must_use]
    fn zero_mask(self) -> Self;
    /// The boards of `then` where those of `self` are empty, else empty boards.
    #[inline(always)]
    #[must_use]
    fn if_zero(self, then: Self) -> Self {
        then & self.zero_mask()
    }
    /// Returns whether all boards are empty.
    fn is_zero(self) -> bool;

    /// Returns whether all boards are equal to those of `other`.
    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        (self ^ other).is_zero()
    }

    /// The lowest set bit alone, or zero, board by board.
    #[inline(always)]
    #[must_use]
    fn lowest_bit(self) -> Self {
        self & self.broadcast(Self::Word::ZERO).wrapping_sub(self)
    }

    /// The boards without their lowest set bits.
    #[inline(always)]
    #[must_use]
    fn without_lowest_bit(self) -> Self {
        self & self.wrapping_sub(self.broadcast(Self::Word::ONE))
    }
}

/// An unsigned integer that holds one board: `u64`, `u128` or [`Wide<N>`](Wide).
///
/// Bit 0 is the least significant bit. The trait is sealed: the crate relies on words behaving
/// exactly like these.
pub trait Word:
    Bits<Word = Self> + Eq + Ord + Hash + Default + Debug + LowerHex + Send + Sync + 'static
{
    /// Number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Bit 0 set.
    const ONE: Self;

    /// The board `G`, whose cells are a constant of this word.
    #[doc(hidden)]
    type Board<G: Geometry>: Cells<Self>;

    /// The low [`BITS`](Self::BITS) bits of `bits`.
    fn from_wide(bits: Wide<8>) -> Self;
    /// The same bits, zero-extended.
    fn to_wide(self) -> Wide<8>;
    /// The low [`BITS`](Self::BITS) bits of `bits`.
    #[inline(always)]
    #[must_use]
    fn from_u128(bits: u128) -> Self {
        Self::from_wide(Wide::from_u128(bits))
    }
    /// The low 128 bits.
    #[inline(always)]
    fn to_u128(self) -> u128 {
        self.to_wide().to_u128()
    }
    /// Number of set bits.
    fn count_ones(self) -> u32;
    /// Index of the lowest set bit, [`BITS`](Self::BITS) if there is none.
    fn trailing_zeros(self) -> u32;
    /// Number of clear bits above the highest set bit.
    fn leading_zeros(self) -> u32;
    /// The bits in reverse order: bit 0 becomes the highest.
    #[must_use]
    fn reverse_bits(self) -> Self;
}

/// The cells of a board as a constant of the word `W`. Trait methods are not `const`, so it is not
/// [`Word::from_wide`] of the mask of the board.
#[doc(hidden)]
pub trait Cells<W> {
    /// All cells. Using the constant checks that the board fits the word.
    const ALL: W;
}

/// The mask of the board `G`, in a word of `bits` bits.
///
/// # Panics
/// At compile time, if the board does not fit.
const fn cells_in<G: Geometry>(bits: u32) -> Wide<8> {
    if Layout::<G>::BITS > bits {
        panic!("{}", WHICH_FITS[(Layout::<G>::BITS as usize - 1) / 64 - 1]);
    }
    G::MASK
}

/// Errors of boards that do not fit, by the number of limbs that they need besides the first.
const WHICH_FITS: [&str; 7] = [
    "the board does not fit the word; it fits u128",
    "the board does not fit the word; it fits Wide<3>",
    "the board does not fit the word; it fits Wide<4>",
    "the board does not fit the word; it fits Wide<5>",
    "the board does not fit the word; it fits Wide<6>",
    "the board does not fit the word; it fits Wide<7>",
    "the board does not fit the word; it fits Wide<8>",
];

/// Implements [`Bits`] and [`Word`] by the methods of the integers, which [`Wide`] has as well. In
/// braces is what differs; in constants, the word has the bits of a mask by `$convert`.
macro_rules! impl_word {
    ([$($parameter:tt)*] $word:ty, |$mask:ident| $convert:expr, { $($differs:tt)* }) => {
        impl<$($parameter)* G: Geometry> Cells<$word> for Layout<G> {
            const ALL: $word = {
                let $mask = cells_in::<G>(<$word>::BITS);
                $convert
            };
        }

        impl<$($parameter)*> sealed::Sealed for $word {}

        impl<$($parameter)*> Bits for $word {
            type Word = Self;
            const LANES: usize = 1;

            #[inline(always)]
            fn broadcast(self, word: Self) -> Self {
                word
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn zero_mask(self) -> Self {
                if self.is_zero() { !Self::ZERO } else { Self::ZERO }
            }
            #[inline(always)]
            fn is_zero(self) -> bool {
                self == Self::ZERO
            }
            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                self == other
            }
        }

        impl<$($parameter)*> Word for $word {
            const BITS: u32 = <$word>::BITS;
            type Board<G: Geometry> = Layout<G>;

            $($differs)*

            #[inline(always)]
            fn from_wide($mask: Wide<8>) -> Self {
                $convert
            }
            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }
            #[inline(always)]
            fn reverse_bits(self) -> Self {
                self.reverse_bits()
            }
        }
    };
}

impl_word!([] u64, |mask| mask.limbs()[0], {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline(always)]
    fn to_wide(self) -> Wide<8> {
        Wide::from_u128(self.into())
    }
});

impl_word!([] u128, |mask| mask.to_u128(), {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline(always)]
    fn to_wide(self) -> Wide<8> {
        Wide::from_u128(self)
    }
});

impl_word!([const N: usize,] Wide<N>, |mask| mask.resize(), {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::from_u128(1);

    #[inline(always)]
    fn to_wide(self) -> Wide<8> {
        self.resize()
    }
});
