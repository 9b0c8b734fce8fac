//! Errors of puzzles, and the sizes that they limit.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use bitboard_core::picture::rows;

use crate::grid::{Coord, GridKind};
use crate::placement::{Listed, MAX_CELLS, Placement};

/// Maximum number of different pieces of a puzzle.
pub const MAX_PIECES: usize = 1024;
/// Maximum number of directions of a [walk](crate::Piece::from_walk).
pub const MAX_STEPS: usize = 1 << 16;
/// Items of an iterator that are counted: endless ones are counted up to this number.
const MAX_COUNT: usize = 1 << 16;

/// Collects the items of an iterator, but at most `most` and one more, which is enough for an
/// error. Also returns how many there are, of which at most [`MAX_COUNT`] are not collected.
pub(crate) fn collect<T>(items: impl IntoIterator<Item = T>, most: usize) -> (Vec<T>, usize) {
    let mut items = items.into_iter().fuse();
    let collected: Vec<_> = items.by_ref().take(most + 1).collect();
    let count = collected.len() + items.take(MAX_COUNT).count();
    (collected, count)
}

/// The names of grids: `hexagon or axial`.
fn names(grids: &[GridKind]) -> String {
    grids.iter().map(|grid| grid.name()).collect::<Vec<_>>().join(" or ")
}

/// Error of a puzzle that is not valid. Cells are (column, row), counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The board has no cells.
    #[error("the board has no cells")]
    EmptyBoard,
    /// The board has more than [`MAX_CELLS`] cells.
    #[error("expected a board of at most {MAX_CELLS} cells, found {cells} cells")]
    TooManyCells {
        /// The number of cells; those of long iterators are counted up to 2¹⁶ beyond the maximum.
        cells: usize,
    },
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
    /// An error in the cells of a piece.
    #[error("piece {name}: {reason}")]
    InPiece {
        /// The name of the piece.
        name: String,
        /// The error.
        #[source]
        reason: Box<Self>,
    },
    /// A cell is given twice, on the board or in a piece.
    #[error("cell {},{} is given twice", cell.0, cell.1)]
    RepeatedCell {
        /// The cell.
        cell: Coord,
    },
    /// A cell lies too far from the origin: columns and rows go from -128 to 127.
    #[error("expected columns and rows from -128 to 127, found cell {},{}", cell.0, cell.1)]
    TooFar {
        /// The cell.
        cell: Coord,
    },
    /// There are no pieces.
    #[error("there are no pieces")]
    NoPieces,
    /// There are more than [`MAX_PIECES`] pieces.
    #[error("expected at most {MAX_PIECES} different pieces, found {pieces}")]
    TooManyPieces {
        /// The number of pieces; those of long iterators are counted up to 2¹⁶ beyond the maximum.
        pieces: usize,
    },
    /// A piece has no cells.
    #[error("piece {name} has no cells")]
    EmptyPiece {
        /// The name of the piece.
        name: String,
    },
    /// A piece that is needed has more cells than the board, or any piece has more than 128.
    #[error("piece {name} has {cells} cells, more than the board, which has {board}")]
    PieceLargerThanBoard {
        /// The name of the piece.
        name: String,
        /// The number of cells of the piece.
        cells: usize,
        /// The number of cells of the board.
        board: usize,
    },
    /// The cells of a piece are not connected.
    #[error("piece {name} is not connected: cell {},{} is apart from the first", cell.0, cell.1)]
    DisconnectedPiece {
        /// The name of the piece.
        name: String,
        /// A cell that is not connected to the first.
        cell: Coord,
    },
    /// Two pieces have the same name.
    #[error("two pieces are called {name}")]
    DuplicateName {
        /// Their name.
        name: String,
    },
    /// A name is empty, or has white space or control characters.
    #[error(
        "{name:?} is not a name for a piece: expected one or more characters other than white space and control characters"
    )]
    BadName {
        /// The name.
        name: String,
    },
    /// The range of copies of a piece is empty, ends at 0, or begins above [`MAX_CELLS`].
    #[error("piece {name}: expected a range of copies up to {MAX_CELLS}, found {min}..{max}")]
    BadRange {
        /// The name of the piece.
        name: String,
        /// The minimum.
        min: u16,
        /// The maximum.
        max: u16,
    },
    /// A walk has more than [`MAX_STEPS`] directions.
    #[error("expected a walk of at most {MAX_STEPS} directions, found {steps}")]
    LongWalk {
        /// The number of directions; those of long iterators are counted up to 2¹⁶ beyond the
        /// maximum.
        steps: usize,
    },
    /// A walk takes a direction that the grid does not have.
    #[error("expected a direction ({}), found {direction:?}", grid.directions().join(", "))]
    BadDirection {
        /// The grid.
        grid: GridKind,
        /// The direction.
        direction: String,
    },
    /// There is no piece of this name.
    #[error("expected the name of a piece, found {name:?}")]
    UnknownPiece {
        /// The name.
        name: String,
    },
    /// A piece is placed on a cell that is not on the board.
    #[error("piece {name} is placed on cell {},{}, which is not on the board", cell.0, cell.1)]
    PlacedOutside {
        /// The name of the piece.
        name: String,
        /// The cell.
        cell: Coord,
    },
    /// A piece is placed in a shape that it does not have.
    #[error("piece {name} does not have the shape of the cells on which it is placed")]
    PlacedWrongly {
        /// The name of the piece.
        name: String,
        /// The first of the cells.
        cell: Coord,
    },
    /// Two placed pieces overlap.
    #[error("two pieces are placed on cell {},{}", cell.0, cell.1)]
    PlacedOverlapping {
        /// The cell.
        cell: Coord,
    },
    /// More copies of a piece are placed than there are.
    #[error("expected at most {max} copies of piece {name}, found one more")]
    PlacedTooOften {
        /// The name of the piece.
        name: String,
        /// The maximum number of copies.
        max: u16,
    },
    /// A [`Placement`] is not one of the puzzle.
    #[error("piece number {} cannot lie on the cells {:?}", placement.piece, Listed(*placement))]
    NotAPlacement {
        /// The placement.
        placement: Placement,
    },
    /// There is no set of pieces of this name.
    #[error(
        "expected a set of pieces (tetrominoes, pentominoes, hexiamonds, tetrahexes or pentahexes), found {name:?}"
    )]
    UnknownSet {
        /// The name.
        name: String,
    },
    /// A set of pieces is for another grid.
    #[error("{name} are pieces of the grid {}, not of {grid}", names(of))]
    SetOfOtherGrid {
        /// The name of the set.
        name: String,
        /// The grids of the set.
        of: &'static [GridKind],
        /// The other grid.
        grid: GridKind,
    },
}

impl PuzzleError {
    /// The error at the place of its cell in a picture, or else of `cell`.
    pub(crate) fn in_picture(self, picture: &str, cell: Coord) -> Self {
        let (x, y) = self.cell().unwrap_or(cell);
        let index = |i: i32| usize::try_from(i).ok();
        let row = index(y).and_then(|y| rows(picture).nth(y)).zip(index(x));
        match row.filter(|&(row, x)| x < row.symbols().count()) {
            Some((row, x)) => {
                let (line, column) = row.place(x);
                Self::InPicture { line, column, reason: self.into() }
            }
            None => self,
        }
    }

    /// The piece at fault, if it is at fault by itself.
    pub(crate) fn piece(&self) -> Option<&String> {
        match self {
            Self::EmptyPiece { name }
            | Self::PieceLargerThanBoard { name, .. }
            | Self::DisconnectedPiece { name, .. }
            | Self::InPiece { name, .. }
            | Self::DuplicateName { name }
            | Self::BadName { name }
            | Self::BadRange { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The cell at fault.
    fn cell(&self) -> Option<Coord> {
        match *self {
            Self::TooFar { cell }
            | Self::PlacedOutside { cell, .. }
            | Self::PlacedWrongly { cell, .. }
            | Self::PlacedOverlapping { cell } => Some(cell),
            _ => None,
        }
    }
}
