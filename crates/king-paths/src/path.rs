//! A path: cells in order.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

use bitboard_core::{Bitboard, Cell, CellError, Geometry, Word};

/// The most layers there can be for any moves: one for each cell of the largest board.
pub(crate) const MAX_LAYERS: usize = 128;

/// The most layers there can be on a board: one for each cell.
pub(crate) const fn max_layers<G: Geometry>() -> usize {
    Cell::<G>::COUNT as usize
}

/// A path: its cells in order. It dereferences to their slice and prints as `e4 f5 g6`, which can
/// be parsed.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
/// use king_paths::{Path, shortest_paths};
///
/// let board = Bitboard::<u64, Chess>::FULL;
/// let path = shortest_paths(Cell::A1, Cell::C2, board, &Steps::KNIGHT).path().expect("a path");
/// assert_eq!(path[..], [Cell::A1, Cell::C2]);
/// assert_eq!("a1 c2".parse::<Path<Chess>>()?, path);
/// # Ok::<(), king_paths::ParsePathError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Path<G: Geometry> {
    /// Entries at `len` and above are unspecified.
    cells: [Cell<G>; MAX_LAYERS],
    len: usize,
}

impl<G: Geometry> Path<G> {
    /// A path of `len` cells, all of them `cell` until they are [set](Self::set).
    pub(crate) fn of(cell: Cell<G>, len: usize) -> Self {
        Self { cells: [cell; MAX_LAYERS], len }
    }

    pub(crate) fn set(&mut self, i: usize, cell: Cell<G>) {
        self.cells[i] = cell;
    }

    /// The cells as a set.
    #[must_use]
    pub fn to_set<W: Word>(&self) -> Bitboard<W, G> {
        self.iter().copied().collect()
    }
}

impl<G: Geometry> Deref for Path<G> {
    type Target = [Cell<G>];

    fn deref(&self) -> &[Cell<G>] {
        &self.cells[..self.len]
    }
}

impl<'a, G: Geometry> IntoIterator for &'a Path<G> {
    type Item = &'a Cell<G>;
    type IntoIter = core::slice::Iter<'a, Cell<G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<G: Geometry> PartialEq for Path<G> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<G: Geometry> Eq for Path<G> {}

impl<G: Geometry> Hash for Path<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

impl<G: Geometry> PartialOrd for Path<G> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: Geometry> Ord for Path<G> {
    /// Compares cell by cell.
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self[..].cmp(&other[..])
    }
}

impl<G: Geometry> fmt::Display for Path<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl<G: Geometry> fmt::Debug for Path<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of parsing a [`Path`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePathError {
    /// The text has no cells.
    #[error("expected cells such as e4, separated by spaces, found none")]
    Empty,
    /// A cell cannot be read.
    #[error("cell {number} of the path: {source}")]
    Cell {
        /// The position in the path, from 1.
        number: usize,
        /// The reason.
        source: CellError,
    },
    /// There are more than 128 cells.
    #[error("expected at most {MAX_LAYERS} cells, found more")]
    TooLong,
}

impl<G: Geometry> FromStr for Path<G> {
    type Err = ParsePathError;

    /// Reads names of cells, separated by white space. They need not be one move from each other.
    fn from_str(text: &str) -> Result<Self, ParsePathError> {
        let mut path: Option<Self> = None;
        for (i, name) in text.split_whitespace().enumerate() {
            let cell = name.parse();
            let cell = cell.map_err(|source| ParsePathError::Cell { number: i + 1, source })?;
            let path = path.get_or_insert_with(|| Self::of(cell, 0));
            *path.cells.get_mut(i).ok_or(ParsePathError::TooLong)? = cell;
            path.len = i + 1;
        }
        path.ok_or(ParsePathError::Empty)
    }
}
