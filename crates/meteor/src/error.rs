//! Errors of puzzles and queries.

use alloc::boxed::Box;
use alloc::string::String;

use crate::grid::{Coord, Grid};
use crate::placement::MAX_CELLS;

/// Maximum number of different pieces of a puzzle.
pub(crate) const MAX_PIECES: usize = 1024;

/// Error of a puzzle that is not valid. Columns, rows and layers of cells are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// An error in a picture.
    #[error("line {line}, column {column}: {reason}")]
    InPicture {
        /// The line of the text, from 1.
        line: usize,
        /// The column of the text in characters, from 1.
        column: usize,
        /// The error.
        #[source]
        reason: Box<Self>,
    },
    /// An error in the cells or the copies of a piece.
    #[error("piece {name}: {reason}")]
    InPiece {
        /// The name of the piece.
        name: String,
        /// The error.
        #[source]
        reason: Box<Self>,
    },
    /// A row of a picture is longer or shorter than the first.
    #[error("expected a row of {expected} cells, found {found}")]
    RowLength {
        /// The number of cells of the first row, `#` included.
        expected: usize,
        /// The number of cells of the row.
        found: usize,
    },
    /// A board or a piece has no cells, or too many: a board more than 128, a piece that is needed
    /// more than the board.
    #[error("expected 1 to {most} cells, found {found}")]
    CellCount {
        /// The maximum number of cells.
        most: usize,
        /// The number of cells.
        found: usize,
    },
    /// There are no pieces, or too many.
    #[error("expected 1 to {MAX_PIECES} different pieces, found {found}")]
    PieceCount {
        /// The number of pieces.
        found: usize,
    },
    /// A cell is given twice, on the board or in a piece, or two placed pieces cover it.
    #[error("cell {cell} is given twice")]
    RepeatedCell {
        /// The cell.
        cell: Coord,
    },
    /// A cell lies too far from the origin: columns, rows and layers go from -128 to 127.
    #[error("expected columns, rows and layers from -128 to 127, found cell {cell}")]
    TooFar {
        /// The cell.
        cell: Coord,
    },
    /// A cell of a grid of the plane lies in another layer than layer 0.
    #[error("expected one layer for the grid {grid}, found cell {cell}; `grid cubes` has layers")]
    OffPlane {
        /// The grid.
        grid: Grid,
        /// The cell.
        cell: Coord,
    },
    /// The cells of a piece are not connected.
    #[error("cell {cell} is not connected to the first")]
    Disconnected {
        /// A cell that is not connected to the first.
        cell: Coord,
    },
    /// The range of copies of a piece is empty, ends at 0, or begins above 128.
    #[error("expected a range of copies with a number from 1 to {MAX_CELLS}, found {min}..{max}")]
    BadRange {
        /// The minimum.
        min: u16,
        /// The maximum.
        max: u16,
    },
    /// A walk takes a direction that the grid does not have.
    #[error("expected a direction ({}), found {direction:?}", grid.directions().join(", "))]
    BadDirection {
        /// The grid.
        grid: Grid,
        /// The direction.
        direction: String,
    },
    /// A name is empty, or has white space or control characters.
    #[error("expected a name without white space and control characters, found {name:?}")]
    BadName {
        /// The name.
        name: String,
    },
    /// Two pieces have the same name.
    #[error("two pieces are called {name}")]
    DuplicateName {
        /// Their name.
        name: String,
    },
    /// There is no piece of this name.
    #[error("expected the name of a piece, found {name:?}")]
    UnknownPiece {
        /// The name; the index if a placement has one that is too large.
        name: String,
    },
    /// The grid has no set of pieces of this name.
    #[error("expected a set of pieces of the grid {grid} ({sets}), found {name:?}")]
    UnknownSet {
        /// The name.
        name: String,
        /// The grid.
        grid: Grid,
        /// The names of its sets, with commas between them.
        sets: String,
    },
    /// A piece is placed where it cannot lie: a cell is not on the board, or the cells do not have
    /// the shape of the piece.
    #[error("piece {name} cannot lie on cell {cell} and the others")]
    Misplaced {
        /// The name of the piece.
        name: String,
        /// The first cell that is not on the board, or the first of all.
        cell: Coord,
    },
    /// More copies of a piece are placed than there are.
    #[error("expected at most {max} copies of piece {name}, found one more")]
    TooManyCopies {
        /// The name of the piece.
        name: String,
        /// The maximum number of copies.
        max: u16,
    },
}

impl PuzzleError {
    /// The error at this line and column of a picture.
    pub(crate) fn at(self, (line, column): (usize, usize)) -> Self {
        Self::InPicture { line, column, reason: self.into() }
    }

    /// The error in a piece.
    pub(crate) fn in_piece(self, name: &str) -> Self {
        Self::InPiece { name: name.into(), reason: self.into() }
    }

    /// The name of the piece at fault, if it is at fault by itself.
    pub(crate) fn piece(&self) -> Option<&String> {
        match self {
            Self::InPiece { name, .. } | Self::DuplicateName { name } | Self::BadName { name } => {
                Some(name)
            }
            _ => None,
        }
    }

    /// The cell at fault.
    pub(crate) fn cell(&self) -> Option<Coord> {
        match *self {
            Self::TooFar { cell }
            | Self::RepeatedCell { cell }
            | Self::OffPlane { cell, .. }
            | Self::Misplaced { cell, .. } => Some(cell),
            _ => None,
        }
    }
}

/// Error of a query that counts or numbers solutions.
///
/// ```
/// use meteor_puzzle::{CountError, Grid, Piece, Puzzle, Solver};
///
/// // Each of 128 cells is empty or has a piece of one of two kinds: 3^128 solutions.
/// let board = ". . . . . . . . . . . . . . . .\n".repeat(8);
/// let kinds = ["a", "b"].map(|name| Piece::new(name, [(0, 0)]).copies(0..=128));
/// let puzzle = Puzzle::from_picture(Grid::Square, &board, kinds)?.packing();
/// assert_eq!(Solver::new(puzzle).count(), Err(CountError::Overflow));
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// There are 2¹²⁸ solutions or more.
    #[error("there are 2^128 solutions or more")]
    Overflow,
    /// The transfer graph or, in space, the list of solutions does not fit the memory. Only
    /// [`Solver::try_index`](crate::Solver::try_index) returns this error: counts search instead.
    #[error("the index of the solutions does not fit the memory")]
    OutOfMemory,
}
