//! `--report`: the record from which the documents are rendered.

use std::fs;

use bench_schema::{Origin, Record, TaskRecord};
use xshell::{Shell, cmd};

use crate::figures;
use crate::workspace::{CRATES, Result, replace_all};

/// Writes the record of all tasks or of those of a crate, then everything that is rendered from it.
/// The other crates keep their figures.
pub(super) fn write(package: Option<&str>, mut tasks: Vec<TaskRecord>) -> Result {
    if let Some(package) = package {
        let others = figures::record()?.tasks.into_iter().filter(|old| old.task.package != package);
        tasks.extend(others);
        tasks.sort_by_key(|record| CRATES.iter().position(|name| *name == record.task.package));
    }
    // A line for each task, so that a change of one is a change of a line.
    let text = serde_json::to_string(&Record { tasks })?
        .replace("\"tasks\":[{", "\"tasks\":[\n{")
        .replace("},{\"package\"", "},\n{\"package\"");
    let path = figures::record_path();
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace_all(&[(path, text + "\n")])?;
    figures::render()
}

/// The command, date, revision and machine of the run that begins now.
pub(super) fn origin(shell: &Shell, package: Option<&str>) -> Result<Origin> {
    let machine = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine =
        machine.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let package = package.map_or(String::new(), |name| format!(" --crate {name}"));
    Ok(Origin {
        command: format!("cargo xtask bench --report{package}"),
        date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
        revision: cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?,
        machine: machine.map_or("an unknown machine", |(_, name)| name).to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rustc: cmd!(shell, "rustc --version").quiet().read()?,
    })
}
