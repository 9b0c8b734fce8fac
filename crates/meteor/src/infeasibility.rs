//! Reasons why a puzzle has no solution that can be found without a search.
//!
//! [`Puzzle::infeasibility`] makes a test for each variant of [`Infeasibility`], and returns the
//! first that fails. Two of them are a knapsack problem: how many cells can the pieces cover
//! together, wherever they lie, and how many of these are white if the board is colored as a chess
//! board?
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

use crate::grid::{Coord, take_region};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A reason why a puzzle has no solution, found by [`Puzzle::infeasibility`] without a search.
///
/// Free cells are those beside the placed pieces. The `Display` form is a sentence for users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Infeasibility {
    /// A piece that must be used does not fit anywhere, or has too few places for its copies to
    /// cover disjoint cells.
    Piece {
        /// Its index in [`Puzzle::pieces`].
        piece: usize,
    },
    /// No piece covers this cell, or it lies in a region of free cells, separated from the others,
    /// to whose size the sizes of pieces do not add up.
    Cell {
        /// The cell; of a region the first in the order of [`Puzzle::cells`].
        cell: Coord,
    },
    /// The sizes of the pieces do not add up to the number of free cells.
    Sizes {
        /// The number of free cells.
        free: usize,
        /// The number of cells of the pieces that must be used, and of cells that must stay empty, if
        /// it is larger, else the largest smaller number to which sizes add up.
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
            Self::Piece { piece } => write!(f, "piece number {} does not fit", piece + 1),
            Self::Cell { cell } => {
                write!(f, "no pieces fill the cell {cell} and the free cells around it")
            }
            Self::Sizes { free, covered } => {
                write!(f, "{free} cells are free, but the sizes of pieces add up to {covered}")
            }
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
    /// use meteor_puzzle::{Grid, Infeasibility, Piece, Puzzle};
    ///
    /// // The mutilated chess board: two opposite corners have the same color.
    /// let domino = Piece::from_walk("I", Grid::Square, ["E"])?.copies(1..=32);
    /// let cells = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
    /// let cells = cells.filter(|&cell| cell != (0, 0) && cell != (7, 7));
    /// let puzzle = Puzzle::new(Grid::Square, cells, [domino])?;
    /// assert_eq!(puzzle.infeasibility(), Some(Infeasibility::Coloring { first: 32, second: 30 }));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn infeasibility(&self) -> Option<Infeasibility> {
        let free = self.free_cells();
        let count = size(free);
        let cells = self.all_copies_left().map(|(piece, min, _)| min * self.piece_size(piece));
        let needed = cells.sum::<usize>() + usize::from(*self.empty_range().start());
        if needed > count {
            return Some(Infeasibility::Sizes { free: count, covered: needed });
        }
        let placements = self.placements();
        if let Some(piece) = self.piece_that_does_not_fit(&placements) {
            return Some(Infeasibility::Piece { piece });
        }
        if self.is_packing() {
            return None;
        }
        let first_of = |cells: u128| self.cells().get(cells.trailing_zeros() as usize).copied();
        let covered = placements.iter().fold(0, |cells, placement| cells | placement.cells);
        if let Some(cell) = first_of(free & !covered) {
            return Some(Infeasibility::Cell { cell });
        }
        let white = self.coloring();
        let covers = self.covers(&placements, white, count, true);
        if covers[count] == Wide::ZERO {
            let covered = covers.iter().rposition(|whites| *whites != Wide::ZERO);
            return Some(Infeasibility::Sizes { free: count, covered: covered.unwrap_or(0) });
        }
        let sums = self.covers(&placements, 0, count, false);
        let regions = self.regions(free);
        if let Some(region) = regions.iter().find(|region| sums[size(**region)] == Wide::ZERO) {
            return first_of(*region).map(|cell| Infeasibility::Cell { cell });
        }
        let first = size(free & white);
        let fits = covers[count] & one(first) != Wide::ZERO;
        (!fits).then_some(Infeasibility::Coloring { first, second: count - first })
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

    /// The cells with the color of the first one, if adjacent cells can have different colors.
    fn coloring(&self) -> u128 {
        let color = |&cell: &Coord| self.grid().color(cell);
        let first = self.cells().first().and_then(color);
        let white = self.cells().iter().map(|cell| first.is_some() && color(cell) == first);
        white.enumerate().fold(0, |cells, (i, white)| cells | u128::from(white) << i)
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
