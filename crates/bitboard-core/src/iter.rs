//! Iterators over the cells and the subsets of a set.

use core::iter::FusedIterator;

use crate::bitboard::Bitboard;
use crate::bits::Word;
use crate::cell::Cell;
use crate::geometry::Geometry;

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

    /// All 2^[`len`](Self::len) subsets, from the empty set to the set itself, in the order of
    /// their words: Carry-Rippler enumeration.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor};
    ///
    /// let set = Bitboard::<u64, RowMajor<4, 1>>::new(0b1010);
    /// let subsets: Vec<u64> = set.subsets().map(|subset| subset.bits()).collect();
    /// assert_eq!(subsets, [0b0000, 0b0010, 0b1000, 0b1010]);
    /// ```
    #[inline]
    #[must_use]
    pub fn subsets(self) -> Subsets<W, G> {
        Subsets { set: self, next: Some(Self::EMPTY) }
    }
}

impl<W: Word, G: Geometry> IntoIterator for Bitboard<W, G> {
    type Item = Cell<G>;
    type IntoIter = Cells<W, G>;

    fn into_iter(self) -> Cells<W, G> {
        self.iter()
    }
}

impl<W: Word, G: Geometry> IntoIterator for &Bitboard<W, G> {
    type Item = Cell<G>;
    type IntoIter = Cells<W, G>;

    fn into_iter(self) -> Cells<W, G> {
        self.iter()
    }
}

/// The cells of a set, lowest bit first. Made by [`Bitboard::iter`].
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

/// The subsets of a set. Made by [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets<W: Word, G: Geometry> {
    set: Bitboard<W, G>,
    next: Option<Bitboard<W, G>>,
}

impl<W: Word, G: Geometry> Iterator for Subsets<W, G> {
    type Item = Bitboard<W, G>;

    #[inline]
    fn next(&mut self) -> Option<Bitboard<W, G>> {
        let subset = self.next?;
        // Subtracting the set carries through the bits outside it, so this counts inside the set.
        let set = self.set.bits();
        let following = Bitboard::from_valid_bits(subset.bits().wrapping_sub(set) & set);
        self.next = (!following.is_empty()).then_some(following);
        Some(subset)
    }
}

impl<W: Word, G: Geometry> FusedIterator for Subsets<W, G> {}
