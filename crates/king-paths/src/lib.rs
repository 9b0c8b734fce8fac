//! All shortest paths on bitboards.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod layers;
mod no_cut;

pub use crate::layers::{Layers, all_shortest_paths};
pub use crate::no_cut::NoCut;
