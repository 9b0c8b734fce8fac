//! `cargo xtask tables`: the generated files of all crates, and the documents with figures.

use std::fs;
use std::path::Path;

use xshell::{Shell, cmd};

use crate::workspace::{Result, build, root, target};
use crate::{bench, flags};

pub(crate) fn run(shell: &Shell, flags: &flags::Tables) -> Result {
    if flags.check {
        return check(shell, flags);
    }
    generate(shell, flags, root())?.iter().for_each(|path| println!("wrote {path}"));
    bench::render()
}

fn check(shell: &Shell, flags: &flags::Tables) -> Result {
    let folder = target()?.join("tables");
    shell.remove_path(&folder)?;
    let mut files = Vec::new();
    for path in generate(shell, flags, &folder)? {
        files.push((root().join(&path), fs::read(folder.join(&path))?));
    }
    if !flags.full {
        tables(shell, &["check-book"])?;
    }
    let documents = bench::documents()?;
    files.extend(documents.into_iter().map(|(path, text)| (path, text.into_bytes())));
    let mut stale = Vec::new();
    for (path, bytes) in files {
        if let Some(line) = first_difference(&path, &bytes)? {
            let path = path.strip_prefix(root()).unwrap_or(&path).display();
            stale.push(format!("{path}:{line}"));
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("stale, `cargo xtask tables` (for the book with --full) writes: {stale}").into())
}

/// Writes the generated files below a folder, and returns their paths.
fn generate(shell: &Shell, flags: &flags::Tables, folder: &Path) -> Result<Vec<String>> {
    let folder = folder.to_str().ok_or("expected a path in UTF-8")?;
    let mut paths = tables(shell, &["generate", folder])?;
    if flags.full {
        paths += "\n";
        paths += &tables(shell, &["generate-book", folder])?;
    }
    Ok(paths.lines().map(str::to_owned).collect())
}

/// Runs the program that generates files, and returns what it prints.
fn tables(shell: &Shell, arguments: &[&str]) -> Result<String> {
    let program = build(shell, "tables")?;
    Ok(cmd!(shell, "{program} {arguments...}").quiet().read()?)
}

/// The first line in which the file differs from `bytes`; of a file that is not text, the first
/// byte.
fn first_difference(path: &Path, bytes: &[u8]) -> Result<Option<usize>> {
    let found = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if found == bytes {
        return Ok(None);
    }
    let is_text = std::str::from_utf8(bytes).is_ok();
    let same = found.iter().zip(bytes).take_while(|(a, b)| a == b);
    Ok(Some(1 + same.filter(|&(&byte, _)| !is_text || byte == b'\n').count()))
}
