//! Are the rendered figures those of the record, and how old is it?

use std::collections::BTreeSet;
use std::fs;

use xshell::{Shell, cmd};

use crate::figures;
use crate::workspace::{Result, root};

/// The commands that README.md must show.
const COMMANDS: [&str; 2] = ["cargo run --release -- demo", "cargo test --workspace"];

/// Fails if a document differs from the record or README.md lacks its first commands. Prints the age of the figures,
/// which is not an error: a release need not change the speed.
pub(super) fn check(shell: &Shell) -> Result {
    let readme = fs::read_to_string(root().join("README.md"))?;
    if let Some(command) = COMMANDS.iter().find(|command| !in_code_block(&readme, command)) {
        return Err(format!("README.md does not show `{command}`").into());
    }
    let stale = figures::stale()?;
    if !stale.is_empty() {
        return Err(format!("stale figures: {}", stale.join(", ")).into());
    }
    // A release needs a record.
    let tasks = figures::record()?.tasks;
    let revisions: BTreeSet<_> = tasks.iter().map(|task| &task.origin.revision).collect();
    for revision in revisions {
        println!("figures: {}", age(shell, revision));
    }
    Ok(())
}

/// The number of commits to the sources of the crates since a revision.
fn age(shell: &Shell, measured: &str) -> String {
    let range = format!("{measured}..HEAD");
    let sources = ":(glob)crates/*/src/**";
    let known = cmd!(shell, "git rev-list --count {range} -- {sources}").quiet().ignore_stderr();
    match known.read() {
        Ok(count) => format!("measured at {measured}; commits to crates/*/src since: {count}"),
        Err(_) => format!("measured at {measured}, a revision that is not in this history"),
    }
}

/// Is `command` a line of a code block?
fn in_code_block(text: &str, command: &str) -> bool {
    text.split("```").skip(1).step_by(2).any(|block| block.lines().any(|line| line == command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_count_in_code_blocks() {
        let readme = "```sh\ncargo run --release -- demo\n```\ncargo test\n";
        assert!(in_code_block(readme, "cargo run --release -- demo"));
        assert!(!in_code_block(readme, "cargo run"));
        assert!(!in_code_block(readme, "cargo test"));
    }
}
