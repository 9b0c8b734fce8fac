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

use crate::presets;
use crate::solver::Solver;

/// The number of cells of the board.
const CELLS: usize = 50;

/// All solutions, sorted.
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let solver = Solver::new(presets::find("meteor").expect("it comes with the crate").puzzle());
    let mut all: Vec<_> = match solver.try_index(&Limits::new()) {
        Ok(index) => index.iter().map(Solution::new).collect(),
        // The memory for the graph cannot be allocated.
        Err(_) => solver.solutions().map(Solution::new).collect(),
    };
    all.sort_unstable();
    all
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
    fn new(solution: crate::Solution) -> Self {
        let mut pieces = [0; CELLS];
        for placement in solution.placements() {
            placement.cells().for_each(|cell| pieces[cell] = placement.piece as u8);
        }
        Self { pieces }
    }

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
