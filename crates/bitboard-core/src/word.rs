//! The types that hold the bits of boards: machine words, and vectors of them.
//!
//! A [`Bits`] holds one board in a word or several side by side in a vector; steps, slides and
//! floods use only its operators. A [`Word`] holds one board and can also count and find its bits.
//! `u64`, `u128` and [`Wide`] are both; the vectors of the module `simd` are `Bits` only.

use core::fmt::{Binary, Debug, LowerHex};
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::geometry::{BoardMasks, Geometry, Masks};
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
    #[doc(hidden)]
    #[must_use]
    fn broadcast(self, word: Self::Word) -> Self;
    /// Addition modulo 2^BITS, board by board.
    #[doc(hidden)]
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// Subtraction modulo 2^BITS, board by board.
    #[doc(hidden)]
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// All ones for the boards that are empty, zero for the others.
    #[doc(hidden)]
    #[must_use]
    fn zero_mask(self) -> Self;
    /// The boards of `then` where those of `self` are empty, else empty boards.
    #[doc(hidden)]
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

/// The constants of the board `G` in the words of `B`.
pub(crate) type MasksOf<B, G> = <<B as Bits>::Word as Word>::Masks<G>;

/// An unsigned integer that holds one board: `u64`, `u128` or [`Wide<N>`](Wide).
///
/// Bit 0 is the least significant bit. The trait is sealed: the crate relies on words behaving
/// exactly like these.
pub trait Word:
    Bits<Word = Self> + Eq + Ord + Hash + Default + Debug + LowerHex + Binary + Send + Sync + 'static
{
    /// Number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Bit 0 set.
    const ONE: Self;

    /// The constants of a board in this word. Using them checks that the board fits.
    #[doc(hidden)]
    type Masks<G: Geometry>: Masks<Self>;

    /// The low [`BITS`](Self::BITS) bits of `bits`.
    fn from_wide(bits: Wide<8>) -> Self;
    /// The same bits, zero-extended.
    fn to_wide(self) -> Wide<8>;
    /// The low [`BITS`](Self::BITS) bits of `bits`.
    fn from_u128(bits: u128) -> Self;
    /// The low 128 bits.
    fn to_u128(self) -> u128;
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

macro_rules! impl_bits {
    ([$($parameter:tt)*] $word:ty) => {
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
    };
}

macro_rules! impl_word {
    (
        [$($parameter:tt)*] $word:ty, $bits:expr, $zero:expr, $one:expr,
        |$wide:ident| $from_wide:expr, |$self:ident| $to_wide:expr,
        |$number:ident| $from_u128:expr, |$this:ident| $to_u128:expr
    ) => {
        impl_bits!([$($parameter)*] $word);

        impl<$($parameter)*> Word for $word {
            const BITS: u32 = $bits;
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            type Masks<G: Geometry> = BoardMasks<Self, G>;

            #[inline(always)]
            fn from_wide($wide: Wide<8>) -> Self {
                $from_wide
            }
            #[inline(always)]
            fn to_wide(self) -> Wide<8> {
                let $self = self;
                $to_wide
            }
            #[inline(always)]
            fn from_u128($number: u128) -> Self {
                $from_u128
            }
            #[inline(always)]
            fn to_u128(self) -> u128 {
                let $this = self;
                $to_u128
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

impl_word!([] u64, 64, 0, 1,
    |wide| wide.limbs()[0], |word| Wide::from_u128(word as u128),
    |bits| bits as u64, |word| u128::from(word));
impl_word!([] u128, 128, 0, 1,
    |wide| wide.to_u128(), |word| Wide::from_u128(word),
    |bits| bits, |word| word);
impl_word!([const N: usize] Wide<N>, Wide::<N>::BITS, Wide::ZERO, Wide::from_u128(1),
    |wide| wide.resize(), |word| word.resize(),
    |bits| Wide::from_u128(bits), |word| word.to_u128());
