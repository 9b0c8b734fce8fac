//! The Meteor puzzle of the Computer Language Benchmarks Game: ten pieces of five hexagons each, on a board of
//! ten rows of five.
//!
//! ```
//! let solutions = meteor::classic::solutions();
//! assert_eq!(solutions.len(), 2_098);
//! assert_eq!(solutions[0].to_string(), "\
//! 0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n 8 6 3 3 3 \n\
//! 4 8 8 9 3 \n 4 4 8 9 3 \n4 7 4 7 9 \n 7 7 7 9 9 \n");
//! ```
//!
//! A solution and its half turn count as two. The numbering of the pieces and the text of solutions are those of
//! the Benchmarks Game. This solver is several times faster than [`Solver`](crate::Solver), for this puzzle only.

// The engine. In each solution the five pieces that come first, when the lowest free cell is filled again and
// again, make a *front*; the five others fill its *rest*. Turned by 180°, a rest is a set of cells at the top of
// the board and usually a front itself: then the two are a *couple*. The exceptions have pieces in *pockets*. A
// *way* is a sequence of pieces that makes a filling. Solutions are the pairs of ways to fill the two halves of a
// couple that share no piece. The other terms are those of the general engine.
//
// Layers from bottom to top: layout → tiles → graph → search → pockets → build; graph, solution → partials →
// used → stored; partials, build → catalogue.

mod build;
mod catalogue;
mod graph;
mod layout;
mod partials;
mod pockets;
mod search;
mod solution;
mod stored;
mod tiles;
mod used;

#[cfg(feature = "graph")]
pub use self::catalogue::generated_solutions;
pub use self::catalogue::{Catalogue, count, solutions, unsorted_solutions};
// For the benches and tasks of the workspace.
#[doc(hidden)]
pub use self::graph::Graph;
pub use self::solution::{ParseSolutionError, Solution};
