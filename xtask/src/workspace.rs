//! The workspace and its crates.

use std::path::{Path, PathBuf};

/// The error of a task. It is printed, and the exit status is 1.
pub(crate) type Failure = Box<dyn std::error::Error>;
pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// The published crates, each after those it depends on.
pub(crate) const CRATES: [&str; 7] = [
    "bitboard-core",
    "cc-table",
    "king-paths",
    "havannah-uf",
    "c4-solver",
    "meteor-puzzle",
    "boardbits",
];

/// The folder of a published crate.
pub(crate) fn folder(name: &str) -> PathBuf {
    root().join("crates").join(if name == "meteor-puzzle" { "meteor" } else { name })
}

/// The libraries among them.
pub(crate) fn libraries() -> impl Iterator<Item = &'static str> {
    CRATES.into_iter().filter(|&name| name != "boardbits")
}
