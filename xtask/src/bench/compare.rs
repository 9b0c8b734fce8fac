//! Comparisons: our engines against others ([`with_others`]) or against another build
//! ([`with_build`]), by paired slices ([`pairs`]); or only of the answers ([`answers`]).

use std::time::{Duration, Instant};

use bench_schema::{Figures, Pairs, Role, TaskInfo, TaskRecord};
use serde::Serialize;
use xshell::Shell;

use super::build::{Build, can_count};
use super::progress::Progress;
use super::{Effort, report};
use crate::figures::{Time as _, engines, factor, median, number, our_time, standard_error, time};
use crate::flags;
use crate::workspace::Result;

/// Pairs are measured for at most this time, but not fewer than [`FEWEST_PAIRS`].
const LONGEST: Duration = Duration::from_secs(20);
/// The minimum number of pairs of a task with long rounds.
const FEWEST_PAIRS: usize = 5;

/// One of the two that are compared.
#[derive(Clone, Copy)]
struct Side<'a> {
    build: &'a Build,
    engine: &'a str,
}

/// The measurement of pairs of slices.
struct Paired {
    /// The times of the rounds in nanoseconds, of either side.
    rounds: [Vec<f64>; 2],
    /// The time of the first side over that of the second: the median of the ratios of pairs.
    ratio: f64,
    /// The standard error of the ratio, as a fraction of it.
    error: f64,
    /// Nodes of a round of either side.
    nodes: [Option<u64>; 2],
}

/// Runs pairs of slices. The two sides take turns in which runs first.
fn pairs(task: &TaskInfo, sides: [Side<'_>; 2], effort: Effort) -> Result<Paired> {
    let (mut rounds, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    let mut nodes = [None; 2];
    let start = Instant::now();
    for pair in 0..effort.pairs.1 {
        let precise = pair >= effort.pairs.0 && standard_error(&ratios) < effort.error;
        let late = pair >= FEWEST_PAIRS && start.elapsed() > LONGEST;
        if precise || late {
            break;
        }
        for turn in 0..2 {
            let side = (pair + turn) % 2;
            let Side { build, engine } = sides[side];
            let slice = build.time(task, engine, effort.milliseconds)?;
            nodes[side] = slice.nodes;
            rounds[side].push(slice.round());
        }
        ratios.push(rounds[0][pair] / rounds[1][pair]);
    }
    let error = standard_error(&ratios);
    Ok(Paired { rounds, ratio: median(&ratios), error, nodes })
}

/// The longest round whose instructions are counted, in nanoseconds: valgrind is about fifty times
/// slower.
const LONGEST_COUNTED: f64 = 3e8;

/// Measures our engines, the baselines and the rivals, and prints each task when it is measured.
pub(super) fn with_others(
    shell: &Shell,
    tasks: &[TaskInfo],
    now: &Build,
    flags: &flags::Bench,
) -> Result {
    let effort = if flags.quick { Effort::QUICK } else { Effort::FULL };
    let counts = !flags.quick && can_count();
    if !counts && !flags.quick {
        eprintln!("valgrind is not installed: there will be no instruction counts");
    }
    let origin = report::origin(shell, flags)?;
    let mut progress = Progress::new(tasks.iter().map(|task| task.engines.len()).sum());
    if !flags.json {
        println!("Our time, then the times of others and their ratio to ours:\n");
    }
    let mut records = Vec::new();
    for task in tasks {
        now.check(task)?;
        let engines = 0..task.engines.len();
        let figures = engines.map(|engine| measure(task, engine, now, effort, counts));
        let figures = figures.collect::<Result<_>>()?;
        let record = TaskRecord { task: task.clone(), origin: origin.clone(), figures };
        let text = if flags.json { serde_json::to_string(&record)? } else { rows(&record) };
        progress.print(task.engines.len(), &text);
        records.push(record);
    }
    if flags.report {
        let package = flags.package.as_deref().unwrap_or_default();
        report::write(&now.tasks_of(package, "", true)?, records)?;
    }
    Ok(())
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

/// Measures our engines in two builds.
pub(super) fn with_build(
    tasks: &[TaskInfo],
    now: &Build,
    then: &Build,
    flags: &flags::Bench,
) -> Result {
    let filter = flags.filter.clone().unwrap_or_default();
    let known = then.tasks_of("", &filter, !flags.quick)?;
    let counts = can_count();
    if !counts {
        let gate = if flags.gate.is_some() { "; the gate sees nodes only" } else { "" };
        eprintln!("valgrind is not installed: there will be no instruction counts{gate}");
    }
    let width = tasks.iter().map(|task| task.name.chars().count()).max().unwrap_or(0);
    if !flags.json {
        println!("{:width$}    time  instructions  nodes", "task");
    }
    let mut progress = Progress::new(tasks.len());
    let mut changes = Vec::new();
    for task in tasks {
        let Some(other) = known.iter().find(|other| other.name == task.name) else {
            eprintln!("{}: the other build does not have this task", task.name);
            continue;
        };
        // The other build may have another number of inputs.
        let scale = other.units as f64 / task.units as f64;
        now.check(task)?;
        // A crate, and so our engine, can have another name in the other build.
        let [engine, engine_then] = [&task.engines[0].name, &other.engines[0].name];
        let sides = [Side { build: now, engine }, Side { build: then, engine: engine_then }];
        let paired = pairs(task, sides, Effort::AGAINST)?;
        let instructions = match counts {
            true => {
                let (now, then) = (now.count(task, engine)?, then.count(task, engine_then)?);
                Some(scale * now as f64 / then as f64)
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
        let line =
            if flags.json { serde_json::to_string(&change)? } else { change_row(&change, width) };
        progress.print(1, &line);
        changes.push(change);
    }
    drop(progress);
    let gate = flags.gate.unwrap_or(f64::INFINITY);
    let grown: Vec<_> = changes.iter().filter(|change| change.growth() > gate).collect();
    if grown.is_empty() {
        return Ok(());
    }
    let names: Vec<_> =
        grown.iter().map(|change| format!("{} (×{:.3})", change.task, change.growth())).collect();
    Err(format!("instructions or nodes grew beyond ×{gate}: {}", names.join(", ")).into())
}

/// The line of a task.
fn change_row(change: &Change, width: usize) -> String {
    let show = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("×{value:.3}"));
    let Change { task, time, instructions, nodes } = change;
    let [instructions, nodes] = [*instructions, *nodes].map(show);
    format!("{task:width$}  ×{time:.3}  {instructions:>12}  {nodes:>6}")
}

/// Compares the answers of all engines. Nothing is measured, so the build may be unoptimized.
pub(super) fn answers(tasks: &[TaskInfo], build: &Build) -> Result {
    let engines: Vec<_> = tasks.iter().flat_map(|task| &task.engines).collect();
    let rivals = engines.iter().filter(|engine| engine.role == Role::Rival).count();
    let failures: Vec<_> = tasks.iter().filter_map(|task| build.check(task).err()).collect();
    if !failures.is_empty() {
        let failures: Vec<_> = failures.iter().map(ToString::to_string).collect();
        return Err(failures.join("\n").into());
    }
    println!("{} engines, {rivals} of them rivals, agree on {} tasks", engines.len(), tasks.len());
    Ok(())
}

/// Our figures of a task, and a row for each other engine.
fn rows(record: &TaskRecord) -> String {
    let TaskInfo { package, name, unit, .. } = &record.task;
    let mut text = format!("{package}: {name}: {} per {unit}", time(our_time(record)));
    let ours = record.figures.first();
    for (count, what) in [
        (ours.and_then(|ours| ours.instructions), "instructions"),
        (ours.and_then(|ours| ours.nodes), "nodes"),
    ] {
        text += &count.map_or(String::new(), |count| format!(", {} {what}", number(count)));
    }
    for other in engines(record).skip(1) {
        let role = match other.info.role {
            Role::Ours => "",
            Role::Baseline => "  (baseline)",
            Role::Rival => "  (other crate)",
        };
        let (name, time) = (&other.info.name, time(other.figures.time()));
        let ratio = factor(other.speed_up());
        text += &format!("\n    {name:36} {time:>8}  {ratio:>6}{role}");
    }
    text
}

#[cfg(test)]
mod tests {
    use bench_schema::{EngineInfo, Origin};

    use super::*;

    #[test]
    fn a_task_shows_all_its_engines() {
        let engine = |name: &str, role| EngineInfo { name: name.into(), role };
        let task = TaskInfo {
            package: "cc-table".into(),
            name: "components".into(),
            unit: "board".into(),
            units: 3,
            slow: false,
            charted: false,
            engines: vec![engine("cc-table", Role::Ours), engine("by hand", Role::Baseline)],
        };
        let pairs = Pairs { ours: vec![20.0], ratio: 0.25, error: 0.004 };
        let figures =
            |times, pairs, instructions| Figures { times, pairs, instructions, nodes: None };
        let figures =
            vec![figures(vec![21.0], None, Some(1_234.0)), figures(vec![80.0], Some(pairs), None)];
        let record = TaskRecord { task, origin: Origin::default(), figures };
        let expected = "cc-table: components: 20 ns per board, 1,234 instructions\n    \
            by hand                                 80 ns    4.0×  (baseline)";
        assert_eq!(rows(&record), expected);
    }
}
