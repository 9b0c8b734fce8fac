//! `cargo xtask tables`: the generated files of all crates.

mod book;

use std::fs;
use std::path::PathBuf;

use crate::files::replace_all;
use crate::{Result, figures, flags, root};

/// A generated file.
struct Table {
    /// Where it is, from the root of the workspace.
    path: &'static str,
    /// Makes its contents.
    generate: fn() -> Result<Vec<u8>>,
}

const TABLES: &[Table] = &[
    Table {
        path: "crates/cc-table/src/generated/automaton.rs",
        generate: || Ok(cc_table::engine::generate_automaton().into_bytes()),
    },
    Table {
        path: "benches/src/generated/c4_positions.txt",
        generate: || Ok(benches::tasks::positions_file().into_bytes()),
    },
    Table {
        path: "crates/meteor/src/generated/graph.bin",
        generate: || Ok(meteor::classic::Graph::new().to_bytes()),
    },
];

/// The opening book takes an hour, so it is generated on request only.
const BOOK: Table = Table { path: book::PATH, generate: book::generate };

pub(crate) fn run(flags: &flags::Tables) -> Result {
    let mut stale = Vec::new();
    for table in TABLES.iter().chain(flags.full.then_some(&BOOK)) {
        let path = root().join(table.path);
        let bytes = (table.generate)()?;
        if !flags.check {
            replace_all(&[(path, bytes)])?;
            println!("wrote {}", table.path);
        } else if let Some(line) = first_difference(&path, &bytes)? {
            stale.push(format!("{}:{line}", table.path));
        }
    }
    if flags.check && !flags.full {
        book::check()?;
    }
    match flags.check {
        true => stale.extend(figures::stale()?),
        false => figures::render()?,
    }
    if stale.is_empty() {
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("stale, `cargo xtask tables` (for the book with --full) writes: {stale}").into())
}

/// The first line in which the file differs from `bytes`; of a file that is no text, the first byte.
fn first_difference(path: &PathBuf, bytes: &[u8]) -> Result<Option<usize>> {
    let found = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if found == bytes {
        return Ok(None);
    }
    let is_text = std::str::from_utf8(bytes).is_ok();
    let same = found.iter().zip(bytes).take_while(|(a, b)| a == b);
    Ok(Some(1 + same.filter(|&(&byte, _)| !is_text || byte == b'\n').count()))
}
