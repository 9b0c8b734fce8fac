use std::io::Write;
use std::path::PathBuf;

use crate::commands::meteor::solve::read;
use crate::context::{Context, Failure, Result};
use crate::help;

/// Print a puzzle in the format of other solvers
///
/// dlx: an exact cover problem for D. E. Knuth's programs, a line with the items (secondary ones after `|`) and a line for each
/// option. An item is a cell, `cX,Y`, or a piece, `pNAME`, or has a number, `p#3`, if these programs do not accept the name:
/// longer than eight bytes, or with `|` or `:`. If cells may stay empty, lines with a cell alone may follow the options.
/// cnf: a formula in the DIMACS format; variable i means that option i is on the board. Both list the same options in the same
/// order.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Arguments {
    /// Puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(value_name = "FILE|NAME")]
    puzzle: PathBuf,
    /// File format to write
    #[arg(value_name = "FORMAT", value_parser = ["dlx", "cnf"])]
    form: String,
}

const EXAMPLES: &str = "\
$ boardbits meteor export ring.puzzle dlx
c1,0 c2,0 c2,1 c2,2 pI
…
$ boardbits meteor export meteor cnf
p cnf 2596 …
…";

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    let (place, file) = read(&args.puzzle)?;
    let text = if args.form == "cnf" { file.puzzle.to_cnf() } else { file.puzzle.to_dlx() };
    let text = text.map_err(|error| Failure::Input(format!("{place}: {error}")))?;
    write!(context.out, "{text}")?;
    Ok(())
}
