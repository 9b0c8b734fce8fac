//! Set algebra as operators and in constants, conversions, and the iterator over cells.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::{Bitboard, Inner};
use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::wide::Wide;
use crate::word::{Bits, Word};

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

impl<W: Word, G: Geometry> Default for Bitboard<W, G> {
    /// The empty set.
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<W: Word, G: Geometry> From<Cell<G>> for Bitboard<W, G> {
    fn from(cell: Cell<G>) -> Self {
        Self::from_cell(cell)
    }
}

impl<W: Word, G: Geometry> FromIterator<Cell<G>> for Bitboard<W, G> {
    fn from_iter<I: IntoIterator<Item = Cell<G>>>(cells: I) -> Self {
        let mut board = Self::EMPTY;
        board.extend(cells);
        board
    }
}

impl<W: Word, G: Geometry> Extend<Cell<G>> for Bitboard<W, G> {
    fn extend<I: IntoIterator<Item = Cell<G>>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl<W: Word, G: Geometry> FromIterator<Self> for Bitboard<W, G> {
    /// The union of the sets.
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |union, set| union | set)
    }
}

/// Set algebra in constants. Trait methods are not `const`, so these are written once for each
/// word.
macro_rules! impl_const {
    ([$($parameter:tt)*] $word:ty, |$a:ident, $b:ident| $and:expr, $or:expr, $not:expr) => {
        impl<$($parameter)* G: Geometry> Bitboard<$word, G> {
            /// The cells in this set, in `other`, or in both, for constants.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                let ($a, $b) = (self.bits.0, other.bits.0);
                Self { bits: Inner($or), geometry: PhantomData }
            }

            /// The cells in both sets, for constants.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                let ($a, $b) = (self.bits.0, other.bits.0);
                Self { bits: Inner($and), geometry: PhantomData }
            }

            /// The cells in this set and not in `other`, for constants.
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                self.intersection(other.complement())
            }

            /// The cells of the board that are not in this set, for constants.
            #[must_use]
            pub const fn complement(self) -> Self {
                let $a = self.bits.0;
                Self { bits: Inner($not), geometry: PhantomData }.intersection(Self::FULL)
            }
        }
    };
}

impl_const!([] u64, |a, b| a & b, a | b, !a);
impl_const!([] u128, |a, b| a & b, a | b, !a);
impl_const!([const N: usize,] Wide<N>, |a, b| a.intersection(b), a.union(b), a.complement());

macro_rules! impl_from_integer {
    ($word:ty, $new:ident) => {
        impl<G: Geometry> Bitboard<$word, G> {
            /// The cells whose bits are set, for constants.
            ///
            /// # Panics
            /// If a bit is set that is not a cell; in a constant, that is a compile-time error.
            #[must_use]
            pub const fn $new(bits: $word) -> Self {
                let off_board = bits & !Self::FULL.bits.0;
                assert!(off_board == 0, "a bit is set that is not a cell of the board");
                Self { bits: Inner(bits), geometry: PhantomData }
            }
        }
    };
}

impl_from_integer!(u64, from_u64);
impl_from_integer!(u128, from_u128);

impl<const N: usize, G: Geometry> Bitboard<Wide<N>, G> {
    /// The cells whose bits are set, for constants. Limb 0 has the lowest bits.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, RowMajor, Wide};
    ///
    /// type Board = Bitboard<Wide<4>, RowMajor<15, 15>>;
    ///
    /// const FIRST_AND_65TH: Board = Board::from_limbs([1, 1, 0, 0]);
    /// assert!(FIRST_AND_65TH.contains(Cell::new(4, 4).unwrap()));
    /// ```
    ///
    /// # Panics
    /// If a bit is set that is not a cell; in a constant, that is a compile-time error.
    #[must_use]
    pub const fn from_limbs(limbs: [u64; N]) -> Self {
        let bits = Wide::from_limbs(limbs);
        let cells = bits.intersection(Self::FULL.bits.0);
        assert!(
            bits.count_ones() == cells.count_ones(),
            "a bit is set that is not a cell of the board"
        );
        Self { bits: Inner(bits), geometry: PhantomData }
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The cells, lowest bit first.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// let row = Bitboard::<u64, Chess>::row(0);
    /// assert_eq!(row.iter().next_back(), Some(Cell::H1));
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(self) -> Cells<W, G> {
        Cells { rest: self }
    }
}

impl<W: Word, G: Geometry> IntoIterator for Bitboard<W, G> {
    type Item = Cell<G>;
    type IntoIter = Cells<W, G>;

    fn into_iter(self) -> Cells<W, G> {
        self.iter()
    }
}

/// The cells of a set, lowest bit first. Created by [`Bitboard::iter`].
#[derive(Clone, Debug)]
pub struct Cells<W: Word, G: Geometry> {
    rest: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Iterator for Cells<W, G> {
    type Item = Cell<G>;

    #[inline]
    fn next(&mut self) -> Option<Cell<G>> {
        self.rest.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest.len() as usize;
        (len, Some(len))
    }
}

impl<W: Word, G: Geometry> DoubleEndedIterator for Cells<W, G> {
    #[inline]
    fn next_back(&mut self) -> Option<Cell<G>> {
        self.rest.pop_last()
    }
}

impl<W: Word, G: Geometry> ExactSizeIterator for Cells<W, G> {}
impl<W: Word, G: Geometry> FusedIterator for Cells<W, G> {}
