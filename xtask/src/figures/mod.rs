//! The documents with measured figures: docs/BENCHMARKS.md, its charts, and the marked places of READMEs and design
//! notes. All are rendered from the record of the last `cargo xtask bench --report`.

mod benchmarks;
mod blocks;
mod chart;
pub(crate) mod format;
pub(crate) mod view;

use std::fs;
use std::path::PathBuf;

use bench_schema::Record;

use crate::files::replace_all;
use crate::workspace::{CRATES, Result, folder, root};

/// The record that the documents are rendered from.
pub(crate) fn record_path() -> PathBuf {
    root().join("benches/records/full.json")
}

/// Reads the record.
pub(crate) fn record() -> Result<Record> {
    let path = record_path();
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes all documents, if there is a record.
pub(crate) fn render() -> Result {
    if !record_path().exists() {
        return Ok(());
    }
    replace_all(&documents(&record()?)?)
}

/// The documents that differ from the record, each with its first wrong line.
pub(crate) fn stale() -> Result<Vec<String>> {
    let mut stale = Vec::new();
    if !record_path().exists() {
        println!("figures: not checked, no record: cargo xtask bench --report writes it");
        return Ok(stale);
    }
    for (path, text) in documents(&record()?)? {
        let found = fs::read_to_string(&path).unwrap_or_default();
        let same = found.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
        if found != text {
            let path = path.strip_prefix(root()).unwrap_or(&path).display();
            stale.push(format!("{path}:{}", same + 1));
        }
    }
    Ok(stale)
}

/// All documents with the text that they must have.
fn documents(record: &Record) -> Result<Vec<(PathBuf, String)>> {
    let mut documents = vec![(root().join("docs/BENCHMARKS.md"), benchmarks::page(record))];
    for package in CRATES {
        if let Some(chart) = chart::chart(record, package) {
            documents.push((root().join("docs").join(chart::path(package)), chart));
        }
    }
    for path in pages()? {
        let text = fs::read_to_string(&path)?;
        let filled = blocks::fill(&text, record);
        let filled = filled.map_err(|error| format!("{}:{error}", path.display()))?;
        documents.push((path, filled));
    }
    Ok(documents)
}

/// The pages that may have marked places.
fn pages() -> Result<Vec<PathBuf>> {
    let mut pages = vec![root().join("README.md"), root().join("docs/METHODOLOGY.md")];
    pages.push(root().join("crates/boardbits/src/demo/figures.md"));
    pages.extend(CRATES.iter().map(|name| folder(name).join("README.md")));
    let mut notes: Vec<_> = fs::read_dir(root().join("docs/design"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    notes.sort();
    pages.extend(notes);
    Ok(pages)
}
