//! Pictures of boards as text.

use core::fmt;

use crate::grid::{Coord, Grid};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

impl Puzzle {
    /// A picture of the board with these pieces on it: the [symbol](Puzzle::symbol) of the piece on each
    /// cell, `.` for an empty cell, and `#` where the board has no cell.
    ///
    /// ```
    /// let puzzle = meteor::presets::find("tetrahexes-4x7-parallelogram").unwrap().puzzle();
    /// let corner = puzzle.placements()[0];
    /// assert_eq!(puzzle.picture(&[corner]).to_string(), "\
    /// A A A A . . .
    ///  . . . . . . .
    ///   . . . . . . .
    ///    . . . . . . .
    /// ");
    /// ```
    #[must_use]
    pub fn picture<'a>(&'a self, placements: &'a [Placement]) -> impl fmt::Display + 'a {
        Picture { placements, puzzle: self }
    }
}

/// The board with the placed pieces as a picture, which [`Puzzle::from_picture`] reads if all names are
/// single characters and no two copies of a piece touch.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture(self.placed()).fmt(f)
    }
}

struct Picture<'a> {
    placements: &'a [Placement],
    puzzle: &'a Puzzle,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzle, cells) = (self.puzzle, self.puzzle.cells());
        let (left, top) = origin(puzzle.grid(), cells);
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
                    Some(i) => match self.placements.iter().find(|other| other.covers(i)) {
                        Some(placement) => puzzle.symbol(placement.piece),
                        None => '.',
                    },
                };
                let blank = if x == left { "" } else { " " };
                write!(f, "{blank}{symbol}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The column and the row in which a picture of these cells begins. On grids on which rows or cells differ by parity they
/// are as even as those of the picture, which count from 0.
pub(crate) fn origin(grid: Grid, cells: &[Coord]) -> Coord {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
    match grid {
        Grid::OffsetHexagon => (left, top - (top & 1)),
        Grid::Triangle => (left - ((left + top) & 1), top),
        _ => (left, top),
    }
}
