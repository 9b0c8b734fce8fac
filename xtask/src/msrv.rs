//! Builds the published crates with the oldest compiler that `rust-version` promises.

use xshell::{Shell, cmd};

use crate::skipped::skip;
use crate::workspace::{CRATES, Result};

pub(crate) fn run(shell: &Shell) -> Result {
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let version = metadata["packages"][0]["rust_version"].as_str();
    let version = version.ok_or("the first package of the workspace has no rust-version")?;
    let toolchains = cmd!(shell, "rustup toolchain list").quiet().read().unwrap_or_default();
    if !toolchains.lines().any(|line| line.starts_with(version)) {
        return skip(&format!("builds with Rust {version}: rustup toolchain install {version}"));
    }
    let packages = CRATES.iter().flat_map(|name| ["-p", name]);
    cmd!(
        shell,
        "rustup run {version} cargo check --target-dir target/msrv {packages...} --all-features"
    )
    .run()
    .map_err(Into::into)
}
