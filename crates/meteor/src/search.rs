//! The search for all solutions.

use alloc::vec::Vec;

use crate::graph::Graph;
use crate::halves::Halves;
use crate::placement::Placement;
use crate::solution::Solution;

/// All solutions, sorted: 2,098, half of them turned by 180°.
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let mut all = Halves::new().solutions();
    all.sort_unstable();
    all
}

/// How many solutions there are: 2,098, counted anew without making them.
#[must_use]
pub fn count() -> usize {
    Halves::new().count() as usize
}

/// A search for one solution of each pair that a half turn exchanges.
///
/// It walks the graph of fillings, in which the lowest free cell is filled next and no filling has a
/// region that cannot be filled, and uses each piece once.
#[derive(Clone, Debug)]
pub struct Search {
    graph: Graph,
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
    /// Makes the graph.
    #[must_use]
    pub fn new() -> Self {
        Self { graph: Graph::new(), chosen: Vec::new(), solutions: Vec::new(), nodes: 0 }
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
            let mut pieces = [0; 50];
            for placement in &self.chosen {
                for cell in placement.cells {
                    pieces[cell.index() as usize] = placement.piece as u8;
                }
            }
            self.solutions.push(Solution { pieces });
            return;
        }
        for i in 0..self.graph.steps(filling).len() {
            let step = self.graph.steps(filling)[i];
            let piece = 1 << step.placement.piece;
            if used & piece == 0 {
                self.chosen.push(step.placement);
                self.place(step.next, used | piece);
                self.chosen.pop();
            }
        }
    }
}
