//! What can be wrong with a puzzle file.

use alloc::string::String;

use crate::polyform::error::PuzzleError;

/// What is wrong with a puzzle file, and where. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub reason: FileReason,
}

/// What can be wrong with a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileReason {
    /// A line starts with a word that means nothing.
    #[error("{0:?} is none of title, source, grid, packing, solutions, classes, set, board, piece")]
    UnknownWord(String),
    /// Something is missing at the end of a line.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something is too much.
    #[error("{0:?} was not expected here")]
    Unexpected(String),
    /// Something is said twice.
    #[error("{0} was given before")]
    Repeated(&'static str),
    /// There is no such grid.
    #[error("{0:?} is no grid: square, hexagon, axial or triangle")]
    UnknownGrid(String),
    /// There is no such set of pieces.
    #[error(
        "{0:?} is no set of pieces: tetrominoes, pentominoes, hexiamonds, tetrahexes or pentahexes"
    )]
    UnknownSet(String),
    /// A set of pieces does not fit the grid.
    #[error("{0} are not made for this grid")]
    SetOfOtherGrid(String),
    /// A number is none, or too large.
    #[error("{0:?} is no number, or one that is too large")]
    BadNumber(String),
    /// The puzzle makes no sense.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Where something stands: line and column.
pub(super) type Place = (usize, usize);

pub(super) fn error((line, column): Place, reason: FileReason) -> FileError {
    FileError { line, column, reason }
}
