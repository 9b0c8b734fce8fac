//! `boardbits completions` and `boardbits man`.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;

use crate::context::{Context, Failure, Result};
use crate::help;

/// Print completions for a shell
///
/// For bash: `boardbits completions bash > ~/.local/share/bash-completion/completions/boardbits`.
#[derive(clap::Args)]
#[command(after_long_help = help::after(COMPLETIONS, help::WHOLE))]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const COMPLETIONS: &str = "\
$ boardbits completions bash > boardbits.bash
$ boardbits completions fish
…";

pub(crate) fn completions(
    args: &Completions,
    mut program: Command,
    context: &mut Context,
) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "boardbits", &mut script);
    context.out.write_all(&script)
}

/// Print the manual page
///
/// With --directory, write a page for the program and one for each subcommand.
#[derive(clap::Args)]
#[command(after_long_help = help::after(MAN, help::WHOLE))]
pub(crate) struct Man {
    /// Write all pages to this directory
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

const MAN: &str = "\
$ boardbits man > boardbits.1
$ boardbits man --directory man
$ ls man | grep solve
boardbits-c4-solve.1
boardbits-meteor-solve.1";

pub(crate) fn man(args: &Man, program: Command, context: &mut Context) -> Result {
    match &args.directory {
        Some(directory) => write_all(program, directory),
        None => {
            let man = clap_mangen::Man::new(program);
            man.render(&mut context.out).map_err(Failure::Stdout)
        }
    }
}

fn write_all(program: Command, directory: &Path) -> Result {
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(program, directory));
    written.map_err(|error| Failure::at(directory.display(), error))
}
