use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use havannah_uf::{Move, Notation, Outcome, Record, RingRule};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;

/// Print who wins games of two players, how, and in which move
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones of
/// both players in turn; or, with --hgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`. The answer is `first bridge in move 17`, `second fork-ring in move 40`,
/// or `draw` if neither player wins. Stones after a win are ignored. A line may have at most 1 MiB.
#[derive(clap::Args)]
pub(crate) struct Games {
    /// Cells that a ring must enclose: any, not the player's, or empty
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// Games are in the Havannah Game Format, one on each line
    #[arg(long)]
    hgf: bool,
    /// Notation of cells in the Havannah Game Format
    #[arg(long, default_value = "lg", requires = "hgf")]
    coordinates: Coordinates,
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

/// Notations of cells.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Coordinates {
    /// Letter of the column, number in the column: G1 to G4 on base 4
    Lg,
    /// Letter and number of a grid: G4 to G7 on base 4
    Grid,
    /// x,y
    Pair,
}

impl From<Coordinates> for Notation {
    fn from(coordinates: Coordinates) -> Self {
        match coordinates {
            Coordinates::Lg => Self::LittleGolem,
            Coordinates::Grid => Self::Grid,
            Coordinates::Pair => Self::Pair,
        }
    }
}

pub(crate) fn run(args: &Games, context: &mut Context) -> Result {
    let source = Source::from_option(args.file.as_deref());
    let (rule, notation) = (args.ring.into(), args.coordinates.into());
    context.for_each_line(&source, |line, out| {
        let record =
            if args.hgf { Record::parse_hgf(line, notation) } else { Record::parse_line(line) };
        let record = record.map_err(LineFailure::wrong)?;
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
