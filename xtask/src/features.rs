//! `cargo xtask features`: every library with no feature, with each feature alone, and with all.

use std::time::Instant;

use xshell::{Shell, cmd};

use crate::{Result, flags, libraries};

/// What is done with each set of features.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// All targets are type-checked and linted.
    Check,
    /// All tests are run, those of the documentation too.
    Test,
    /// The same, optimised as for users.
    TestRelease,
}

pub(crate) fn run(shell: &Shell, flags: &flags::Features) -> Result {
    let effort = match (flags.check, flags.release) {
        (true, _) => Effort::Check,
        (false, false) => Effort::Test,
        (false, true) => Effort::TestRelease,
    };
    every_set(shell, effort, flags.package.as_deref())
}

/// Goes through all sets of features and names all that fail at the end.
pub(crate) fn every_set(shell: &Shell, effort: Effort, package: Option<&str>) -> Result {
    let known = features(shell)?;
    let mut failed = Vec::new();
    for (name, features) in &known {
        if package.is_some_and(|package| package != name) {
            continue;
        }
        for set in sets(features) {
            let start = Instant::now();
            let set_name = format!("{name} {}", set.join(" "));
            let command = match effort {
                Effort::Check => cmd!(
                    shell,
                    "cargo clippy --quiet --all-targets -p {name} {set...} -- -D warnings"
                ),
                Effort::Test => cmd!(shell, "cargo test --quiet -p {name} {set...}"),
                Effort::TestRelease => {
                    cmd!(shell, "cargo test --quiet --release -p {name} {set...}")
                }
            };
            match command.quiet().run() {
                Ok(()) => eprintln!("features: {set_name}: {:.1?}", start.elapsed()),
                Err(_) => failed.push(set_name),
            }
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("features that fail: {}", failed.join("; ")).into()),
    }
}

/// The arguments that choose no feature, each feature alone, the usual ones, and all.
fn sets(features: &[String]) -> Vec<Vec<String>> {
    let owned = |arguments: &[&str]| arguments.iter().map(|&a| a.to_owned()).collect::<Vec<_>>();
    let alone =
        features.iter().map(|feature| owned(&["--no-default-features", "--features", feature]));
    let first = std::iter::once(owned(&["--no-default-features"]));
    first.chain(alone).chain([owned(&[]), owned(&["--all-features"])]).collect()
}

/// The libraries with the features that cargo knows of.
fn features(shell: &Shell) -> Result<Vec<(String, Vec<String>)>> {
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    libraries()
        .map(|name| {
            let package = packages.iter().find(|package| package["name"] == name);
            let features = package.and_then(|package| package["features"].as_object());
            let features = features.ok_or_else(|| format!("cargo knows no features of {name}"))?;
            let names = features.keys().filter(|&feature| feature != "default");
            Ok((name.to_owned(), names.cloned().collect()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn each_feature_comes_alone() {
        let sets = sets(&["alloc".to_owned(), "std".to_owned()]);
        let sets: Vec<String> = sets.iter().map(|set| set.join(" ")).collect();
        let expected = [
            "--no-default-features",
            "--no-default-features --features alloc",
            "--no-default-features --features std",
            "",
            "--all-features",
        ];
        assert_eq!(sets, expected);
    }
}
