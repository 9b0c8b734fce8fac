//! Other crates for the same jobs, each in the form in which the tasks compare it.
//!
//! They bring many dependencies, so they are behind features such as `cc-table-rivals`, which
//! `cargo xtask bench` turns on.

#[cfg(feature = "bitboard-core-rivals")]
pub mod boards;
#[cfg(feature = "c4-solver-rivals")]
pub mod connect4;
#[cfg(feature = "meteor-puzzle-rivals")]
pub mod exact_cover;
#[cfg(feature = "king-paths-rivals")]
pub mod grid;
#[cfg(feature = "cc-label-rivals")]
pub mod images;
