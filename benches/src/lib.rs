//! Tasks, baselines and rivals for measuring the crates of this workspace.

#![forbid(unsafe_code)]

pub mod baseline;
pub mod random;
pub mod rivals;
pub mod task;
pub mod tasks;
