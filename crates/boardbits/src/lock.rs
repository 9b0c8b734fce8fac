//! Files that only one process may use at a time.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::context::{Failure, Result};
use crate::save::beside;

/// A lock of `FILE`, which is replaced when it is saved: the lock is on `FILE.lock`, which exists as long as the lock.
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks `path`.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the file; `used` is the reason if another process has locked it.
    pub(crate) fn take(path: &Path, used: &str) -> Result<Self> {
        // A file and its links have one lock.
        let beside = beside(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), "lock");
        match open(&beside) {
            Ok(Some(file)) => Ok(Self { path: beside, _file: file }),
            Ok(None) => Err(named(path, used)),
            Err(error) => Err(named(&beside, error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that is left does not lock anything.
        let _ = fs::remove_file(&self.path);
    }
}

fn named(path: &Path, reason: impl Display) -> Failure {
    Failure::Input(format!("{}: {reason}", path.display()))
}

/// Opens or creates the file and locks it; `None` if another process has locked it.
fn open(path: &Path) -> io::Result<Option<File>> {
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that had the lock may have removed the file after it was opened here.
        if !is_removed(&file)? {
            return Ok(Some(file));
        }
    }
}

/// Returns whether the file has been removed since it was opened.
#[cfg(unix)]
pub(crate) fn is_removed(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() == 0)
}

#[cfg(not(unix))]
pub(crate) fn is_removed(_: &File) -> io::Result<bool> {
    Ok(false)
}
