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
mod progress;
mod report;

use std::fs::{File, TryLockError};

use bench_schema::TaskInfo;
use xshell::Shell;

use crate::flags;
use crate::workspace::{Result, libraries};
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
    const QUICK: Self = Self { milliseconds: 20, pairs: (7, 15), error: 0.02 };
    const FULL: Self = Self { milliseconds: 40, pairs: (9, 31), error: 0.005 };
    /// Two builds differ less than two engines, so it takes more pairs to tell them apart.
    const AGAINST: Self = Self { milliseconds: 30, pairs: (21, 75), error: 0.004 };
}

pub(crate) fn run(shell: &Shell, flags: &flags::Bench) -> Result {
    check(flags)?;
    let _lock = lock()?;
    let now = match flags.against_rev {
        _ if flags.agree => Build::unmeasured(shell)?,
        Some(_) => Build::of_snapshot(shell)?,
        None => with_rivals(shell, flags)?,
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
    let mut tasks = now.tasks_of(&package, &filter, slow)?;
    tasks.retain(|task: &TaskInfo| !flags.quick || task.charted);
    if tasks.is_empty() {
        return Err("no task is left to measure".into());
    }
    match then {
        _ if flags.agree => compare::answers(&tasks, &now),
        Some(then) => compare::with_build(&tasks, &now, &then, flags),
        None => compare::with_others(shell, &tasks, &now, flags),
    }
}

/// Builds the working tree with the other crates of the comparison, or without them if that fails
/// and nothing is recorded.
fn with_rivals(shell: &Shell, flags: &flags::Bench) -> Result<Build> {
    let build = |rivals| Build::of_working_tree(shell, flags.package.as_deref(), rivals);
    if !flags.no_rivals {
        let built = build(true);
        if built.is_ok() || flags.report {
            return built;
        }
        eprintln!(
            "The build with other crates failed. Their sources may be missing without network."
        );
    }
    eprintln!("Comparing with the baselines only, not with other crates.");
    build(false)
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
            flags.report && (flags.quick || flags.no_rivals),
            "--report measures thoroughly: it does not go with --quick or --no-rivals",
        ),
        (
            flags.agree && (against || flags.report || flags.save.is_some() || flags.json),
            "--agree measures nothing: it goes with --crate and --filter only",
        ),
    ];
    if let Some((_, message)) = faults.into_iter().find(|(fault, _)| *fault) {
        return Err(message.into());
    }
    match &flags.package {
        Some(package) if !libraries().any(|name| name == package) => {
            let names: Vec<_> = libraries().collect();
            Err(format!("--package {package}: expected one of {}", names.join(", ")).into())
        }
        _ => Ok(()),
    }
}

/// Takes the lock, which prevents a second run: it would change the builds, and its load would
/// change the figures.
fn lock() -> Result<File> {
    let file = File::create(build::folder()?.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err("another `cargo xtask bench` is running".into()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
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
            "--report --package cc-table",
            "--report --filter a",
            "--quick --no-rivals",
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
            "--report --no-rivals",
            "--package a",
            "--agree --report",
            "--agree --save a",
            "--agree --against-rev HEAD",
            "--agree --json",
        ] {
            assert!(check(&bench(bad)).is_err(), "{bad}");
        }
    }
}
