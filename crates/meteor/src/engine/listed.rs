//! Solutions by their numbers in space: a list of all that a search finds.
//!
//! The graph would not fit the memory. A list takes some hundred bytes for each solution, and the
//! time to find all of them. [`Listed`] has it in the order of the search, and the numbers of the
//! solutions in the order in which they are sorted, so a binary search finds the number of one.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::engine::budget::{Budget, Result};
use crate::engine::{Find, Numbered};
use crate::placement::Placement;
use crate::solution::Solution;

/// All solutions, in the order in which a search finds them.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    solutions: Vec<Solution>,
    /// The numbers of the solutions, in the order in which these are sorted.
    sorted: Vec<u32>,
}

impl Listed {
    /// Finds all solutions. They include the pieces that were placed before.
    pub(crate) fn new(
        mut search: impl Find,
        placed: &[Placement],
        budget: &mut Budget<'_>,
    ) -> Result<Self> {
        let (mut solutions, mut sorted) = (Vec::new(), Vec::new());
        budget.reserve(&mut solutions, 1)?;
        while search.next(budget)? {
            for image in 0..search.weight() {
                let solution: Solution =
                    placed.iter().copied().chain(search.board(image)).collect();
                budget.charge(size_of_val(solution.placements()))?;
                budget.push(&mut sorted, solutions.len() as u32)?;
                budget.push(&mut solutions, solution)?;
            }
        }
        sorted.sort_unstable_by_key(|&n| &solutions[n as usize]);
        Ok(Self { solutions, sorted })
    }
}

impl Numbered for Listed {
    fn len(&self) -> u128 {
        self.solutions.len() as u128
    }

    fn nth(&self, n: u128, _: &[Placement]) -> Solution {
        self.solutions[n as usize].clone()
    }

    fn iter<'a>(&'a self, _: &'a [Placement]) -> Box<dyn Iterator<Item = Solution> + 'a> {
        Box::new(self.solutions.iter().cloned())
    }

    fn rank(&self, solution: &Solution, _: &[Placement]) -> Option<u128> {
        let found = self.sorted.binary_search_by_key(&solution, |&n| &self.solutions[n as usize]);
        found.ok().map(|i| self.sorted[i].into())
    }
}
