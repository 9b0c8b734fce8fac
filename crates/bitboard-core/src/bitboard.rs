//! The set of cells.

use core::marker::PhantomData;

use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::symmetry::Symmetry;
use crate::word::Word;

/// A set of cells of the board `G`, one bit each in a `W`.
///
/// Bits that are no cells are always clear. Sets combine with `&`, `|`, `^`, `-` (difference) and
/// `!` (complement on the board), and are ordered as numbers.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, RowMajor};
///
/// type Board = Bitboard<u128, RowMajor<6, 12>>;
/// let mut board = Board::EMPTY;
/// let cell = Cell::new(2, 5).unwrap();
/// assert!(board.insert(cell));
/// assert_eq!(board.word(), 1 << (2 + 6 * 5));
/// assert_eq!((!board).len(), 71);
/// ```
///
/// A board that does not fit the word does not compile:
///
/// ```compile_fail
/// use bitboard_core::{Bitboard, RowMajor};
/// let full = Bitboard::<u64, RowMajor<6, 12>>::full();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<W, G> {
    word: W,
    geometry: PhantomData<G>,
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// No cell.
    pub const EMPTY: Self = Self { word: W::ZERO, geometry: PhantomData };

    /// For what is known to have no bits off the board.
    #[inline(always)]
    pub(crate) fn from_valid_word(word: W) -> Self {
        debug_assert!(word & !Self::full().word == W::ZERO);
        Self { word, geometry: PhantomData }
    }

    /// All cells of the board.
    #[inline(always)]
    #[must_use]
    pub fn full() -> Self {
        const { assert!(G::BITS <= W::BITS, "the board does not fit the word") };
        Self { word: W::from_u128(G::MASK), geometry: PhantomData }
    }

    /// The cells whose bits are set in `word`. Bits that are no cells are dropped.
    #[inline(always)]
    #[must_use]
    pub fn from_word(word: W) -> Self {
        Self { word: word & Self::full().word, geometry: PhantomData }
    }

    /// The cells whose bits are set in `word`, or `None` if one of them is no cell.
    #[inline]
    #[must_use]
    pub fn try_from_word(word: W) -> Option<Self> {
        let board = Self::from_word(word);
        (board.word == word).then_some(board)
    }

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub fn from_cell(cell: Cell<G>) -> Self {
        Self::from_valid_word(W::ONE << cell.index())
    }

    /// The bits.
    #[inline(always)]
    #[must_use]
    pub const fn word(self) -> W {
        self.word
    }

    /// How many cells there are in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.word.count_ones()
    }

    /// Whether there is no cell in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.word.is_zero()
    }

    /// Whether `cell` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, cell: Cell<G>) -> bool {
        !(self.word >> cell.index() & W::ONE).is_zero()
    }

    /// Puts `cell` in and says whether it was missing.
    #[inline]
    pub fn insert(&mut self, cell: Cell<G>) -> bool {
        let missing = !self.contains(cell);
        self.word |= W::ONE << cell.index();
        missing
    }

    /// Takes `cell` out and says whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell<G>) -> bool {
        let present = self.contains(cell);
        self.word &= !(W::ONE << cell.index());
        present
    }

    /// The cell with the lowest bit.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell<G>> {
        (!self.is_empty()).then(|| Cell::from_valid_index(self.word.trailing_zeros()))
    }

    /// The cell with the highest bit.
    #[inline]
    #[must_use]
    pub fn last(self) -> Option<Cell<G>> {
        let highest = |word: W| W::BITS - 1 - word.leading_zeros();
        (!self.is_empty()).then(|| Cell::from_valid_index(highest(self.word)))
    }

    /// Takes the cell with the lowest bit out.
    #[inline]
    pub fn pop_first(&mut self) -> Option<Cell<G>> {
        let cell = self.first()?;
        self.word = self.word.without_lowest_bit();
        Some(cell)
    }

    /// Takes the cell with the highest bit out.
    #[inline]
    pub fn pop_last(&mut self) -> Option<Cell<G>> {
        let cell = self.last()?;
        self.remove(cell);
        Some(cell)
    }

    /// The cell with the lowest bit as a set, empty if there is none.
    #[inline]
    #[must_use]
    pub fn first_as_set(self) -> Self {
        Self::from_valid_word(self.word.lowest_bit())
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self.word & !other.word).is_zero()
    }

    /// Whether no cell is in both sets.
    #[inline]
    #[must_use]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self.word & other.word).is_zero()
    }

    /// The set turned or reflected, or `None` if some cell would leave the board, which the
    /// [symmetries](Geometry::symmetries) of the board never do. Half a turn of a board without
    /// holes is a reversal of bits; the others move cell by cell.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Option<Self> {
        if symmetry == Symmetry::ROTATE_180 && Self::full().reversed() == Self::full() {
            return Some(self.reversed());
        }
        self.iter()
            .map(|cell| {
                let (x, y) = symmetry.apply(cell.coords(), G::WIDTH, G::HEIGHT)?;
                Cell::new(x, y)
            })
            .collect()
    }

    /// The smallest of the images under all symmetries of the board: two sets have the same one
    /// exactly if a symmetry takes one to the other.
    #[must_use]
    pub fn canonical(self) -> Self {
        G::symmetries().filter_map(|symmetry| self.transform(symmetry)).fold(self, Ord::min)
    }

    /// The bits in reverse order, from bit 0 to the last bit of the board.
    fn reversed(self) -> Self {
        Self { word: self.word.reverse_bits() >> (W::BITS - G::BITS), geometry: PhantomData }
    }
}

/// What Rust can do in constants needs a concrete word. The operators do the same at run time.
macro_rules! impl_const {
    ($word:ty) => {
        impl<G: Geometry> Bitboard<$word, G> {
            /// All cells of the board.
            pub const FULL: Self = {
                assert!(G::BITS <= <$word>::BITS, "the board does not fit the word");
                Self { word: G::MASK as $word, geometry: PhantomData }
            };

            /// The cells whose bits are set: the twin of [`try_from_word`](Self::try_from_word) for
            /// constants.
            ///
            /// # Panics
            /// If a bit is set that is no cell; in a constant, that is an error of compilation.
            #[must_use]
            pub const fn new(bits: $word) -> Self {
                assert!(bits & !Self::FULL.word == 0, "a bit is set that is no cell of the board");
                Self { word: bits, geometry: PhantomData }
            }

            /// The cells at these (x, y).
            ///
            /// # Panics
            /// If one of them does not exist; in a constant, that is an error of compilation.
            #[must_use]
            pub const fn from_coords(cells: &[(usize, usize)]) -> Self {
                let mut bits = 0;
                let mut i = 0;
                while i < cells.len() {
                    let (x, y) = cells[i];
                    assert!(x < G::WIDTH && y < G::HEIGHT, "a cell lies off the board");
                    bits |= 1 << (x as u32 * G::X_STRIDE + y as u32 * G::Y_STRIDE);
                    i += 1;
                }
                Self::new(bits)
            }

            /// The cells in this set, in `other`, or in both.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self { word: self.word | other.word, geometry: PhantomData }
            }

            /// The cells in both sets.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self { word: self.word & other.word, geometry: PhantomData }
            }

            /// The cells in this set and not in `other`.
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self { word: self.word & !other.word, geometry: PhantomData }
            }

            /// The cells in one of the sets and not in the other.
            #[must_use]
            pub const fn symmetric_difference(self, other: Self) -> Self {
                Self { word: self.word ^ other.word, geometry: PhantomData }
            }

            /// The cells of the board that are not in this set.
            #[must_use]
            pub const fn complement(self) -> Self {
                Self::FULL.difference(self)
            }
        }
    };
}

impl_const!(u64);
impl_const!(u128);

impl<W: Word, G: Geometry> Default for Bitboard<W, G> {
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
