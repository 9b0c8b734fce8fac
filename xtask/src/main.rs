//! Tasks of the workspace: `cargo xtask bench | boards | ci | features | fuzz | release | tables | web`.

#![forbid(unsafe_code)]

mod bench;
mod boards;
mod ci;
#[cfg(test)]
mod documented;
mod features;
mod figures;
mod files;
mod flags;
mod fuzz;
mod msrv;
mod no_std;
mod release;
mod statistics;
mod tables;
mod web;
mod words;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xshell::Shell;

/// The error of a task. It is printed, and the exit status is 1.
type Failure = Box<dyn std::error::Error>;
type Result<T = ()> = std::result::Result<T, Failure>;

fn main() -> ExitCode {
    // A field cannot have the name `crate`.
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|a| if a == "--crate" { "--package".into() } else { a });
    let flags = match flags::Xtask::from_vec(arguments.collect()) {
        Ok(flags) => flags,
        Err(error) if error.is_help() => {
            // The reader of a pipe may end before the text does.
            let _ = writeln!(std::io::stdout(), "{error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => error.exit(),
    };
    match run(flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(flags: flags::Xtask) -> Result {
    let shell = Shell::new()?;
    shell.change_dir(root());
    match flags.subcommand {
        flags::XtaskCmd::Tables(flags) => tables::run(&shell, &flags),
        flags::XtaskCmd::Boards(flags) => boards::run(&shell, &flags),
        flags::XtaskCmd::Ci(flags) => ci::run(&shell, &flags),
        flags::XtaskCmd::Features(flags) => features::run(&shell, &flags),
        flags::XtaskCmd::Fuzz(flags) => fuzz::run(&shell, &flags),
        flags::XtaskCmd::Release(flags) => release::run(&shell, &flags),
        flags::XtaskCmd::Web(flags) => web::run(&shell, &flags),
        flags::XtaskCmd::Bench(flags) => bench::run(&shell, &flags),
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// The published crates, each after those it depends on.
const CRATES: [&str; 7] = [
    "bitboard-core",
    "cc-table",
    "king-paths",
    "havannah-uf",
    "c4-solver",
    "meteor-puzzle",
    "boardbits",
];

/// The folder of a published crate.
fn folder(name: &str) -> PathBuf {
    root().join("crates").join(if name == "meteor-puzzle" { "meteor" } else { name })
}

/// The libraries among them.
fn libraries() -> impl Iterator<Item = &'static str> {
    CRATES.into_iter().filter(|&name| name != "boardbits")
}
