//! The measurements so far, kept in a file, so that an interrupted report can be continued.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use benches::slice::TaskInfo;

use super::build::Build;
use super::compare::Row;
use crate::{Result, flags};

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

/// Lines of JSON: what is measured and how thoroughly, then the rows.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    rows: Vec<Row>,
}

impl Journal {
    /// Starts a file. With `--resume` it keeps the rows that are there, which must come from this program and be measured
    /// as thoroughly.
    pub(super) fn open(path: PathBuf, build: &Build, flags: &flags::Bench) -> Result<Self> {
        Self::of_program(path, build.program(), flags.quick, flags.resume)
    }

    fn of_program(path: PathBuf, program: &Path, quick: bool, resume: bool) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        fs::read(program)?.hash(&mut hasher);
        let title = format!("{{\"program\":\"{:x}\",\"quick\":{quick}}}", hasher.finish());
        let rows = if resume { kept(&text(&path)?, &title)? } else { Vec::new() };
        let mut text = title + "\n";
        for row in &rows {
            text += &(serde_json::to_string(row)? + "\n");
        }
        crate::files::replace_all(&[(path.clone(), text)])?;
        let file = File::options().append(true).open(&path)?;
        Ok(Self { path, file, rows })
    }

    /// The row of a task that has been measured before.
    pub(super) fn take(&mut self, task: &TaskInfo) -> Option<Row> {
        let i = self.rows.iter().position(|row| row.task == *task)?;
        Some(self.rows.swap_remove(i))
    }

    pub(super) fn add(&mut self, row: &Row) -> Result {
        self.file.write_all((serde_json::to_string(row)? + "\n").as_bytes())?;
        Ok(self.file.sync_data()?)
    }

    /// Removes the file: what was in it is in the report now.
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

/// The rows to continue with.
fn kept(text: &str, title: &str) -> Result<Vec<Row>> {
    let rows = rows(text);
    if !rows.is_empty() && text.lines().next() != Some(title) {
        return Err(
            "--resume: the interrupted report is of another build or measured with other flags; \
                    --restart discards its measurements"
                .into(),
        );
    }
    Ok(rows)
}

/// The rows after the title, up to one that was not finished.
fn rows(text: &str) -> Vec<Row> {
    text.lines().skip(1).map_while(|line| serde_json::from_str(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::compare::Figures;
    use super::*;
    use benches::task::Role;

    fn row(name: &str) -> Row {
        let task = TaskInfo {
            package: "cc-table".into(),
            name: name.into(),
            unit: "board".into(),
            units: 3,
            slow: false,
            engines: Vec::new(),
        };
        let figures = Figures {
            engine: "ours".into(),
            role: Role::Ours,
            nanoseconds: 1.5,
            instructions: Some(7.0),
            nodes: None,
            ratio: None,
        };
        Row { task, figures: vec![figures] }
    }

    #[test]
    fn rows_survive_a_run_that_was_stopped() {
        let folder = std::env::temp_dir().join(format!("xtask-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, program) = (folder.join("rows"), folder.join("program"));
        fs::write(&program, "a program").unwrap();
        let open = |quick, resume| Journal::of_program(path.clone(), &program, quick, resume);
        let mut journal = open(false, true).unwrap();
        journal.add(&row("one")).unwrap();
        journal.add(&row("two")).unwrap();
        // Stopped in the middle of a line.
        journal.file.write_all(b"{\"package\":\"cc").unwrap();
        drop(journal);

        assert!(open(true, true).is_err(), "measured otherwise");
        let mut journal = open(false, true).unwrap();
        let taken = journal.take(&row("two").task).unwrap();
        assert_eq!(
            serde_json::to_string(&taken).unwrap(),
            serde_json::to_string(&row("two")).unwrap()
        );
        assert!(journal.take(&row("three").task).is_none());
        journal.add(&row("three")).unwrap();
        let mut journal = open(false, true).unwrap();
        assert!(["one", "two", "three"].iter().all(|name| journal.take(&row(name).task).is_some()));

        fs::write(&program, "another program").unwrap();
        assert!(open(false, true).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_report_does_not_discard_measurements_silently() {
        let folder = std::env::temp_dir().join(format!("xtask-discard-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, program) = (folder.join("rows"), folder.join("program"));
        fs::write(&program, "a program").unwrap();
        check_unused(&path).unwrap();
        let restart = || Journal::of_program(path.clone(), &program, false, false).unwrap();
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
