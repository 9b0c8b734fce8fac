//! Integration tests of cc-label, one module for each subject.

mod contacts;
mod fuzz_cases;
#[cfg(feature = "std")]
mod image_limits;
mod images;
mod keep;
#[cfg(feature = "std")]
mod pnm;
mod regions;
mod select;
#[cfg(feature = "serde")]
mod serde;
mod symmetry;
mod tiles;
mod values;
mod volumes;
