//! Connected components of small boards by row-transition tables.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod table;

pub use crate::table::{Board, Components, Connectivity, components};
