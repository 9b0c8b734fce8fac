//! Baselines, to measure the crates against: our plain ports of algorithms as first published, and,
//! where nothing is published, the code that one writes first.
//!
//! Ports follow their descriptions step by step, without later improvements. `cargo xtask bench
//! --agree` compares the answers of all baselines with ours.

#[cfg(feature = "cc-table")]
pub mod components;
#[cfg(feature = "c4-solver")]
pub mod connect4;
#[cfg(feature = "bitboard-core")]
pub mod floods;
#[cfg(feature = "king-paths")]
pub mod grid;
#[cfg(feature = "havannah-uf")]
pub mod havannah;
#[cfg(feature = "meteor-puzzle")]
pub mod meteor;
#[cfg(feature = "king-paths")]
pub mod paths;
#[cfg(feature = "knight-tours")]
pub mod tours;
