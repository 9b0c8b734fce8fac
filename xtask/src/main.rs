//! Tasks of the workspace: `cargo xtask bench | boards | ci | features | fuzz | mutants | release | tables | web`.

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
mod mutants;
mod no_std;
mod release;
mod skipped;
mod statistics;
mod tables;
mod web;
mod words;
mod workspace;

use std::io::Write as _;
use std::process::ExitCode;

use xshell::Shell;

use workspace::{Result, root};

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
fn run(shell: &Shell, flags: flags::Xtask) -> Result {
    match flags.subcommand {
        flags::XtaskCmd::Tables(flags) => tables::run(shell, &flags),
        flags::XtaskCmd::Boards(flags) => boards::run(shell, &flags),
        flags::XtaskCmd::Ci(flags) => ci::run(shell, &flags),
        flags::XtaskCmd::Features(flags) => features::run(shell, &flags),
        flags::XtaskCmd::Fuzz(flags) => fuzz::run(shell, &flags),
        flags::XtaskCmd::Mutants(flags) => mutants::run(shell, &flags),
        flags::XtaskCmd::Release(flags) => release::run(shell, &flags),
        flags::XtaskCmd::Web(flags) => web::run(shell, &flags),
        flags::XtaskCmd::Bench(flags) => bench::run(shell, &flags),
    }
}
