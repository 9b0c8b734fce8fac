//! A release needs a repository, which only the owner can name.

use serde_json::Value;
use xshell::{Shell, cmd};

use crate::workspace::{CRATES, Result};

/// Fails if a package to be published has no repository.
pub(super) fn check(shell: &Shell) -> Result {
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    let missing = missing(&serde_json::from_str(&metadata)?);
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.join(", ");
    Err(format!(
        "no repository is set for {packages}: the owner sets `repository` under [workspace.package] in Cargo.toml and \
         `repository.workspace = true` in each package"
    )
    .into())
}

/// The packages to be published that have no repository.
fn missing(metadata: &Value) -> Vec<&'static str> {
    let set = |name: &str| {
        let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
        let package = packages.iter().find(|package| package["name"] == name);
        let repository = package.and_then(|package| package["repository"].as_str());
        repository.is_some_and(|url| !url.trim().is_empty())
    };
    CRATES.into_iter().filter(|name| !set(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(repository: impl Fn(&str) -> Value) -> Value {
        let package =
            |name: &str| serde_json::json!({"name": name, "repository": repository(name)});
        serde_json::json!({"packages": CRATES.map(package)})
    }

    #[test]
    fn a_package_without_a_repository_is_named() {
        assert_eq!(missing(&metadata(|_| "https://example.org/owner".into())), [""; 0]);
        assert_eq!(missing(&metadata(|_| Value::Null)), CRATES);
        let one = |name: &str| if name == "cc-table" { " ".into() } else { "a".into() };
        assert_eq!(missing(&metadata(one)), ["cc-table"]);
        assert_eq!(missing(&Value::Null), CRATES);
    }
}
