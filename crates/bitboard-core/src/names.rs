//! Sets as lists of cell names.

use crate::bitboard::Bitboard;
use crate::bits::Word;
use crate::cell::{Cell, CellError};
use crate::geometry::Geometry;

/// Error returned by [`Bitboard::from_names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cell {number} of the list: {source}")]
pub struct NamesError {
    /// The position of the name in the list, from 1.
    pub number: usize,
    /// The kind of error.
    pub source: CellError,
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// Reads a set from cell names, separated by white space or commas.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// type Board = Bitboard<u64, Chess>;
    ///
    /// assert_eq!(Board::from_names("e4 h8")?, Board::from(Cell::E4) | Cell::H8);
    /// assert_eq!(
    ///     Board::from_names("e4, i9").unwrap_err().to_string(),
    ///     "cell 2 of the list: column 9, row 9 is not a cell of this board",
    /// );
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    ///
    /// # Errors
    /// If a name is not that of a cell of the board.
    pub fn from_names(names: &str) -> Result<Self, NamesError> {
        let mut set = Self::EMPTY;
        let separator = |c: char| c.is_whitespace() || c == ',';
        for (number, name) in (1..).zip(names.split(separator).filter(|name| !name.is_empty())) {
            let cell: Cell<G> = name.parse().map_err(|source| NamesError { number, source })?;
            set.insert(cell);
        }
        Ok(set)
    }
}
