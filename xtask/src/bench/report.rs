//! `--report`: the journal of measurements, so that an interrupted report can be continued, and the
//! record from which the documents are rendered.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use bench_schema::{Origin, Record, TaskInfo, TaskRecord};
use xshell::{Shell, cmd};

use super::build::Build;
use crate::figures;
use crate::workspace::{Result, replace_all};

/// Refuses to start a report that would discard the measurements of another.
pub(super) fn check_unused(path: &Path) -> Result {
    let rows = rows(&text(path)?).len();
    if rows == 0 {
        return Ok(());
    }
    let path = path.display();
    Err(format!(
        "an interrupted report has measured {rows} tasks ({path}): --resume continues it, --restart discards them"
    )
    .into())
}

/// The measurements so far, in a file with lines of JSON: the hash of the program that is measured,
/// then a row for each task.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    rows: Vec<TaskRecord>,
}

impl Journal {
    /// Starts a file. With `--resume` it keeps the rows that are there, which must come from this
    /// program.
    pub(super) fn open(path: PathBuf, build: &Build, resume: bool) -> Result<Self> {
        Self::of_program(path, build.program(), resume)
    }

    /// [`open`](Self::open) for a program in this file.
    fn of_program(path: PathBuf, program: &Path, resume: bool) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        fs::read(program)?.hash(&mut hasher);
        let title = format!("{{\"program\":\"{:x}\"}}", hasher.finish());
        let rows = if resume { kept(&text(&path)?, &title)? } else { Vec::new() };
        let mut text = title + "\n";
        for row in &rows {
            text += &(serde_json::to_string(row)? + "\n");
        }
        crate::workspace::replace_all(&[(path.clone(), text)])?;
        let file = File::options().append(true).open(&path)?;
        Ok(Self { path, file, rows })
    }

    /// The row of a task that has been measured before.
    pub(super) fn take(&mut self, task: &TaskInfo) -> Option<TaskRecord> {
        let i = self.rows.iter().position(|row| row.task == *task)?;
        Some(self.rows.swap_remove(i))
    }

    /// Appends the row of a task.
    pub(super) fn add(&mut self, row: &TaskRecord) -> Result {
        self.file.write_all((serde_json::to_string(row)? + "\n").as_bytes())?;
        Ok(self.file.sync_data()?)
    }

    /// Removes the file, because the report contains its entries now.
    pub(super) fn finish(self) -> Result {
        Ok(fs::remove_file(self.path)?)
    }
}

/// The text of a file, empty if there is no file.
fn text(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| format!("{}: {error}", path.display()).into()),
    }
}

/// The rows of a journal, which must be of the program with this first line.
fn kept(text: &str, title: &str) -> Result<Vec<TaskRecord>> {
    let rows = rows(text);
    if !rows.is_empty() && text.lines().next() != Some(title) {
        return Err(
            "--resume: the interrupted report is of another build; --restart discards its measurements"
                .into(),
        );
    }
    Ok(rows)
}

/// The rows after the title, up to one that was not finished.
fn rows(text: &str) -> Vec<TaskRecord> {
    text.lines().skip(1).map_while(|line| serde_json::from_str(line).ok()).collect()
}

/// Writes the record, then everything that is rendered from it. The tasks of other crates keep
/// their figures.
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

/// The command, date, revision and machine of the run that begins now.
pub(crate) fn origin(shell: &Shell, package: Option<&str>) -> Result<Origin> {
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

#[cfg(test)]
mod tests {
    use bench_schema::{Figures, Origin};

    use super::*;

    fn row(name: &str) -> TaskRecord {
        let task = TaskInfo {
            package: "cc-table".into(),
            name: name.into(),
            unit: "board".into(),
            units: 3,
            slow: false,
            charted: false,
            engines: Vec::new(),
        };
        let figures =
            Figures { times: vec![1.5], pairs: None, instructions: Some(7.0), nodes: None };
        TaskRecord { task, origin: Origin::default(), figures: vec![figures] }
    }

    #[test]
    fn rows_survive_a_run_that_was_stopped() {
        let folder = std::env::temp_dir().join(format!("xtask-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, program) = (folder.join("rows"), folder.join("program"));
        fs::write(&program, "a program").unwrap();
        let open = |resume| Journal::of_program(path.clone(), &program, resume);
        let mut journal = open(true).unwrap();
        journal.add(&row("one")).unwrap();
        journal.add(&row("two")).unwrap();
        // Stopped in the middle of a line.
        journal.file.write_all(b"{\"package\":\"cc").unwrap();
        drop(journal);

        let mut journal = open(true).unwrap();
        let taken = journal.take(&row("two").task).unwrap();
        assert_eq!(
            serde_json::to_string(&taken).unwrap(),
            serde_json::to_string(&row("two")).unwrap()
        );
        assert!(journal.take(&row("three").task).is_none());
        journal.add(&row("three")).unwrap();
        let mut journal = open(true).unwrap();
        assert!(["one", "two", "three"].iter().all(|name| journal.take(&row(name).task).is_some()));

        fs::write(&program, "another program").unwrap();
        assert!(open(true).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_report_does_not_discard_measurements_silently() {
        let folder = std::env::temp_dir().join(format!("xtask-discard-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, program) = (folder.join("rows"), folder.join("program"));
        fs::write(&program, "a program").unwrap();
        check_unused(&path).unwrap();
        let restart = || Journal::of_program(path.clone(), &program, false).unwrap();
        let mut journal = restart();
        check_unused(&path).expect("nothing has been measured");
        journal.add(&row("one")).unwrap();
        let error = check_unused(&path).unwrap_err().to_string();
        assert!(error.contains("--resume") && error.contains("--restart"), "{error}");
        assert!(restart().take(&row("one").task).is_none());
        check_unused(&path).expect("the measurements were discarded");
        fs::remove_dir_all(folder).unwrap();
    }
}
