//! Baselines, to measure the crates against: our plain ports of algorithms as first published, and,
//! where nothing is published, the code that one writes first.
//!
//! Ports follow their descriptions step by step, without later improvements. Each baseline is tested
//! for correct answers.

pub mod chains;
pub mod components;
pub mod connect4;
pub mod floods;
pub mod grid;
pub mod havannah;
pub mod meteor;
pub mod paths;
pub mod tours;
