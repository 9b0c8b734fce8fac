//! Solutions.

use alloc::vec::Vec;
use core::fmt;

use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A solution of a puzzle: all pieces on the board, including those that were placed before.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Placement>", into = "Vec<Placement>"))]
pub struct Solution {
    placements: Vec<Placement>,
}

impl Solution {
    /// The pieces on the board, sorted by their lowest cells.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let solution = solver.first().unwrap();
    /// assert_eq!(solution.placements().len(), 10);
    /// assert!(solution.placements()[0].covers(0));
    /// ```
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The piece on cell `cell` of [`Puzzle::cells`]; `None` if the cell is empty or not on the
    /// board.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let solution = solver.first().unwrap();
    /// assert!(solution.piece_at(49).is_some() && solution.piece_at(50).is_none());
    /// ```
    #[must_use]
    pub fn piece_at(&self, cell: usize) -> Option<usize> {
        self.placements.iter().find(|other| other.covers(cell)).map(|placement| placement.piece)
    }

    /// A picture of the solution, as [`Puzzle::picture`] draws it.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let solution = solver.first().unwrap();
    /// assert_eq!(solution.picture(solver.puzzle()).to_string(), "\
    /// U U X I I I I I N N N F T W Y Y Y Y Z V
    /// U X X X P P L N N F F F T W W Y Z Z Z V
    /// U U X P P P L L L L F T T T W W Z V V V
    /// ");
    /// ```
    #[must_use]
    pub fn picture<'a>(&'a self, puzzle: &'a Puzzle) -> impl fmt::Display + 'a {
        puzzle.picture(&self.placements)
    }
}

impl FromIterator<Placement> for Solution {
    fn from_iter<I: IntoIterator<Item = Placement>>(placements: I) -> Self {
        let mut placements: Vec<_> = placements.into_iter().collect();
        placements.sort_unstable_by_key(|placement| placement.cells.trailing_zeros());
        Self { placements }
    }
}

impl From<Vec<Placement>> for Solution {
    fn from(placements: Vec<Placement>) -> Self {
        placements.into_iter().collect()
    }
}

impl From<Solution> for Vec<Placement> {
    fn from(solution: Solution) -> Self {
        solution.placements
    }
}
