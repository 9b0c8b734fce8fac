//! Files, replaced atomically.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Id};
use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};

/// Replaces a file by `bytes` in one step. If the disk is full or the program is killed, the old
/// file is unchanged. Symbolic links are followed and the mode of the old file is kept. Devices and
/// pipes are written to directly.
///
/// # Errors
/// [`Failure::Input`] naming the file; also if the old file may not be written.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result {
    save_with(path, |file| file.write_all(bytes))
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

/// The ids of the arguments that name a file to write.
const OUTPUTS: [&str; 5] = ["checkpoint", "output", "png", "state", "svg"];

/// The files of the standard streams, if they are redirected to files. Messages of a command would
/// be lost as well as its answers.
const STREAMS: [&str; 3] = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];

/// Checks that each output of a subcommand is neither an input nor another output, nor the file of
/// a standard stream, nor `-`.
///
/// # Errors
/// [`Failure::Input`] naming the output, [`Failure::Usage`] for `-`.
pub(crate) fn check_outputs(mut matches: &ArgMatches) -> Result {
    while let Some((_, of_subcommand)) = matches.subcommand() {
        matches = of_subcommand;
    }
    let mut files: Vec<(&str, &Path)> = STREAMS.map(|path| ("", Path::new(path))).into();
    for id in matches.ids().map(Id::as_str) {
        if let Ok(Some(paths)) = matches.try_get_many::<PathBuf>(id) {
            files.extend(paths.map(|path| (id, path.as_path())));
        } else if let Ok(Some(paths)) = matches.try_get_many::<OsString>(id) {
            files.extend(paths.map(|path| (id, Path::new(path))));
        }
    }
    for (id, output) in files.iter().filter(|(id, _)| OUTPUTS.contains(id)) {
        if *output == Path::new("-") {
            let reason = "expected the name of a file to write, found \"-\"";
            return Err(Failure::Usage(reason.into()));
        }
        // A device can be written several times. A file that is not there may be another output.
        let file = absolute(output).ok().filter(|file| file.is_file() || !file.exists());
        let is_same = |path: &Path| file.is_some() && absolute(path).ok() == file;
        if files.iter().any(|(other, path)| other != id && is_same(path)) {
            let reason = "the output must not replace another file of the command";
            return Err(Failure::at(output.display(), reason));
        }
    }
    Ok(())
}

/// The result, with an error that names the file.
pub(crate) fn named<T, E: Display>(path: &Path, result: Result<T, E>) -> Result<T> {
    result.map_err(|error| Failure::at(path.display(), error))
}

/// The target of a path.
pub(crate) enum Target {
    /// Anything that is not a file and cannot be replaced.
    Device,
    /// A file that may be missing.
    File(PathBuf),
}

/// Follows symbolic links. A missing file has the name that it will have, so that its other names
/// lead to the same target.
pub(crate) fn target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(old) if !old.is_file() => Ok(Target::Device),
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            Err(Error::new(ErrorKind::NotFound, "the symbolic link points to a missing file"))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Target::File(absolute(path).unwrap_or_else(|_| path.to_owned()))),
    }
}

/// The absolute path of a file that may be missing, without links.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    match (fs::canonicalize(path), fs::read_link(path), path.file_name()) {
        (Err(error), link, Some(name)) if error.kind() == ErrorKind::NotFound => match link {
            Ok(link) => absolute(&folder(path).join(link)),
            Err(_) => Ok(fs::canonicalize(folder(path))?.join(name)),
        },
        (found, ..) => found,
    }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
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

/// A new file in the folder of `path`. It is removed when it is dropped. Its name is
/// [`temporary_name`], or random if that is taken or too long.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    // Unlike `tempfile_in`, creates a file of the usual mode, and errors do not name it.
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let random = || tempfile::Builder::new().prefix(".boardbits-").make_in(folder, create);
    let mut builder = tempfile::Builder::new();
    let named = builder.prefix(&temporary_name(path)).rand_bytes(0).make_in(folder, create);
    named.or_else(|_| random())
}

/// `.FILE.boardbits`, the name of the temporary file of `FILE`.
fn temporary_name(path: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".boardbits");
    name
}

/// Removes the temporary file that a killed process has left. The caller has locked `path`.
pub(crate) fn remove_temporary(path: &Path) {
    // A file that cannot be removed does not prevent anything.
    let _ = fs::remove_file(path.with_file_name(temporary_name(path)));
}

/// `FILE.EXTENSION`.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
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

    /// A killed process leaves its temporary file. The next one that locks `FILE` removes it.
    #[test]
    fn a_temporary_file_that_is_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["file", "other"].map(|name| folder.path().join(name));
        for path in [&path, &other] {
            std::mem::forget(temporary_beside(path).unwrap());
        }
        save(&path, b"old").unwrap();
        let lock = crate::resumable::Lock::take(&path).unwrap();
        save(&path, b"new").unwrap();
        drop(lock);
        assert_eq!(names(folder.path()), [".other.boardbits", "file"]);
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
        let lock = crate::resumable::Lock::take(&around);
        assert_eq!(lock.err().unwrap().to_string(), expected);
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
