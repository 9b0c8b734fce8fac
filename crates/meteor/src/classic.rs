//! The Meteor puzzle as the Computer Language Benchmarks Game prints it: ten pieces of five
//! hexagons each, on a board of ten rows of five.
//!
//! ```
//! let solutions = meteor_puzzle::classic::solutions();
//! assert_eq!(solutions.len(), 2_098);
//! assert_eq!(solutions[0].to_string(), "\
//! 0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n 8 6 3 3 3 \n\
//! 4 8 8 9 3 \n 4 4 8 9 3 \n4 7 4 7 9 \n 7 7 7 9 9 \n");
//! ```
//!
//! A solution and its half turn count as two. The numbering of the pieces, the text of solutions
//! and their order are those of the Benchmarks Game. The puzzle is the preset `meteor`, for which
//! [`Solver`] answers all other queries.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::Limits;

use crate::engine::Settings;
use crate::engine::arena::Arena;
use crate::engine::budget::Watches;
use crate::engine::count::for_each_solution;
use crate::engine::problem::{Move, Problem};
use crate::presets;
use crate::puzzle::Puzzle;
use crate::solver::Solver;

/// The number of cells of the board.
const CELLS: usize = 50;
/// The number of solutions, the capacity of the list.
const SOLUTIONS: usize = 2_098;

/// All solutions, sorted.
///
/// ```
/// let solutions = meteor_puzzle::classic::solutions();
/// assert_eq!(solutions.len(), 2_098);
/// assert!(solutions.is_sorted());
/// ```
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let puzzle = presets::find("meteor").expect("it comes with the crate").puzzle();
    let mut all = by_graph(&puzzle).unwrap_or_else(|| by_search(puzzle));
    all.sort_unstable();
    all
}

/// All solutions by the transfer graph; `None` if memory cannot be allocated.
fn by_graph(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    let problem = Problem::<u64>::new(puzzle);
    let watches = Watches::new(&Limits::new());
    let budget = &mut watches.budget();
    let arena = &mut Arena::new(Settings::DEFAULT.memory, budget);
    let mut all = Vec::new();
    all.try_reserve_exact(SOLUTIONS).ok()?;
    let solution = |moves: &[Move<u64>]| {
        let mut pieces = [0; CELLS];
        for m in moves {
            problem.for_each_cell(m.cells, |cell| pieces[cell] = m.pieces.piece as u8);
        }
        Solution { pieces }
    };
    for_each_solution(&problem, arena, |moves| all.push(solution(moves))).ok()?;
    Some(all)
}

/// All solutions by depth-first search.
fn by_search(puzzle: Puzzle) -> Vec<Solution> {
    let piece = |solution: &crate::Solution, cell| solution.piece_at(cell).unwrap_or(0) as u8;
    let solutions = Solver::new(puzzle).solutions();
    let pieces = solutions.map(|found| core::array::from_fn(|cell| piece(&found, cell)));
    pieces.map(|pieces| Solution { pieces }).collect()
}

/// A solution of the Meteor puzzle.
///
/// Its text is that of the Computer Language Benchmarks Game: ten lines, odd rows indented by a
/// space, a space after each cell. Solutions are ordered as these texts are.
///
/// ```
/// let last = *meteor_puzzle::classic::solutions().last().unwrap();
/// assert_eq!(last.to_string(), "\
/// 9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
/// 7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n");
/// assert_eq!(last.turned().piece(0), last.piece(49));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    pieces: [u8; CELLS],
}

impl Solution {
    /// The piece, 0 to 9, on a cell; cell = column + 5 · row.
    ///
    /// # Panics
    /// If `cell` is not less than 50.
    #[must_use]
    pub const fn piece(&self, cell: usize) -> u8 {
        self.pieces[cell]
    }

    /// The piece, 0 to 9, on each cell; cell = column + 5 · row.
    #[must_use]
    pub const fn pieces(&self) -> [u8; 50] {
        self.pieces
    }

    /// The solution turned by 180°.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.pieces.reverse();
        self
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.pieces.chunks(5).enumerate() {
            if y % 2 == 1 {
                f.write_str(" ")?;
            }
            for piece in row {
                write!(f, "{piece} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graph_and_search_find_the_same_solutions() {
        let mut searched = by_search(presets::find("meteor").unwrap().puzzle());
        searched.sort_unstable();
        assert_eq!(searched, solutions());
    }
}
