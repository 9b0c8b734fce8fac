//! Integration tests of knight-tours, one module for each subject.

mod common;
#[cfg(feature = "std")]
mod limits;
mod memory;
mod tours;
mod transformed;
