//! Does the step to the new version promise no more than the interfaces keep?

use xshell::{Shell, cmd};

use super::version::Version;
use crate::skipped::skip;
use crate::workspace::{Result, libraries};

/// Compares the interface of every library with that at the tag of the last version, by
/// `cargo semver-checks` where it is installed.
pub(super) fn check(shell: &Shell, last: Option<Version>, new: Version) -> Result {
    let Some(last) = last else {
        println!("semver: no version has a tag yet, nothing to compare with");
        return Ok(());
    };
    let installed = cmd!(shell, "cargo semver-checks --version").quiet().ignore_stderr().read();
    if installed.is_err() {
        return skip(&format!("interfaces after {last}: cargo install cargo-semver-checks"));
    }
    let (tag, step) = (last.tag(), new.kind_of_step(last));
    let mut packages = Vec::new();
    for name in libraries() {
        if was_there(shell, &tag, name)? {
            packages.extend(["--package", name]);
        } else {
            println!("semver: {name} is new since {tag}");
        }
    }
    cmd!(shell, "cargo semver-checks {packages...} --baseline-rev {tag} --release-type {step}")
        .run()?;
    println!("semver: {new} after {last} is a {step} step, and the interfaces allow it");
    Ok(())
}

/// Was there a crate of that name at a revision?
fn was_there(shell: &Shell, revision: &str, name: &str) -> Result<bool> {
    let line = format!("^name = \"{name}\"$");
    let found = cmd!(shell, "git grep -l {line} {revision} -- crates/*/Cargo.toml").quiet();
    Ok(!found.ignore_status().read()?.is_empty())
}
