//! Errors of puzzle files.

use alloc::string::String;

use crate::error::PuzzleError;

/// Error in a puzzle file, with its place. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The reason.
    pub reason: FileReason,
}

/// The reason of an error in a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileReason {
    /// A line starts with an unknown word.
    #[error(
        "expected title, source, grid, packing, solutions, classes, set, board or piece, found {0:?}"
    )]
    UnknownWord(String),
    /// Something is missing at the end of a line.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A word is not allowed in this place.
    #[error("{0:?} is not allowed here")]
    Unexpected(String),
    /// A setting occurs twice.
    #[error("{0} is set twice")]
    Repeated(&'static str),
    /// The grid does not exist.
    #[error("expected square, hexagon, axial or triangle, found {0:?}")]
    UnknownGrid(String),
    /// A word is not a number, or the number is too large.
    #[error("{0:?} is not a number, or too large")]
    BadNumber(String),
    /// The puzzle is not valid.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Line and column.
pub(super) type Place = (usize, usize);

pub(super) fn error((line, column): Place, reason: FileReason) -> FileError {
    FileError { line, column, reason }
}
