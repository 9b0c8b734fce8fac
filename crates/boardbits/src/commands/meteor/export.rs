use std::io::Write;
use std::path::PathBuf;

use crate::commands::meteor::solve::read;
use crate::context::{Context, Failure, Result};

/// Print a puzzle in the format of other solvers
///
/// dlx: an exact cover problem, a line with the items (secondary ones after `|`) and a line for each option. cnf: a formula in
/// the DIMACS format; variable i means that option i is on the board. The options are the same, in the same order.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    puzzle: PathBuf,
    /// The format
    #[arg(value_parser = ["dlx", "cnf"])]
    form: String,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    let (place, file) = read(&args.puzzle)?;
    let text = if args.form == "cnf" { file.puzzle.to_cnf() } else { file.puzzle.to_dlx() };
    let text = text.map_err(|error| Failure::Input(format!("{place}: {error}")))?;
    write!(context.out, "{text}")?;
    Ok(())
}
