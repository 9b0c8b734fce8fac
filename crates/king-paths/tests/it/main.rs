//! Integration tests of king-paths, one module for each subject.

#[cfg(feature = "simd")]
mod batch;
mod boards;
mod common;
#[cfg(feature = "alloc")]
mod costs;
#[cfg(feature = "alloc")]
mod fuzz_cases;
#[cfg(feature = "alloc")]
mod grid;
mod known_answers;
#[cfg(feature = "simd")]
mod limits;
#[cfg(feature = "alloc")]
mod memory;
#[cfg(feature = "alloc")]
mod octile;
#[cfg(feature = "alloc")]
mod portable;
#[cfg(all(feature = "serde", feature = "alloc"))]
mod serde;
#[cfg(feature = "alloc")]
mod transformed;
#[cfg(feature = "alloc")]
mod volume;
#[cfg(feature = "alloc")]
mod walls;
