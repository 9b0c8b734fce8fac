//! That the oldest compiler promised by `rust-version` is enough, as far as another compiler can tell.
//!
//! Clippy refuses what came into the standard library later (`incompatible_msrv`); here the manifests are checked: our
//! packages promise the same version, and nothing that they depend on asks for a later one.

use serde_json::Value;
use xshell::{Shell, cmd};

use crate::Result;

pub(crate) fn run(shell: &Shell) -> Result {
    let metadata =
        cmd!(shell, "cargo metadata --format-version 1 --all-features").quiet().read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let ours = |package: &&Value| package["source"].is_null();
    let promised = packages.iter().find(ours).and_then(|package| package["rust_version"].as_str());
    let promised = promised.ok_or("a package of the workspace has no rust-version")?;
    for package in packages {
        let (name, version) = (&package["name"], package["rust_version"].as_str());
        if ours(&package) && version != Some(promised) {
            return Err(format!("{name}: its rust-version is not {promised}").into());
        }
        if version.is_some_and(|version| numbers(version) > numbers(promised)) {
            let version = version.unwrap_or_default();
            return Err(format!("{name} needs Rust {version}, {promised} is promised").into());
        }
    }
    let silent = packages.iter().filter(|package| package["rust_version"].is_null()).count();
    let count = packages.len();
    eprintln!("msrv: {count} packages, none needs more than Rust {promised}; {silent} do not say");
    Ok(())
}

/// `1.89` as 1, 89, 0.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = [0; 3];
    for (number, text) in numbers.iter_mut().zip(version.split('.')) {
        *number = text.parse().unwrap_or(u32::MAX);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(numbers("1.9") < numbers("1.89.0"));
        assert!(numbers("1.89.1") > numbers("1.89"));
        assert_eq!(numbers("1.89"), numbers("1.89.0"));
    }
}
