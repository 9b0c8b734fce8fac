use std::io::Write;

use havannah_uf::gtp::Engine;

use super::ring::RingOption;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::Lines;
use crate::options::{Input, Seed, Threads};

/// Play Havannah with a front end that speaks the Go Text Protocol
///
/// Each line is a command; `list_commands` lists them. Cells are written as on Little Golem
/// (`hguicoords`) or as a grid (`gridcoords`). The color that moves first is the first player. Moves are chosen by Monte
/// Carlo tree search. Wrong commands are answered with `? REASON`, as the protocol requires.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Gtp {
    #[command(flatten)]
    input: Input,
    /// Number of cells along an edge, from 2 to 64
    #[arg(long, default_value_t = 8, value_name = "CELLS", value_parser = clap::value_parser!(u32).range(2..=64))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Allow the second player to take over the first stone
    #[arg(long)]
    swap: bool,
    /// Number of playouts for a move, shared by all threads; ignored with a clock
    #[arg(long, default_value_t = 10_000, value_name = "N")]
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

pub(crate) fn run(args: &Gtp, context: &mut Context) -> Result {
    let mut engine = Engine::new(args.seed.seed);
    let settings = [
        format!("boardsize {}", args.base),
        format!("havannah_ring {}", args.ring.rule()),
        format!("havannah_swap {}", if args.swap { "on" } else { "off" }),
        format!("playouts {}", args.playouts),
        format!("threads {}", args.threads.count()),
    ];
    for setting in settings {
        let answer = engine.respond(&setting).map_or_else(String::new, |response| response.text);
        if let Some(reason) = answer.strip_prefix('?') {
            let (option, value) = setting.split_once(' ').unwrap_or((&setting, ""));
            let option = if option == "boardsize" { "base" } else { option };
            return Err(Failure::Usage(format!("--{option} {value}: {}", reason.trim())));
        }
    }
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
