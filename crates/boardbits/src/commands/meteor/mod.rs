//! `boardbits meteor`: puzzles of squares, hexagons, triangles, cubes or spheres.
//!
//! `source.rs` finds a puzzle by its name or file, `import.rs` reads those of BurrTools, `solve.rs`
//! answers questions about a puzzle, and `puzzles.rs` prints puzzles.

#[cfg(feature = "xmpuzzle")]
mod import;
mod puzzles;
pub(crate) mod solve;
mod source;

use crate::context::{Context, Result};
use crate::help;

/// Solve a puzzle of squares, hexagons, triangles, cubes or spheres: pentominoes, Soma, your own
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Meteor {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
$ boardbits meteor solve pentominoes-3x20
8
$ boardbits meteor puzzles
meteor 2098 1049 The Meteor puzzle
…";

#[derive(clap::Subcommand)]
#[command(defer = true)]
enum Command {
    Solve(solve::Arguments),
    #[command(alias = "import")]
    Puzzles(puzzles::Arguments),
}

pub(crate) fn run(args: Meteor, context: &mut Context) -> Result {
    match args.command {
        Command::Solve(args) => solve::run(&args, context),
        Command::Puzzles(args) => puzzles::run(&args, context),
    }
}
