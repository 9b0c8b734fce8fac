//! The Meteor puzzle: ten pieces of five hexagons each, on a board of ten rows of five.
//!
//! ```
//! let solutions = meteor::solutions();
//! assert_eq!(solutions.len(), 2098);
//! assert_eq!(solutions[0].to_string(), "\
//! 0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n 8 6 3 3 3 \n\
//! 4 8 8 9 3 \n 4 4 8 9 3 \n4 7 4 7 9 \n 7 7 7 9 9 \n");
//! ```
//!
//! A solution and its half turn count as two. The puzzle, the numbering of its pieces and the form in which solutions are
//! printed are those of the Computer Language Benchmarks Game.
//!
//! [`polyform`] solves any puzzle of squares, hexagons or triangles: counts, first, all, number n, random and unique solutions, hints.
//!
//! ```
//! use meteor::polyform::{Solver, ready};
//!
//! let puzzle = ready::find("pentominoes-6x10").unwrap().puzzle();
//! let solver = Solver::new(&puzzle);
//! assert_eq!(solver.count(), Ok(9356));
//! println!("{}", solver.first()?.unwrap().picture(&puzzle));
//! # Ok::<(), meteor::polyform::Stop>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library: limits of time |
//! | `graph` | no | `Graph::generated`: 28 KB of the program; all solutions in a quarter of a millisecond |
//! | `parallel` | no | counting by several threads, with the standard library only |
//! | `svg` | no | `polyform::Sheet`: solutions as SVG |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod catalogue;
mod fillings;
mod halves;
mod pieces;
mod placement;
pub mod polyform;
mod search;
mod solution;

pub use crate::catalogue::Catalogue;
pub use crate::halves::Graph;
pub use crate::pieces::{PIECES, Piece};
pub use crate::placement::{Board, Geometry, Placement, placements};
pub use crate::search::{Search, count, solutions};
pub use crate::solution::Solution;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
