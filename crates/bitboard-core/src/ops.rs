//! The operators of set algebra.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::geometry::Geometry;

impl<B: Bits, G: Geometry> Not for Bitboard<B, G> {
    type Output = Self;

    /// The cells of the board that are not in the set.
    #[inline(always)]
    fn not(self) -> Self {
        Self::from_bits_truncate(!self.bits())
    }
}

macro_rules! impl_operator {
    ($trait:ident $function:ident, $assign_trait:ident $assign:ident,
     |$a:ident, $b:ident| $bits:expr, $doc:literal) => {
        impl<B: Bits, G: Geometry, R: Into<Self>> $trait<R> for Bitboard<B, G> {
            type Output = Self;

            #[doc = $doc]
            #[inline(always)]
            fn $function(self, other: R) -> Self {
                let ($a, $b) = (self.bits(), other.into().bits());
                Self::from_valid_bits($bits)
            }
        }

        impl<B: Bits, G: Geometry, R: Into<Self>> $assign_trait<R> for Bitboard<B, G> {
            #[inline(always)]
            fn $assign(&mut self, other: R) {
                *self = $trait::$function(*self, other);
            }
        }
    };
}

impl_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b, "The cells in both sets.");
impl_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b,
    "The cells in either set or both.");
impl_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b,
    "The cells in exactly one of the sets.");
impl_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b,
    "The cells in the left set and not in the right one.");
