//! Machine words that hold one board.

use crate::bits::{Bits, Word, sealed};
use crate::geometry::Geometry;
use crate::masks::Checked;
use crate::wide::Wide;

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
            fn if_zero(self, then: Self, otherwise: Self) -> Self {
                if self.is_zero() { then } else { otherwise }
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
            type Masks<G: Geometry> = Checked<Self, G>;

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
