//! Havannah winners online, by union-find.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cell;
#[cfg(feature = "alloc")]
mod referee;
mod wins;

pub use crate::cell::{Hex, HexError};
#[cfg(feature = "alloc")]
pub use crate::referee::{PlayError, Referee};
pub use crate::wins::Wins;
