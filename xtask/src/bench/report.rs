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
    Ok(Origin {
        command: command(flags),
        date: cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?,
        revision: cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?,
        machine: machine.map_or("an unknown machine", |(_, name)| name).to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rustc: cmd!(shell, "rustc --version").quiet().read()?,
    })
}

/// The command line of a run.
fn command(flags: &flags::Bench) -> String {
    let switches = [
        (flags.report, "--report"),
        (flags.quick, "--quick"),
        (flags.no_rivals, "--no-rivals"),
        (flags.json, "--json"),
    ];
    let chosen = switches.into_iter().filter(|(is_on, _)| *is_on);
    let mut words = vec!["cargo xtask bench".to_owned()];
    words.extend(chosen.map(|(_, name)| name.to_owned()));
    words.extend(flags.package.as_ref().map(|name| format!("--package {name}")));
    words.extend(flags.filter.as_ref().map(|text| format!("--filter {text:?}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::command;
    use crate::flags::{Xtask, XtaskCmd};

    #[test]
    fn a_record_names_the_command_that_was_run() {
        for line in
            ["--report --package cc-table", "--quick --json --filter \"three\"", "--no-rivals"]
        {
            let words = ["bench".into()].into_iter();
            let words = words.chain(line.split(' ').map(|word| word.trim_matches('"').into()));
            let XtaskCmd::Bench(flags) = Xtask::from_vec(words.collect()).unwrap().subcommand
            else {
                unreachable!("the subcommand is bench")
            };
            assert_eq!(command(&flags), format!("cargo xtask bench {line}"));
        }
    }
}
