//! `cargo xtask tables`: the generated files of all crates.

mod book;

use std::fs;
use std::path::PathBuf;

use crate::files::replace_all;
use crate::{Result, flags, root};

/// A generated file.
struct Table {
    /// Where it is, from the root of the workspace.
    path: &'static str,
    /// Makes its text.
    generate: fn() -> String,
}

const TABLES: &[Table] = &[
    Table {
        path: "crates/cc-table/src/generated/automaton.rs",
        generate: cc_table::engine::generate_automaton,
    },
    Table {
        path: "benches/src/generated/c4_positions.txt",
        generate: benches::tasks::positions_file,
    },
];

pub(crate) fn run(flags: &flags::Tables) -> Result {
    let mut stale = Vec::new();
    for table in TABLES {
        let path = root().join(table.path);
        let text = (table.generate)();
        if !flags.check {
            replace_all(&[(path, text)])?;
            println!("wrote {}", table.path);
        } else if let Some(line) = first_difference(&path, &text)? {
            stale.push(format!("{}:{line}", table.path));
        }
    }
    match (flags.check, flags.full) {
        (true, _) => book::check()?,
        (false, true) => book::write()?,
        (false, false) => {}
    }
    if stale.is_empty() {
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("stale, to be written anew by `cargo xtask tables`: {stale}").into())
}

/// The first line in which the file differs from `text`.
fn first_difference(path: &PathBuf, text: &str) -> Result<Option<usize>> {
    let found = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if found == text.as_bytes() {
        return Ok(None);
    }
    let same = found.iter().zip(text.as_bytes()).take_while(|(a, b)| a == b);
    Ok(Some(1 + same.filter(|&(&byte, _)| byte == b'\n').count()))
}
