//! Integration tests of bitboard-core, one module for each subject.

mod common;
mod features;
mod fuzz_cases;
mod known_answers;
mod properties;
#[cfg(feature = "simd")]
mod simd;
