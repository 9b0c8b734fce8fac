//! Boards as bits: one board in a word, or one in each lane of a vector.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use bitboard_core::Word;

use crate::board::Board;

/// One board, or several side by side. Formulas are written once for both.
pub(crate) trait Bits:
    Copy
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The word of one board.
    type Word: Word;
    /// Number of boards.
    const LANES: usize;

    /// The same board in all lanes.
    fn splat(word: Self::Word) -> Self;
    /// The first boards of a slice.
    fn load(words: &[Self::Word]) -> Self;
    /// Writes the boards to the front of a slice.
    fn store(self, words: &mut [Self::Word]);
    /// Addition modulo the size of the word, lane by lane.
    fn plus(self, other: Self) -> Self;
    /// Subtraction modulo the size of the word, lane by lane.
    fn minus(self, other: Self) -> Self;
    /// All bits of the lanes that are zero, no bits of the others.
    fn where_zero(self) -> Self;
    /// Whether all lanes are zero.
    fn all_zero(self) -> bool;

    /// The boards without their lowest set bits.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.minus(Self::splat(Self::Word::ONE))
    }

    /// All bits of the lanes that are not zero, no bits of the others.
    #[inline(always)]
    fn where_set(self) -> Self {
        !self.where_zero()
    }
}

impl<T: Word> Bits for T {
    type Word = T;
    const LANES: usize = 1;

    #[inline(always)]
    fn splat(word: T) -> T {
        word
    }

    #[inline(always)]
    fn load(words: &[T]) -> T {
        words[0]
    }

    #[inline(always)]
    fn store(self, words: &mut [T]) {
        words[0] = self;
    }

    #[inline(always)]
    fn plus(self, other: T) -> T {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: T) -> T {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn where_zero(self) -> T {
        if self.is_zero() { !T::ZERO } else { T::ZERO }
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        self.is_zero()
    }
}

/// The masks of a board, as [`Bits`].
#[derive(Clone, Copy)]
pub(crate) struct Shape<V> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// All cells.
    pub(crate) cells: V,
    /// The lowest cells of the columns.
    pub(crate) bottom: V,
    /// The bits on top of the columns.
    pub(crate) guards: V,
    /// The cells with an odd number of cells from there up to the top of the column.
    pub(crate) odd: V,
    /// The cells of the two and of the four highest rows.
    pub(crate) top: [V; 2],
}

impl<V: Bits> Shape<V> {
    #[inline(always)]
    pub(crate) fn new<B: Board<Word = V::Word>>(board: B) -> Self {
        Self {
            width: board.width(),
            height: board.height(),
            cells: V::splat(board.mask()),
            bottom: V::splat(board.bottom()),
            guards: V::splat(board.guards()),
            odd: V::splat(board.odd_from_top()),
            top: [V::splat(board.top_rows(2)), V::splat(board.top_rows(4))],
        }
    }

    /// The cells on which a stone can land.
    #[inline(always)]
    pub(crate) fn moves(&self, all: V) -> V {
        all.plus(self.bottom) & self.cells
    }

    /// The guard bits of the columns that contain any of the `cells`.
    #[inline(always)]
    fn column_guards(&self, cells: V) -> V {
        cells.plus(self.cells) & self.guards
    }

    /// The columns that contain any of the `cells`, without their guard bits.
    #[inline(always)]
    pub(crate) fn columns(&self, cells: V) -> V {
        let guards = self.column_guards(cells);
        guards.minus(guards >> self.height)
    }

    /// The lowest of the `cells` of each column and all cells above.
    #[inline(always)]
    pub(crate) fn upwards(&self, cells: V) -> V {
        // Within a column: x | -x.
        (cells | self.column_guards(cells).minus(cells)) & self.cells
    }

    /// The columns in the opposite order.
    #[inline(always)]
    pub(crate) fn mirror(&self, bits: V) -> V {
        let stride = self.height + 1;
        // Up to the guard bit: a shift by `stride` overflows where a column fills the word.
        let guard = self.guards & !self.guards.without_lowest();
        let column = guard | guard.minus(V::splat(V::Word::ONE));
        let mut mirrored = V::splat(V::Word::ZERO);
        for x in 0..self.width {
            let moved = bits >> (x * stride) & column;
            mirrored = mirrored | moved << ((self.width - 1 - x) * stride);
        }
        mirrored
    }
}
