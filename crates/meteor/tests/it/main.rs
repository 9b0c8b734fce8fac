//! Integration tests of meteor-puzzle, one module for each subject.

mod classic;
mod common;
mod distinct;
mod errors;
mod fuzz_cases;
mod grid;
mod infeasibility;
mod known;
#[cfg(feature = "std")]
mod limits;
mod memory;
mod portable;
mod properties;
#[cfg(feature = "serde")]
mod serde;
mod space;
#[cfg(feature = "svg")]
mod svg;
mod turned;
