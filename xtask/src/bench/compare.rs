//! Our engines against the baselines and the rivals.

use std::path::Path;

use bench_schema::{Figures, Pairs, TaskInfo, TaskRecord};
use xshell::Shell;

use super::build::{Build, can_count};
use super::journal::Journal;
use super::measure::{Side, pairs};
use super::{Effort, progress, record, table};
use crate::flags;
use crate::workspace::Result;

/// The longest round whose instructions are counted, in nanoseconds: valgrind is about fifty times slower.
const LONGEST_COUNTED: f64 = 3e8;

pub(super) fn run(
    shell: &Shell,
    all: &[TaskInfo],
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
    let bar = progress(tasks.iter().map(|task| task.engines.len()).sum())?;
    // A report takes long, so an interruption must not lose measurements.
    let mut journal = match flags.report {
        true => Some(Journal::open(journal.to_owned(), now, flags.resume)?),
        false => None,
    };
    let origin = record::origin(shell, flags.package.as_deref())?;
    let mut records = Vec::new();
    for task in tasks {
        bar.set_message(task.name.clone());
        if let Some(record) = journal.as_mut().and_then(|journal| journal.take(task)) {
            bar.inc(task.engines.len() as u64);
            records.push(record);
            continue;
        }
        now.check(task)?;
        let mut figures = Vec::new();
        for engine in 0..task.engines.len() {
            figures.push(measure(task, engine, now, effort, counts)?);
            bar.inc(1);
        }
        let record = TaskRecord { task: task.clone(), origin: origin.clone(), figures };
        if let Some(journal) = &mut journal {
            journal.add(&record)?;
        }
        records.push(record);
    }
    bar.finish_and_clear();
    if flags.json {
        for record in &records {
            println!("{}", serde_json::to_string(record)?);
        }
    } else {
        print!("{}", table::plain(&table::rows(&records)));
    }
    if flags.report {
        record::write(all, records)?;
    }
    journal.map_or(Ok(()), Journal::finish)
}

/// Measures an engine: ours alone, another in pairs with ours.
fn measure(
    task: &TaskInfo,
    engine: usize,
    build: &Build,
    effort: Effort,
    counts: bool,
) -> Result<Figures> {
    let units = task.units as f64;
    let per_unit = |rounds: &[f64]| rounds.iter().map(|round| rounded(round / units)).collect();
    let [ours, name] = [0, engine].map(|engine| task.engines[engine].name.as_str());
    let (rounds, nodes, pairs) = if engine == 0 {
        let slice = build.time(task, name, effort.milliseconds)?;
        (vec![slice.round()], slice.nodes, None)
    } else {
        let sides = [ours, name].map(|engine| Side { build, engine });
        let paired = pairs(task, sides, effort)?;
        let [our_rounds, rounds] = paired.rounds;
        let (ratio, error) = (rounded(paired.ratio), rounded(paired.error));
        (rounds, paired.nodes[1], Some(Pairs { ours: per_unit(&our_rounds), ratio, error }))
    };
    let instructions = match counts && rounds[0] <= LONGEST_COUNTED {
        true => Some(rounded(build.count(task, name)? as f64 / units)),
        false => None,
    };
    let nodes = nodes.map(|nodes| rounded(nodes as f64 / units));
    Ok(Figures { times: per_unit(&rounds), pairs, instructions, nodes })
}

/// The value with six significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
