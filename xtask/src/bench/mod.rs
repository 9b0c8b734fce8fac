//! `cargo xtask bench`: figures that can be trusted on a noisy machine. The method is
//! the head of docs/BENCHMARKS.md.
//!
//! ```text
//! program    what can be measured: builds of `slice`, programs in C++, a Python interpreter
//! measure    pairs of slices, and the median of their ratios
//! compare    our engines against others, or against another revision; answers; instructions
//! record     the figures of a report, which survive an interruption
//! page       docs/BENCHMARKS.md, its chart, and the tables of other documents; how figures look
//! ```

mod compare;
mod measure;
mod page;
mod program;
mod record;

use std::fs::{self, File};
use std::path::PathBuf;

use xshell::Shell;

use crate::flags;
use crate::workspace::{Result, libraries, target};
use program::{Programs, Task};

pub(crate) use page::documents;

pub(crate) fn run(shell: &Shell, flags: &flags::Bench) -> Result {
    let gated = flags.against_rev.is_some() || flags.gate.is_some();
    if [flags.agree, flags.report, gated].iter().filter(|&&is_on| is_on).count() > 1 {
        return Err("choose one of --agree, --report, and --against-rev or --gate".into());
    }
    if let Some(package) = flags.package.as_ref().filter(|name| !libraries().any(|it| it == *name))
    {
        let names: Vec<_> = libraries().collect();
        return Err(format!("--package {package}: expected one of {}", names.join(", ")).into());
    }
    let _lock = lock()?;
    match (&flags.against_rev, flags.gate) {
        (Some(revision), gate) => return compare::with_revision(shell, flags, revision, gate),
        (None, Some(gate)) => return compare::with_record(shell, gate),
        _ => {}
    }
    let programs = Programs::of_working_tree(shell, flags)?;
    let all = programs.tasks()?;
    let mut tasks = chosen(all.clone(), flags);
    if flags.report {
        return record::report(shell, &programs, &all, &tasks);
    }
    if flags.agree {
        tasks.retain(|task| !task.slow);
        return compare::answers(&programs, &tasks);
    }
    compare::with_others(&programs, &tasks, flags.quick)
}

/// The tasks that the flags choose.
fn chosen(mut tasks: Vec<Task>, flags: &flags::Bench) -> Vec<Task> {
    let filter = flags.filter.as_deref().unwrap_or_default();
    tasks.retain(|task| {
        flags.package.as_ref().is_none_or(|package| *package == task.package)
            && task.name.contains(filter)
            && (!flags.quick || task.charted && !task.slow)
    });
    tasks
}

/// The folder of builds, inputs and unfinished reports, below the one that cargo uses.
fn folder() -> Result<PathBuf> {
    let folder = target()?.join("bench");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Takes the lock, which prevents a second run: it would change the builds, and its load would
/// change the figures.
fn lock() -> Result<File> {
    let file = File::create(folder()?.join("lock"))?;
    file.try_lock().map_err(|error| format!("is another `cargo xtask bench` running? {error}"))?;
    Ok(file)
}
