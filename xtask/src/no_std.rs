//! That the libraries do without the standard library: `tests/no-std` builds, and no longer does when any of them
//! takes it in.

use std::fs;

use xshell::{Shell, cmd};

use crate::{Result, libraries, root};

pub(crate) fn run(shell: &Shell) -> Result {
    let folder = root().join("tests/no-std");
    // The versions are those of the workspace.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let _there = shell.push_dir(&folder);
    let target = root().join("target/no-std");
    cmd!(shell, "cargo build --quiet --target-dir {target}").run()?;
    cmd!(shell, "cargo build --quiet --target-dir {target} --features all").run()?;
    for name in libraries() {
        let feature = format!("{name}/std");
        let check = cmd!(shell, "cargo check --quiet --target-dir {target} --features {feature}");
        let output = check.quiet().ignore_status().output()?;
        if !String::from_utf8_lossy(&output.stderr).contains("duplicate lang item `panic_impl`") {
            return Err(format!("with {feature} on, the check does not notice").into());
        }
    }
    Ok(())
}
