//! Machine words that hold a board.

use core::fmt::{Debug, LowerHex};
use core::hash::Hash;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr,
    ShrAssign,
};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// An unsigned machine word: `u64` or `u128`.
///
/// Bit 0 is the least significant bit. The trait is sealed: the crate relies on words behaving
/// exactly like these two.
pub trait Word:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + LowerHex
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Shl<u32, Output = Self>
    + ShlAssign<u32>
    + Shr<u32, Output = Self>
    + ShrAssign<u32>
    + 'static
{
    /// How many bits there are: 64 or 128.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Bit 0 set.
    const ONE: Self;

    /// The low bits of `bits`; the others are dropped.
    fn from_u128(bits: u128) -> Self;
    /// The same bits, zero-extended.
    fn to_u128(self) -> u128;
    /// How many bits are set.
    fn count_ones(self) -> u32;
    /// The index of the lowest set bit, [`BITS`](Self::BITS) if there is none.
    fn trailing_zeros(self) -> u32;
    /// How many bits are clear above the highest set bit.
    fn leading_zeros(self) -> u32;
    /// Bit 0 becomes the highest bit, and so on.
    #[must_use]
    fn reverse_bits(self) -> Self;
    /// Addition modulo 2^[`BITS`](Self::BITS).
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// Subtraction modulo 2^[`BITS`](Self::BITS).
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// Multiplication modulo 2^[`BITS`](Self::BITS).
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The lowest set bit alone, or zero.
    #[inline]
    #[must_use]
    fn lowest_bit(self) -> Self {
        self & Self::ZERO.wrapping_sub(self)
    }

    /// The word without its lowest set bit.
    #[inline]
    #[must_use]
    fn without_lowest_bit(self) -> Self {
        self & self.wrapping_sub(Self::ONE)
    }
}

macro_rules! impl_word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn from_u128(bits: u128) -> Self {
                bits as $word
            }
            #[inline(always)]
            fn to_u128(self) -> u128 {
                u128::from(self)
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
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn wrapping_mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);
