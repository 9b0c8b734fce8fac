//! The search for all solutions.

use alloc::vec::Vec;

use crate::fillings::Fillings;
use crate::halves::{Graph, bit_of};
use crate::placement::Placement;
use crate::solution::Solution;

/// All solutions, sorted: 2,098, half of them turned by 180°.
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let mut all = Graph::new().solutions();
    all.sort_unstable();
    all
}

/// How many solutions there are: 2,098, counted anew without making them.
#[must_use]
pub fn count() -> usize {
    Graph::new().count()
}

/// A search for one solution of each pair that a half turn exchanges.
///
/// It walks the graph of fillings, in which the lowest free cell is filled next and no filling has a
/// region that cannot be filled, and uses each piece once.
#[derive(Clone, Debug)]
pub struct Search {
    fillings: Fillings,
    chosen: Vec<Placement>,
    solutions: Vec<Solution>,
    nodes: u64,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// Makes the graph of fillings.
    #[must_use]
    pub fn new() -> Self {
        Self { fillings: Fillings::new(), chosen: Vec::new(), solutions: Vec::new(), nodes: 0 }
    }

    /// Searches everything.
    pub fn run(&mut self) {
        self.solutions.clear();
        self.place(0, 0);
    }

    /// How many partial solutions have been looked at since the search was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the last run has found.
    #[must_use]
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// Goes on from a filling; `used` has a bit for each piece on the board.
    fn place(&mut self, filling: u32, used: u16) {
        self.nodes += 1;
        if self.chosen.len() == 10 {
            let mut solution = Solution::EMPTY;
            for placement in &self.chosen {
                for cell in placement.cells {
                    solution.paint(1 << bit_of(cell.index() as usize), placement.piece as u32);
                }
            }
            self.solutions.push(solution);
            return;
        }
        for i in 0..self.fillings.steps(filling).len() {
            let step = self.fillings.steps(filling)[i];
            let piece = 1 << step.placement.piece;
            if used & piece == 0 {
                self.chosen.push(step.placement);
                self.place(step.next, used | piece);
                self.chosen.pop();
            }
        }
    }
}
