//! The record of a report: `benches/records/record.json`, of one revision, machine, profile and sitting.
//!
//! A report measures all tasks twice, one pass after the other, so that the differences of repeated
//! measurements are known; those that take more than a minute only once. Until all are measured, the
//! record is `target/bench/report.json`, which is written after each task: a report that was
//! interrupted goes on where it stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use super::folder;
use super::measure::{Effort, Side, median, pairs};
use super::program::{Engine, Programs, Role, Task, can_count};
use crate::workspace::{Result, root, write};

/// The path of the record.
pub(super) fn path() -> PathBuf {
    root().join("benches/records/record.json")
}

/// The circumstances of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The revision and its day.
    pub(super) revision: String,
    pub(super) rustc: String,
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
    /// The number of times that it was measured.
    #[serde(default)]
    pub(super) passes: usize,
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
}

impl Figures {
    /// The time over ours: the geometric mean of the passes.
    pub(super) fn ratio(&self) -> f64 {
        let logarithms = self.ratios.iter().map(|ratio| ratio.ln());
        (logarithms.sum::<f64>() / self.ratios.len().max(1) as f64).exp()
    }

    /// The smallest and the largest ratio of the passes.
    pub(super) fn ends(&self) -> [f64; 2] {
        [f64::min, f64::max].map(|end| self.ratios.iter().copied().fold(f64::NAN, end))
    }

    /// The largest ratio over the smallest.
    pub(super) fn spread(&self) -> f64 {
        let [least, most] = self.ends();
        most / least
    }
}

impl Row {
    /// Adds the ratios of another pass.
    fn add(&mut self, other: Self) {
        self.passes += 1;
        for (engine, again) in self.engines.iter_mut().zip(other.engines) {
            engine.ratios.extend(again.ratios);
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
    pub(super) fn read(path: &Path) -> Result<Self> {
        let file = fs::read_to_string(path)?;
        serde_json::from_str(&file).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    /// Writes a line for each task, so that a change of one is a change of a line.
    fn write(&self, path: &Path) -> Result {
        let text = serde_json::to_string(self)?;
        let text = text.replace("\"tasks\":[{", "\"tasks\":[\n{");
        write(path, text.replace("},{\"package\"", "},\n{\"package\"") + "\n")
    }
}

impl Origin {
    fn now(shell: &Shell, versions: String) -> Result<Self> {
        let options = ["--always", "--dirty", "--exclude", "*", "--abbrev=12"];
        let revision = cmd!(shell, "git describe {options...}").quiet().read()?;
        let day = cmd!(shell, "git log -1 --format=%cs").quiet().read()?;
        Ok(Self {
            revision: format!("{revision} of {day}"),
            rustc: cmd!(shell, "rustc --version").quiet().read()?,
            machine: machine(shell),
            versions,
        })
    }
}

/// The processor with its caches, as far as the system tells.
fn machine(shell: &Shell) -> String {
    let cores = available_parallelism().map_or(0, usize::from);
    let lscpu = cmd!(shell, "lscpu").env("LC_ALL", "C").quiet().ignore_stderr().read();
    let brand = "machdep.cpu.brand_string";
    let name = lscpu.map(|lscpu| of_lscpu(&lscpu));
    let name = name.or_else(|_| cmd!(shell, "sysctl -n {brand}").quiet().ignore_stderr().read());
    let name = name.or_else(|_| std::env::var("PROCESSOR_IDENTIFIER"));
    format!("{}, {cores} cores", name.as_deref().unwrap_or("unknown processor"))
}

/// Model, family and caches from the output of `lscpu`.
fn of_lscpu(lscpu: &str) -> String {
    let field = |name: &str| {
        let line = lscpu.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'));
        line.map_or("unknown", str::trim)
    };
    let [model, family, number] = ["Model name", "CPU family", "Model"].map(field);
    let [l1, l2, l3] = ["L1d cache", "L2 cache", "L3 cache"].map(field);
    format!("{model} (family {family}, model {number}; caches {l1}, {l2}, {l3})")
}

/// Measures a task: our first engine, and each other in pairs with the engine of ours that does the
/// same work.
pub(super) fn measure(programs: &Programs, task: &Task, effort: Effort) -> Result<Row> {
    let side = |engine| Side { programs, task, engine };
    let figures = |engine: &Engine, time, ratios| Figures {
        name: engine.name.clone(),
        role: engine.role,
        against: engine.against.clone(),
        time: rounded(time),
        ratios,
        instructions: None,
    };
    let first = &task.engines[0];
    let (mut times, mut engines) = (Vec::new(), Vec::new());
    // Alone in pairs with itself, because one slice can be disturbed.
    for engine in if task.engines.len() > 1 { &task.engines[1..] } else { &task.engines } {
        let against = task.ours_for(engine);
        let paired = pairs([side(against), side(engine)], effort)?;
        if against.name == first.name {
            times.push(paired.times[0]);
        }
        engines.push(figures(engine, paired.times[1], vec![rounded(paired.ratio)]));
    }
    engines.truncate(task.engines.len() - 1);
    engines.insert(0, figures(first, median(&times), Vec::new()));
    let [package, name, unit] = [&task.package, &task.name, &task.unit].map(Clone::clone);
    Ok(Row { package, name, unit, passes: 1, engines })
}

/// The number of times that each task is measured.
const PASSES: usize = 2;

/// A task that takes longer is not measured again, or a report would take hours.
const LONG: Duration = Duration::from_secs(60);

/// Measures the chosen tasks twice. When all tasks are measured, writes the record and the documents.
pub(super) fn report(shell: &Shell, programs: &Programs, all: &[Task], chosen: &[Task]) -> Result {
    let now = Origin::now(shell, programs.versions())?;
    let file = folder()?.join("report.json");
    let begun = Record::read(&file).ok().filter(|begun| begun.origin == now);
    let mut record = begun.unwrap_or(Record { origin: now, tasks: Vec::new() });
    for pass in 1..=PASSES {
        for (number, task) in (1..).zip(chosen) {
            let known = record.tasks.iter().position(|row| row.name == task.name);
            if known.is_some_and(|known| record.tasks[known].passes >= pass) {
                continue;
            }
            println!("pass {pass} of {PASSES}, {number} of {}: {}", chosen.len(), task.name);
            if let Some(known) = known {
                record.tasks[known].add(measure(programs, task, Effort::FULL)?);
            } else {
                programs.check(task)?;
                let start = Instant::now();
                let mut row = measure(programs, task, Effort::FULL)?;
                row.passes = if start.elapsed() > LONG { PASSES } else { 1 };
                // Valgrind is about fifty times slower.
                if !task.slow && can_count() {
                    row.engines[0].instructions = Some(programs.count(task)?);
                }
                record.tasks.push(row);
            }
            record.write(&file)?;
        }
    }
    let passes: usize = record.tasks.iter().map(|row| row.passes).sum();
    if passes < PASSES * all.len() {
        let left = PASSES * all.len() - passes;
        println!("{left} measurements are left: `cargo xtask bench --report` makes them");
        return Ok(());
    }
    record.tasks.sort_by_key(|row| all.iter().position(|task| task.name == row.name));
    record.write(&path())?;
    Ok(fs::remove_file(file)?)
}

/// The value with four significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passes_give_a_mean_and_a_spread() {
        let other = r#"{"name":"other","role":"rival","time":20.0,"ratios":[2.0,8.0]}"#;
        let mut other: Figures = serde_json::from_str(other).unwrap();
        assert!((other.ratio() - 4.0).abs() < 1e-9 && (other.spread() - 4.0).abs() < 1e-9);
        other.ratios.pop();
        assert_eq!(other.spread(), 1.0);
    }

    #[test]
    fn the_machine_has_its_caches_or_says_that_they_are_unknown() {
        let lscpu = "Model name:   AMD EPYC 9R14\n  CPU family:  25\n  Model:  17\nCPU(s): 2\n\
            L1d cache:  64 KiB (2 instances)\nL2 cache: 2 MiB\n";
        let expected =
            "AMD EPYC 9R14 (family 25, model 17; caches 64 KiB (2 instances), 2 MiB, unknown)";
        assert_eq!(of_lscpu(lscpu), expected);
    }
}
