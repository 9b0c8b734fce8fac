//! All solutions by their halves.
//!
//! In each solution the five pieces that come first, when the lowest free cell is filled again and again, make a *front*; the five
//! others fill its *rest*. What at most five pieces fill so is a small [`Graph`] of sets of cells, whichever pieces fill them. Turned by
//! 180°, a rest is a set of cells at the top of the board, and mostly a front itself: then the two are a couple. Solutions are the ways
//! to fill the two halves of a couple that share no piece.

mod file;
mod graph;
mod layout;
mod numbers;
mod partials;
mod pockets;
mod tiles;
mod used;

use alloc::vec::Vec;

pub use self::graph::Graph;
pub(crate) use self::layout::bit_of;
use self::partials::for_each_match;
use crate::solution::Solution;

impl Graph {
    /// How many solutions there are, counted without making them: 2,098.
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        for_each_match(self, |found| count += 1 + usize::from(found.couple.turned_too));
        count
    }

    /// All solutions, in no order.
    #[must_use]
    pub fn solutions(&self) -> Vec<Solution> {
        let mut all = Vec::new();
        for_each_match(self, |found| {
            let solution = found.solution();
            all.push(solution);
            if found.couple.turned_too {
                all.push(solution.turned());
            }
        });
        all
    }
}
