//! `--report`: the record from which the documents are rendered.

use std::fs;

use bench_schema::{Origin, Record, TaskInfo, TaskRecord};
use xshell::{Shell, cmd};

use crate::workspace::{self, CRATES, Result};
use crate::{figures, flags};

/// Writes what was measured into the record, then everything that is rendered from it. `built` are
/// all tasks of the build, in order: tasks that are not measured keep their figures if the build or
/// another crate has them.
pub(super) fn write(built: &[TaskInfo], mut tasks: Vec<TaskRecord>) -> Result {
    let is_built = |name: &str| built.iter().position(|task| task.name == name);
    for old in figures::record()?.tasks {
        let is_measured = tasks.iter().any(|new| new.task.name == old.task.name);
        let is_of_build = built.iter().any(|task| task.package == old.task.package);
        if !is_measured && (!is_of_build || is_built(&old.task.name).is_some()) {
            tasks.push(old);
        }
    }
    tasks.sort_by_key(|record| {
        let package = CRATES.iter().position(|name| *name == record.task.package);
        (package, is_built(&record.task.name))
    });
    // A line for each task, so that a change of one is a change of a line.
    let text = serde_json::to_string(&Record { tasks })?
        .replace("\"tasks\":[{", "\"tasks\":[\n{")
        .replace("},{\"package\"", "},\n{\"package\"");
    workspace::write(&figures::record_path(), text + "\n")?;
    figures::render()
}

/// The command, date, revision and machine of the run that begins now.
pub(super) fn origin(shell: &Shell, flags: &flags::Bench) -> Result<Origin> {
    let machine = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine =
        machine.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let package = flags.package.as_ref().map(|name| format!(" --package {name}"));
    let filter = flags.filter.as_ref().map(|text| format!(" --filter {text:?}"));
    let (package, filter) = (package.unwrap_or_default(), filter.unwrap_or_default());
    Ok(Origin {
        command: format!("cargo xtask bench --report{package}{filter}"),
        date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
        revision: cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?,
        machine: machine.map_or("an unknown machine", |(_, name)| name).to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rustc: cmd!(shell, "rustc --version").quiet().read()?,
    })
}
