use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use havannah_uf::{Move, Outcome, RingRule};

use super::records::Format;
use crate::context::{Context, LineFailure, Result};
use crate::input::Source;

/// Print who wins games of two players, how, and in which move
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones of
/// both players in turn; or, with --hgf or --sgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`. The answer is `first bridge in move 17`, `second fork-ring in move 40`,
/// or `draw` if neither player wins. Stones after a win are ignored. A line may have at most 1 MiB.
#[derive(clap::Args)]
pub(crate) struct Games {
    /// Cells that a ring must enclose: any, not the player's, or empty
    #[arg(long, default_value = "any")]
    ring: Ring,
    #[command(flatten)]
    format: Format,
    /// File with the games, stdin if missing or `-`
    file: Option<PathBuf>,
}

/// Cells that a ring must enclose.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Ring {
    /// Any cell, stones of either player included: the classical rule
    Any,
    /// A cell without an own stone
    Nonown,
    /// An empty cell
    Empty,
}

impl From<Ring> for RingRule {
    fn from(ring: Ring) -> Self {
        match ring {
            Ring::Any => Self::Any,
            Ring::Nonown => Self::NonOwn,
            Ring::Empty => Self::Empty,
        }
    }
}

pub(crate) fn run(args: &Games, context: &mut Context) -> Result {
    let source = Source::from_option(args.file.as_deref());
    let rule = args.ring.into();
    args.format.for_each_game(&source, context, |record, out| {
        match record.first_win(rule).map_err(LineFailure::wrong)? {
            Some(Outcome { player, wins, ply }) => {
                // As on Little Golem, a swap counts as a move.
                let number = ply + usize::from(record.moves.get(1) == Some(&Move::Swap));
                writeln!(out, "{player} {wins} in move {number}")?;
            }
            None => writeln!(out, "draw")?,
        }
        Ok(())
    })
}
