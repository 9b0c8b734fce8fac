//! `--agree`: do all engines give the same answers? Nothing is measured, so the build need not be that of users.

use bench_schema::{Role, TaskInfo};

use super::build::Build;
use crate::workspace::Result;

pub(super) fn run(tasks: &[TaskInfo], build: &Build) -> Result {
    let engines: Vec<_> = tasks.iter().flat_map(|task| &task.engines).collect();
    let rivals = engines.iter().filter(|engine| engine.role == Role::Rival).count();
    let failures: Vec<_> = tasks.iter().filter_map(|task| build.check(task).err()).collect();
    if !failures.is_empty() {
        let failures: Vec<_> = failures.iter().map(ToString::to_string).collect();
        return Err(failures.join("\n").into());
    }
    println!("{} engines, {rivals} of them rivals, agree on {} tasks", engines.len(), tasks.len());
    Ok(())
}
