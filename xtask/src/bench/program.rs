//! Programs that answer the three questions of the protocol: which tasks (`list`), how long does a
//! slice take (`time TASK ENGINE MILLISECONDS`), what are your answers (`answers TASK ENGINE`).
//!
//! The first program is `slice`, which has our engines, baselines and rivals in Rust. The others add
//! engines to its tasks and read the inputs, as `slice inputs TASK` writes them, from stdin.

use std::cell::RefCell;
use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xshell::{Shell, cmd};

use super::folder;
use crate::flags;
use crate::workspace::{Result, libraries, root, target};

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

/// The measurement of a slice.
#[derive(Deserialize)]
struct Slice {
    nanoseconds: f64,
    rounds: f64,
    units: f64,
}

/// A program, and its version if it is not of this workspace.
struct Program {
    command: Vec<PathBuf>,
    version: Option<String>,
}

impl Program {
    /// Runs the program with a file as its input. Its error is what it prints on stderr.
    fn run(&self, arguments: &[&str], input: Option<&Path>) -> Result<Vec<u8>> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(arguments).env("PYTHONUTF8", "1");
        // One thread for all, as for our engines.
        for variable in ["RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"] {
            command.env(variable, "1");
        }
        let input = input.map(File::open).transpose()?;
        let output = command.stdin(input.map_or(Stdio::null(), Into::into)).output();
        let output = output.map_err(|error| format!("{}: {error}", self.command[0].display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(said.trim_end().into());
        }
        if arguments == ["list"] {
            eprint!("{said}");
        }
        Ok(output.stdout)
    }
}

/// The programs of a run, `slice` first.
pub(super) struct Programs {
    programs: Vec<Program>,
    /// The task whose inputs are in the file.
    inputs_of: RefCell<String>,
}

impl Programs {
    fn new(slice: PathBuf) -> Self {
        let slice = Program { command: vec![slice], version: None };
        Self { programs: vec![slice], inputs_of: RefCell::default() }
    }

    /// The working tree, with rivals if they compile, and what the flags add: to measure in the profile
    /// in which dependents compile it; to compare answers with little optimization, and with the
    /// packages, features and profile of the other checks, so that libraries are compiled once.
    pub(super) fn of_working_tree(shell: &Shell, flags: &flags::Bench) -> Result<Self> {
        if flags.agree {
            cmd!(shell, "cargo build --workspace --features benches/rivals --bin slice").run()?;
            let slice = target()?.join("debug").join(format!("slice{EXE_SUFFIX}"));
            return Self::new(slice).with_outside(shell, flags);
        }
        eprintln!("Building what is measured. The first time, it takes a minute or two.");
        // A report is of all packages, also where it is measured in parts.
        let only = flags.package.as_ref().filter(|_| !flags.report);
        let build = |suffix: &str| {
            let packages = libraries().filter(|&name| only.is_none_or(|it| it == name));
            let features: Vec<_> = packages.map(|name| format!("{name}{suffix}")).collect();
            slice(shell, &["--no-default-features", "--features", &features.join(",")])
        };
        if let Err(error) = build("-rivals") {
            if flags.report {
                return Err(error);
            }
            eprintln!("Without rivals: their sources may be missing without a network.");
            build("")?;
        }
        Self::new(kept(&target()?, "working-tree")?).with_outside(shell, flags)
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
        Self::revision(shell, &commit)
    }

    /// A revision without rivals, built in a worktree of its own, unless there is a build of the same
    /// tree.
    pub(super) fn revision(shell: &Shell, revision: &str) -> Result<Self> {
        let tree = format!("{revision}^{{tree}}");
        let tree = cmd!(shell, "git rev-parse --verify --quiet {tree}").quiet().read();
        let name = format!("default-{}", tree.map_err(|_| format!("no revision {revision:?}"))?);
        let program = folder()?.join(format!("{name}{EXE_SUFFIX}"));
        if program.exists() {
            return Ok(Self::new(program));
        }
        let (checkout, target) = (folder()?.join("checkout"), folder()?.join("target"));
        cmd!(shell, "git worktree prune").quiet().run()?;
        if checkout.exists() {
            // Left over from a run that was interrupted.
            cmd!(shell, "git worktree remove --force {checkout}").quiet().run()?;
        }
        cmd!(shell, "git worktree add --quiet --detach {checkout} {revision}").quiet().run()?;
        let built = {
            let _there = shell.push_dir(&checkout);
            let _target = shell.push_env("CARGO_TARGET_DIR", &target);
            slice(shell, &[])
        };
        cmd!(shell, "git worktree remove --force {checkout}").quiet().run()?;
        built.map_err(|error| format!("{revision} does not build: {error}"))?;
        Ok(Self::new(kept(&target, &name)?))
    }

    /// The default features of the working tree, for counts of instructions.
    pub(super) fn counted(shell: &Shell) -> Result<Self> {
        slice(shell, &[])?;
        Ok(Self::new(kept(&target()?, "counted")?))
    }

    /// Adds the programs in C++ and the Python interpreter that the flags name.
    fn with_outside(mut self, shell: &Shell, flags: &flags::Bench) -> Result<Self> {
        let scripts = root().join("benches/outside");
        for given in &flags.outside {
            let (name, source) = given.split_once('=').ok_or("expected --outside NAME=FOLDER")?;
            let driver = scripts.join(format!("{name}.cpp"));
            if !driver.exists() {
                return Err(format!("--outside {name}: there is no {}", driver.display()).into());
            }
            let script = scripts.join("build.sh");
            let program = folder()?.join(format!("{name}{EXE_SUFFIX}"));
            cmd!(shell, "sh {script} {name} {source} {program}").quiet().run()?;
            let version = cmd!(shell, "git -C {source} rev-parse --short=12 HEAD").quiet();
            let version = version.ignore_stderr().read().unwrap_or_else(|_| "unknown".to_owned());
            let version = Some(format!("{name} {version}"));
            self.programs.push(Program { command: vec![program], version });
        }
        if let Some(python) = &flags.python {
            let command = vec![python.clone(), scripts.join("engines.py")];
            let mut program = Program { command, version: None };
            let version = String::from_utf8(program.run(&["versions"], None)?)?;
            program.version = Some(version.trim().to_owned());
            self.programs.push(program);
        }
        Ok(self)
    }

    /// What is measured that is not of this workspace, with revisions and versions.
    pub(super) fn versions(&self) -> String {
        let versions = self.programs.iter().filter_map(|it| it.version.as_deref());
        versions.collect::<Vec<_>>().join(", ")
    }

    /// The tasks of `slice`, with the engines that the other programs add.
    pub(super) fn tasks(&self) -> Result<Vec<Task>> {
        let mut tasks = Vec::<Task>::new();
        for (program, asked) in self.programs.iter().enumerate() {
            for added in serde_json::from_slice::<Vec<Task>>(&asked.run(&["list"], None)?)? {
                if let Some(task) = tasks.iter_mut().find(|task| task.name == added.name) {
                    let engines = added.engines.into_iter();
                    task.engines.extend(engines.map(|engine| Engine { program, ..engine }));
                } else if program == 0 {
                    tasks.push(added);
                }
            }
        }
        Ok(tasks)
    }

    /// Asks the program of an engine. One that is not `slice` gets the inputs.
    fn ask(&self, task: &Task, engine: &Engine, question: &str, more: &[&str]) -> Result<Vec<u8>> {
        let arguments = [&[question, task.name.as_str(), engine.name.as_str()], more].concat();
        let (file, mut of) = (folder()?.join("inputs"), self.inputs_of.borrow_mut());
        if engine.program > 0 && *of != task.name {
            // Of the last task only, because they may be large.
            fs::write(&file, self.programs[0].run(&["inputs", &task.name], None)?)?;
            of.clone_from(&task.name);
        }
        let input = Some(&*file).filter(|_| engine.program > 0);
        let answer = self.programs[engine.program].run(&arguments, input);
        answer.map_err(|error| format!("{}: {}: {error}", task.name, engine.name).into())
    }

    /// Compares the answers of all engines of a task with those of the first.
    pub(super) fn check(&self, task: &Task) -> Result {
        let answers = |engine| -> Result<String> {
            Ok(String::from_utf8(self.ask(task, engine, "answers", &[])?)?)
        };
        let Some((first, others)) = task.engines.split_first() else { return Ok(()) };
        let ours = if others.is_empty() { String::new() } else { answers(first)? };
        for engine in others {
            if let Some(difference) = difference(&ours, &answers(engine)?) {
                return Err(format!("{}: {}: {difference}", task.name, engine.name).into());
            }
        }
        Ok(())
    }

    /// Measures a slice. Returns nanoseconds for one unit.
    pub(super) fn time(&self, task: &Task, engine: &Engine, milliseconds: u32) -> Result<f64> {
        let output = self.ask(task, engine, "time", &[&milliseconds.to_string()])?;
        let Slice { nanoseconds, rounds, units } = serde_json::from_slice(&output)?;
        Ok(nanoseconds / rounds / units)
    }

    /// Counts the instructions of a round of our first engine, for one unit.
    pub(super) fn count(&self, task: &Task) -> Result<f64> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        command.arg("--toggle-collect=*measured_round*").arg(&self.programs[0].command[0]);
        let output = command.args(["count", &task.name, &task.engines[0].name]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let collected = said.lines().find_map(|line| line.split_once("Collected : "));
        let count = collected.and_then(|(_, count)| count.trim().parse::<f64>().ok());
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let count = count.zip(printed["units"].as_f64()).map(|(count, units)| count / units);
        let wrong = || format!("valgrind: {}", said.lines().last().unwrap_or_default());
        Ok(count.ok_or_else(wrong)?)
    }
}

/// The first line in which answers differ. A program writes `?` for a word that it does not know.
fn difference(ours: &str, theirs: &str) -> Option<String> {
    let [a, b] = [ours, theirs].map(|answers| answers.lines().count());
    if a != b {
        return Some(format!("{b} answers, ours {a}"));
    }
    let same = |ours: &str, theirs: &str| {
        let [ours, theirs] = [ours, theirs].map(|line| line.split(' ').collect::<Vec<_>>());
        ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(ours, theirs)| *ours == theirs || theirs == "?")
    };
    let mut lines = (1..).zip(ours.lines().zip(theirs.lines()));
    let (number, (ours, theirs)) = lines.find(|(_, (ours, theirs))| !same(ours, theirs))?;
    Some(format!("answer {number} is {theirs}, ours {ours}"))
}

/// Builds `slice` in the profile in which dependents compile the crates.
fn slice(shell: &Shell, options: &[&str]) -> Result {
    let build = cmd!(shell, "cargo build --profile bench -p benches --bin slice {options...}");
    Ok(build.quiet().run()?)
}

/// Copies the program that cargo built, which the next build overwrites.
fn kept(target: &Path, name: &str) -> Result<PathBuf> {
    let program = folder()?.join(format!("{name}{EXE_SUFFIX}"));
    // macOS does not run a program whose file was overwritten.
    let _ = fs::remove_file(&program);
    fs::copy(target.join("release").join(format!("slice{EXE_SUFFIX}")), &program)?;
    Ok(program)
}

/// Returns whether valgrind is installed.
pub(super) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_paired_with_the_one_that_it_names() {
        let list = r#"{"package":"p","name":"n, i","unit":"u","slow":true,"charted":false,
            "engines":[{"name":"a","role":"ours"},{"name":"b","role":"ours"},
                       {"name":"c","role":"rival","against":"b"}]}"#;
        let task: Task = serde_json::from_str(list).unwrap();
        let pairs = task.engines.iter().map(|engine| task.ours_for(engine).name.as_str());
        assert_eq!(pairs.collect::<Vec<_>>(), ["a", "a", "b"]);
        assert!(serde_json::from_str::<Task>(r#"{"name":"n","engines":[]}"#).is_ok());
    }

    #[test]
    fn answers_are_compared_word_by_word() {
        assert_eq!(difference("1 2\n3\n", "1 2\n3\n"), None);
        assert_eq!(difference("1 2\n3 4\n", "1 2\n3 ?\n"), None);
        assert_eq!(difference("1\n3\n", "1\n4\n").unwrap(), "answer 2 is 4, ours 3");
        assert_eq!(difference("1\n", "").unwrap(), "0 answers, ours 1");
    }
}
