//! `boardbits c4 engine`: the side of an engine in a match.

use std::io::Write;

use bitboard_core::SeededRng;
use c4_solver::{Board, Position, Strength};

use super::board::{BookOption, OnBoard, Size, builder};
use super::strength::{choose, strength};
use crate::context::{Context, LineFailure, Result};
use crate::help;
use crate::options::{Input, Seed};

/// Answer lines of moves with a move, as an engine of `c4 match`
///
/// Each line on stdin is the string of columns played, from the empty board; an empty line is the empty board. The answer is a line with
/// one column. Lines are independent of each other.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Engine {
    #[command(flatten)]
    input: Input,
    /// perfect, strong, strong:NODES, casual or random
    #[arg(long, value_parser = strength, default_value = "perfect", value_name = "STRENGTH")]
    strength: Strength,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
}

const EXAMPLES: &str = "\
$ echo 274552224131661 | boardbits c4 engine
4
$ echo 4455 | boardbits c4 engine --width 5 --height 4 --strength random
…";

pub(crate) fn run(args: &Engine, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Engine,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let mut solver = builder(board, &args.book, true)?.try_build()?;
        let mut rng = SeededRng::new(args.seed.seed);
        context.for_each_line(&args.input.source(), |line, out| {
            let position =
                Position::new(board).play_moves(line.trim()).map_err(LineFailure::wrong)?;
            let column = choose(&mut solver, &position, args.strength, &mut rng);
            let column = column.map_err(LineFailure::Wrong)?;
            writeln!(out, "{column}")?;
            // The other side waits for it.
            Ok(out.flush()?)
        })
    }
}
