//! `cargo xtask features`: every library with no feature, with each feature alone, with the default ones, and with all.

use std::time::Instant;

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{Result, libraries};

/// The action for each set of features.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// All targets are type-checked and linted.
    Check,
    /// All tests are run, those of the documentation too.
    Test,
    /// The same, optimized as for users.
    TestRelease,
}

pub(crate) fn run(shell: &Shell, flags: &flags::Features) -> Result {
    let effort = match (flags.check, flags.release) {
        (true, true) => return Err("--check or --release, not both".into()),
        (true, false) => Effort::Check,
        (false, false) => Effort::Test,
        (false, true) => Effort::TestRelease,
    };
    every_set(shell, effort, flags.package.as_deref())
}

/// Goes through all sets of features and names all that fail at the end.
pub(crate) fn every_set(shell: &Shell, effort: Effort, package: Option<&str>) -> Result {
    let known = of_libraries(shell)?;
    if let Some(package) = package
        && !known.iter().any(|(name, _)| name == package)
    {
        let names: Vec<_> = known.iter().map(|(name, _)| name.as_str()).collect();
        return Err(format!("{package} is not a library; these are: {}", names.join(", ")).into());
    }
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

/// Checks that `cargo test --workspace` turns on every feature of every library: tests of a feature that is off do not
/// run, silently.
pub(crate) fn all_are_tested(shell: &Shell) -> Result {
    let metadata = cmd!(shell, "cargo metadata --format-version 1").quiet().read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let untested = untested(&of_libraries(shell)?, &metadata)?;
    match untested.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "cargo test --workspace does not turn on {}: add them to [dev-dependencies] of xtask",
            untested.join(", ")
        )
        .into()),
    }
}

/// The features of libraries that no package of the workspace turns on.
fn untested(
    libraries: &[(String, Vec<String>)],
    metadata: &serde_json::Value,
) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo resolves nothing")?;
    let mut untested = Vec::new();
    for (name, features) in libraries {
        let package = packages.iter().find(|package| package["name"] == name.as_str());
        let id = &package.ok_or_else(|| format!("cargo does not know {name}"))?["id"];
        let node = nodes.iter().find(|node| node["id"] == *id);
        let on = node.and_then(|node| node["features"].as_array());
        let on = on.ok_or_else(|| format!("cargo does not resolve {name}"))?;
        let off = features.iter().filter(|feature| !on.contains(&feature.as_str().into()));
        untested.extend(off.map(|feature| format!("{name}/{feature}")));
    }
    Ok(untested)
}

/// The libraries with the features that cargo knows of.
pub(crate) fn of_libraries(shell: &Shell) -> Result<Vec<(String, Vec<String>)>> {
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
    use super::{sets, untested};

    #[test]
    fn a_feature_that_no_test_run_turns_on_is_named() {
        let libraries = [("a".to_owned(), vec!["rand".to_owned(), "std".to_owned()])];
        let metadata = serde_json::json!({
            "packages": [{"name": "a", "id": "a 0.1.0"}],
            "resolve": {"nodes": [{"id": "a 0.1.0", "features": ["default", "std"]}]},
        });
        assert_eq!(untested(&libraries, &metadata).unwrap(), ["a/rand"]);
        assert!(untested(&[("b".to_owned(), Vec::new())], &metadata).is_err());
    }

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
