//! Programs that answer the three questions of the protocol: which tasks (`list`), how long does a
//! slice take (`time TASK ENGINE MILLISECONDS`), what are your answers (`answers TASK ENGINE`).
//!
//! The first program is `slice`, which has our engines, baselines and rivals in Rust. The others add
//! engines to its tasks and read the inputs, as `slice inputs TASK` writes them, from stdin.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xshell::{Shell, cmd};

use super::folder;
use crate::flags;
use crate::workspace::{self, Result, libraries, root, target};

/// The role of an engine in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    Ours,
    /// Our port of an algorithm as first published, or plain code where nothing is published.
    Baseline,
    /// Of other authors.
    Rival,
}

impl Role {
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Ours => "",
            Self::Baseline => " (baseline)",
            Self::Rival => " (rival)",
        }
    }
}

/// A task and its engines. The first is ours. Programs that only add engines leave out the rest.
#[derive(Clone, Deserialize)]
pub(super) struct Task {
    /// The job, and after the first comma its inputs.
    pub(super) name: String,
    #[serde(default)]
    pub(super) package: String,
    #[serde(default)]
    pub(super) unit: String,
    /// Whether quick runs leave it out.
    #[serde(default)]
    pub(super) slow: bool,
    /// Whether it is a headline task.
    #[serde(default)]
    pub(super) charted: bool,
    pub(super) engines: Vec<Engine>,
    /// Units of a round, in builds of older revisions; today's tell them with a slice.
    #[serde(default)]
    units: Option<f64>,
}

#[derive(Clone, Deserialize)]
pub(super) struct Engine {
    pub(super) name: String,
    pub(super) role: Role,
    /// Our engine that does the same work, if that is not the first.
    #[serde(default)]
    pub(super) against: Option<String>,
    /// The number of its program.
    #[serde(skip)]
    program: usize,
}

impl Task {
    /// Our engine with which an engine is paired.
    pub(super) fn ours_for(&self, engine: &Engine) -> &Engine {
        let named = self.engines.iter().find(|ours| engine.against.as_ref() == Some(&ours.name));
        named.unwrap_or(&self.engines[0])
    }
}

/// The measurement of a slice; `nodes` of a round.
#[derive(Deserialize)]
struct Slice {
    nanoseconds: f64,
    rounds: f64,
    #[serde(default)]
    units: Option<f64>,
    #[serde(default)]
    nodes: Option<f64>,
}

/// A program, and its version if it is not of this workspace.
struct Program {
    command: Vec<PathBuf>,
    version: Option<String>,
}

impl Program {
    fn new(command: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { command: command.into_iter().collect(), version: None }
    }

    /// Runs the program with a file as its input. Its error is what it prints on stderr.
    fn run(&self, arguments: &[&str], input: Option<&Path>) -> Result<Vec<u8>> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(arguments);
        // One thread for all, as for our engines.
        for variable in ["RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"] {
            command.env(variable, "1");
        }
        let input = input.map(File::open).transpose()?;
        let output = command.stdin(input.map_or(Stdio::null(), Into::into)).output();
        let output = output.map_err(|error| format!("{}: {error}", self.command[0].display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            if arguments == ["list"] && !said.is_empty() {
                eprint!("{said}");
            }
            return Ok(output.stdout);
        }
        Err(said.trim_end().into())
    }

    fn tasks(&self) -> Result<Vec<Task>> {
        Ok(serde_json::from_slice(&self.run(&["list"], None)?)?)
    }
}

/// The programs of a run, `slice` first.
pub(super) struct Programs(Vec<Program>);

impl Programs {
    /// The working tree in the profile in which dependents compile it, with rivals if they compile.
    pub(super) fn measured(shell: &Shell, flags: &flags::Bench) -> Result<Self> {
        eprintln!("Building what is measured. The first time, it takes a minute or two.");
        // A report is of all packages, also where it is measured in parts.
        let only = flags.package.as_ref().filter(|_| !flags.report);
        let packages = libraries().filter(|&name| only.is_none_or(|it| it == name));
        let packages: Vec<_> = packages.collect();
        let build = |suffix: &str| {
            let features: Vec<_> = packages.iter().map(|name| format!("{name}{suffix}")).collect();
            let features = features.join(",");
            let options = ["--no-default-features", "--features", &features];
            cmd!(shell, "cargo build --profile bench -p benches --bin slice {options...}")
                .quiet()
                .run()
        };
        if let Err(error) = build("-rivals") {
            if flags.report {
                return Err(error.into());
            }
            eprintln!("Without rivals: their sources may be missing without a network.");
            build("")?;
        }
        let slice = kept(&target()?, "working-tree")?;
        Self(vec![Program::new([slice])]).with_outside(shell, flags)
    }

    /// The working tree with little optimization, to compare answers.
    pub(super) fn unmeasured(shell: &Shell, flags: &flags::Bench) -> Result<Self> {
        let slice = Program::new([workspace::build(shell, "slice")?]);
        Self(vec![slice]).with_outside(shell, flags)
    }

    /// The working tree as [`revision`](Self::revision) builds it, so that equal sources make equal
    /// programs.
    pub(super) fn snapshot(shell: &Shell) -> Result<Self> {
        // A separate index, so that the user's index does not change.
        let _index = shell.push_env("GIT_INDEX_FILE", folder()?.join("index"));
        cmd!(shell, "git read-tree HEAD").quiet().run()?;
        cmd!(shell, "git add --all").quiet().run()?;
        let tree = cmd!(shell, "git write-tree").quiet().read()?;
        let commit = cmd!(shell, "git commit-tree {tree} -m snapshot").quiet().read()?;
        Ok(Self(vec![of_commit(shell, &commit, &tree)?]))
    }

    /// Another revision, built in a worktree of its own.
    pub(super) fn revision(shell: &Shell, revision: &str) -> Result<Self> {
        let parse = |what: &str| {
            let name = format!("{revision}^{{{what}}}");
            let parsed = cmd!(shell, "git rev-parse --verify --quiet {name}").quiet().read();
            parsed.map_err(|_| format!("there is no revision {revision:?}"))
        };
        let built = of_commit(shell, &parse("commit")?, &parse("tree")?);
        Ok(Self(vec![built.map_err(|error| format!("{revision}: {error}"))?]))
    }

    /// The default features of the working tree, for counts of instructions.
    pub(super) fn counted(shell: &Shell) -> Result<Self> {
        cmd!(shell, "cargo build --profile bench -p benches --bin slice").quiet().run()?;
        Ok(Self(vec![Program::new([kept(&target()?, "counted")?])]))
    }

    /// Adds the programs in C++ and the Python interpreter that the flags name.
    fn with_outside(mut self, shell: &Shell, flags: &flags::Bench) -> Result<Self> {
        // Inputs of an earlier build can be others.
        shell.remove_path(folder()?.join("inputs-of"))?;
        let scripts = root().join("benches/outside");
        for given in &flags.outside {
            let (name, source) = given.split_once('=').ok_or("expected --outside NAME=FOLDER")?;
            let (script, program) = (scripts.join(format!("{name}.sh")), folder()?.join(name));
            if !script.exists() {
                return Err(format!("--outside {name}: there is no {}", script.display()).into());
            }
            cmd!(shell, "sh {script} {source} {program}").quiet().run()?;
            let version = cmd!(shell, "git -C {source} rev-parse --short=12 HEAD").quiet();
            let version = version.ignore_stderr().read().unwrap_or_else(|_| "unknown".to_owned());
            let version = Some(format!("{name} {version}"));
            self.0.push(Program { version, ..Program::new([program]) });
        }
        if let Some(python) = &flags.python {
            let program = Program::new([python.clone(), scripts.join("engines.py")]);
            let version = String::from_utf8(program.run(&["versions"], None)?)?.trim().to_owned();
            self.0.push(Program { version: Some(version), ..program });
        }
        Ok(self)
    }

    /// What is measured that is not of this workspace, with revisions and versions.
    pub(super) fn versions(&self) -> String {
        let versions: Vec<_> = self.0.iter().filter_map(|it| it.version.as_deref()).collect();
        versions.join(", ")
    }

    /// The tasks of `slice`, with the engines that the other programs add.
    pub(super) fn tasks(&self) -> Result<Vec<Task>> {
        let mut tasks = self.0[0].tasks()?;
        for (program, others) in self.0.iter().enumerate().skip(1) {
            for added in others.tasks()? {
                if let Some(task) = tasks.iter_mut().find(|task| task.name == added.name) {
                    let engines = added.engines.into_iter();
                    task.engines.extend(engines.map(|engine| Engine { program, ..engine }));
                }
            }
        }
        Ok(tasks)
    }

    /// Compares the answers of all engines of a task.
    pub(super) fn check(&self, task: &Task) -> Result {
        self.0[0].run(&["check", &task.name], None)?;
        let mut expected = None;
        for engine in task.engines.iter().filter(|engine| engine.program > 0) {
            let answers = |engine: &Engine| -> Result<String> {
                let input = self.input(task, engine)?;
                let program = &self.0[engine.program];
                let found = program.run(&["answers", &task.name, &engine.name], input.as_deref());
                Ok(String::from_utf8(found.map_err(|error| format!("{}: {error}", engine.name))?)?)
            };
            if expected.is_none() {
                expected = Some(answers(&task.engines[0])?);
            }
            let (ours, theirs) = (expected.as_deref().unwrap_or_default(), answers(engine)?);
            if let Some(difference) = difference(ours, &theirs) {
                return Err(format!("{}: {}: {difference}", task.name, engine.name).into());
            }
        }
        Ok(())
    }

    /// Measures a slice. Returns nanoseconds and nodes, for one unit.
    pub(super) fn time(
        &self,
        task: &Task,
        engine: &Engine,
        milliseconds: u32,
    ) -> Result<(f64, Option<f64>)> {
        let arguments = ["time", &task.name, &engine.name, &milliseconds.to_string()];
        let input = self.input(task, engine)?;
        let output = self.0[engine.program].run(&arguments, input.as_deref())?;
        let Slice { nanoseconds, rounds, units, nodes } = serde_json::from_slice(&output)?;
        let units = units.or(task.units).unwrap_or(1.0);
        Ok((nanoseconds / rounds.max(1.0) / units, nodes.map(|nodes| nodes / units)))
    }

    /// Counts the instructions of a round of our first engine, for one unit.
    pub(super) fn count(&self, task: &Task) -> Result<f64> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        command.arg("--toggle-collect=*measured_round*").arg(&self.0[0].command[0]);
        let output = command.args(["count", &task.name, &task.engines[0].name]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let collected = said.lines().find_map(|line| line.split_once("Collected : "));
        let count = collected.and_then(|(_, count)| count.trim().parse::<f64>().ok());
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let units = printed["units"].as_f64().or(task.units).unwrap_or(1.0);
        match count {
            Some(count) if output.status.success() => Ok(count / units),
            _ => Err(format!("valgrind: {}", said.lines().last().unwrap_or("no word")).into()),
        }
    }

    /// The file with the inputs of a task, for an engine that is not in `slice`.
    fn input(&self, task: &Task, engine: &Engine) -> Result<Option<PathBuf>> {
        if engine.program == 0 {
            return Ok(None);
        }
        // The inputs of the last task only, which may be large.
        let (file, name) = (folder()?.join("inputs"), folder()?.join("inputs-of"));
        if fs::read_to_string(&name).is_ok_and(|of| of == task.name) && file.exists() {
            return Ok(Some(file));
        }
        fs::write(&file, self.0[0].run(&["inputs", &task.name], None)?)?;
        fs::write(name, &task.name)?;
        Ok(Some(file))
    }
}

/// The first line in which answers differ. A program writes `?` for a word that it does not know.
fn difference(ours: &str, theirs: &str) -> Option<String> {
    if ours.lines().count() != theirs.lines().count() {
        return Some(format!("{} answers, ours {}", theirs.lines().count(), ours.lines().count()));
    }
    let same = |(ours, theirs): &(&str, &str)| {
        let words = ours.split(' ').zip(theirs.split(' '));
        ours.split(' ').count() == theirs.split(' ').count()
            && words.into_iter().all(|(ours, theirs)| ours == theirs || theirs == "?")
    };
    let mut lines = (1..).zip(ours.lines().zip(theirs.lines()));
    let (number, (ours, theirs)) = lines.find(|(_, pair)| !same(pair))?;
    Some(format!("answer {number} is {theirs}, ours {ours}"))
}

/// The file name of the program.
const NAME: &str = if cfg!(windows) { "slice.exe" } else { "slice" };

/// Copies the program that cargo built, which the next build overwrites.
fn kept(target: &Path, name: &str) -> Result<PathBuf> {
    let program = folder()?.join(name);
    fs::copy(target.join("release").join(NAME), &program)?;
    Ok(program)
}

/// Builds a commit without rivals, in the profile of today, unless there is a build of the same tree.
fn of_commit(shell: &Shell, commit: &str, tree: &str) -> Result<Program> {
    let name = format!("default-{tree}");
    let program = folder()?.join(&name);
    if program.exists() {
        return Ok(Program::new([program]));
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
    Ok(Program::new([kept(&target, &name)?]))
}

/// Returns whether valgrind is installed.
pub(super) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_old_and_new_builds_are_read() {
        let list = r#"{"package":"p","name":"n, i","unit":"u","units":3,"slow":true,"charted":false,
            "engines":[{"name":"a","role":"ours"},{"name":"b","role":"ours"},
                       {"name":"c","role":"rival","against":"b"}]}"#;
        let task: Task = serde_json::from_str(list).unwrap();
        assert_eq!((task.units, task.slow, task.charted), (Some(3.0), true, false));
        assert!(serde_json::from_str::<Task>(r#"{"name":"n","engines":[]}"#).is_ok());
        assert_eq!(task.ours_for(&task.engines[1]).name, "a");
        assert_eq!(task.ours_for(&task.engines[2]).name, "b");
    }

    #[test]
    fn answers_are_compared_word_by_word() {
        assert_eq!(difference("1 2\n3\n", "1 2\n3\n"), None);
        assert_eq!(difference("1 2\n3 4\n", "1 2\n3 ?\n"), None);
        assert_eq!(difference("1\n3\n", "1\n4\n").unwrap(), "answer 2 is 4, ours 3");
        assert_eq!(difference("1\n", "").unwrap(), "0 answers, ours 1");
    }
}
