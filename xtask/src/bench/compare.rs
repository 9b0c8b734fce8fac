//! Our engines against the baselines and the rivals.

use std::path::Path;

use benches::slice::TaskInfo;
use benches::task::Role;
use serde::{Deserialize, Serialize};
use xshell::Shell;

use super::build::{Build, can_count};
use super::journal::Journal;
use super::measure::{Side, pairs};
use super::{Effort, progress, report, table};
use crate::{Result, flags};

/// The longest round whose instructions are counted, in nanoseconds: Valgrind takes fifty times as long.
const LONGEST_COUNTED: f64 = 3e8;

/// The figures of an engine, for each unit of the task.
#[derive(Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) engine: String,
    pub(super) role: Role,
    pub(super) nanoseconds: f64,
    /// Where valgrind is installed.
    pub(super) instructions: Option<f64>,
    /// For engines that search.
    pub(super) nodes: Option<f64>,
    /// The time of our engine over this one's; none for ours.
    pub(super) ratio: Option<f64>,
}

/// All about a task.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    #[serde(flatten)]
    pub(super) task: TaskInfo,
    /// Ours first.
    pub(super) figures: Vec<Figures>,
}

impl Row {
    pub(super) fn ours(&self) -> &Figures {
        &self.figures[0]
    }

    /// The fastest of a kind.
    pub(super) fn best(&self, role: Role) -> Option<&Figures> {
        let all = self.figures.iter().filter(|figures| figures.role == role);
        all.min_by(|a, b| a.nanoseconds.total_cmp(&b.nanoseconds))
    }
}

pub(super) fn run(
    shell: &Shell,
    tasks: &[TaskInfo],
    now: &Build,
    journal: &Path,
    flags: &flags::Bench,
) -> Result {
    let effort = if flags.quick { Effort::QUICK } else { Effort::FULL };
    let counts = can_count();
    if !counts {
        eprintln!("valgrind is not installed: there will be no instruction counts");
    }
    let bar = progress(tasks.iter().map(|task| 2 * task.engines.len()).sum())?;
    let mut rows = Vec::new();
    // A report takes long; what has been measured is not to be lost with it.
    let mut journal = match flags.report {
        true => Some(Journal::open(journal.to_owned(), now, flags)?),
        false => None,
    };
    for task in tasks {
        bar.set_message(task.name.clone());
        if let Some(row) = journal.as_mut().and_then(|journal| journal.take(task)) {
            bar.inc(2 * task.engines.len() as u64);
            rows.push(row);
            continue;
        }
        now.check(task)?;
        bar.inc(1);
        let mut figures = Vec::new();
        for (i, engine) in task.engines.iter().enumerate() {
            let units = task.units as f64;
            let per_unit = |nodes: Option<u64>| nodes.map(|nodes| nodes as f64 / units);
            let instructions = |nanoseconds: f64| -> Result<Option<f64>> {
                if !counts || nanoseconds * units > LONGEST_COUNTED {
                    return Ok(None);
                }
                Ok(Some(now.count(task, &engine.name)? as f64 / units))
            };
            let (name, role) = (engine.name.clone(), engine.role);
            bar.inc(1);
            if i == 0 {
                let slice = now.time(task, &name, effort.milliseconds)?;
                let (nanoseconds, nodes) = (slice.round() / units, per_unit(slice.nodes));
                let instructions = instructions(nanoseconds)?;
                figures.push(Figures {
                    engine: name,
                    role,
                    nanoseconds,
                    instructions,
                    nodes,
                    ratio: None,
                });
                continue;
            }
            let ours = Side { build: now, engine: &task.engines[0].name };
            let paired = pairs(task, [ours, Side { build: now, engine: &name }], effort)?;
            bar.inc(1);
            figures[0].nanoseconds = paired.rounds[0] / units;
            let (nanoseconds, ratio) = (paired.rounds[1] / units, Some(paired.ratio));
            let nodes = per_unit(paired.nodes[1]);
            let instructions = instructions(nanoseconds)?;
            figures.push(Figures { engine: name, role, nanoseconds, instructions, nodes, ratio });
        }
        let row = Row { task: task.clone(), figures };
        if let Some(journal) = &mut journal {
            journal.add(&row)?;
        }
        rows.push(row);
    }
    bar.finish_and_clear();
    if flags.report {
        report::write(shell, &rows, flags)?;
    }
    if flags.json {
        for row in &rows {
            println!("{}", serde_json::to_string(row)?);
        }
    } else {
        print!("{}", table::plain(&table::rows(&rows)));
    }
    journal.map_or(Ok(()), Journal::finish)
}
