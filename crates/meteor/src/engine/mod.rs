//! Puzzles of any polyforms: squares, hexagons and triangles.
//!
//! A [`Puzzle`] is a board of up to 128 cells and pieces that are to cover it; a [`Solver`] answers
//! questions about it.
//!
//! ```
//! use meteor::polyform::{Solver, ready};
//!
//! let puzzle = ready::find("pentominoes-3x20").unwrap().puzzle();
//! let solver = Solver::new(&puzzle);
//! assert_eq!(solver.count(), Ok(8));
//! assert_eq!(solver.count_up_to_symmetry(), Ok(2));
//! # Ok::<(), meteor::polyform::Stop>(())
//! ```

mod builder;
mod classes;
mod completions;
mod count;
mod error;
mod export;
mod families;
pub mod file;
mod fits;
mod fixed;
mod graph;
mod grid;
mod index;
mod islands;
mod limits;
mod meter;
mod numbers;
mod observer;
mod order;
mod packing;
mod piece;
mod problem;
mod puzzle;
pub mod ready;
mod room;
mod search;
mod solution;
mod solver;
#[cfg(feature = "svg")]
mod svg;
mod symmetry;
#[cfg(feature = "parallel")]
mod team;
mod turned;

pub use crate::polyform::error::PuzzleError;
pub use crate::polyform::export::{ExportError, to_cnf, to_dlx};
pub use crate::polyform::file::{FileError, FileReason, PuzzleFile};
pub use crate::polyform::grid::{Coord, Grid};
pub use crate::polyform::index::Index;
pub use crate::polyform::limits::{Limits, Progress, Stage, Stop};
pub use crate::polyform::observer::Observer;
pub use crate::polyform::piece::Piece;
pub use crate::polyform::puzzle::{Placement, Puzzle};
pub use crate::polyform::search::Search;
pub use crate::polyform::solution::Solution;
pub use crate::polyform::solver::{Solver, Uniqueness};
#[cfg(feature = "svg")]
pub use crate::polyform::svg::Sheet;

/// Maximum number of cells of a board.
pub const MAX_CELLS: usize = 128;
/// Maximum number of different pieces of a puzzle.
pub const MAX_PIECES: usize = 1024;
/// Maximum number of directions of a [walk](Piece::from_walk).
pub const MAX_STEPS: usize = 1 << 16;
