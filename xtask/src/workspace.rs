//! The workspace: its crates, builds of its programs, and its generated files.

use std::fs;
use std::path::{Path, PathBuf};

use xshell::{Shell, cmd};

/// The error of a task. It is printed, and the exit status is 1.
pub(crate) type Failure = Box<dyn std::error::Error>;
pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// The published crates, each after those it depends on.
pub(crate) const CRATES: [&str; 9] = [
    "bitboard-core",
    "cc-table",
    "cc-label",
    "king-paths",
    "knight-tours",
    "havannah-uf",
    "c4-solver",
    "meteor-puzzle",
    "boardbits",
];

/// The libraries among them.
pub(crate) fn libraries() -> impl Iterator<Item = &'static str> {
    CRATES.into_iter().filter(|&name| name != "boardbits")
}

/// What cargo says of the workspace and its packages.
pub(crate) fn metadata() -> Result<serde_json::Value> {
    let (shell, manifest) = (Shell::new()?, root().join("Cargo.toml"));
    // With dependencies, cargo would download all of them.
    let options = ["--format-version", "1", "--no-deps"];
    let metadata = cmd!(shell, "cargo metadata {options...} --manifest-path {manifest}");
    Ok(serde_json::from_str(&metadata.quiet().read()?)?)
}

/// The folder of built files, which `CARGO_TARGET_DIR` and the configuration of cargo can move.
pub(crate) fn target() -> Result<PathBuf> {
    Ok(metadata()?["target_directory"].as_str().ok_or("cargo names no target directory")?.into())
}

/// Returns whether the compiler has the target.
pub(crate) fn has_target(shell: &Shell, name: &str) -> Result<bool> {
    let folder = cmd!(shell, "rustc --print target-libdir --target {name}").quiet().read()?;
    Ok(Path::new(&folder).exists())
}

/// Writes a generated file.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_depend_on_the_core_and_not_on_one_another() {
        let metadata = metadata().unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        for of in libraries() {
            let package = packages.iter().find(|package| package["name"] == of).unwrap();
            let dependencies = package["dependencies"].as_array().unwrap().iter();
            // Those of the workspace have a path.
            let ours = dependencies.filter(|dependency| dependency["path"].is_string());
            let others: Vec<_> = ours.filter(|it| it["name"] != "bitboard-core").collect();
            assert!(others.is_empty(), "{of}: {others:?}");
        }
    }
}
