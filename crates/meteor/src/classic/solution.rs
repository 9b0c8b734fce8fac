//! Solutions and how they are printed.

use core::cmp::Ordering;
use core::fmt;

use crate::halves::bit_of;

/// A full board.
///
/// It prints as in the Computer Language Benchmarks Game: ten lines, odd rows indented by a space, a
/// space after each cell. Solutions are ordered as these texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solution {
    /// The bits of the numbers of the pieces, the lowest first, on all cells.
    planes: [u64; 4],
}

impl Solution {
    /// Piece 0 everywhere, to be painted on.
    pub(crate) const EMPTY: Self = Self { planes: [0; 4] };

    /// Puts a piece on cells, given as bits of the spaced layout, on which nothing was painted.
    #[inline]
    pub(crate) fn paint(&mut self, cells: u64, piece: u32) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= cells & u64::from(piece >> bit & 1).wrapping_neg();
        }
    }

    /// Both, where cells painted on one are not painted on the other.
    #[inline]
    pub(crate) fn with(self, other: Self) -> Self {
        Self { planes: core::array::from_fn(|i| self.planes[i] | other.planes[i]) }
    }

    /// The piece, 0 to 9, on a cell; cell = column + 5 · row.
    ///
    /// # Panics
    ///
    /// Panics if there is no such cell.
    #[must_use]
    pub fn piece(&self, cell: usize) -> u8 {
        assert!(cell < 50, "the board has 50 cells");
        self.digit(bit_of(cell))
    }

    /// The piece, 0 to 9, on each cell; cell = column + 5 · row.
    #[must_use]
    pub fn pieces(&self) -> [u8; 50] {
        core::array::from_fn(|cell| self.digit(bit_of(cell)))
    }

    /// The solution turned by 180°.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { planes: self.planes.map(u64::reverse_bits) }
    }

    #[inline]
    fn digit(&self, bit: u32) -> u8 {
        let digits = self.planes.iter().rev();
        digits.fold(0, |digit, plane| digit << 1 | (plane >> bit & 1) as u8)
    }
}

impl Ord for Solution {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let differ = (0..4).fold(0, |differ, i| differ | self.planes[i] ^ other.planes[i]);
        // The first cell on which they differ; none if they are the same.
        let cell = differ.trailing_zeros() % 64;
        self.digit(cell).cmp(&other.digit(cell))
    }
}

impl PartialOrd for Solution {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.pieces().chunks(5).enumerate() {
            if y % 2 == 1 {
                f.write_str(" ")?;
            }
            for piece in row {
                write!(f, "{piece} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
