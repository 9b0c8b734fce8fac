//! Tasks of the workspace:
//! `cargo xtask bench | ci | python | release | tables | web`.
//!
//! `flags.rs` declares the command line; each subcommand has a module with its `run`. `ci.rs` lists
//! the checks that every change must pass, most of which are cargo commands.

#![forbid(unsafe_code)]

mod bench;
mod ci;
mod flags;
mod python;
mod release;
mod tables;
mod workspace;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use xshell::{Shell, cmd};

use flags::{Xtask, XtaskCmd};
use workspace::{Result, root};

fn main() -> ExitCode {
    let flags = match Xtask::from_env() {
        Ok(flags) => flags,
        Err(error) if error.is_help() => {
            // The reader of a pipe may end before the text does.
            let _ = writeln!(std::io::stdout(), "{error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => error.exit(),
    };
    let ran = Shell::new().map_err(Into::into).and_then(|shell| {
        shell.change_dir(root());
        run(&shell, flags)
    });
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a subcommand in the folder of the workspace.
fn run(shell: &Shell, flags: Xtask) -> Result {
    match flags.subcommand {
        XtaskCmd::Tables(flags) => tables::run(&flags),
        XtaskCmd::Ci(flags) => ci::run(shell, &flags),
        XtaskCmd::Release(_) => release::run(shell),
        XtaskCmd::Python(flags) => python::run(shell, &flags),
        XtaskCmd::Web(flags) => web(shell, &flags),
        XtaskCmd::Bench(flags) => bench::run(shell, &flags),
    }
}

/// Builds, serves or tests the playground, by a program in the workspace of the playground.
fn web(shell: &Shell, flags: &flags::Web) -> Result {
    let switches =
        [("--serve", flags.serve), ("--test", flags.test), ("--snippets", flags.snippets)];
    let chosen = switches.into_iter().filter(|(_, is_on)| *is_on);
    let mut arguments: Vec<OsString> = chosen.map(|(name, _)| name.into()).collect();
    if let Some(folder) = &flags.release {
        arguments.extend(["--release".into(), std::path::absolute(folder)?.into_os_string()]);
    }
    if !workspace::has_target(shell, "wasm32-unknown-unknown")? {
        return Err(
            "the playground is WebAssembly: rustup target add wasm32-unknown-unknown".into()
        );
    }
    for tool in ["node", "npm"] {
        let version = cmd!(shell, "{tool} --version").quiet().ignore_stdout().ignore_stderr();
        version
            .run()
            .map_err(|_| format!("{tool} is not installed: the page needs Node.js and npm"))?;
    }
    let (manifest, target) = ("crates/boardbits-web/Cargo.toml", workspace::target()?.join("web"));
    let run = cmd!(shell, "cargo run --quiet --manifest-path {manifest} -p web -- {arguments...}");
    Ok(run.env("CARGO_TARGET_DIR", target).quiet().run()?)
}
