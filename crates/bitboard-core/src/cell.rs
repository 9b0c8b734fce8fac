//! Cells and their names.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::geometry::Geometry;

/// A cell of the board `G`. It always exists.
///
/// Cells are ordered by their bits. They print as on a chess board, column letter and row number:
/// (4, 3) is `e4`; after `z` comes `aa`.
///
/// ```
/// use bitboard_core::{Cell, Chess};
///
/// let e4: Cell<Chess> = "e4".parse()?;
/// assert_eq!((e4.x(), e4.y(), e4.index()), (4, 3, 28));
/// assert_eq!(Cell::<Chess>::new(8, 0), None);
/// # Ok::<(), bitboard_core::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<G> {
    index: u8,
    geometry: PhantomData<G>,
}

impl<G: Geometry> Cell<G> {
    /// The cell in column `x` and row `y`, or `None` if there is none.
    #[inline]
    #[must_use]
    pub fn new(x: usize, y: usize) -> Option<Self> {
        G::index(x, y).map(Self::from_valid_index)
    }

    /// The cell of bit `index`, or `None` if that bit is no cell.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u32) -> Option<Self> {
        if index < G::BITS && G::MASK >> index & 1 == 1 {
            Some(Self::from_valid_index(index))
        } else {
            None
        }
    }

    #[inline]
    pub(crate) const fn from_valid_index(index: u32) -> Self {
        Self { index: index as u8, geometry: PhantomData }
    }

    /// The bit of this cell, 0 to 127.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index as u32
    }

    /// The column, from 0.
    #[inline]
    #[must_use]
    pub fn x(self) -> usize {
        self.coords().0
    }

    /// The row, from 0.
    #[inline]
    #[must_use]
    pub fn y(self) -> usize {
        self.coords().1
    }

    /// Column and row, from 0.
    #[inline]
    #[must_use]
    pub fn coords(self) -> (usize, usize) {
        // A cell exists by construction, so the default is never taken.
        G::coords(self.index()).unwrap_or_default()
    }
}

impl<G: Geometry> fmt::Display for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.coords();
        let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
        if x >= 26 {
            write!(f, "{}", letter(x / 26 - 1))?;
        }
        write!(f, "{}{}", letter(x), y + 1)
    }
}

impl<G: Geometry> fmt::Debug for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CellError {
    /// The text does not start with a column letter.
    #[error("a cell is a column letter and a row number, such as e4: no column letter")]
    NoColumn,
    /// After the column letters comes something that is no row number.
    #[error("a cell is a column letter and a row number, such as e4: no row number")]
    NoRow,
    /// The name is well-formed, but the board has no such cell.
    #[error("no cell in column {column}, row {row} of this board")]
    OffBoard {
        /// The column, from 1.
        column: u32,
        /// The row, from 1.
        row: u32,
    },
}

impl<G: Geometry> FromStr for Cell<G> {
    type Err = CellError;

    /// Reads what [`Display`](fmt::Display) writes; upper-case letters are understood too.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text[..text.len() - digits.len()];
        if letters.is_empty() {
            return Err(CellError::NoColumn);
        }
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(CellError::NoRow);
        }
        let column = letters.bytes().fold(0u32, |column, letter| {
            let digit = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
            column.saturating_mul(26).saturating_add(digit)
        });
        let row = digits.parse().unwrap_or(u32::MAX);
        let cell = (row > 0).then(|| Self::new(column as usize - 1, row as usize - 1)).flatten();
        cell.ok_or(CellError::OffBoard { column, row })
    }
}
