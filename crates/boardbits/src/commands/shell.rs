//! `boardbits completions` and `boardbits man`.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;

use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::files::{named, save_with};
use crate::help;

/// Print completions for a shell
///
/// For bash: `mkdir -p ~/.local/share/bash-completion/completions`, then `boardbits completions
/// bash > ~/.local/share/bash-completion/completions/boardbits`.
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

/// Print the manual page of the program or of a subcommand
#[derive(clap::Args)]
#[command(after_long_help = help::after(MAN, help::WHOLE))]
pub(crate) struct Man {
    /// Subcommand, such as `label` or `c4 solve`
    command: Vec<String>,
    /// Write all pages to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    directory: Option<PathBuf>,
}

const MAN: &str = "\
$ boardbits man c4 solve > boardbits-c4-solve.1
$ boardbits man --directory man
$ ls man | grep label
boardbits-label.1";

pub(crate) fn man(args: &Man, mut program: Command, context: &mut Context) -> Result {
    if let Some(directory) = &args.directory {
        named(directory, std::fs::create_dir_all(directory))?;
        program = program.disable_help_subcommand(true);
        program.build();
        return write_pages(&program, directory);
    }
    program.build();
    let mut page = &program;
    for name in &args.command {
        let names: Vec<&str> = page.get_subcommands().map(Command::get_name).collect();
        let unknown =
            || format!("{name:?} is not a subcommand; {}", suggest(name, names.iter().copied()));
        page = page.find_subcommand(name).ok_or_else(|| Failure::Usage(unknown()))?;
    }
    let name = page.get_display_name().unwrap_or("boardbits").to_owned();
    let man = clap_mangen::Man::new(page.clone()).title(name);
    man.render(&mut context.out).map_err(Failure::Stdout)
}

/// Writes the pages of a command and its subcommands.
fn write_pages(command: &Command, directory: &Path) -> Result {
    command.get_subcommands().try_for_each(|command| write_pages(command, directory))?;
    let page = clap_mangen::Man::new(command.clone());
    save_with(&directory.join(page.get_filename()), |mut file| page.render(&mut file))
}
