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
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library; nothing in this crate needs it yet |
//! | `svg` | no | `polyform::Sheet`: solutions as SVG |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod graph;
mod halves;
mod pieces;
mod placement;
pub mod polyform;
mod search;
mod solution;

pub use crate::pieces::{PIECES, Piece};
pub use crate::placement::{Board, Geometry, Placement, placements};
pub use crate::search::{Search, count, solutions};
pub use crate::solution::Solution;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
