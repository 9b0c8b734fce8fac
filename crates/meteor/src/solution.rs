//! Solutions and their pictures.

use alloc::vec::Vec;
use core::fmt;

use crate::polyform::grid::Grid;
use crate::polyform::puzzle::{Placement, Puzzle};

/// A solution of a puzzle: where each piece lies, placed ones included.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    placements: Vec<Placement>,
}

impl Solution {
    pub(crate) fn new(placements: impl Iterator<Item = Placement>) -> Self {
        let mut placements: Vec<_> = placements.collect();
        placements.sort_unstable_by_key(|placement| placement.cells.trailing_zeros());
        Self { placements }
    }

    /// The pieces on the board, sorted by their lowest cells.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The piece on cell `cell` of [`Puzzle::cells`]; `None` if it is empty or there is no such cell.
    #[must_use]
    pub fn piece_at(&self, cell: usize) -> Option<usize> {
        placement_at(&self.placements, cell).map(|i| self.placements[i].piece)
    }

    /// The solution as a picture: the [symbol](Puzzle::symbol) of the piece on each cell, `.` where there is none, `#` where the board has no cell. It
    /// can be read back by [`Puzzle::from_picture`] if the pieces can be told apart.
    ///
    /// ```
    /// use meteor::polyform::{Solver, ready};
    ///
    /// let puzzle = ready::find("tetrahexes-4x7-parallelogram").unwrap().puzzle();
    /// let first = Solver::new(&puzzle).first().unwrap().unwrap();
    /// println!("{}", first.picture(&puzzle));
    /// ```
    #[must_use]
    pub fn picture<'a>(&'a self, puzzle: &'a Puzzle) -> impl fmt::Display + 'a {
        puzzle.picture(&self.placements)
    }
}

/// The placement that covers a cell, as its place in `placements`.
pub(crate) fn placement_at(placements: &[Placement], cell: usize) -> Option<usize> {
    placements.iter().position(|placement| cell < 128 && placement.cells >> cell & 1 != 0)
}

impl Puzzle {
    /// The board with these pieces on it as a picture, like [`Solution::picture`].
    #[must_use]
    pub fn picture<'a>(&'a self, placements: &'a [Placement]) -> impl fmt::Display + 'a {
        Picture { placements, puzzle: self }
    }
}

struct Picture<'a> {
    placements: &'a [Placement],
    puzzle: &'a Puzzle,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzle, cells) = (self.puzzle, self.puzzle.cells());
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
        let top = cells.first().map_or(0, |cell| cell.1);
        let bottom = cells.last().map_or(0, |cell| cell.1);
        for y in top..=bottom {
            let indent = match puzzle.grid() {
                Grid::OffsetHexagon => (y & 1) as usize,
                Grid::AxialHexagon => (y - top) as usize,
                _ => 0,
            };
            write!(f, "{:indent$}", "")?;
            let right = cells.iter().filter(|cell| cell.1 == y).map(|cell| cell.0).max();
            for x in left..=right.unwrap_or(left) {
                let symbol = match puzzle.cell_index((x, y)) {
                    None => '#',
                    Some(i) => placement_at(self.placements, i)
                        .map_or('.', |p| puzzle.symbol(self.placements[p].piece)),
                };
                let blank = if x == left { "" } else { " " };
                write!(f, "{blank}{symbol}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
