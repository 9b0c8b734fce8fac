//! `boardbits havannah gtp`: the player.

use havannah_uf::Game;
use havannah_uf::gtp::Engine;
use havannah_uf::mcts::Mcts;

use super::RingOption;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::Lines;
use crate::options::{Input, Seed, Threads, number};

/// Play Havannah with a front end that speaks the Go Text Protocol
///
/// Each line is a command; `list_commands` lists them. Cells are written as on Little Golem
/// (`hguicoords`) or as a grid (`gridcoords`). The color that moves first is the first player.
/// Moves are chosen by Monte Carlo tree search. Wrong commands are answered with `? REASON`, as the
/// protocol requires.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Gtp {
    #[command(flatten)]
    input: Input,
    /// Number of cells along an edge, from 2 to 64
    #[arg(long, default_value_t = 8, value_name = "CELLS", value_parser = number(2..=64_u32))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Allow the second player to take over the first stone
    #[arg(long)]
    swap: bool,
    /// Number of playouts for a move, shared by all threads; ignored with a clock
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = number(1..=u64::MAX))]
    playouts: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    seed: Seed,
}

const EXAMPLES: &str = "\
$ boardbits havannah gtp --base 4 < commands.gtp
= havannah-uf

=

= none

$ echo 1 genmove white | boardbits havannah gtp --base 4 --playouts 100
=1 …
";

const STATUSES: help::Statuses =
    ["the input ended, or `quit`", "the input cannot be read", help::USAGE];

pub(super) fn run(args: &Gtp, context: &mut Context) -> Result {
    let game = Game::new(args.base, args.ring.ring.unwrap_or_default());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let game = if args.swap { game.with_swap_rule() } else { game };
    let player = Mcts::new().seed(args.seed.seed).threads(args.threads.count());
    let mut engine = Engine::new(game, player).playouts(args.playouts);
    let mut lines = Lines::open(&args.input.source())?;
    while let Some(line) = lines.next_line(&mut context.out)? {
        // A line that is not UTF-8, or is too long, is not a command.
        if let Some(response) = engine.respond(line.text.unwrap_or("\u{fffd}")) {
            context.out.write_all(response.text.as_bytes())?;
            if response.quit {
                break;
            }
        }
    }
    Ok(())
}
