//! Integration tests of cc-table, one module for each subject.

mod batches;
mod chains;
mod fuzz_cases;
mod known_answers;
mod portable;
#[cfg(all(feature = "serde", feature = "alloc"))]
mod serde;
mod symmetry;
