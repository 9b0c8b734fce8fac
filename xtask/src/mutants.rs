//! `cargo xtask mutants`: small changes of the code that no test notices, found by cargo-mutants.
//!
//! `.cargo/mutants.toml` lists the changes that are left out, with reasons.

use std::fs;

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{CRATES, Result, folder, root, target};

/// Returns whether cargo-mutants is installed.
pub(crate) fn is_installed(shell: &Shell) -> bool {
    cmd!(shell, "cargo mutants --version").quiet().ignore_stderr().read().is_ok()
}

/// Tests all mutants of the chosen packages, or those of a sample.
pub(crate) fn run(shell: &Shell, flags: &flags::Mutants) -> Result {
    if !is_installed(shell) {
        return Err("cargo-mutants is not installed: cargo install cargo-mutants --locked".into());
    }
    let packages = match &flags.package {
        None => CRATES.to_vec(),
        Some(package) => match CRATES.iter().find(|name| *name == package) {
            Some(name) => vec![*name],
            None => return Err(format!("{package:?} is not one of {}", CRATES.join(", ")).into()),
        },
    };
    let diff = tempfile::NamedTempFile::new()?;
    let mut selection = Vec::new();
    if let Some(revision) = &flags.in_diff {
        fs::write(diff.path(), cmd!(shell, "git diff {revision}").quiet().read()? + "\n")?;
        selection.extend(["--in-diff".to_owned(), diff.path().display().to_string()]);
    }
    if let Some(shard) = &flags.shard {
        selection.extend(["--shard".to_owned(), shard.clone()]);
    }
    if flags.sample.is_none() && !flags.list {
        return test_all(shell, packages.into_iter().map(|package| (package, selection.clone())));
    }
    let mut mutants = Vec::new();
    for package in packages {
        let args = &selection;
        let list = cmd!(shell, "cargo mutants --list --package {package} {args...}");
        mutants.extend(list.quiet().read()?.lines().map(|mutant| (package, mutant.to_owned())));
    }
    if let Some(count) = flags.sample {
        mutants = sample(mutants, count, flags.seed.unwrap_or(1));
    }
    if flags.list {
        mutants.iter().for_each(|(_, mutant)| println!("{mutant}"));
        return Ok(());
    }
    let mut chosen: Vec<(&str, Vec<String>)> = Vec::new();
    for (package, mutant) in mutants {
        if chosen.last().is_none_or(|(last, _)| *last != package) {
            chosen.push((package, Vec::new()));
        }
        if let Some((_, arguments)) = chosen.last_mut() {
            arguments.extend(["--re".to_owned(), format!("^{}$", escaped(&mutant))]);
        }
    }
    test_all(shell, chosen.into_iter())
}

/// Tests mutants of packages, and fails if tests of a package missed one.
fn test_all(shell: &Shell, packages: impl Iterator<Item = (&'static str, Vec<String>)>) -> Result {
    let output = target(shell)?.join("mutants");
    // The copies of the workspace share their compiled dependencies.
    let _target = shell.push_env("CARGO_TARGET_DIR", output.join("build"));
    let mut failed = Vec::new();
    for (package, selection) in packages {
        let report = output.join(package);
        shell.create_dir(&report)?;
        // The tests of the crate itself: those of other crates take longer and should not be
        // needed. As arguments of cargo, they also keep the examples out of the build.
        let unit = if folder(package).join("src/lib.rs").exists() { "--lib" } else { "--bins" };
        let tests = [format!("--cargo-arg={unit}"), "--cargo-arg=--test=it".to_owned()];
        let run = cmd!(
            shell,
            "cargo mutants --package {package} --output {report} {selection...} {tests...}"
        );
        if run.quiet().run().is_err() {
            failed.push(report.strip_prefix(root()).unwrap_or(&report).display().to_string());
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("mutants survived or tests failed; reports: {}", failed.join(", ")).into())
        }
    }
}

/// Chooses `count` items, the same for the same seed, and keeps their order.
fn sample<T>(items: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    // Each item gets a random number; those with the smallest are chosen.
    let mut numbered: Vec<_> = items.into_iter().enumerate().collect();
    numbered.sort_by_key(|&(index, _)| split_mix(seed, index as u64));
    numbered.truncate(count);
    numbered.sort_by_key(|&(index, _)| index);
    numbered.into_iter().map(|(_, item)| item).collect()
}

/// The number at `index` of SplitMix64 (Steele, Lea and Flood, 2014) from a seed.
fn split_mix(seed: u64, index: u64) -> u64 {
    let mut bits = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// A regular expression that matches the text. An escaped `<` is the start of a word, so only
/// operators are escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for symbol in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(symbol) {
            escaped.push('\\');
        }
        escaped.push(symbol);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escaped, sample, split_mix};

    #[test]
    fn a_sample_has_distinct_items_in_order_and_depends_on_the_seed() {
        let all: Vec<u32> = (0..1000).collect();
        let some = sample(all.clone(), 16, 1);
        assert_eq!(some.len(), 16);
        assert!(some.is_sorted_by(|a, b| a < b), "{some:?}");
        assert_eq!(some, sample(all.clone(), 16, 1));
        assert_ne!(some, sample(all.clone(), 16, 2));
        assert_eq!(sample(all.clone(), 2000, 1), all);
        // Each item is about equally likely.
        let mean: u32 = (0..100).flat_map(|seed| sample(all.clone(), 10, seed)).sum::<u32>() / 1000;
        assert!((450..550).contains(&mean), "{mean}");
    }

    #[test]
    fn the_generator_is_split_mix() {
        // The first outputs for seed 1234567, from the reference implementation by Sebastiano
        // Vigna.
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([0, 1].map(|index| split_mix(1_234_567, index)), first);
    }

    #[test]
    fn names_of_mutants_are_matched_literally() {
        assert_eq!(escaped("a.rs:1: f<T> -> &[u8]"), r"a\.rs:1: f<T> \-> \&\[u8\]");
    }
}
