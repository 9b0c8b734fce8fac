//! Solutions.

use alloc::vec::Vec;

use crate::placement::Placement;

/// A solution of a puzzle: all pieces on the board, including those that were placed before.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Placement>", into = "Vec<Placement>"))]
pub struct Solution {
    placements: Vec<Placement>,
}

impl Solution {
    /// The pieces on the board, sorted by their lowest cells.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The piece on cell `cell` of [`Puzzle::cells`](crate::Puzzle::cells); `None` if the cell is empty or not on the
    /// board.
    #[must_use]
    pub fn piece_at(&self, cell: usize) -> Option<usize> {
        self.placements.iter().find(|other| other.covers(cell)).map(|placement| placement.piece)
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
