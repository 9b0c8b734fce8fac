//! `--report`: the record of a run and the documents that are rendered from it.

use std::fs;

use bench_schema::{Origin, Record, TaskRecord};
use xshell::{Shell, cmd};

use crate::files::replace_all;
use crate::{Result, figures};

/// Writes the record, then everything that is rendered from it.
pub(super) fn write(shell: &Shell, tasks: Vec<TaskRecord>) -> Result {
    let record = Record { origin: origin(shell)?, tasks };
    let text = serde_json::to_string(&record)?;
    // A line for each task, so that a change of one is a change of a line.
    let text = text
        .replace("\"tasks\":[{", "\"tasks\":[\n{")
        .replace("},{\"package\"", "},\n{\"package\"");
    replace_all(&[(figures::record_path(), text + "\n")])?;
    figures::render()
}

fn origin(shell: &Shell) -> Result<Origin> {
    let machine = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine =
        machine.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    Ok(Origin {
        command: "cargo xtask bench --report".to_owned(),
        date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
        // `cargo xtask release` counts the commits since then.
        revision: cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?,
        machine: machine.map_or("an unknown machine", |(_, name)| name).to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rustc: cmd!(shell, "rustc --version").quiet().read()?,
    })
}
