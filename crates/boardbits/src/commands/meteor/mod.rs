//! `boardbits meteor`: puzzles of squares, hexagons or triangles.
//!
//! `solve.rs` answers questions about a puzzle file, `puzzles.rs` prints puzzles, `import.rs` reads
//! those of BurrTools, `source.rs` finds a puzzle by its name or file.

#[cfg(feature = "xmpuzzle")]
mod import;
mod puzzles;
mod solve;
mod source;

use crate::context::{Context, Result};
use crate::help;

/// Solve a puzzle of squares, hexagons or triangles: pentominoes, the Meteor puzzle, your own
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
    Puzzles(puzzles::Arguments),
    #[cfg(feature = "xmpuzzle")]
    Import(import::Arguments),
}

pub(crate) fn run(args: Meteor, context: &mut Context) -> Result {
    match args.command {
        Command::Solve(args) => solve::run(&args, context),
        Command::Puzzles(args) => puzzles::run(&args, context),
        #[cfg(feature = "xmpuzzle")]
        Command::Import(args) => import::run(&args, context),
    }
}
