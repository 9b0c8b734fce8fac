//! The Meteor puzzle.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod pieces;
mod placement;
#[cfg(feature = "alloc")]
mod search;
mod solution;

pub use crate::pieces::{PIECES, Piece};
pub use crate::placement::{Board, Geometry};
#[cfg(feature = "alloc")]
pub use crate::placement::{Placement, placements};
#[cfg(feature = "alloc")]
pub use crate::search::{Search, solutions};
pub use crate::solution::Solution;
