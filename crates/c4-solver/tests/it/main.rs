//! Integration tests of c4-solver, one module for each subject.

#[cfg(feature = "alloc")]
mod all_positions;
#[cfg(feature = "alloc")]
mod book;
#[cfg(feature = "alloc")]
mod checkpoints;
#[cfg(feature = "std")]
mod contract;
#[cfg(feature = "std")]
mod fuzz_cases;
#[cfg(feature = "alloc")]
mod glob_import;
#[cfg(feature = "alloc")]
mod known_answers;
#[cfg(feature = "std")]
mod limits;
#[cfg(feature = "std")]
mod portable;
mod positions;
#[cfg(feature = "alloc")]
mod properties;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod strength;
#[cfg(feature = "parallel")]
mod threads;
