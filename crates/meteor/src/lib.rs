//! Polyform puzzles: pieces of squares, hexagons, triangles, cubes or spheres that cover a board of
//! up to 128 cells.
//!
//! A [`Puzzle`] is a board and pieces, a [`Solver`] answers queries about it: the number of
//! solutions, and of distinct ones up to symmetry; the first solution, all of them, the one with a
//! given number, the number of a given one, random ones; hints. Pieces can be placed and removed at
//! any time.
//!
//! ```
//! use meteor_puzzle::{Grid, Piece, Puzzle, Solver, presets};
//!
//! let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
//! assert_eq!(solver.count(), Ok(8));
//! assert_eq!(solver.count_distinct(), Ok(2));
//!
//! let corner = Piece::from_picture("L", "
//!     X .
//!     X X")?.copies(2..=2);
//! let puzzle = Puzzle::from_picture(Grid::Square, "
//!     . . .
//!     . . .", [corner])?;
//! let solver = Solver::new(puzzle);
//! let solution = solver.solutions().next().unwrap();
//! assert_eq!(solver.puzzle().picture(solution.placements()).to_string(), "L L L\nL L L\n");
//! # Ok::<(), meteor_puzzle::PuzzleError>(())
//! ```
//!
//! # Which query?
//!
//! | question | query | cost |
//! | --- | --- | --- |
//! | how many solutions? | [`Solver::count`], [`Solver::count_distinct`] | a graph of states, without a list; in space or without memory, a search |
//! | one solution, all of them, is there only one? | [`Solver::solutions`] | a search with pruning |
//! | number n, the number of one, a random one? | [`Solver::try_index`] | the graph once, then a step a piece; in space, all solutions once |
//! | which piece is next? | [`Solver::try_hint`] | a search from the pieces placed |
//! | why is there none? | [`Puzzle::infeasibility`] | a scan of the board and the pieces |
//! | how to describe a puzzle? | [`Puzzle::from_picture`], [`PuzzleFile`] | – |
//!
//! [`presets`] has classic puzzles with published numbers of solutions, [`PuzzleFile`] reads
//! puzzles from text files, and [`classic`] prints the Meteor puzzle as the Computer Language
//! Benchmarks Game does.
//!
//! The crate starts from Nicolas Cellier's "Meteor Contest - Part 8 dumb and fast" (2012). The
//! example `row_pairs` is a port of its search, and runs it beside [`Solver`].
//!
//! # Where to start reading
//!
//! Read [`Grid`] (the grids), [`Piece`], [`Puzzle`] and [`Solution`] first, in this
//! order; none of them searches. [`Solver`] has a method for each query and hands the work to the
//! module `engine`, whose first page has its glossary and says which file to read next. The other
//! modules use only these: `solutions` iterates, `infeasibility` finds reasons why there is no
//! solution, `picture`, `file`, `presets` and `svg` read and write. The examples `export` (exact
//! cover, DIMACS CNF) and `movie` (a search as animated SVG) are not part of the library.
//!
//! # Features
//!
//! | feature | default | contents and cost |
//! | --- | --- | --- |
//! | `std` | yes | limits of time; the standard library |
//! | `parallel` | no | counting by several threads; the standard library |
//! | `rand_core` | no | `bitboard_core::random::RandCore`, for random solutions by other generators |
//! | `serde` | no | `Serialize` and `Deserialize` for values; the `serde` crate |
//! | `svg` | no | `SolutionSheet`: solutions as SVG |
//!
//! Without features the crate needs an allocator only.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod classic;
mod engine;
mod error;
mod file;
mod grid;
mod infeasibility;
mod picture;
mod piece;
mod placement;
pub mod presets;
mod puzzle;
mod solution;
mod solutions;
mod solver;
#[cfg(feature = "svg")]
mod svg;

pub use bitboard_core;
pub use bitboard_core::{Interrupted, Limits, Progress, Random, SeededRng, StopReason, TryError};

pub use crate::engine::budget::{Stage, StageProgress};
pub use crate::error::{CountError, PuzzleError};
pub use crate::file::{FileError, FileReason, PuzzleFile};
pub use crate::grid::{Coord, Grid};
pub use crate::infeasibility::Infeasibility;
pub use crate::piece::Piece;
pub use crate::placement::Placement;
pub use crate::puzzle::Puzzle;
pub use crate::solution::Solution;
pub use crate::solutions::{SolutionIndex, Solutions};
pub use crate::solver::Solver;
#[cfg(feature = "svg")]
pub use crate::svg::SolutionSheet;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
