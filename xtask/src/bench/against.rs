//! Our engines now against the same engines in another build.

use bench_schema::TaskInfo;
use serde::Serialize;

use super::build::{Build, can_count};
use super::measure::{Side, pairs};
use super::{Effort, progress};
use crate::flags;
use crate::workspace::Result;

/// A task in both builds.
#[derive(Serialize)]
struct Change {
    task: String,
    /// The figure of this build over that of the other, for one unit. So are the others.
    time: f64,
    instructions: Option<f64>,
    nodes: Option<f64>,
}

impl Change {
    /// The largest growth of the figures that are the same in every run.
    fn growth(&self) -> f64 {
        self.instructions.unwrap_or(1.0).max(self.nodes.unwrap_or(1.0))
    }
}

pub(super) fn run(tasks: &[TaskInfo], now: &Build, then: &Build, flags: &flags::Bench) -> Result {
    let known = then.tasks()?;
    let counts = can_count();
    if !counts {
        let gate = if flags.gate.is_some() { "; the gate sees nodes only" } else { "" };
        eprintln!("valgrind is not installed: there will be no instruction counts{gate}");
    }
    let width = tasks.iter().map(|task| task.name.chars().count()).max().unwrap_or(0);
    if !flags.json {
        println!("{:width$}    time  instructions  nodes", "task");
    }
    let bar = progress(tasks.len())?;
    let mut changes = Vec::new();
    for task in tasks {
        bar.set_message(task.name.clone());
        let Some(other) = known.iter().find(|other| other.name == task.name) else {
            eprintln!("{}: the other build does not have this task", task.name);
            continue;
        };
        // The other build may have another number of inputs.
        let scale = other.units as f64 / task.units as f64;
        now.check(task)?;
        let engine = &task.engines[0].name;
        let sides = [Side { build: now, engine }, Side { build: then, engine }];
        let paired = pairs(task, sides, Effort::AGAINST)?;
        let instructions = match counts {
            true => {
                let [now, then] = [now, then].map(|build| build.count(task, engine));
                Some(scale * now? as f64 / then? as f64)
            }
            false => None,
        };
        let nodes = match paired.nodes {
            [Some(now), Some(then)] => Some(scale * now as f64 / then.max(1) as f64),
            _ => None,
        };
        let (task, time) = (task.name.clone(), scale * paired.ratio);
        let change = Change { task, time, instructions, nodes };
        // Printed at once, so that an interrupted run shows its measurements.
        let line = if flags.json { serde_json::to_string(&change)? } else { row(&change, width) };
        bar.suspend(|| println!("{line}"));
        changes.push(change);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let gate = flags.gate.unwrap_or(f64::INFINITY);
    let grown: Vec<_> = changes.iter().filter(|change| change.growth() > gate).collect();
    if grown.is_empty() {
        return Ok(());
    }
    let names: Vec<_> =
        grown.iter().map(|change| format!("{} (×{:.3})", change.task, change.growth())).collect();
    Err(format!("instructions or nodes grew beyond ×{gate}: {}", names.join(", ")).into())
}

fn row(change: &Change, width: usize) -> String {
    let show = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("×{value:.3}"));
    let Change { task, time, instructions, nodes } = change;
    let [instructions, nodes] = [*instructions, *nodes].map(show);
    format!("{task:width$}  ×{time:.3}  {instructions:>12}  {nodes:>6}")
}
