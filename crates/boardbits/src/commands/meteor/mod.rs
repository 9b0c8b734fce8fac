mod animation;
mod answers;
mod drawing;
mod export;
#[cfg(feature = "xmpuzzle")]
mod import;
mod movie;
mod progress;
mod puzzles;
mod solve;

use std::io::Write;

use meteor::classic;

use crate::context::{Context, Result};
use crate::help;

/// Solve the Meteor puzzle, or any puzzle of squares, hexagons or triangles
///
/// Without a subcommand, prints the number of solutions of the Meteor puzzle, the first and the last, in the format of the
/// Computer Language Benchmarks Game (meteor-contest).
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
enum Command {
    Solve(solve::Arguments),
    Puzzles(puzzles::Arguments),
    Export(export::Arguments),
    Movie(movie::Arguments),
    #[cfg(feature = "xmpuzzle")]
    Import(import::Arguments),
}

pub(crate) fn run(args: Meteor, context: &mut Context) -> Result {
    match args.command {
        Some(Command::Solve(args)) => solve::run(&args, context),
        Some(Command::Puzzles(args)) => puzzles::run(&args, context),
        Some(Command::Export(args)) => export::run(&args, context),
        Some(Command::Movie(args)) => movie::run(&args, context),
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
