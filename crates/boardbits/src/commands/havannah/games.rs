use std::io::Write;

use clap::ValueEnum;
use havannah_uf::{Move, Outcome, RingRule};
use serde_json::json;

use crate::context::{self, Context, LineFailure};
use crate::help;
use crate::options::{AnswerFormat, Input};

use super::records::RecordFormat;
use super::referee::names;

/// Print who wins games of two players, how, and in which move
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones of
/// both players in turn; or, with --hgf or --sgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`. The answer is `first bridge in move 17`, `second fork-ring in move 40`,
/// or `draw` if neither player wins, in JSON {"winner":"first","wins":["bridge"],"move":17} or {"winner":null}. Stones after a
/// win are ignored. A line may have at most 1 MiB.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Games {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    ring: RingOption,
    #[command(flatten)]
    record: RecordFormat,
}

const EXAMPLES: &str = "\
$ boardbits havannah games games.txt
second ring in move 12
first bridge in move 3
draw
$ boardbits havannah games --hgf --format json < little-golem.hgf
{\"move\":4,\"winner\":\"second\",\"wins\":[\"bridge\"]}
{\"winner\":null}";

/// `--ring`
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct RingOption {
    /// Cells that a ring must enclose
    #[arg(long, default_value = "any", value_name = "RULE")]
    ring: Ring,
}

impl RingOption {
    pub(crate) fn rule(self) -> RingRule {
        self.ring.into()
    }
}

/// Cells that a ring must enclose.
#[derive(Clone, Copy, ValueEnum)]
enum Ring {
    /// Any cell, stones of either player included: the classical rule
    Any,
    /// A cell without a stone of the player
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

pub(crate) fn run(args: &Games, context: &mut Context) -> context::Result {
    args.record.for_each_game(&args.input.source(), context, |record, out| {
        match record.first_win(args.ring.rule()).map_err(LineFailure::wrong)? {
            Some(Outcome { player, wins, ply }) => {
                // As on Little Golem, a swap counts as a move.
                let number = ply + usize::from(record.moves.get(1) == Some(&Move::Swap));
                if args.answers.are_json() {
                    let winner = player.to_string();
                    let json = json!({ "winner": winner, "wins": names(wins), "move": number });
                    writeln!(out, "{json}")?;
                } else {
                    writeln!(out, "{player} {wins} in move {number}")?;
                }
            }
            None if args.answers.are_json() => writeln!(out, "{}", json!({ "winner": null }))?,
            None => writeln!(out, "draw")?,
        }
        Ok(())
    })
}
