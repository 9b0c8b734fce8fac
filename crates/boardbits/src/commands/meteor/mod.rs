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

/// Solve the Meteor puzzle, or any puzzle of squares, hexagons or triangles
///
/// Without a subcommand: the number of solutions of the Meteor puzzle, the first and the last, as in the Computer Language
/// Benchmarks Game's meteor-contest for all 2,098 solutions.
#[derive(clap::Args)]
pub(crate) struct Meteor {
    #[command(subcommand)]
    command: Option<Command>,
    /// Take the graph of partly filled boards from a table in the program instead of computing it
    #[arg(long)]
    generated: bool,
}

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
        None => benchmark(args.generated, context),
    }
}

fn benchmark(generated: bool, context: &mut Context) -> Result {
    let solutions =
        if generated { classic::generated_solutions() } else { classic::unsorted_solutions() };
    writeln!(context.out, "{} solutions found\n", solutions.len())?;
    for solution in solutions.iter().min().into_iter().chain(solutions.iter().max()) {
        writeln!(context.out, "{solution}")?;
    }
    Ok(())
}
