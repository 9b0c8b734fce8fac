//! Tasks of the workspace:
//! `cargo xtask bench | ci | python | release | tables | web`.
//!
//! `flags.rs` declares the command line; each subcommand has a module with its `run`. `checks.txt` lists
//! the checks that every change must pass, most of which are cargo commands.

#![forbid(unsafe_code)]

mod bench;
mod ci;
mod flags;
mod python;
mod release;
mod tables;
mod web;
mod workspace;

use std::process::ExitCode;

use xshell::Shell;

use flags::{Xtask, XtaskCmd};
use workspace::{Result, root};

fn main() -> ExitCode {
    let flags = Xtask::from_env_or_exit();
    let ran = Shell::new().map_err(Into::into).and_then(|shell| {
        shell.change_dir(root());
        run(&shell, flags)
    });
    if let Err(failure) = &ran {
        eprintln!("xtask: {failure}");
    }
    ran.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

/// Runs a subcommand in the folder of the workspace.
fn run(shell: &Shell, flags: Xtask) -> Result {
    match flags.subcommand {
        XtaskCmd::Tables(flags) => tables::run(&flags),
        XtaskCmd::Ci(flags) => ci::run(shell, &flags),
        XtaskCmd::Release(_) => release::run(shell),
        XtaskCmd::Python(flags) => python::run(shell, &flags),
        XtaskCmd::Web(flags) => web::run(shell, &flags),
        XtaskCmd::Bench(flags) => {
            bench::run(shell, &flags)?;
            // A report that is not complete has written no record.
            if flags.report { tables::run(&flags::Tables { check: false }) } else { Ok(()) }
        }
    }
}
