//! The journal of a book that is being built: the scores found so far, in lines `KEY SCORE;` beside the book.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::context::{Failure, Result};
use crate::lock::is_removed;
use crate::save::beside;

/// The time between two syncs, which make the entries survive a power cut.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// An upper limit for the bytes of a line.
const LINE: u64 = 64;

/// A locked journal.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    keys: Vec<u128>,
    /// Indices in ascending order of their keys.
    sorted: Vec<usize>,
    scores: Vec<Option<i32>>,
}

impl Journal {
    /// Opens the journal `OUTPUT.part` of the positions with these `keys` and locks it until it is dropped.
    /// `title` is its first line.
    ///
    /// # Errors
    /// [`Failure`] if another process has locked the journal, if it exists and `resume` is not set, or if it is of
    /// another book or damaged. The last line may be cut off.
    pub(super) fn open(output: &Path, title: &str, keys: Vec<u128>, resume: bool) -> Result<Self> {
        let path = beside(output, "part");
        let file = lock(&path)?;
        let scores = vec![None; keys.len()];
        let mut sorted: Vec<usize> = (0..keys.len()).collect();
        sorted.sort_unstable_by_key(|&index| keys[index]);
        let mut journal = Self { path, file, synced: Instant::now(), keys, sorted, scores };
        let length = journal.file.metadata().map_err(|error| journal.wrong(error))?.len();
        if length > 0 && !resume {
            let reason = "exists: continue with --resume, or remove it";
            return Err(Failure::Usage(format!("{} {reason}", journal.path.display())));
        }
        let kept = journal.read(title)?;
        journal.write_from(kept, title).map_err(|error| journal.wrong(error))?;
        Ok(journal)
    }

    /// The score of the position with the key of this index.
    pub(super) fn score(&self, index: usize) -> Option<i32> {
        self.scores[index]
    }

    /// The index of a key.
    pub(super) fn index(&self, key: u128) -> Option<usize> {
        let found = self.sorted.binary_search_by_key(&key, |&index| self.keys[index]);
        found.ok().map(|place| self.sorted[place])
    }

    /// Adds the score of the position with the key of this index.
    pub(super) fn add(&mut self, index: usize, score: i32) -> Result {
        self.scores[index] = Some(score);
        let line = format!("{:x} {score};\n", self.keys[index]);
        let mut write = || -> io::Result<()> {
            self.file.write_all(line.as_bytes())?;
            if self.synced.elapsed() >= SYNC_EVERY {
                self.file.sync_data()?;
                self.synced = Instant::now();
            }
            Ok(())
        };
        write().map_err(|error| self.wrong(error))
    }

    /// Removes the journal of a book that is saved. The lock is held until then.
    pub(super) fn remove(self) -> Result {
        fs::remove_file(&self.path).map_err(|error| self.wrong(error))
    }

    /// An error that names the journal.
    pub(super) fn wrong(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}: {reason}", self.path.display()))
    }

    /// Reads the scores. Returns the number of bytes up to the end of the last complete line.
    fn read(&mut self, title: &str) -> Result<u64> {
        // Twice the number of lines that are needed, plus the remains of a power cut.
        let limit = (2 * self.keys.len() as u64 + 1) * LINE + (1 << 20);
        let mut bytes = Vec::new();
        let read = (&self.file).take(limit + 1).read_to_end(&mut bytes);
        if read.map_err(|error| self.wrong(error))? as u64 > limit {
            return Err(self.wrong(format_args!("longer than {limit} bytes")));
        }
        let mut kept = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let complete = line.strip_suffix(b"\n");
            if number == 1 {
                // The title may be cut off.
                let fits = complete
                    .map_or(title.as_bytes().starts_with(line), |text| text == title.as_bytes());
                if !fits {
                    let text = format!("{} is of another book or shard", self.path.display());
                    return Err(Failure::Usage(text));
                }
            }
            let Some(text) = complete else { break };
            if number > 1 {
                let entry = entry(text).and_then(|(key, score)| Some((self.index(key)?, score)));
                let Some((index, score)) = entry else {
                    let text = String::from_utf8_lossy(text);
                    let reason = format!("line {number}: expected 'KEY SCORE;', found {text:?}");
                    return Err(self.wrong(reason));
                };
                self.scores[index] = Some(score);
            }
            kept += line.len() as u64;
        }
        Ok(kept)
    }

    /// Cuts off what follows the first `kept` bytes, and begins with the title if nothing is kept.
    fn write_from(&mut self, kept: u64, title: &str) -> io::Result<()> {
        self.file.set_len(kept)?;
        self.file.seek(SeekFrom::Start(kept))?;
        if kept == 0 {
            self.file.write_all(format!("{title}\n").as_bytes())?;
        }
        Ok(())
    }
}

/// Opens or creates the file and locks it.
fn lock(path: &Path) -> Result<File> {
    let wrong =
        |reason: &dyn std::fmt::Display| Failure::Input(format!("{}: {reason}", path.display()));
    loop {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(|error| wrong(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(wrong(&"another process is building this book"));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(&error)),
        }
        // The process that had the lock may have removed the file after it was opened here.
        if !is_removed(&file).map_err(|error| wrong(&error))? {
            return Ok(file);
        }
    }
}

/// Parses `KEY SCORE;`. The semicolon is the sign of a complete line.
fn entry(line: &[u8]) -> Option<(u128, i32)> {
    let line = std::str::from_utf8(line).ok()?;
    let (key, score) = line.strip_suffix(';')?.split_once(' ')?;
    // `from_str_radix` and `parse` accept a sign that is not needed.
    if key.starts_with('+') || score.starts_with('+') {
        return None;
    }
    Some((u128::from_str_radix(key, 16).ok()?, score.parse().ok()?))
}
