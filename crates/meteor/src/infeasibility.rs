//! Reasons why a puzzle has no solution that can be found without a search.
//!
//! [`Puzzle::infeasibility`] makes seven tests, in the order of the variants of [`Infeasibility`],
//! and returns the first that fails; a packing can only fail the first two. Three of them are a
//! knapsack problem: how many cells can the pieces cover together, wherever they lie, and how many
//! of these are white if the board is colored as a chess board?
//!
//! ```text
//! covers[0] = {0}
//! for each piece, for each of its copies:
//!     covers[n + size] gets covers[n] + w    for each number w of white cells that it can cover
//! ```
//!
//! A set is the bits of a word, so adding `w` to its numbers is a shift by `w`. Cost: a shift for
//! each copy, number of cells and `w`. The coloring argument is that of the mutilated chess board
//! (M. Black, "Critical Thinking", 1946).

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::{Wide, Word};

use crate::grid::{Coord, GridKind, take_region};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A reason why a puzzle has no solution, found by [`Puzzle::infeasibility`] without a search.
///
/// Free cells are those beside the placed pieces. The `Display` form is a sentence for users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Infeasibility {
    /// The pieces that must be used have more cells than are free.
    TooManyPieces {
        /// The number of free cells.
        free: usize,
        /// The number of cells of the pieces that must be used.
        needed: usize,
    },
    /// A piece that must be used does not fit anywhere, or has too few places for its copies to
    /// cover disjoint cells.
    Piece {
        /// Its index in [`Puzzle::pieces`].
        piece: usize,
    },
    /// No piece can cover this cell.
    Cell {
        /// The cell.
        cell: Coord,
    },
    /// The sizes of the pieces do not add up to the number of free cells.
    CellCount {
        /// The number of free cells.
        free: usize,
        /// The largest smaller number of cells to which they add up.
        covered: usize,
    },
    /// A region of free cells is separated from the others, and the sizes of pieces do not add up
    /// to its size.
    Region {
        /// Its first cell, in the order of [`Puzzle::cells`].
        cell: Coord,
        /// The number of its cells.
        size: usize,
    },
    /// The regions of up to some size have more cells than the pieces of up to this size.
    Regions {
        /// The largest size of these regions and pieces.
        size: usize,
        /// The number of cells of the regions.
        free: usize,
        /// The number of cells of the pieces.
        covered: usize,
    },
    /// Adjacent cells have different colors, as on a chess board, and pieces never cover as many
    /// free cells of each color as there are.
    Coloring {
        /// The number of free cells of the color of the first cell in [`Puzzle::cells`].
        first: usize,
        /// The number of free cells of the other color.
        second: usize,
    },
}

impl fmt::Display for Infeasibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces { free, needed } => {
                write!(f, "the pieces have {needed} cells, and only {free} are free")
            }
            Self::Piece { piece } => write!(f, "piece number {} does not fit", piece + 1),
            Self::Cell { cell: (x, y) } => write!(f, "no piece covers the cell {x},{y}"),
            Self::CellCount { free, covered } => {
                write!(f, "{free} cells are free, of which pieces can cover at most {covered}")
            }
            Self::Region { cell: (x, y), size } => write!(
                f,
                "the {size} cells around {x},{y} are separated, and pieces do not add up to {size}"
            ),
            Self::Regions { size, free, covered } => write!(
                f,
                "{free} cells are in separated regions of at most {size}, and the pieces of this \
                 size cover at most {covered}"
            ),
            Self::Coloring { first, second } => write!(
                f,
                "a chess board coloring has {first} and {second} free cells, which pieces cannot \
                 cover"
            ),
        }
    }
}

impl Puzzle {
    /// Returns a reason why the puzzle has no solution if one can be seen without a search, in less
    /// than a millisecond on most boards.
    ///
    /// `None` does not mean that there is a solution: a [`Solver`](crate::Solver) finds that out.
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Infeasibility, Piece, Puzzle};
    ///
    /// // The mutilated chess board: two opposite corners have the same color.
    /// let domino = Piece::from_walk("I", GridKind::Square, ["E"])?.copies(1..=32);
    /// let cells = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
    /// let cells = cells.filter(|&cell| cell != (0, 0) && cell != (7, 7));
    /// let puzzle = Puzzle::new(GridKind::Square, cells, [domino])?;
    /// assert_eq!(puzzle.infeasibility(), Some(Infeasibility::Coloring { first: 32, second: 30 }));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn infeasibility(&self) -> Option<Infeasibility> {
        let free = self.free_cells();
        let count = free.count_ones() as usize;
        let placements = self.placements();
        let needed =
            self.all_copies_left().map(|(piece, min, _)| min * self.piece_size(piece)).sum();
        if needed > count {
            return Some(Infeasibility::TooManyPieces { free: count, needed });
        }
        if let Some(piece) = self.piece_that_does_not_fit(&placements) {
            return Some(Infeasibility::Piece { piece });
        }
        if self.is_packing() {
            return None;
        }
        let covered = placements.iter().fold(0, |cells, placement| cells | placement.cells);
        if free & !covered != 0 {
            let index = (free & !covered).trailing_zeros() as usize;
            return Some(Infeasibility::Cell { cell: self.cells()[index] });
        }
        let white = self.coloring();
        let covers = self.covers(&placements, white, count, true);
        if covers[count] == Wide::ZERO {
            let covered = covers.iter().rposition(|whites| *whites != Wide::ZERO);
            return Some(Infeasibility::CellCount { free: count, covered: covered.unwrap_or(0) });
        }
        let sums = self.covers(&placements, 0, count, false);
        let regions = self.regions(free);
        if let Some(region) = regions.iter().find(|region| sums[size(**region)] == Wide::ZERO) {
            let cell = self.cells()[region.trailing_zeros() as usize];
            return Some(Infeasibility::Region { cell, size: size(*region) });
        }
        if let Some(reason) = self.too_many_regions(&regions) {
            return Some(reason);
        }
        let first = size(free & white);
        let fits = covers[count] & one(first) != Wide::ZERO;
        (!fits).then_some(Infeasibility::Coloring { first, second: count - first })
    }

    /// Compares the cells of the regions of up to each size with those of the pieces.
    fn too_many_regions(&self, regions: &[u128]) -> Option<Infeasibility> {
        regions.iter().find_map(|&region| {
            let most = size(region);
            let sizes = regions.iter().map(|&region| size(region));
            let free = sizes.filter(|&size| size <= most).sum();
            let cells = self.all_copies_left().map(|(piece, _, max)| (self.piece_size(piece), max));
            let small = cells.filter(|&(size, _)| size <= most);
            let covered = small.map(|(size, max)| size * max).sum();
            (free > covered).then_some(Infeasibility::Regions { size: most, free, covered })
        })
    }

    fn piece_size(&self, piece: usize) -> usize {
        self.pieces()[piece].cells().len()
    }

    /// Each piece with its [`copies_left`](Self::copies_left).
    fn all_copies_left(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.pieces().len()).map(|piece| {
            let (min, max) = self.copies_left(piece);
            (piece, min.into(), max.into())
        })
    }

    /// A piece whose placements cover fewer cells than the copies that must still be used.
    fn piece_that_does_not_fit(&self, placements: &[Placement]) -> Option<usize> {
        let fits = |(piece, min, _): &(usize, usize, usize)| {
            let own = placements.iter().filter(|placement| placement.piece == *piece);
            let cells = own.fold(0, |cells, placement| cells | placement.cells);
            size(cells) >= min * self.piece_size(*piece)
        };
        self.all_copies_left().find(|piece| !fits(piece)).map(|(piece, ..)| piece)
    }

    /// The cells with the color of the first one, if adjacent cells can have different colors; on
    /// hexagons no cells, because three of them can touch one another.
    fn coloring(&self) -> u128 {
        let color = |&(x, y): &Coord| (x ^ y) & 1;
        match self.grid() {
            GridKind::Square | GridKind::Triangle => {
                let first = self.cells().first().map(color);
                let white = self.cells().iter().map(|cell| Some(color(cell)) == first);
                white.enumerate().fold(0, |cells, (i, white)| cells | u128::from(white) << i)
            }
            GridKind::AxialHexagon | GridKind::OffsetHexagon => 0,
        }
    }

    /// Element n, up to `most`: the numbers of white cells that pieces can cover if they cover n
    /// cells in all, wherever they lie; none if no pieces have n cells together. If `all` is true,
    /// all copies that must be used are used.
    fn covers(
        &self,
        placements: &[Placement],
        white: u128,
        most: usize,
        all: bool,
    ) -> Vec<Wide<8>> {
        let mut covers = vec![Wide::ZERO; most + 1];
        covers[0] = one(0);
        for (piece, min, max) in self.all_copies_left() {
            let own = placements.iter().filter(|placement| placement.piece == piece);
            let mut whites: Vec<_> = own.map(|placement| size(placement.cells & white)).collect();
            whites.sort_unstable();
            whites.dedup();
            let cells = self.piece_size(piece);
            let mut with_copies = covers.clone();
            for copy in 1..=max.min(most / cells) {
                with_copies = with_one_more(&with_copies, cells, &whites);
                match all && copy <= min {
                    true => covers.clone_from(&with_copies),
                    false => {
                        covers.iter_mut().zip(&with_copies).for_each(|(all, more)| *all |= *more);
                    }
                }
            }
        }
        covers
    }

    /// The connected components of `free`.
    fn regions(&self, free: u128) -> Vec<u128> {
        let cells = self.cells().iter().enumerate().filter(|(i, _)| free >> i & 1 == 1);
        let mut left = cells.map(|(_, &cell)| (cell, ())).collect();
        let regions = core::iter::from_fn(|| take_region(self.grid(), &mut left));
        regions.map(|((), region)| self.set_of(region)).collect()
    }
}

/// The numbers of cells and white cells with one more copy of a piece of `cells` cells.
fn with_one_more(covers: &[Wide<8>], cells: usize, whites: &[usize]) -> Vec<Wide<8>> {
    let mut more = vec![Wide::ZERO; covers.len()];
    for (more, before) in more[cells..].iter_mut().zip(covers) {
        *more = whites.iter().fold(Wide::ZERO, |all, &white| all | *before << white as u32);
    }
    more
}

/// The set of one number.
fn one(bit: usize) -> Wide<8> {
    Wide::ONE << bit as u32
}

/// The number of cells.
fn size(cells: u128) -> usize {
    cells.count_ones() as usize
}
