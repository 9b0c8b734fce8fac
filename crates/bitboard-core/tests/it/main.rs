//! Integration tests of bitboard-core, one module for each subject.

mod common;
mod features;
mod fuzz_cases;
mod known_answers;
#[cfg(target_has_atomic = "64")]
mod limits;
mod properties;
mod random;
#[cfg(feature = "simd")]
mod simd;
