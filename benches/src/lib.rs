//! Tasks, baselines and rivals for measuring the crates of this workspace.

#![forbid(unsafe_code)]

pub mod baseline;
pub mod random;
#[cfg(feature = "rivals")]
pub mod rivals;
pub mod task;
pub mod tasks;
