//! The operators of set algebra.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::word::Word;

impl<W: Word, G: Geometry> Not for Bitboard<W, G> {
    type Output = Self;

    /// The cells of the board that are not in the set.
    #[inline(always)]
    fn not(self) -> Self {
        Self::full() - self
    }
}

macro_rules! impl_operator {
    ($trait:ident $function:ident, $assign_trait:ident $assign:ident,
     |$a:ident, $b:ident| $word:expr, $doc:literal) => {
        impl<W: Word, G: Geometry> $trait for Bitboard<W, G> {
            type Output = Self;

            #[doc = $doc]
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                let ($a, $b) = (self.word(), other.word());
                Self::from_valid_word($word)
            }
        }

        impl<W: Word, G: Geometry> $assign_trait for Bitboard<W, G> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
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
