//! The set of cells.
//!
//! This file has the type [`Bitboard`], its constructors and the queries of its cells; the file
//! `ops` has operators, set algebra in constants, conversions and iterators. Other files add the
//! methods of their subject: `steps`, `slides` and `flood` move sets, `symmetry` turns them,
//! `picture` and `serde` read and write them, and `simd` stores vectors of them.

pub(crate) mod ops;

use core::marker::PhantomData;

use bytemuck::TransparentWrapper;

use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::word::{Bits, Cells, Word};

/// A set of cells of the board `G`, one bit each in a word `W`.
///
/// Bits that are not cells are always clear. Sets combine with `&`, `|`, `^`, `-` (difference) and
/// `!` (complement on the board), with each other and with single cells. They are ordered as
/// numbers.
///
/// `W` is `u64`, `u128` or [`Wide<N>`](crate::Wide), or a vector, which holds one set for each of
/// its lanes.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, RowMajor};
///
/// type Board = Bitboard<u128, RowMajor<6, 12>>;
/// let cell = Cell::new(2, 5).unwrap();
/// let mut board = Board::EMPTY | cell;
/// assert_eq!(board.bits(), 1 << (2 + 6 * 5));
/// assert_eq!((!board).len(), 71);
/// assert!(board.contains(cell) && !board.is_disjoint(Board::row(5)));
/// assert!(board.insert(Cell::new(0, 0).unwrap()) && board.remove(cell));
/// assert_eq!(board, Board::from_coords(&[(0, 0)]));
/// ```
///
/// A board that does not fit the word is a compile-time error, which `cargo build` reports.
/// `cargo check` does not, because it does not evaluate the constants of generic types:
///
/// ```compile_fail
/// # use bitboard_core::{Bitboard, RowMajor};
/// let full = Bitboard::<u64, RowMajor<6, 12>>::FULL;
/// ```
///
/// Bits that are not cells cannot be wrapped by other crates:
///
/// ```compile_fail
/// # use bitboard_core::{Bitboard, RowMajor};
/// # use bytemuck::TransparentWrapper;
/// let board = Bitboard::<u64, RowMajor<3, 2>>::wrap(u64::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TransparentWrapper)]
#[repr(transparent)]
#[transparent(Inner<W>)]
pub struct Bitboard<W, G> {
    bits: Inner<W>,
    geometry: PhantomData<G>,
}

/// The bits of a set. The type is private: otherwise other crates could make sets with bits off the
/// board by `TransparentWrapper`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TransparentWrapper)]
#[repr(transparent)]
struct Inner<W>(W);

/// Sets in words and in vectors.
impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// Wraps bits, of which those off the board must be clear.
    #[inline(always)]
    pub(crate) fn from_valid_bits(bits: B) -> Self {
        debug_assert!((bits & !bits.broadcast(Self::MASK)).is_zero());
        Self { bits: Inner(bits), geometry: PhantomData }
    }

    const MASK: B::Word = <<B::Word as Word>::Board<G>>::ALL;

    /// The cells whose bits are set. Bits that are not cells are dropped.
    #[inline(always)]
    #[must_use]
    pub fn from_bits_truncate(bits: B) -> Self {
        Self { bits: Inner(bits & bits.broadcast(Self::MASK)), geometry: PhantomData }
    }

    /// The cells whose bits are set, or `None` if a bit is set that is not a cell.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor};
    ///
    /// type Board = Bitboard<u64, RowMajor<3, 2>>;
    /// assert_eq!(Board::from_bits(0b100_000), Some(Board::from_coords(&[(2, 1)])));
    /// assert_eq!(Board::from_bits(0b1_000_000), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_bits(bits: B) -> Option<Self> {
        let board = Self::from_bits_truncate(bits);
        board.bits.0.equals(bits).then_some(board)
    }

    /// The cells of the set whose bits are set in `bits`, which may have bits off the board, as
    /// those of [`neighbor_bits`](crate::Steps::neighbor_bits) have.
    #[inline(always)]
    #[must_use]
    pub fn intersect_bits(self, bits: B) -> Self {
        Self { bits: Inner(self.bits.0 & bits), geometry: PhantomData }
    }

    /// The sets of `then` in the lanes where those of `self` are empty, else empty sets.
    #[inline(always)]
    #[must_use]
    pub fn if_empty(self, then: Self) -> Self {
        Self::from_valid_bits(self.bits.0.if_zero(then.bits.0))
    }

    /// The bits of the cells. All other bits are clear.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> B {
        self.bits.0
    }

    /// Returns whether the set is empty; for a vector, whether all sets are.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits.0.is_zero()
    }

    /// Returns a vector of sets with `board` in every lane.
    #[inline(always)]
    #[must_use]
    pub fn broadcast(self, board: Bitboard<B::Word, G>) -> Self {
        Self { bits: Inner(self.bits.0.broadcast(board.bits.0)), geometry: PhantomData }
    }

    /// The cell with the lowest bit as a set, empty if there is none; in each lane.
    #[inline]
    #[must_use]
    pub fn isolate_first(self) -> Self {
        Self { bits: Inner(self.bits.0.lowest_bit()), geometry: PhantomData }
    }
}

/// One set in a word.
impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// No cells.
    pub const EMPTY: Self = {
        // Using the constant checks that the board fits.
        let _ = Self::MASK;
        Self { bits: Inner(W::ZERO), geometry: PhantomData }
    };
    /// All cells of the board.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Geometry, Word};
    ///
    /// fn cells<W: Word, G: Geometry>() -> u32 {
    ///     Bitboard::<W, G>::FULL.len()
    /// }
    /// let board: Bitboard<u64, Chess> = Bitboard::FULL;
    /// assert_eq!(board.len(), cells::<u128, Chess>());
    /// ```
    pub const FULL: Self = Self { bits: Inner(Self::MASK), geometry: PhantomData };

    /// The cells whose bits are set.
    ///
    /// For constants there are [`from_u64`](Self::from_u64) and its siblings.
    ///
    /// # Panics
    /// If a bit is set that is not a cell.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn new(bits: W) -> Self {
        Self::from_bits(bits).expect("a bit is set that is not a cell of the board")
    }

    /// The set of one cell. Several are collected, or named: `from_names("d4 e5")`.
    #[inline]
    #[must_use]
    pub fn from_cell(cell: Cell<G>) -> Self {
        Self::from_valid_bits(W::ONE << cell.index())
    }

    /// The cells at these (column, row), both from 0.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Columns};
    ///
    /// let board = Bitboard::<u64, Columns<7, 6>>::from_coords(&[(3, 0), (3, 1), (2, 0)]);
    /// assert_eq!(board.to_string(), "\
    /// . . . . . . .
    /// . . . . . . .
    /// . . . . . . .
    /// . . . . . . .
    /// . . . X . . .
    /// . . X X . . .");
    /// ```
    ///
    /// # Panics
    /// If one of them is not a cell of the board.
    #[must_use]
    #[track_caller]
    pub fn from_coords(cells: &[(usize, usize)]) -> Self {
        let mut board = Self::EMPTY;
        for &(x, y) in cells {
            board.insert(Cell::new(x, y).expect("a cell lies off the board"));
        }
        board
    }

    /// The cells of row `y`, from 0. The set is empty if the board has fewer rows.
    #[must_use]
    pub fn row(y: usize) -> Self {
        (0..G::WIDTH).filter_map(|x| Cell::new(x, y)).collect()
    }

    /// The cells of column `x`, from 0. The set is empty if the board has fewer columns.
    #[must_use]
    pub fn column(x: usize) -> Self {
        (0..G::HEIGHT).filter_map(|y| Cell::new(x, y)).collect()
    }

    /// The same set in another word.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Wide};
    ///
    /// let board = Bitboard::<u64, Chess>::row(7);
    /// let wide: Bitboard<Wide<2>, Chess> = board.to_word();
    /// assert_eq!(wide.to_word::<u64>(), board);
    /// ```
    #[inline]
    #[must_use]
    pub fn to_word<V: Word>(self) -> Bitboard<V, G> {
        Bitboard::from_valid_bits(V::from_wide(self.bits.0.to_wide()))
    }

    /// Number of cells in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.bits.0.count_ones()
    }

    /// Returns whether the set has more than one cell.
    #[inline]
    #[must_use]
    pub fn more_than_one(self) -> bool {
        !self.bits.0.without_lowest_bit().is_zero()
    }

    /// The cell of a set of exactly one cell.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// let mut board = Bitboard::<u64, Chess>::from_cell(Cell::E4);
    /// assert_eq!(board.single(), Some(Cell::E4));
    /// board.insert(Cell::A1);
    /// assert_eq!(board.single(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Cell<G>> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Returns whether `cell` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, cell: Cell<G>) -> bool {
        !(self.bits.0 >> cell.index() & W::ONE).is_zero()
    }

    /// Adds `cell`. Returns whether it was missing.
    #[inline]
    pub fn insert(&mut self, cell: Cell<G>) -> bool {
        let missing = !self.contains(cell);
        *self |= cell;
        missing
    }

    /// Removes `cell`. Returns whether it was present.
    #[inline]
    pub fn remove(&mut self, cell: Cell<G>) -> bool {
        let present = self.contains(cell);
        *self -= cell;
        present
    }

    /// The cell with the lowest bit.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell<G>> {
        (!self.is_empty()).then(|| Cell::from_valid_index(self.bits.0.trailing_zeros()))
    }

    /// The cell with the highest bit.
    #[inline]
    #[must_use]
    pub fn last(self) -> Option<Cell<G>> {
        (!self.is_empty())
            .then(|| Cell::from_valid_index(W::BITS - 1 - self.bits.0.leading_zeros()))
    }

    /// Removes and returns the cell with the lowest bit.
    #[inline]
    pub fn pop_first(&mut self) -> Option<Cell<G>> {
        let cell = self.first()?;
        self.bits.0 = self.bits.0.without_lowest_bit();
        Some(cell)
    }

    /// Removes and returns the cell with the highest bit.
    #[inline]
    pub fn pop_last(&mut self) -> Option<Cell<G>> {
        let cell = self.last()?;
        self.remove(cell);
        Some(cell)
    }

    /// Returns whether every cell of this set is in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self.bits.0 & !other.bits.0).is_zero()
    }

    /// Returns whether the sets have no cell in common.
    #[inline]
    #[must_use]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self.bits.0 & other.bits.0).is_zero()
    }

    /// The bits of each set of a slice.
    #[inline]
    #[cfg(feature = "simd")]
    pub(crate) fn slice_to_bits(boards: &[Self]) -> &[W] {
        Inner::peel_slice(Self::peel_slice(boards))
    }

    /// The bits of each set of a slice, mutably. Only bits of cells may be set.
    #[inline]
    #[cfg(feature = "simd")]
    pub(crate) fn slice_to_bits_mut(boards: &mut [Self]) -> &mut [W] {
        Inner::peel_slice_mut(Self::peel_slice_mut(boards))
    }
}
