//! The five algorithms as first published: our own plain ports, to measure the crates against.
//!
//! They follow their descriptions step by step and are left as slow as those make them. Each is tested
//! for right answers.

pub mod chains;
pub mod components;
pub mod connect4;
pub mod floods;
pub mod grid;
pub mod havannah;
pub mod meteor;
pub mod paths;
pub mod tours;
