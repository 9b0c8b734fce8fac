//! The messages between `cargo xtask bench` and the `slice` program, and the record of a run.
//!
//! Both sides depend on this crate only, so xtask is built without the crates that are measured.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The role of an engine in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A crate of this workspace.
    Ours,
    /// Our port of the algorithm as first published, or plain code where nothing is published.
    Baseline,
    /// A crate of other authors.
    Rival,
}

/// A task: several engines solve the same inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TaskInfo {
    /// The crate that is measured.
    pub package: String,
    /// The name, unique among all tasks: the job, and after the first comma its inputs.
    pub name: String,
    /// The unit of the figures: they are given for one flood, one board, one query.
    pub unit: String,
    /// Number of units in a round.
    pub units: usize,
    /// Whether quick runs leave the task out.
    pub slow: bool,
    /// Whether the task is in the chart of its crate.
    #[serde(default)]
    pub charted: bool,
    /// The engines. The first is ours.
    pub engines: Vec<EngineInfo>,
}

impl TaskInfo {
    /// The job and its inputs: the parts of the name before and after the first comma.
    #[must_use]
    pub fn job_and_inputs(&self) -> (&str, &str) {
        self.name.split_once(", ").unwrap_or((&self.name, ""))
    }
}

/// An engine of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineInfo {
    /// The name, unique in the task.
    pub name: String,
    /// Its role.
    pub role: Role,
}

/// The measurement of a slice: some rounds of one engine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Slice {
    /// Number of measured rounds.
    pub rounds: u64,
    /// Time of all of them.
    pub nanoseconds: f64,
    /// Nodes of the last round, for engines that search.
    pub nodes: Option<u64>,
}

impl Slice {
    /// The time of one round in nanoseconds.
    #[must_use]
    pub fn round(&self) -> f64 {
        self.nanoseconds / self.rounds.max(1) as f64
    }
}

/// The measured figures. A run measures all tasks, or those of one crate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The tasks, in the order of the crates.
    pub tasks: Vec<TaskRecord>,
}

/// The run that measured a task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The command.
    pub command: String,
    /// The day, as `2026-11-21`.
    pub date: String,
    /// The revision of the sources.
    pub revision: String,
    /// The processor.
    pub machine: String,
    /// Number of its cores.
    pub cores: usize,
    /// The compiler.
    pub rustc: String,
}

/// The measurements of `benches/outside.py`, by the name of its first argument.
pub type Outside = BTreeMap<String, OutsideRun>;

/// A run of `benches/outside.py`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutsideRun {
    /// The circumstances.
    pub origin: OutsideOrigin,
    /// The tasks.
    pub rows: Vec<OutsideRow>,
}

/// The circumstances of a run of `benches/outside.py`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OutsideOrigin {
    /// The day, as `2026-11-21`.
    pub date: String,
    /// The revision of our sources.
    pub revision: String,
    /// The revision of the other program, where it was compiled.
    pub checkout: Option<String>,
    /// The processor.
    pub machine: String,
    /// The compiler of the other program, where it was compiled.
    pub compiler: Option<String>,
}

/// A program outside the registry at a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutsideRow {
    /// The program.
    pub rival: String,
    /// The name of the task.
    pub task: String,
    /// The unit of the times.
    pub unit: String,
    /// Our engine.
    pub engine: String,
    /// The time of the program in nanoseconds.
    pub theirs: f64,
    /// Our time in nanoseconds.
    pub ours: f64,
    /// The median of the ratios of neighboring runs, theirs over ours.
    pub ratio: f64,
    /// Its standard error, as a fraction of it.
    pub error: f64,
    /// The nodes of the program, where it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
}

/// The figures of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskRecord {
    /// The task.
    #[serde(flatten)]
    pub task: TaskInfo,
    /// Where the figures come from.
    pub origin: Origin,
    /// The figures of its engines, in the order of the task.
    pub figures: Vec<Figures>,
}

/// The figures of an engine, each for one unit of the task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The times of all slices in nanoseconds.
    pub times: Vec<f64>,
    /// The pairs of slices with our engine. Our own engine has none.
    pub pairs: Option<Pairs>,
    /// Instructions, where they were counted.
    pub instructions: Option<f64>,
    /// Nodes, for engines that search.
    pub nodes: Option<f64>,
}

/// Slices of our engine, each beside the slice of the other engine with the same number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairs {
    /// The times of our slices in nanoseconds for one unit.
    pub ours: Vec<f64>,
    /// Our time over the other's: the median of the ratios of the pairs.
    pub ratio: f64,
    /// The standard error of the ratio, as a fraction of it.
    pub error: f64,
}
