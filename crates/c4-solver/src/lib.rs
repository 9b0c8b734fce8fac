//! Perfect play for Connect 4.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod position;
#[cfg(feature = "alloc")]
mod solver;
#[cfg(feature = "alloc")]
mod table;

pub use crate::error::{MovesError, PositionError};
pub use crate::position::{CELLS, Geometry, HEIGHT, Position, WIDTH};
#[cfg(feature = "alloc")]
pub use crate::solver::Solver;
