//! What the crates of this workspace are measured against, and how.

#![forbid(unsafe_code)]

pub mod baseline;
pub mod random;
pub mod task;
pub mod tasks;
