//! Builds of the `slice` program, which measures: of the working tree, of a revision, or saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bench_schema::{Slice, TaskInfo};
use xshell::{Shell, cmd};

use crate::workspace::{self, Result, libraries, target};

/// A built `slice` program.
pub(super) struct Build {
    program: PathBuf,
}

impl Build {
    /// Builds the working tree: the tasks of all crates or of one, against other crates if there
    /// are `rivals`.
    pub(super) fn of_working_tree(
        shell: &Shell,
        package: Option<&str>,
        rivals: bool,
    ) -> Result<Self> {
        let packages = libraries().filter(|&name| package.is_none_or(|package| package == name));
        let suffix = if rivals { "-rivals" } else { "" };
        let features: Vec<_> = packages.map(|name| format!("{name}{suffix}")).collect();
        let features = ["--no-default-features", "--features", &features.join(",")];
        cmd!(shell, "cargo build --profile bench -p benches --bin slice {features...}")
            .quiet()
            .run()?;
        // The next build overwrites the program of cargo, but not this copy.
        let program = folder()?.join("working-tree");
        fs::copy(target()?.join("release").join(NAME), &program)?;
        Ok(Self { program })
    }

    /// Builds the working tree with little optimization, to compare answers.
    pub(super) fn unmeasured(shell: &Shell) -> Result<Self> {
        Ok(Self { program: workspace::build(shell, "slice")? })
    }

    /// Builds the working tree in the same place as [`of_revision`](Self::of_revision) does, so
    /// that equal sources make equal programs.
    pub(super) fn of_snapshot(shell: &Shell) -> Result<Self> {
        // A separate index, so that the user's index does not change.
        let _index = shell.push_env("GIT_INDEX_FILE", folder()?.join("index"));
        cmd!(shell, "git read-tree HEAD").quiet().run()?;
        cmd!(shell, "git add --all").quiet().run()?;
        let tree = cmd!(shell, "git write-tree").quiet().read()?;
        let commit = cmd!(shell, "git commit-tree {tree} -m snapshot").quiet().read()?;
        Self::of_commit(shell, &commit, &tree)
    }

    /// Builds another revision in a separate worktree.
    pub(super) fn of_revision(shell: &Shell, revision: &str) -> Result<Self> {
        let parse = |what: &str| {
            let name = format!("{revision}^{{{what}}}");
            let parsed = cmd!(shell, "git rev-parse --verify --quiet {name}").quiet().read();
            parsed.map_err(|_| format!("there is no revision {revision:?}"))
        };
        Self::of_commit(shell, &parse("commit")?, &parse("tree")?)
            .map_err(|error| format!("{revision}: {error}").into())
    }

    /// Builds a commit without other crates, in the profile `bench` of this revision, unless there is
    /// a build of the same tree.
    fn of_commit(shell: &Shell, commit: &str, tree: &str) -> Result<Self> {
        let program = folder()?.join(format!("default-{tree}"));
        if program.exists() {
            return Ok(Self { program });
        }
        let (checkout, target) = (folder()?.join("checkout"), folder()?.join("target"));
        cmd!(shell, "git worktree prune").quiet().run()?;
        if checkout.exists() {
            // Left over from a run that was interrupted.
            cmd!(shell, "git worktree remove --force {checkout}").quiet().run()?;
        }
        cmd!(shell, "git worktree add --quiet --detach {checkout} {commit}").quiet().run()?;
        let built = {
            let _there = shell.push_dir(&checkout);
            let _target = shell.push_env("CARGO_TARGET_DIR", &target);
            // Older revisions have another profile, which compiles some loops better or worse.
            let _lto = shell.push_env("CARGO_PROFILE_BENCH_LTO", "false");
            let _units = shell.push_env("CARGO_PROFILE_BENCH_CODEGEN_UNITS", "16");
            cmd!(shell, "cargo build --profile bench -p benches --bin slice").quiet().run()
        };
        cmd!(shell, "git worktree remove --force {checkout}").quiet().run()?;
        built.map_err(|_| "the slice program does not build")?;
        fs::copy(target.join("release").join(NAME), &program)?;
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

    /// Keeps the build under a name, for later runs.
    pub(super) fn save(&self, name: &str) -> Result {
        fs::copy(&self.program, saved(name)?)?;
        eprintln!("kept as {name:?}");
        Ok(())
    }

    /// All tasks.
    fn tasks(&self) -> Result<Vec<TaskInfo>> {
        Ok(serde_json::from_slice(&self.run(&["list"])?.stdout)?)
    }

    /// The tasks of a crate with a text in their names, both of which may be empty. Builds of older
    /// revisions list all.
    pub(super) fn tasks_of(&self, package: &str, text: &str, slow: bool) -> Result<Vec<TaskInfo>> {
        let slow = if slow { "slow" } else { "" };
        match self.run(&["list", package, text, slow]) {
            Ok(output) => Ok(serde_json::from_slice(&output.stdout)?),
            Err(_) => self.tasks(),
        }
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

    /// Counts the instructions of a round, or returns the reason why that is impossible.
    pub(super) fn count(&self, task: &TaskInfo, engine: &str) -> Result<u64> {
        let output = one_thread(Path::new("valgrind"))
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

    /// Runs the program. Its error is what it prints on stderr.
    fn run(&self, arguments: &[&str]) -> Result<Output> {
        let output = one_thread(&self.program).args(arguments).output()?;
        if output.status.success() {
            return Ok(output);
        }
        Err(String::from_utf8_lossy(&output.stderr).trim_end().into())
    }
}

/// Returns whether valgrind is installed.
pub(super) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A program in which rayon, which some rivals use, has one thread, like our engines.
fn one_thread(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("RAYON_NUM_THREADS", "1");
    command
}

/// The file name of the program.
const NAME: &str = if cfg!(windows) { "slice.exe" } else { "slice" };

/// The folder of saved builds.
pub(super) fn folder() -> Result<PathBuf> {
    let folder = target()?.join("bench");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The path of a saved build.
fn saved(name: &str) -> Result<PathBuf> {
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') {
        return Err(format!("{name:?}: a name has letters, digits, - and _ only").into());
    }
    Ok(folder()?.join(format!("saved-{name}")))
}
