//! Masks that follow from the size of a board.

use bitboard_core::{Bits as _, Word};

use super::column::{Column, ColumnSet};
use super::size::Board;

/// The masks of a board. Cells are bits of a word: bit = y + (height + 1)·x, row 0 at the bottom, with a guard bit on top of
/// each column.
pub(crate) trait Masks: Board {
    /// The lowest cell of every column.
    #[inline(always)]
    fn bottom(self) -> Self::Word {
        Self::Word::from_u128(self.bottom_bits())
    }

    /// All cells.
    #[inline(always)]
    fn mask(self) -> Self::Word {
        // The bits of a column are those between its bottom and its guard.
        self.guards().wrapping_sub(self.bottom())
    }

    /// The guard bits, one on top of each column.
    #[inline(always)]
    fn guards(self) -> Self::Word {
        self.bottom() << self.height()
    }

    /// Column `x`, counted from 0, without its guard bit; zero if the column does not exist.
    #[inline(always)]
    fn column(self, x: u32) -> Self::Word {
        if x >= self.width() {
            return Self::Word::ZERO;
        }
        (Self::Word::ONE << self.height()).wrapping_sub(Self::Word::ONE)
            << (x * (self.height() + 1))
    }

    /// The cell in a column and row, counted from 0 at the bottom left; zero if the cell does not exist.
    #[inline(always)]
    fn cell(self, column: Column, row: u32) -> Self::Word {
        let x = column.index();
        if x >= self.width() || row >= self.height() {
            return Self::Word::ZERO;
        }
        Self::Word::ONE << (x * (self.height() + 1) + row)
    }

    /// The columns that contain some of the `cells`.
    fn columns_of(self, cells: Self::Word) -> ColumnSet {
        Column::all(self.width())
            .filter(|column| !(cells & self.column(column.index())).is_zero())
            .collect()
    }

    /// The cells with an odd number of cells from there up to the top of the column.
    #[inline(always)]
    fn odd_from_top(self) -> Self::Word {
        let top = self.guards() >> 1;
        let (mut cells, mut y) = (top, 2);
        while y < self.height() {
            cells |= top >> y;
            y += 2;
        }
        cells
    }

    /// The cells in the `rows` highest rows.
    #[inline(always)]
    fn top_rows(self, rows: u32) -> Self::Word {
        let height = self.height();
        self.guards().wrapping_sub(self.bottom() << height.saturating_sub(rows))
    }

    /// The columns in the opposite order.
    #[inline(always)]
    fn mirror(self, word: Self::Word) -> Self::Word {
        let (stride, width) = (self.height() + 1, self.width());
        let column = self.column(0) | Self::Word::ONE << self.height();
        let mut mirrored = Self::Word::ZERO;
        let mut x = 0;
        while x < width {
            mirrored |= (word >> (x * stride) & column) << ((width - 1 - x) * stride);
            x += 1;
        }
        mirrored
    }
}

impl<B: Board> Masks for B {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Standard;

    #[test]
    fn columns_off_the_board_are_empty() {
        let columns = [6, 7, u32::MAX].map(|x| Standard::BOARD.column(x));
        assert_eq!(columns, [0b111_111 << 42, 0, 0]);
    }
}
