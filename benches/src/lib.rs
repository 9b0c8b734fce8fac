//! Tasks, baselines and rivals for measuring the crates of this workspace.

#![forbid(unsafe_code)]

pub mod baseline;
pub mod random;
pub mod task;
pub mod tasks;

/// The examples of the README of the workspace are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
