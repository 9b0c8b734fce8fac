//! Checks that the libraries work without the standard library, and without an allocator where they promise it:
//! `tests/no-std` builds, and does not build if a library uses the standard library or an allocator without its
//! feature.

use std::fs;

use xshell::{Shell, cmd};

use crate::features;
use crate::workspace::{Result, root};

/// The message of the compiler about a second panic handler, that of the standard library.
const STD: &str = "found duplicate lang item `panic_impl`";
/// The message of the compiler about the crate `alloc` without an allocator.
const ALLOC: &str = "no global memory allocator found";

pub(crate) fn run(shell: &Shell) -> Result {
    let folder = root().join("tests/no-std");
    // The versions are those of the workspace.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let libraries = features::of_libraries(shell)?;
    let _there = shell.push_dir(&folder);
    let target = root().join("target/no-std");
    for features in ["", "allocator", "all"] {
        cmd!(shell, "cargo build --quiet --target-dir {target} --features {features}").run()?;
    }
    let fails = |features: &str, expected: &str| -> Result {
        let check = cmd!(shell, "cargo check --quiet --target-dir {target} --features {features}");
        let output = check.quiet().ignore_status().output()?;
        let found = String::from_utf8_lossy(&output.stderr);
        if output.status.success() || !found.contains(expected) {
            let message =
                format!("with {features}, the compiler does not say: {expected}\n{found}");
            return Err(message.into());
        }
        Ok(())
    };
    for (name, features) in &libraries {
        fails(&format!("allocator,{name}/std"), STD)?;
        if features.iter().any(|feature| feature == "alloc") {
            fails(&format!("{name}/alloc"), ALLOC)?;
        }
    }
    Ok(())
}
