//! Files: replaced atomically ([`save`]), used by one process at a time ([`Lock`]), and saved after
//! Ctrl-C ([`Interrupt`]).

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, BufWriter, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{ArgMatches, Id};
use tempfile::NamedTempFile;

use crate::context::{Failure, Result};

/// Replaces a file by `bytes` in one step. If the disk is full or the program is killed, the old
/// file is unchanged. Symbolic links are followed and the mode of the old file is kept. Devices and
/// pipes are written to directly.
///
/// # Errors
/// [`Failure::Input`] naming the file; also if the old file may not be written.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result {
    save_with(path, |file| file.write_all(bytes))
}

/// The maximum width of a PNG in pixels.
const MAX_PNG_WIDTH: u32 = 1 << 24;

/// [`save`] of an RGB picture in the PNG format, with memory for one row. `draw` gets the number of
/// each row, from the top, and its bytes.
///
/// # Errors
/// [`Failure::Input`] naming the file; also if a side of the picture is too long.
pub(crate) fn save_png(
    path: &Path,
    [width, height]: [u32; 2],
    mut draw: impl FnMut(u32, &mut [u8]),
) -> Result {
    save_with(path, |file| {
        if width > MAX_PNG_WIDTH || i32::try_from(height).is_err() {
            let reason = format!("a PNG of {width}×{height} pixels is too large");
            return Err(Error::new(ErrorKind::InvalidInput, reason));
        }
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        let mut rows = writer.stream_writer()?;
        let mut row = vec![0; 3 * width as usize];
        for y in 0..height {
            draw(y, &mut row);
            rows.write_all(&row)?;
        }
        rows.finish()?;
        Ok(writer.finish()?)
    })
}

/// [`save`] of what `write` writes.
///
/// # Errors
/// [`Failure::Input`] naming the file; also if `write` fails.
pub(crate) fn save_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result {
    let written = match target(path) {
        Ok(Target::Device) => {
            File::options().write(true).open(path).and_then(|mut file| write(&mut file))
        }
        Ok(Target::File(path)) => replace(&path, write),
        Err(error) => Err(error),
    };
    named(path, written)
}

/// Checks that [`save`] can create its files, without a change of the old file. Devices and pipes
/// are not opened.
///
/// # Errors
/// [`Failure::Input`] naming the file.
pub(crate) fn check(path: &Path) -> Result {
    let checked = match target(path) {
        Ok(Target::Device) if path.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(Target::Device) => Ok(()),
        Ok(Target::File(path)) => begin(&path).map(drop),
        Err(error) => Err(error),
    };
    named(path, checked)
}

/// Checks that saving `output` does not replace one of the other files.
///
/// # Errors
/// [`Failure::Input`] naming the file.
pub(crate) fn check_differs<'a>(
    output: &Path,
    others: impl IntoIterator<Item = &'a Path>,
) -> Result {
    let Ok(Target::File(file)) = target(output) else { return Ok(()) };
    let is_same = |other| matches!(target(other), Ok(Target::File(other)) if other == file);
    if others.into_iter().any(is_same) {
        let reason = "the output must not replace another file of the command";
        return Err(Failure::at(output.display(), reason));
    }
    Ok(())
}

/// The ids of the arguments that name a file to write.
const OUTPUTS: [&str; 5] = ["checkpoint", "output", "png", "state", "svg"];

/// Checks that each output of a subcommand is neither an input nor another output.
///
/// # Errors
/// [`Failure::Input`] naming the output.
pub(crate) fn check_outputs(matches: &ArgMatches) -> Result {
    if let Some((_, matches)) = matches.subcommand() {
        return check_outputs(matches);
    }
    let mut paths: Vec<(&str, &Path)> = Vec::new();
    for id in matches.ids().map(Id::as_str) {
        if let Ok(Some(values)) = matches.try_get_many::<PathBuf>(id) {
            paths.extend(values.map(|path| (id, path.as_path())));
        } else if let Ok(Some(values)) = matches.try_get_many::<OsString>(id) {
            paths.extend(values.map(|path| (id, Path::new(path))));
        }
    }
    let is_output = |id| OUTPUTS.contains(&id);
    // A name that is not a file may be that of a puzzle.
    paths.retain(|(id, path)| is_output(*id) || path.is_file());
    for &(id, output) in paths.iter().filter(|(id, _)| is_output(*id)) {
        let others = paths.iter().filter(|(other, _)| *other != id).map(|&(_, path)| path);
        check_differs(output, others.chain([Path::new("/dev/stdin")]))?;
    }
    Ok(())
}

/// The result, with an error that names the file.
pub(crate) fn named<T>(path: &Path, result: io::Result<T>) -> Result<T> {
    result.map_err(|error| Failure::at(path.display(), error))
}

/// The target of a path.
enum Target {
    /// Anything that is not a file and cannot be replaced.
    Device,
    /// A file that may be missing.
    File(PathBuf),
}

/// Follows symbolic links.
fn target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(old) if !old.is_file() => Ok(Target::Device),
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            Err(Error::new(ErrorKind::NotFound, "the symbolic link points to a missing file"))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Target::File(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))),
    }
}

/// Writes a temporary file beside `path`, with the permissions of the old file, and renames it.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let (old, mut temporary) = begin(path)?;
    let mut writer = BufWriter::new(temporary.as_file_mut());
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    if let Some(permissions) = old {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The permissions of the old file, and a temporary file beside it.
fn begin(path: &Path) -> io::Result<(Option<Permissions>, NamedTempFile)> {
    // A file that may not be written is an error here; renaming would replace it.
    let old = match File::options().write(true).open(path) {
        Ok(old) => Some(old.metadata()?.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    Ok((old, temporary_beside(path)?))
}

/// A new file of a random name in the folder of `path`. It is removed when it is dropped.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    // Unlike `tempfile_in`, creates a file of the usual mode, and errors do not name it.
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".boardbits-").make_in(folder.unwrap_or(Path::new(".")), create)
}

/// `FILE.EXTENSION`.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// A lock of `FILE`, which is replaced when it is saved: the lock is on `FILE.lock`, which exists
/// as long as the lock. Devices and pipes have no lock.
pub(crate) struct Lock(Option<(PathBuf, File)>);

impl Lock {
    /// Checks that `path` can be [saved](save), and locks it. A file and its links have one lock.
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
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
    /// The signal that was received, or 0.
    #[cfg(unix)]
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches the signals until the program ends.
    pub(crate) fn catch() -> Self {
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

    /// The flag that a signal sets. It is never set if the signals are not caught.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Ends the program as the signal would have, if there was one.
    pub(crate) fn obey(&self) {
        #[cfg(unix)]
        if let number @ 1.. = self.signal.load(Ordering::Relaxed) {
            let _ = signal_hook::low_level::emulate_default_handler(number as i32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_or_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        save(&path, b"old").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let failed = save_with(&path, |file| {
            file.write_all(b"newer")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        check(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        check(&folder.path().join("other")).unwrap();
        check(folder.path()).unwrap_err();
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn other_files_of_the_folder_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("file"), folder.path().join("file.tmp"));
        fs::write(&other, "precious").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"precious");
        assert_eq!(names(folder.path()), ["file", "file.tmp"]);
    }

    #[test]
    fn one_file_can_be_saved_by_many_threads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..20).for_each(|_| save(&path, b"new").unwrap()));
            }
        });
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [path, link, dangling] =
            ["file", "link", "dangling"].map(|name| folder.path().join(name));
        save(&path, b"old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        save(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("missing", &dangling).unwrap();
        let missing = save(&dangling, b"new").unwrap_err().to_string();
        assert!(missing.ends_with(": the symbolic link points to a missing file"), "{missing}");
        let around = folder.path().join("loop");
        symlink("loop", &around).unwrap();
        let error = fs::metadata(&around).unwrap_err();
        let expected = format!("{}: {error}", around.display());
        assert_eq!(save(&around, b"new").unwrap_err().to_string(), expected);
        assert_eq!(Lock::take(&around).err().unwrap().to_string(), expected);
        fs::remove_file(&around).unwrap();
        assert_eq!(names(folder.path()), ["dangling", "file", "link"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_mode() {
        let folder = tempfile::tempdir().unwrap();
        let (saved, plain) = (folder.path().join("saved"), folder.path().join("plain"));
        save(&saved, b"new").unwrap();
        fs::write(&plain, "new").unwrap();
        let permissions = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(saved), permissions(plain));
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_the_file_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("file");
        let error = save(&path, b"new").unwrap_err().to_string();
        assert_eq!(check(&path).unwrap_err().to_string(), error);
        let reason = error.strip_prefix(&format!("{}: ", path.display())).unwrap();
        assert_eq!(reason, fs::read(&path).unwrap_err().to_string());
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn a_file_that_may_not_be_written_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        // The superuser can write to it.
        let may = File::options().write(true).open(&path).is_ok();
        assert_eq!(check(&path).is_ok(), may);
        assert_eq!(save(&path, b"new").is_ok(), may);
        assert_eq!(fs::read(&path).unwrap(), if may { b"new" } else { b"old" });
    }
}
