//! Solutions and their text.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use super::layout::bit_of;

/// A solution of the Meteor puzzle.
///
/// Its text is that of the Computer Language Benchmarks Game: ten lines, odd rows indented by a space, a
/// space after each cell. Solutions are ordered as these texts are.
///
/// ```
/// let last = *meteor::classic::solutions().last().unwrap();
/// assert_eq!(last.to_string(), "\
/// 9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
/// 7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n");
/// assert_eq!(last.to_string().parse(), Ok(last));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solution {
    /// The bits of the numbers of the pieces, the lowest first, on all cells.
    planes: [u64; 4],
}

/// For each number the planes of a board that has this piece on all cells.
const PLANES: [[u64; 4]; 16] = {
    let mut planes = [[0; 4]; 16];
    let mut piece = 0;
    while piece < 16 {
        let mut bit = 0;
        while bit < 4 {
            planes[piece][bit] = (piece as u64 >> bit & 1).wrapping_neg();
            bit += 1;
        }
        piece += 1;
    }
    planes
};

impl Solution {
    /// Piece 0 on all cells.
    pub(crate) const EMPTY: Self = Self { planes: [0; 4] };

    /// Puts a piece on cells that have piece 0, given as bits of the layout with guard bits.
    #[inline]
    pub(crate) fn paint(&mut self, cells: u64, piece: u8) {
        let planes = &PLANES[usize::from(piece) % 16];
        (0..4).for_each(|bit| self.planes[bit] |= cells & planes[bit]);
    }

    /// The pieces of both, where at least one has piece 0 on each cell.
    #[inline]
    pub(crate) fn with(self, other: Self) -> Self {
        Self { planes: core::array::from_fn(|i| self.planes[i] | other.planes[i]) }
    }

    /// The piece, 0 to 9, on a cell; cell = column + 5 · row.
    ///
    /// ```
    /// let solution = meteor::classic::solutions()[0];
    /// assert_eq!((solution.piece(0), solution.piece(4), solution.piece(49)), (0, 1, 9));
    /// ```
    ///
    /// # Panics
    /// If `cell` is not less than 50.
    #[must_use]
    pub fn piece(&self, cell: usize) -> u8 {
        assert!(cell < 50, "the board has 50 cells");
        self.digit(bit_of(cell))
    }

    /// The piece, 0 to 9, on each cell; cell = column + 5 · row.
    ///
    /// ```
    /// let solution = meteor::classic::solutions()[0];
    /// assert_eq!(solution.pieces()[..10], [0, 0, 0, 0, 1, 2, 2, 2, 0, 1]);
    /// ```
    #[must_use]
    pub fn pieces(&self) -> [u8; 50] {
        core::array::from_fn(|cell| self.digit(bit_of(cell)))
    }

    /// The solution turned by 180°.
    ///
    /// ```
    /// let solution = meteor::classic::solutions()[0];
    /// assert_eq!(solution.turned().piece(0), solution.piece(49));
    /// ```
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
        // The first cell on which they differ; any if they are equal.
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

/// Error of a text that is not a full board of pieces 0 to 9.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSolutionError {
    /// A character is not a digit.
    #[error("cell {cell}: expected a digit, found {found:?}")]
    NotADigit {
        /// The number of the cell, counted from 0.
        cell: usize,
        /// The character.
        found: char,
    },
    /// The text does not have 50 cells.
    #[error("expected 50 digits, found {0}")]
    WrongLength(usize),
}

/// Reads the text of a solution; blanks are ignored. Whether the pieces have their shapes is not checked:
/// [`Catalogue::rank`](super::Catalogue::rank) returns it.
impl FromStr for Solution {
    type Err = ParseSolutionError;

    fn from_str(text: &str) -> Result<Self, ParseSolutionError> {
        let (mut solution, mut count) = (Self::EMPTY, 0);
        for found in text.chars().filter(|c| !c.is_whitespace()) {
            let not_a_digit = ParseSolutionError::NotADigit { cell: count, found };
            let piece = found.to_digit(10).ok_or(not_a_digit)?;
            if count < 50 {
                solution.paint(1 << bit_of(count), piece as u8);
            }
            count += 1;
        }
        if count == 50 { Ok(solution) } else { Err(ParseSolutionError::WrongLength(count)) }
    }
}

/// As its text.
#[cfg(feature = "serde")]
impl serde::Serialize for Solution {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Solution {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
