//! Comparisons: of our engines with others ([`with_others`]), of two revisions ([`with_revision`]),
//! of instructions with the record ([`with_record`]), or only of answers ([`answers`]).
//!
//! Ratios have one direction: the time of the other over the time of ours, or of the working tree.

use std::fmt::Write;
use std::fs;

use xshell::{Shell, cmd};

use super::chosen;
use super::measure::{Effort, Side, pairs};
use super::page::{significant, time};
use super::program::{Programs, Role, Task, can_count};
use super::record::{Row, measure};
use crate::flags;
use crate::workspace::{Result, root, write};

/// Measures our engines and the others, and prints each task when it is measured.
pub(super) fn with_others(programs: &Programs, tasks: &[Task], quick: bool) -> Result {
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    for (number, task) in (1..).zip(tasks) {
        programs.check(task)?;
        eprintln!("{number} of {}", tasks.len());
        println!("{}", lines(&measure(programs, task, effort)?));
    }
    if tasks.is_empty() { Err("no task is left to measure".into()) } else { Ok(()) }
}

/// Our figures of a task, and a line for each other engine.
fn lines(row: &Row) -> String {
    let ours = time(row.engines[0].time);
    let mut text = format!("{}: {}: {ours} per {}", row.package, row.name, row.unit);
    for other in &row.engines[1..] {
        let (theirs, ratio) = (time(other.time), significant(other.ratio()));
        let _ = write!(text, "\n    {:36} {theirs:>8}, {ratio} times as long", other.name);
        text += match other.role {
            Role::Ours => "",
            Role::Baseline => " (baseline)",
            Role::Rival => " (rival)",
        };
    }
    text
}

/// Compares the answers of all engines. Nothing is measured, so the build may be unoptimized.
pub(super) fn answers(programs: &Programs, tasks: &[Task]) -> Result {
    let failures = tasks.iter().filter_map(|task| programs.check(task).err());
    let failures: Vec<_> = failures.map(|failure| failure.to_string()).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n").into());
    }
    let engines: Vec<_> = tasks.iter().flat_map(|task| &task.engines).collect();
    let rivals = engines.iter().filter(|engine| engine.role == Role::Rival).count();
    println!("{} engines, {rivals} of them rivals, agree on {} tasks", engines.len(), tasks.len());
    Ok(())
}

/// Measures our engines in the working tree and in a revision. Tasks have the same names in both; their
/// crates, and so our engines, may be called otherwise.
pub(super) fn with_revision(
    shell: &Shell,
    flags: &flags::Bench,
    revision: &str,
    gate: Option<f64>,
) -> Result {
    let (now, then) = (Programs::snapshot(shell)?, Programs::revision(shell, revision)?);
    let (tasks, known) = (chosen(now.tasks()?, flags), then.tasks()?);
    let short = |revision: &str| cmd!(shell, "git rev-parse --short {revision}").quiet().read();
    println!("working tree (on {}) and {revision} ({})", short("HEAD")?, short(revision)?);
    if !can_count() {
        eprintln!("valgrind is not installed: instructions are not counted");
    }
    let mut grown = Vec::new();
    for task in &tasks {
        let Some(other) = known.iter().find(|other| other.name == task.name) else {
            println!("{}: {revision} does not have this task", task.name);
            continue;
        };
        now.check(task)?;
        let sides = [
            Side { programs: &now, task, engine: &task.engines[0] },
            Side { programs: &then, task: other, engine: &other.engines[0] },
        ];
        let paired = pairs(sides, Effort::AGAINST)?;
        let [ours, theirs] = paired.times.map(time);
        let (ratio, error) = (paired.ratio, 100.0 * paired.error);
        print!("{}\n    {ours}, {revision} {theirs}: {revision} takes {ratio:.3} ", task.name);
        print!("times as long (± {error:.1} %)");
        if can_count() {
            let (now, then) = (now.count(task)?, then.count(other)?);
            print!(", {:.3} times the instructions", then / now);
            if gate.is_some_and(|gate| now > gate * then) {
                grown.push(format!("{}: {:.3} times the instructions", task.name, now / then));
            }
        }
        println!(": {}", verdict(ratio, paired.error));
    }
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!("the working tree has, compared with {revision}:\n{}", grown.join("\n")).into())
}

/// The faster side in words, if the difference is larger than three standard errors.
fn verdict(ratio: f64, error: f64) -> &'static str {
    match ratio - 1.0 {
        difference if difference.abs() < 3.0 * error => "no difference",
        difference if difference > 0.0 => "the working tree is faster",
        _ => "the working tree is slower",
    }
}

/// The record of instructions: a line with the compiler, then a line for each headline task.
const INSTRUCTIONS: &str = "benches/records/instructions.txt";

/// Counts the instructions of the headline tasks and compares them with the record. Fails if one
/// differs by more than the factor. The new counts are in `target/bench/instructions.txt`.
pub(super) fn with_record(shell: &Shell, gate: f64) -> Result {
    let version = cmd!(shell, "rustc -vV").quiet().read()?;
    let is_named = |line: &&str| line.starts_with("rustc ") || line.starts_with("host: ");
    let head = version.lines().filter(is_named).collect::<Vec<_>>().join(", ");
    let record = fs::read_to_string(root().join(INSTRUCTIONS)).unwrap_or_default();
    let (recorded_head, record) = record.split_once('\n').unwrap_or_default();
    let is_comparable = recorded_head == head;
    if !is_comparable {
        println!("The record is of another compiler, so nothing is compared.");
        println!("record: {recorded_head}\nhere:   {head}");
    }
    let known = |name: &str| {
        let mut lines = record.lines().filter_map(|line| line.split_once('\t'));
        lines.find(|(_, task)| *task == name)?.0.parse::<f64>().ok()
    };
    let programs = Programs::counted(shell)?;
    let (mut counted, mut wrong) = (format!("{head}\n"), Vec::new());
    for task in programs.tasks()?.iter().filter(|task| task.charted && !task.slow) {
        let count = programs.count(task)?;
        let _ = writeln!(counted, "{count:.1}\t{}", task.name);
        // Infinite if the record does not have the task.
        let ratio = count / known(&task.name).unwrap_or_default();
        println!("{ratio:.3} times the instructions of the record: {}", task.name);
        if ratio > gate || ratio < 1.0 / gate {
            wrong.push(task.name.clone());
        }
    }
    let new = super::folder()?.join("instructions.txt");
    write(&new, counted)?;
    if wrong.is_empty() || !is_comparable {
        return Ok(());
    }
    Err(format!(
        "instructions differ by more than a factor of {gate}: {}\nIf that is meant: cp {} {INSTRUCTIONS}",
        wrong.join("; "),
        new.display()
    )
    .into())
}
