//! Builds of the `slice` program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use benches::slice::{Slice, TaskInfo};
use xshell::{Shell, cmd};

use crate::{Result, root};

/// A built `slice` program.
pub(super) struct Build {
    program: PathBuf,
}

impl Build {
    /// Builds the working tree.
    pub(super) fn of_working_tree(shell: &Shell) -> Result<Self> {
        cmd!(shell, "cargo build --release --quiet -p benches --bin slice").quiet().run()?;
        // A copy stays as it is when the next build comes.
        let program = folder()?.join("working-tree");
        fs::copy(target(shell)?.join("release").join(NAME), &program)?;
        Ok(Self { program })
    }

    /// Builds another revision in a worktree of its own.
    pub(super) fn of_revision(shell: &Shell, revision: &str) -> Result<Self> {
        let name = format!("{revision}^{{commit}}");
        let commit = cmd!(shell, "git rev-parse --verify --quiet {name}")
            .quiet()
            .read()
            .map_err(|_| format!("there is no revision {revision:?}"))?;
        let program = folder()?.join(&commit);
        if program.exists() {
            return Ok(Self { program });
        }
        let tree = folder()?.join(format!("tree-{commit}"));
        cmd!(shell, "git worktree prune").quiet().run()?;
        if !tree.exists() {
            cmd!(shell, "git worktree add --quiet --detach {tree} {commit}").quiet().run()?;
        }
        let built = {
            let _there = shell.push_dir(&tree);
            let _target = shell.push_env("CARGO_TARGET_DIR", tree.join("target"));
            cmd!(shell, "cargo build --release --quiet -p benches --bin slice").quiet().run()
        };
        if built.is_ok() {
            fs::copy(tree.join("target/release").join(NAME), &program)?;
        }
        cmd!(shell, "git worktree remove --force {tree}").quiet().run()?;
        built.map_err(|_| format!("{revision} does not build the slice program"))?;
        Ok(Self { program })
    }

    /// A build that [`save`](Self::save) has kept.
    pub(super) fn saved(name: &str) -> Result<Self> {
        let program = saved(name)?;
        if !program.exists() {
            return Err(format!("nothing was kept under the name {name:?} by --save").into());
        }
        Ok(Self { program })
    }

    /// Keeps it for later runs.
    pub(super) fn save(&self, name: &str) -> Result {
        fs::copy(&self.program, saved(name)?)?;
        eprintln!("kept as {name:?}");
        Ok(())
    }

    pub(super) fn tasks(&self) -> Result<Vec<TaskInfo>> {
        Ok(serde_json::from_slice(&self.run(&["list"])?.stdout)?)
    }

    /// Compares the answers of all engines of a task.
    pub(super) fn check(&self, task: &TaskInfo) -> Result {
        self.run(&["check", &task.name]).map(drop)
    }

    /// Measures a slice.
    pub(super) fn time(&self, task: &TaskInfo, engine: &str, milliseconds: u32) -> Result<Slice> {
        let output = self.run(&["time", &task.name, engine, &milliseconds.to_string()])?;
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// Counts the instructions of a round, or says why that cannot be done.
    pub(super) fn count(&self, task: &TaskInfo, engine: &str) -> Result<u64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg("--toggle-collect=*measured_round*")
            .arg(&self.program)
            .args(["count", &task.name, engine])
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let collected = said.lines().find_map(|line| line.split_once("Collected : "));
        let count = collected.and_then(|(_, count)| count.trim().parse().ok());
        match count {
            Some(count) if output.status.success() => Ok(count),
            _ => Err(format!("valgrind: {}", said.lines().last().unwrap_or("no word")).into()),
        }
    }

    fn run(&self, arguments: &[&str]) -> Result<Output> {
        let output = Command::new(&self.program).args(arguments).output()?;
        if output.status.success() {
            return Ok(output);
        }
        Err(String::from_utf8_lossy(&output.stderr).trim_end().into())
    }
}

/// Whether valgrind is installed.
pub(super) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

const NAME: &str = if cfg!(windows) { "slice.exe" } else { "slice" };

/// Where builds are kept.
fn folder() -> Result<PathBuf> {
    let folder = root().join("target/bench");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn saved(name: &str) -> Result<PathBuf> {
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') {
        return Err(format!("{name:?}: a name has letters, digits, - and _ only").into());
    }
    Ok(folder()?.join(format!("saved-{name}")))
}

fn target(shell: &Shell) -> Result<PathBuf> {
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo names no target directory")?;
    Ok(folder.into())
}
