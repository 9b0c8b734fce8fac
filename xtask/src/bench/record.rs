//! `--report`: the record and the documents that are rendered from it.

use std::fs;

use bench_schema::{Origin, Record, TaskInfo, TaskRecord};
use xshell::{Shell, cmd};

use crate::figures;
use crate::files::replace_all;
use crate::workspace::Result;

/// Writes the record, then everything that is rendered from it. The tasks of other crates keep their figures.
pub(super) fn write(all: &[TaskInfo], mut measured: Vec<TaskRecord>) -> Result {
    if measured.len() < all.len() {
        let kept = figures::record()?.tasks;
        let is_new = |old: &TaskRecord| measured.iter().any(|new| new.task.name == old.task.name);
        let kept: Vec<_> = kept.into_iter().filter(|old| !is_new(old)).collect();
        measured.extend(kept);
    }
    let figures_of = |task: &TaskInfo| measured.iter().find(|record| record.task == *task).cloned();
    let record = Record { tasks: all.iter().filter_map(figures_of).collect() };
    // A line for each task, so that a change of one is a change of a line.
    let text = serde_json::to_string(&record)?
        .replace("\"tasks\":[{", "\"tasks\":[\n{")
        .replace("},{\"package\"", "},\n{\"package\"");
    let path = figures::record_path();
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace_all(&[(path, text + "\n")])?;
    figures::render()
}

/// The run that begins now.
pub(crate) fn origin(shell: &Shell, package: Option<&str>) -> Result<Origin> {
    let machine = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine =
        machine.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let package = package.map_or(String::new(), |name| format!(" --crate {name}"));
    Ok(Origin {
        command: format!("cargo xtask bench --report{package}"),
        date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
        // `cargo xtask release` counts the commits since then.
        revision: cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?,
        machine: machine.map_or("an unknown machine", |(_, name)| name).to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rustc: cmd!(shell, "rustc --version").quiet().read()?,
    })
}
