//! `cargo xtask tables`: the generated files of all crates, and the figures in all documents.

use std::fs;
use std::path::Path;

use xshell::{Shell, cmd};

use crate::workspace::{Result, build, root, write};
use crate::{figures, flags};

pub(crate) fn run(shell: &Shell, flags: &flags::Tables) -> Result {
    let generated = tempfile::tempdir()?;
    let generated = generated.path();
    let mut paths = tables(shell, &["generate"], generated)?;
    if flags.full {
        paths.extend(tables(shell, &["generate-book"], generated)?);
    }
    if flags.check {
        return check(shell, flags, &paths, generated);
    }
    for path in paths {
        write(&root().join(&path), fs::read(generated.join(&path))?)?;
        println!("wrote {path}");
    }
    figures::render()
}

fn check(shell: &Shell, flags: &flags::Tables, paths: &[String], generated: &Path) -> Result {
    if !flags.full {
        let program = build(shell, "tables")?;
        cmd!(shell, "{program} check-book").quiet().run()?;
    }
    let mut stale = Vec::new();
    for path in paths {
        let generated = fs::read(generated.join(path))?;
        if let Some(line) = first_difference(&root().join(path), &generated)? {
            stale.push(format!("{path}:{line}"));
        }
    }
    stale.extend(figures::stale()?);
    if stale.is_empty() {
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("stale, `cargo xtask tables` (for the book with --full) writes: {stale}").into())
}

/// Runs the program that generates files in a folder, and returns their paths.
fn tables(shell: &Shell, arguments: &[&str], folder: &Path) -> Result<Vec<String>> {
    let program = build(shell, "tables")?;
    let run = cmd!(shell, "{program} {arguments...} {folder}");
    Ok(run.quiet().read()?.lines().map(str::to_owned).collect())
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
