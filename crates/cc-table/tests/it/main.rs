//! Integration tests of cc-table, one module for each subject.

mod batches;
mod chains;
#[cfg(feature = "alloc")]
mod contacts;
#[cfg(feature = "std")]
mod fuzz_cases;
#[cfg(feature = "std")]
mod image_limits;
#[cfg(feature = "alloc")]
mod images;
#[cfg(feature = "alloc")]
mod keep;
mod known_answers;
#[cfg(feature = "std")]
mod pnm;
#[cfg(feature = "alloc")]
mod regions;
#[cfg(feature = "alloc")]
mod select;
#[cfg(all(feature = "serde", feature = "alloc"))]
mod serde;
mod symmetry;
#[cfg(feature = "alloc")]
mod tiles;
#[cfg(feature = "alloc")]
mod values;
#[cfg(feature = "alloc")]
mod volumes;
