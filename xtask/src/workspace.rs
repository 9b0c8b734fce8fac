//! The workspace: its crates, builds of its programs, and how generated files are replaced.

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use xshell::{Shell, cmd};

/// The error of a task. It is printed, and the exit status is 1.
pub(crate) type Failure = Box<dyn std::error::Error>;
pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// The published crates, each after those it depends on.
pub(crate) const CRATES: [&str; 7] = [
    "bitboard-core",
    "cc-table",
    "king-paths",
    "havannah-uf",
    "c4-solver",
    "meteor-puzzle",
    "boardbits",
];

/// The folder of a published crate.
pub(crate) fn folder(name: &str) -> PathBuf {
    root().join("crates").join(if name == "meteor-puzzle" { "meteor" } else { name })
}

/// The libraries among them.
pub(crate) fn libraries() -> impl Iterator<Item = &'static str> {
    CRATES.into_iter().filter(|&name| name != "boardbits")
}

/// The output of `cargo metadata`: the packages of the workspace and their dependencies.
pub(crate) fn metadata(shell: &Shell) -> Result<serde_json::Value> {
    let metadata = cmd!(shell, "cargo metadata --format-version 1").quiet().read()?;
    Ok(serde_json::from_str(&metadata)?)
}

/// The folder of built files.
pub(crate) fn target(shell: &Shell) -> Result<PathBuf> {
    // With dependencies, cargo would download all of them.
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo names no target directory")?;
    Ok(folder.into())
}

/// Builds a program of the workspace for a check, and returns its path. All checks choose the same
/// packages, features and profile, so that libraries are compiled once for all of them. Only the
/// code that needs it is optimized.
pub(crate) fn build(shell: &Shell, name: &str) -> Result<PathBuf> {
    cmd!(shell, "cargo build --workspace --features benches/rivals --bin {name}").run()?;
    Ok(target(shell)?.join("debug").join(format!("{name}{EXE_SUFFIX}")))
}

/// Replaces files. All are written under random names first, so that a full disk or the end of the
/// program while there is something to write leaves all old ones; then each takes its place in one
/// step. Symbolic links are followed and modes are kept.
pub(crate) fn replace_all<T: AsRef<[u8]>>(files: &[(PathBuf, T)]) -> Result {
    let mut written = Vec::new();
    for (path, bytes) in files {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let file = write_beside(&target, bytes.as_ref());
        written.push((file.map_err(|error| format!("{}: {error}", path.display()))?, target));
    }
    for (file, target) in written {
        file.persist(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(())
}

/// Writes a temporary file, removed when it is dropped, in the folder of `path`.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    // A file that may not be written is an error here; renaming would replace it.
    match File::options().write(true).open(path) {
        Ok(old) => file.as_file().set_permissions(old.metadata()?.permissions())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        replace_all(&[(a.clone(), "1"), (b.clone(), "2")]).unwrap();
        replace_all(&[(a.clone(), "3"), (b.clone(), "4")]).unwrap();
        let both = || (fs::read_to_string(&a).unwrap(), fs::read_to_string(&b).unwrap());
        assert_eq!(both(), ("3".to_owned(), "4".to_owned()));
        // The second cannot be written; the first is kept.
        let nowhere = folder.path().join("no/such/folder");
        assert!(replace_all(&[(a.clone(), "5"), (nowhere, "6")]).is_err());
        assert_eq!(both(), ("3".to_owned(), "4".to_owned()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_other_files_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [file, link, other] = ["file", "link", "file.new"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::write(&other, "precious").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace_all(&[(link.clone(), "new")]).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(&other).unwrap(), b"precious");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    }
}
