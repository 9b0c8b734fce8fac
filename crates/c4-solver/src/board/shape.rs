//! The masks of a board, and moves of whole columns.

use bitboard_core::{Bits, Word};

use super::masks::Masks;
use super::size::Board;

/// The masks of a board in a word, or in each lane of a vector.
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

impl<T: Word> Shape<T> {
    #[inline(always)]
    pub(crate) fn new<B: Board<Word = T>>(board: B) -> Self {
        Self {
            width: board.width(),
            height: board.height(),
            cells: board.mask(),
            bottom: board.bottom(),
            guards: board.guards(),
            odd: board.odd_from_top(),
            top: [board.top_rows(2), board.top_rows(4)],
        }
    }

    /// Returns the masks in every lane of a vector.
    #[inline(always)]
    pub(crate) fn splat<V>(self, splat: impl Fn(T) -> V) -> Shape<V> {
        Shape {
            width: self.width,
            height: self.height,
            cells: splat(self.cells),
            bottom: splat(self.bottom),
            guards: splat(self.guards),
            odd: splat(self.odd),
            top: [splat(self.top[0]), splat(self.top[1])],
        }
    }
}

impl<V: Bits> Shape<V> {
    /// The cells on which a stone can land.
    #[inline(always)]
    pub(crate) fn moves(&self, all: V) -> V {
        all.wrapping_add(self.bottom) & self.cells
    }

    /// The guard bits of the columns that contain any of the `cells`.
    #[inline(always)]
    fn column_guards(&self, cells: V) -> V {
        cells.wrapping_add(self.cells) & self.guards
    }

    /// The columns that contain any of the `cells`, without their guard bits.
    #[inline(always)]
    pub(crate) fn columns(&self, cells: V) -> V {
        let guards = self.column_guards(cells);
        guards.wrapping_sub(guards >> self.height)
    }

    /// The lowest of the `cells` of each column and all cells above.
    #[inline(always)]
    pub(crate) fn upwards(&self, cells: V) -> V {
        // Within a column: x | -x.
        (cells | self.column_guards(cells).wrapping_sub(cells)) & self.cells
    }

    /// The columns in the opposite order.
    #[inline(always)]
    pub(crate) fn mirror(&self, bits: V) -> V {
        let stride = self.height + 1;
        // Up to the guard bit: a shift by `stride` overflows where a column fills the word.
        let guard = self.guards & !self.guards.without_lowest_bit();
        let column = guard | guard.wrapping_sub(guard.broadcast(V::Word::ONE));
        let mut mirrored = bits.broadcast(V::Word::ZERO);
        for x in 0..self.width {
            let moved = bits >> (x * stride) & column;
            mirrored |= moved << ((self.width - 1 - x) * stride);
        }
        mirrored
    }
}
