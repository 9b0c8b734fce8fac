//! `cargo xtask bench`: figures that can be trusted on a noisy machine.
//!
//! Two engines are compared by short slices in processes of their own, in turn; what counts is the
//! median of the ratios of neighbouring slices. Instructions and nodes come beside the times, because
//! they are the same in every run. `docs/METHODOLOGY.md` says more.

mod against;
mod build;
mod compare;
mod journal;
mod measure;
mod report;
mod table;

use indicatif::{ProgressBar, ProgressStyle};
use xshell::Shell;

use crate::{Result, flags};
use build::Build;

/// How thoroughly to measure.
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
    /// To tell a build from another takes more than to tell an engine from another.
    const AGAINST: Self = Self { milliseconds: 30, pairs: (21, 75), error: 0.004 };
}

pub(crate) fn run(shell: &Shell, flags: &flags::Bench) -> Result {
    let now = match flags.against_rev {
        Some(_) => Build::of_snapshot(shell)?,
        None => Build::of_working_tree(shell)?,
    };
    if let Some(name) = &flags.save {
        now.save(name)?;
    }
    let then = match (&flags.against, &flags.against_rev) {
        (Some(_), Some(_)) => return Err("--against or --against-rev, not both".into()),
        (Some(name), None) => Some(Build::saved(name)?),
        (None, Some(revision)) => Some(Build::of_revision(shell, revision)?),
        (None, None) => None,
    };
    if flags.gate.is_some() && then.is_none() {
        return Err("--gate goes with --against or --against-rev".into());
    }
    if flags.resume && !flags.report {
        return Err("--resume goes with --report".into());
    }
    let chosen = |task: &benches::slice::TaskInfo| {
        (!flags.quick || !task.slow)
            && flags.package.as_ref().is_none_or(|package| *package == task.package)
            && flags.filter.as_ref().is_none_or(|text| task.name.contains(text.as_str()))
    };
    let tasks: Vec<_> = now.tasks()?.into_iter().filter(chosen).collect();
    if tasks.is_empty() {
        return Err("no task is left to measure".into());
    }
    match then {
        Some(then) => against::run(&tasks, &now, &then, flags),
        None => compare::run(shell, &tasks, &now, flags),
    }
}

/// Progress on stderr, with the time left; nothing where stderr is no terminal.
fn progress(steps: usize) -> Result<ProgressBar> {
    let bar = ProgressBar::new(steps as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {percent:>3} %, {eta} left  {wide_msg}")?);
    Ok(bar)
}
