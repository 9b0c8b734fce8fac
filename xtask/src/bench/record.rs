//! The record of a report: `benches/records/record.json`, of one revision, machine, profile and sitting.
//!
//! A report measures all tasks twice, one pass after the other, so that the differences of repeated
//! measurements are known. Each measurement is a line of `target/bench/report.jsonl` as soon as it is
//! made: a report that was interrupted goes on where it stopped.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use super::measure::{Effort, Side, median, pairs};
use super::program::{Programs, Role, Task, can_count};
use super::{folder, page};
use crate::workspace::{Result, root, write};

/// The path of the record.
pub(super) fn path() -> PathBuf {
    root().join("benches/records/record.json")
}

/// The circumstances of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The day, as `2026-11-21`.
    pub(super) date: String,
    pub(super) revision: String,
    pub(super) rustc: String,
    pub(super) profile: String,
    /// Processor: model, family, caches, cores.
    pub(super) machine: String,
    /// The programs and packages that are not in Cargo.lock.
    pub(super) versions: String,
}

/// The figures of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) package: String,
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) charted: bool,
    /// Where the figures come from, if not from this sitting.
    pub(super) from: Option<String>,
    /// Ours first.
    pub(super) engines: Vec<Figures>,
}

/// The figures of an engine, each for one unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) name: String,
    pub(super) role: Role,
    /// Our engine in the pairs, if it is not the first.
    pub(super) against: Option<String>,
    /// The median time in nanoseconds.
    pub(super) time: f64,
    /// Its time over ours in each pass. Our first engine has none.
    pub(super) ratios: Vec<f64>,
    pub(super) instructions: Option<f64>,
    pub(super) nodes: Option<f64>,
}

impl Figures {
    fn new(name: String, role: Role, against: Option<String>) -> Self {
        let (time, ratios) = (f64::NAN, Vec::new());
        Self { name, role, against, time, ratios, instructions: None, nodes: None }
    }

    /// The time over ours: the geometric mean of the passes.
    pub(super) fn ratio(&self) -> f64 {
        let logarithms = self.ratios.iter().map(|ratio| ratio.ln());
        (logarithms.sum::<f64>() / self.ratios.len().max(1) as f64).exp()
    }

    /// The largest ratio of the passes over the smallest.
    pub(super) fn spread(&self) -> f64 {
        let most = self.ratios.iter().copied().fold(f64::NAN, f64::max);
        most / self.ratios.iter().copied().fold(f64::NAN, f64::min)
    }
}

impl Row {
    /// Adds the ratios of another pass.
    fn add(&mut self, other: Self) {
        for (engine, again) in self.engines.iter_mut().zip(other.engines) {
            engine.ratios.extend(again.ratios);
            engine.instructions = engine.instructions.or(again.instructions);
        }
    }
}

/// The record: the circumstances and all rows.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) origin: Origin,
    pub(super) tasks: Vec<Row>,
}

impl Record {
    pub(super) fn read() -> Result<Self> {
        let file = fs::read_to_string(path())?;
        serde_json::from_str(&file).map_err(|error| format!("{}: {error}", path().display()).into())
    }

    /// Writes a line for each task, so that a change of one is a change of a line.
    fn write(&self) -> Result {
        let text = serde_json::to_string(self)?;
        let text = text.replace("\"tasks\":[{", "\"tasks\":[\n{");
        write(&path(), text.replace("},{\"package\"", "},\n{\"package\"") + "\n")
    }
}

impl Origin {
    fn now(shell: &Shell, versions: String) -> Result<Self> {
        Ok(Self {
            date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
            revision: cmd!(shell, "git describe --always --dirty --exclude * --abbrev=12")
                .quiet()
                .read()?,
            rustc: cmd!(shell, "rustc --version").quiet().read()?,
            profile: "bench: no LTO across crates, 16 codegen units, no target-cpu".to_owned(),
            machine: machine(&cmd!(shell, "lscpu").quiet().read().unwrap_or_default()),
            versions,
        })
    }

    /// Whether a report that began with the other one can go on.
    fn continues(&self, other: &Self) -> bool {
        *self == Self { date: self.date.clone(), ..other.clone() }
    }
}

/// Model, family, caches and cores of the processor, from the output of `lscpu`.
fn machine(lscpu: &str) -> String {
    let field = |name: &str| {
        let line = lscpu.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'));
        line.map_or("unknown", str::trim)
    };
    let [model, family, number, cores] = ["Model name", "CPU family", "Model", "CPU(s)"].map(field);
    let [l1, l2, l3] = ["L1d cache", "L2 cache", "L3 cache"].map(field);
    format!("{model} (family {family}, model {number}), {cores} cores; caches {l1}, {l2}, {l3}")
}

/// Measures a task: our first engine, and each other in pairs with the engine of ours that does the
/// same work.
pub(super) fn measure(programs: &Programs, task: &Task, effort: Effort) -> Result<Row> {
    let side = |engine| Side { programs, task, engine };
    let first = &task.engines[0];
    let mut ours = Figures::new(first.name.clone(), first.role, None);
    let (mut times, mut engines) = (Vec::new(), Vec::new());
    for engine in &task.engines[1..] {
        let against = task.ours_for(engine);
        let paired = pairs([side(against), side(engine)], effort)?;
        if against.name == first.name {
            times.push(paired.times[0]);
            ours.nodes = paired.nodes[0];
        }
        let mut figures = Figures::new(engine.name.clone(), engine.role, engine.against.clone());
        (figures.time, figures.nodes) = (rounded(paired.times[1]), paired.nodes[1]);
        figures.ratios.push(rounded(paired.ratio));
        engines.push(figures);
    }
    if times.is_empty() {
        // More than one slice, because one can be disturbed.
        let alone = pairs([side(first), side(first)], Effort::QUICK)?;
        times.extend(alone.times);
        ours.nodes = alone.nodes[0];
    }
    ours.time = rounded(median(&times));
    engines.insert(0, ours);
    let [package, name, unit] = [&task.package, &task.name, &task.unit].map(Clone::clone);
    Ok(Row { package, name, unit, charted: task.charted, from: None, engines })
}

/// The longest round whose instructions are counted, in nanoseconds for one unit: valgrind is about
/// fifty times slower.
const LONGEST_COUNTED: f64 = 3e8;
/// The number of times that each task is measured.
const PASSES: usize = 2;

/// Measures the chosen tasks twice. When all tasks are measured, writes the record and the documents.
pub(super) fn report(shell: &Shell, programs: &Programs, all: &[Task], chosen: &[Task]) -> Result {
    let now = Origin::now(shell, programs.versions())?;
    let path = folder()?.join("report.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = text.lines();
    let begun = lines.next().and_then(|line| serde_json::from_str::<Origin>(line).ok());
    let begun = begun.filter(|begun| begun.continues(&now));
    let mut measured: Vec<(usize, Row)> = Vec::new();
    if begun.is_some() {
        // The last line can be incomplete.
        measured.extend(lines.map_while(|line| serde_json::from_str(line).ok()));
        println!("continuing a report with {} measurements", measured.len());
    }
    let mut file = File::create(&path)?;
    writeln!(file, "{}", serde_json::to_string(begun.as_ref().unwrap_or(&now))?)?;
    for line in &measured {
        writeln!(file, "{}", serde_json::to_string(line)?)?;
    }
    for pass in 0..PASSES {
        for (number, task) in (1..).zip(chosen) {
            if measured.iter().any(|(of, row)| *of == pass && row.name == task.name) {
                continue;
            }
            println!("pass {} of {PASSES}, {number} of {}: {}", pass + 1, chosen.len(), task.name);
            programs.check(task)?;
            let mut row = measure(programs, task, Effort::FULL)?;
            let ours = &mut row.engines[0];
            if pass == 0 && can_count() && ours.time <= LONGEST_COUNTED {
                ours.instructions = Some(programs.count(task)?);
            }
            measured.push((pass, row));
            writeln!(file, "{}", serde_json::to_string(&measured[measured.len() - 1])?)?;
        }
    }
    let mut tasks = Vec::new();
    for task in all {
        let mut passes = measured.iter().filter(|(_, row)| row.name == task.name);
        let Some((_, first)) = passes.next() else { continue };
        let mut row = first.clone();
        passes.for_each(|(_, again)| row.add(again.clone()));
        tasks.push(row);
    }
    let left = (all.len() * PASSES).saturating_sub(measured.len());
    if left > 0 {
        println!("{left} measurements are left: `cargo xtask bench --report` makes them");
        return Ok(());
    }
    Record { origin: begun.unwrap_or(now), tasks }.write()?;
    fs::remove_file(path)?;
    page::render()
}

/// The value with four significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ratio: f64) -> Row {
        let figures = |name: &str, ratios: Vec<f64>| Figures {
            name: name.into(),
            role: Role::Rival,
            against: Some("ours".into()),
            time: 20.0,
            ratios,
            instructions: None,
            nodes: Some(3.0),
        };
        let text = String::from;
        let (package, name, unit) = (text("p"), text("task, inputs"), text("board"));
        let engines = vec![figures("ours", vec![]), figures("other", vec![ratio])];
        Row { package, name, unit, charted: true, from: None, engines }
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let text = serde_json::to_string(&row(4.5)).unwrap();
        assert_eq!(serde_json::from_str::<Row>(&text).unwrap(), row(4.5));
    }

    #[test]
    fn the_passes_give_a_mean_and_a_spread() {
        let mut twice = row(2.0);
        twice.add(row(8.0));
        assert!((twice.engines[1].ratio() - 4.0).abs() < 1e-9);
        assert!((twice.engines[1].spread() - 4.0).abs() < 1e-9);
        assert_eq!(row(2.0).engines[1].spread(), 1.0);
    }

    #[test]
    fn the_machine_has_its_caches_or_says_that_they_are_unknown() {
        let lscpu = "Model name:   AMD EPYC 9R14\n  CPU family:  25\n  Model:  17\nCPU(s): 2\n\
            L1d cache:  64 KiB (2 instances)\nL2 cache: 2 MiB\n";
        let expected = "AMD EPYC 9R14 (family 25, model 17), 2 cores; caches 64 KiB (2 instances), 2 MiB, unknown";
        assert_eq!(machine(lscpu), expected);
    }

    #[test]
    fn a_report_goes_on_at_the_same_revision_only() {
        let text = String::from;
        let (date, revision) = (text("2026-11-21"), text("0123"));
        let (rustc, profile, machine, versions) = (text("rustc"), text("p"), text("m"), text(""));
        let begun = Origin { date, revision, rustc, profile, machine, versions };
        assert!(begun.continues(&Origin { date: text("2026-11-22"), ..begun.clone() }));
        assert!(!begun.continues(&Origin { revision: text("4567"), ..begun.clone() }));
    }
}
