//! Integration tests of knight-tours, one module for each subject.

#[cfg(feature = "std")]
mod limits;
mod memory;
mod portable;
mod tours;
mod transformed;
