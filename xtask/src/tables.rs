//! `cargo xtask tables`: the documents with figures, from the record.

use std::fs;

use crate::workspace::{Result, root, write};
use crate::{bench, flags};

pub(crate) fn run(flags: &flags::Tables) -> Result {
    let mut stale = Vec::new();
    for (path, text) in bench::documents()? {
        if fs::read_to_string(&path).is_ok_and(|found| found == text) {
            continue;
        }
        stale.push(path.strip_prefix(root()).unwrap_or(&path).display().to_string());
        if !flags.check {
            write(&path, text)?;
        }
    }
    let stale = stale.join(", ");
    if flags.check && !stale.is_empty() {
        return Err(format!("stale, `cargo xtask tables` writes: {stale}").into());
    }
    println!(
        "{}",
        if stale.is_empty() { "nothing is stale".into() } else { format!("wrote {stale}") }
    );
    Ok(())
}
