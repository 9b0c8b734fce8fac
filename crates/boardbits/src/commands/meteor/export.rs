use std::io::Write;
use std::path::PathBuf;

use meteor::polyform::{to_cnf, to_dlx};

use crate::commands::meteor::solve::read;
use crate::context::{Context, Failure, Result};

/// Print a puzzle for other solvers
///
/// dlx: an exact cover problem, a line with the items (secondary ones after `|`) and a line for each option. cnf: a formula in
/// DIMACS form; variable i says that option i lies on the board. The options are the same, in the same order.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    puzzle: PathBuf,
    /// For which solvers
    #[arg(value_parser = ["dlx", "cnf"])]
    form: String,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    let (place, file) = read(&args.puzzle)?;
    let text = if args.form == "cnf" { to_cnf(&file.puzzle) } else { to_dlx(&file.puzzle) };
    let text = text.map_err(|error| Failure::Input(format!("{place}: {error}")))?;
    write!(context.out, "{text}")?;
    Ok(())
}
