//! `cargo xtask bench`: figures that can be trusted on a noisy machine.
//!
//! Two engines are compared by short slices in separate processes, in turn. The result is the
//! median of the ratios of neighboring slices. Instructions and nodes are reported too, because
//! they are the same in every run. `docs/METHODOLOGY.md` describes the method.
//!
//! - **Task**: a question with a list of inputs. **Unit**: one input.
//! - **Engine**: an implementation that answers it: ours, a *baseline* (the algorithm as first
//!   published) or a *rival* (another crate).
//! - **Round**: an engine answers all inputs of a task once. **Slice**: a process that repeats
//!   rounds for some milliseconds.
//!
//! `build` builds the program that measures slices, `compare` runs pairs of slices and prints the
//! ratios, `report` writes the record from which the documents are rendered.

mod build;
mod compare;
mod report;

pub(crate) use report::origin;

use std::fs::{File, TryLockError};

use indicatif::{ProgressBar, ProgressStyle};
use xshell::Shell;

use crate::flags;
use crate::workspace::Result;
use build::Build;

/// The thoroughness of measurements.
#[derive(Clone, Copy)]
struct Effort {
    /// The length of a slice.
    milliseconds: u32,
    /// The fewest and the most pairs of slices.
    pairs: (usize, usize),
    /// The standard error of the ratio at which to stop between these.
    error: f64,
}

impl Effort {
    const QUICK: Self = Self { milliseconds: 20, pairs: (5, 9), error: 0.02 };
    const FULL: Self = Self { milliseconds: 40, pairs: (9, 31), error: 0.005 };
    /// Two builds differ less than two engines, so it takes more pairs to tell them apart.
    const AGAINST: Self = Self { milliseconds: 30, pairs: (21, 75), error: 0.004 };
}

pub(crate) fn run(shell: &Shell, flags: &flags::Bench) -> Result {
    check(flags)?;
    let _lock = lock()?;
    let journal = build::folder()?.join("measured.jsonl");
    if flags.report && !flags.resume && !flags.restart {
        report::check_unused(&journal)?;
    }
    let now = match flags.against_rev {
        _ if flags.agree => Build::unmeasured(shell)?,
        Some(_) => Build::of_snapshot(shell)?,
        None => Build::of_working_tree(shell)?,
    };
    if let Some(name) = &flags.save {
        now.save(name)?;
    }
    let then = match (&flags.against, &flags.against_rev) {
        (Some(name), _) => Some(Build::saved(name)?),
        (None, Some(revision)) => Some(Build::of_revision(shell, revision)?),
        (None, None) => None,
    };
    let text = |option: &Option<String>| option.clone().unwrap_or_default();
    let (package, filter) = (text(&flags.package), text(&flags.filter));
    let slow = !(flags.quick || flags.agree);
    let all = match flags.report {
        true => now.tasks()?,
        false => now.tasks_of(&package, &filter, slow)?,
    };
    let chosen = |task: &bench_schema::TaskInfo| {
        (slow || !task.slow)
            && flags.package.as_ref().is_none_or(|package| *package == task.package)
            && flags.filter.as_ref().is_none_or(|text| task.name.contains(text.as_str()))
    };
    let tasks: Vec<_> = all.iter().filter(|task| chosen(task)).cloned().collect();
    if tasks.is_empty() {
        return Err("no task is left to measure".into());
    }
    match then {
        _ if flags.agree => compare::answers(&tasks, &now),
        Some(then) => compare::with_build(&tasks, &now, &then, flags),
        None => compare::with_others(shell, &all, &tasks, &now, &journal, flags),
    }
}

/// Refuses flags that contradict one another, before anything is built.
fn check(flags: &flags::Bench) -> Result {
    let against = flags.against.is_some() || flags.against_rev.is_some();
    let faults = [
        (
            flags.against.is_some() && flags.against_rev.is_some(),
            "--against or --against-rev, not both",
        ),
        (flags.gate.is_some() && !against, "--gate goes with --against or --against-rev"),
        (flags.gate.is_some_and(|gate| !gate.is_finite()), "--gate takes a finite factor"),
        (flags.report && against, "--report or --against, not both"),
        (
            flags.report && (flags.quick || flags.filter.is_some()),
            "--report measures all tasks of a crate: it does not go with --quick or --filter",
        ),
        (flags.resume && !flags.report, "--resume goes with --report"),
        (flags.restart && !flags.report, "--restart goes with --report"),
        (flags.resume && flags.restart, "--resume or --restart, not both"),
        (
            flags.agree && (against || flags.report || flags.save.is_some() || flags.json),
            "--agree measures nothing: it goes with --crate and --filter only",
        ),
    ];
    match faults.into_iter().find(|(fault, _)| *fault) {
        Some((_, message)) => Err(message.into()),
        None => Ok(()),
    }
}

/// Takes the lock, which prevents a second run: it would change the builds and the journal, and its
/// load would change the figures.
fn lock() -> Result<File> {
    let file = File::create(build::folder()?.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err("another `cargo xtask bench` is running".into()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Progress on stderr, with the time left; nothing if stderr is not a terminal.
fn progress(steps: usize) -> Result<ProgressBar> {
    let bar = ProgressBar::new(steps as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {percent:>3} %, {eta} left  {wide_msg}")?);
    Ok(bar)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::flags::{Bench, Xtask, XtaskCmd};

    fn bench(flags: &str) -> Bench {
        let arguments = format!("bench {flags}");
        let arguments = arguments.split_whitespace().map(Into::into).collect();
        match Xtask::from_vec(arguments).unwrap().subcommand {
            XtaskCmd::Bench(flags) => flags,
            _ => unreachable!("the subcommand is bench"),
        }
    }

    #[test]
    fn contradicting_flags_are_refused_before_a_build() {
        for good in [
            "",
            "--report",
            "--report --package a",
            "--report --resume",
            "--against a --gate 1.1",
            "--agree --filter a",
        ] {
            assert!(check(&bench(good)).is_ok(), "{good}");
        }
        for bad in [
            "--against a --against-rev b",
            "--gate 1.1",
            "--against a --gate nan",
            "--report --against a",
            "--report --quick",
            "--report --filter a",
            "--resume",
            "--restart",
            "--report --resume --restart",
            "--agree --report",
            "--agree --save a",
            "--agree --against-rev HEAD",
            "--agree --json",
        ] {
            assert!(check(&bench(bad)).is_err(), "{bad}");
        }
    }
}
