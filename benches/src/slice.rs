//! What the `slice` program and those who run it say to each other.

use serde::{Deserialize, Serialize};

use crate::task::Role;

/// A task by its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskInfo {
    /// The crate that it is about.
    pub package: String,
    /// Its name.
    pub name: String,
    /// What figures are given for each of.
    pub unit: String,
    /// How many of them a round has.
    pub units: usize,
    /// Whether it is left out of quick runs.
    pub slow: bool,
    /// Who does it, ours first.
    pub engines: Vec<EngineInfo>,
}

/// An engine by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// What it is.
    pub role: Role,
}

/// What a slice measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Slice {
    /// How many rounds were measured.
    pub rounds: u64,
    /// How long they took together.
    pub nanoseconds: f64,
    /// How many nodes the last round searched, for engines that search.
    pub nodes: Option<u64>,
}

impl Slice {
    /// The time of one round in nanoseconds.
    #[must_use]
    pub fn round(&self) -> f64 {
        self.nanoseconds / self.rounds.max(1) as f64
    }
}
