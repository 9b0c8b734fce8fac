use std::io::Write;

use havannah_uf::Outcome;
use serde_json::json;

use crate::context::{self, Context, LineFailure};
use crate::help;

use super::records::Records;
use super::referee::names;

/// Print who wins games of two players, how, and in which move
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones of
/// both players in turn; or, with --hgf or --sgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`. The answer is `first bridge in move 17`, `second fork-ring in move 40`,
/// or `draw` if neither player wins, in JSON {"winner":"first","wins":["bridge"],"move":17} or {"winner":null}. Stones after a
/// win are ignored. A swap counts as a move, as on Little Golem. A line may have at most 1 MiB.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Games {
    #[command(flatten)]
    records: Records,
}

const EXAMPLES: &str = "\
$ boardbits havannah games games.txt
second ring in move 12
first bridge in move 3
draw
$ boardbits havannah games --hgf --format json < little-golem.hgf
{\"move\":4,\"winner\":\"second\",\"wins\":[\"bridge\"]}
{\"winner\":null}";

pub(crate) fn run(args: &Games, context: &mut Context) -> context::Result {
    args.records.for_each_game(context, |record, out| {
        match record.outcome(args.records.rule()).map_err(LineFailure::wrong)? {
            Some(outcome @ Outcome::Won { player, wins, number }) => {
                if args.records.are_json() {
                    let winner = player.to_string();
                    let json = json!({ "winner": winner, "wins": names(wins), "move": number });
                    writeln!(out, "{json}")?;
                } else {
                    writeln!(out, "{outcome}")?;
                }
            }
            // Also games that end before a win.
            _ if args.records.are_json() => writeln!(out, "{}", json!({ "winner": null }))?,
            _ => writeln!(out, "draw")?,
        }
        Ok(())
    })
}
