//! Solutions and how they are printed.

use core::fmt;

/// A full board: the piece on each cell, row by row.
///
/// It prints as in the Computer Language Benchmarks Game: ten lines, odd rows indented by a space, a
/// space after each cell. Solutions are ordered as these texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    pub(crate) pieces: [u8; 50],
}

impl Solution {
    /// The piece, 0 to 9, on each cell; cell = column + 5 · row.
    #[must_use]
    pub fn pieces(&self) -> &[u8; 50] {
        &self.pieces
    }

    /// The solution turned by 180°.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.pieces.reverse();
        self
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.pieces.chunks(5).enumerate() {
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
