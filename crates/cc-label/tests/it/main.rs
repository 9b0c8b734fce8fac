//! Integration tests of cc-label, one module for each subject.

mod clean;
mod contacts;
mod fuzz_cases;
mod holes;
mod images;
mod portable;
mod regions;
mod scanned;
mod select;
#[cfg(feature = "serde")]
mod serde;
mod symmetry;
#[cfg(feature = "std")]
mod tables;
mod tiles;
mod values;
mod volumes;
