use std::io::Write;

use havannah_uf::gtp::Engine;

use super::games::Ring;
use crate::context::{Context, Failure, Result};
use crate::input::{Lines, Source};

/// Play Havannah with a front end that speaks the Go Text Protocol
///
/// Commands come from stdin, one on a line; `list_commands` lists them. Cells are written as on Little Golem
/// (`hguicoords`) or as a grid (`gridcoords`). The color that moves first is the first player. Moves are chosen by Monte
/// Carlo tree search.
#[derive(clap::Args)]
pub(crate) struct Gtp {
    /// Number of cells along an edge, 2 to 64
    #[arg(long, default_value_t = 8)]
    base: u32,
    /// Cells that a ring must enclose
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// Allow the second player to take over the first stone
    #[arg(long)]
    swap: bool,
    /// Number of playouts for a move, shared by all threads; ignored with a clock
    #[arg(long, default_value_t = 10_000)]
    playouts: u64,
    /// Number of search threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Gtp, context: &mut Context) -> Result {
    let mut engine = Engine::new(args.seed);
    let settings = [
        format!("boardsize {}", args.base),
        format!("havannah_ring {}", havannah_uf::RingRule::from(args.ring)),
        format!("havannah_swap {}", if args.swap { "on" } else { "off" }),
        format!("playouts {}", args.playouts),
        format!("threads {}", args.threads),
    ];
    for setting in settings {
        let answer = engine.respond(&setting).map_or_else(String::new, |response| response.text);
        if let Some(reason) = answer.strip_prefix('?') {
            return Err(Failure::Usage(format!("{setting}: {}", reason.trim())));
        }
    }
    let mut lines = Lines::open(&Source::Stdin)?;
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
