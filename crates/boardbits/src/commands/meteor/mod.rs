//! `boardbits meteor`: the Meteor puzzle, and any puzzle of squares, hexagons or triangles.
//!
//! `solve.rs` answers questions about a puzzle file, `puzzles.rs` prints and draws puzzles,
//! `import.rs` reads those of BurrTools, `source.rs` finds a puzzle by its name or file.

#[cfg(feature = "xmpuzzle")]
mod import;
mod puzzles;
mod solve;
mod source;

use meteor_puzzle::classic;

use crate::context::{Context, Result};
use crate::help;

/// Solve the Meteor puzzle, or any puzzle of squares, hexagons or triangles
///
/// Without a subcommand, prints the number of solutions of the Meteor puzzle, the first and the
/// last, in the format of the Computer Language Benchmarks Game (meteor-contest).
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Meteor {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
$ boardbits meteor
2098 solutions found
…
$ boardbits meteor solve pentominoes-3x20
8";

#[derive(clap::Subcommand)]
#[command(defer = true)]
enum Command {
    Solve(solve::Arguments),
    Puzzles(puzzles::Puzzles),
    Export(puzzles::Export),
    Movie(puzzles::MovieArguments),
    #[cfg(feature = "xmpuzzle")]
    Import(import::Arguments),
}

pub(crate) fn run(args: Meteor, context: &mut Context) -> Result {
    match args.command {
        Some(Command::Solve(args)) => solve::run(&args, context),
        Some(Command::Puzzles(args)) => puzzles::run_puzzles(&args, context),
        Some(Command::Export(args)) => puzzles::run_export(&args, context),
        Some(Command::Movie(args)) => puzzles::run_movie(&args, context),
        #[cfg(feature = "xmpuzzle")]
        Some(Command::Import(args)) => import::run(&args, context),
        None => benchmark(context),
    }
}

fn benchmark(context: &mut Context) -> Result {
    let solutions = classic::solutions();
    writeln!(context.out, "{} solutions found\n", solutions.len())?;
    for solution in solutions.iter().take(1).chain(solutions.last()) {
        writeln!(context.out, "{solution}")?;
    }
    Ok(())
}
