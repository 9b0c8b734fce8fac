//! Long work that continues from a file: the state of the work is locked ([`Lock`]), and written
//! regularly, at a limit and after Ctrl-C ([`Interrupt`]).

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::context::{Context, Result, say};
use crate::failure::Failure;
use crate::files::{Target, beside, check, named, remove_temporary, save_with, target};
use crate::options::seconds;
use crate::progress::Bar;

/// Whether and how often to write checkpoints.
#[derive(clap::Args)]
pub(crate) struct Checkpoints {
    /// Write the state of the work to this file, and continue from it if it exists
    ///
    /// The file is replaced in one step, also at a limit and after Ctrl-C or SIGTERM, and removed
    /// when the answer is printed. Only one process can use it at a time: it is locked by
    /// FILE.lock.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least ten times as long as writing one takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "checkpoint")]
    checkpoint_every: Duration,
}

impl Checkpoints {
    pub(crate) fn are_written(&self) -> bool {
        self.checkpoint.is_some()
    }

    pub(crate) fn open(&self) -> Result<Resumable> {
        Resumable::open(self.checkpoint.as_deref(), self.checkpoint_every)
    }
}

/// Work whose state can be written.
pub(crate) trait Work {
    type Answer;
    type Stopped;

    /// Works until the end, the time or the flag.
    fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<Self::Answer, Self::Stopped>;

    /// Returns whether the time has ended.
    fn is_time(stopped: &Self::Stopped) -> bool;

    fn write(&self, file: &mut dyn Write) -> io::Result<()>;
}

/// The locked file of a state, if the state is saved.
pub(crate) struct Resumable {
    path: Option<PathBuf>,
    /// The time between two writes.
    every: Duration,
    interrupt: Interrupt,
    lock: Option<Lock>,
    /// The reason why the last state is not in the file.
    unsaved: Result,
}

impl Resumable {
    /// Catches signals, checks that the file can be written, and locks it.
    pub(crate) fn open(path: Option<&Path>, every: Duration) -> Result<Self> {
        let interrupt = path.map_or_else(Interrupt::default, |_| Interrupt::catch());
        let lock = path.map(Lock::take).transpose()?;
        Ok(Self { path: path.map(Path::to_owned), every, interrupt, lock, unsaved: Ok(()) })
    }

    /// Continues from the state that `read` reads. Returns whether the file exists.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the file.
    pub(crate) fn read<E: std::fmt::Display>(
        &self,
        read: impl FnOnce(&mut BufReader<File>) -> Result<(), E>,
    ) -> Result<bool> {
        let Some(path) = &self.path else { return Ok(false) };
        match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            file => {
                let mut file = BufReader::with_capacity(1 << 16, named(path, file)?);
                named(path, read(&mut file)).map(|()| true)
            }
        }
    }

    /// Works within a time, and writes the state from time to time. If that fails, says so once,
    /// and the work continues: it is worth more than its state, and a full disk may have room
    /// again.
    pub(crate) fn run<W: Work>(
        &mut self,
        work: &mut W,
        time: Option<Duration>,
        bar: &Bar,
    ) -> Result<W::Answer, W::Stopped> {
        let (start, mut every, mut is_said) = (Instant::now(), self.every, false);
        loop {
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            let is_last = self.path.is_none() || left.is_some_and(|left| left <= every);
            let slice = if is_last { left } else { Some(every) };
            match work.run(slice, &self.interrupt.flag) {
                Err(stopped) if !is_last && W::is_time(&stopped) => {}
                result => return result,
            }
            let begin = Instant::now();
            self.save(work);
            if let (false, Err(failure)) = (is_said, &self.unsaved) {
                bar.hide();
                say(format_args!("boardbits: {failure}; the work continues"));
                is_said = true;
            }
            every = self.every.max(10 * begin.elapsed());
        }
    }

    /// Writes the state. [`finish`](Self::finish) reports a failure.
    pub(crate) fn save(&mut self, work: &impl Work) {
        let save = |path: &PathBuf| save_with(path, |file| work.write(file));
        self.unsaved = self.path.as_ref().map_or(Ok(()), save);
    }

    /// Removes the file of work whose answer is printed.
    pub(crate) fn remove(&self) -> Result {
        match self.path.as_deref().map(|path| (path, fs::remove_file(path))) {
            Some((path, Err(error))) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::at(path.display(), error))
            }
            _ => Ok(()),
        }
    }

    /// Reports if the last state is not saved, unlocks the file, and ends the program if a signal
    /// was received.
    pub(crate) fn finish(self, context: &mut Context) {
        if let Err(failure) = self.unsaved {
            context.complain("a checkpoint was not written", failure);
        }
        let _ = context.out.flush();
        drop(self.lock);
        self.interrupt.obey();
    }
}

/// A lock of `FILE`, which is replaced when it is saved: the lock is on `FILE.lock`, which exists
/// as long as the lock. Devices and pipes have no lock.
pub(crate) struct Lock(Option<(PathBuf, File)>);

impl Lock {
    /// Checks that `path` can be [saved](save), and locks it. A file and its links have one lock.
    /// Removes the temporary file of a killed process.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the file; also if another process has locked it.
    pub(crate) fn take(path: &Path) -> Result<Self> {
        check(path)?;
        match named(path, target(path))? {
            Target::Device => Ok(Self(None)),
            Target::File(file) => {
                let beside = beside(&file, "lock");
                let lock = open_locked(&beside);
                let is_used = matches!(&lock, Err(error) if error.kind() == ErrorKind::WouldBlock);
                let lock = named(if is_used { path } else { &beside }, lock)?;
                remove_temporary(&file);
                Ok(Self(Some((beside, lock))))
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.0 {
            // A file that is left does not lock anything.
            let _ = fs::remove_file(path);
        }
    }
}

/// Opens or creates the file and locks it.
///
/// # Errors
/// [`ErrorKind::WouldBlock`] if another process has locked it.
pub(crate) fn open_locked(path: &Path) -> io::Result<File> {
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Error::new(ErrorKind::WouldBlock, "another process is using this file")
            }
            TryLockError::Error(error) => error,
        })?;
        // The process that had the lock may have removed the file after it was opened here.
        if !is_removed(&file)? {
            return Ok(file);
        }
    }
}

/// Returns whether the file has been removed since it was opened.
#[cfg(unix)]
fn is_removed(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() == 0)
}

#[cfg(not(unix))]
fn is_removed(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// Catches SIGINT (Ctrl-C) and SIGTERM on Unix. The first one only sets a flag, which stops a
/// search. A second one ends the program at once.
#[derive(Default)]
struct Interrupt {
    /// It is never set if the signals are not caught.
    flag: Arc<AtomicBool>,
    /// The signal that was received, or 0.
    #[cfg(unix)]
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches the signals until the program ends.
    fn catch() -> Self {
        let interrupt = Self::default();
        #[cfg(unix)]
        for number in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            let flag = || Arc::clone(&interrupt.flag);
            let signal = Arc::clone(&interrupt.signal);
            // In this order: the first signal does not find the flag set. If a call fails, the
            // signal keeps its default action.
            let _ = signal_hook::flag::register_conditional_default(number, flag())
                .and_then(|_| signal_hook::flag::register_usize(number, signal, number as usize))
                .and_then(|_| signal_hook::flag::register(number, flag()));
        }
        interrupt
    }

    /// Ends the program as the signal would have, if there was one.
    fn obey(&self) {
        #[cfg(unix)]
        if let number @ 1.. = self.signal.load(Ordering::Relaxed) {
            let _ = signal_hook::low_level::emulate_default_handler(number as i32);
        }
    }
}
