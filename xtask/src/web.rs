//! `cargo xtask web`: the playground. The program that builds it is in its workspace.

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{Result, root};

pub(crate) fn run(shell: &Shell, flags: &flags::Web) -> Result {
    let mut arguments = Vec::new();
    if flags.serve {
        arguments.push("--serve".into());
    }
    if flags.test {
        arguments.push("--test".into());
    }
    if let Some(folder) = &flags.release {
        arguments.extend(["--release".into(), std::path::absolute(folder)?.into_os_string()]);
    }
    let (manifest, target) = ("crates/boardbits-web/Cargo.toml", root().join("target/web"));
    let run = cmd!(shell, "cargo run --quiet --manifest-path {manifest} -p web -- {arguments...}");
    Ok(run.env("CARGO_TARGET_DIR", target).quiet().run()?)
}
