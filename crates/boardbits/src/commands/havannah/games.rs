use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use havannah_uf::{Move, Notation, Outcome, Player, Record, Referee, RingRule};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;

/// Say who wins games of two players, how, and with which stone
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones of
/// both players in turn; or, with --hgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`. The answer is `first bridge in move 17`, `second fork-ring in move 40`,
/// or `draw` if nobody wins. Stones after a win are skipped. A line may have at most 1 MiB.
#[derive(clap::Args)]
pub(crate) struct Games {
    /// What a ring must enclose: any cell, one that is not the player's, or an empty one
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// Games are in the Havannah Game Format, one on each line
    #[arg(long)]
    hgf: bool,
    /// How cells are written in the Havannah Game Format
    #[arg(long, default_value = "lg", requires = "hgf")]
    coordinates: Coordinates,
    /// Where to read games from, stdin if missing or `-`
    file: Option<PathBuf>,
}

/// What a ring must enclose.
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

/// How cells are written.
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
        match judge(&record, rule).map_err(LineFailure::Wrong)? {
            Some(Outcome { player, wins, ply }) => writeln!(out, "{player} {wins} in move {ply}")?,
            None => writeln!(out, "draw")?,
        }
        Ok(())
    })
}

/// The first win; the referee of any size, so base 10⁶ is as good as base 10. Like on Little Golem, a
/// swap counts as a move, and the first stone becomes one of the second player.
fn judge(record: &Record, rule: RingRule) -> std::result::Result<Option<Outcome>, String> {
    let mut referee = Referee::for_two(record.base, rule);
    for (number, &played) in (1..).zip(&record.moves) {
        let cell = match played {
            Move::Stone(cell) => cell,
            Move::Swap if number == 2 => continue,
            Move::Swap => {
                return Err(format!("move {number}: swapping comes right after the first stone"));
            }
        };
        let wins = referee.play(cell).map_err(|error| format!("move {number}: {error}"))?;
        if !wins.is_empty() {
            return Ok(Some(Outcome { player: Player::at(number - 1), wins, ply: number }));
        }
    }
    Ok(None)
}
