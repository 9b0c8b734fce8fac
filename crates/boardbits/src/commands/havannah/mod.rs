//! `boardbits havannah`: games of Havannah are judged, analyzed and played.
//!
//! [`Games`] reads games for `analyze.rs`; `referee.rs` reads cases of Google Code Jam, and `gtp.rs`
//! plays.

mod analyze;
mod gtp;
mod referee;

use havannah_uf::{Notation, Record, RingRule, Wins};
use serde::Deserialize;

use crate::context::{Context, Failure, Result};
use crate::input::Lines;
use crate::json;
use crate::options::{Input, Names};
use crate::output::Output;

/// Judge, analyze and play games of Havannah
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum Havannah {
    Referee(referee::Referee),
    Analyze(analyze::Analyze),
    Gtp(gtp::Gtp),
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    match command {
        Havannah::Referee(args) => referee::run(&args, context),
        Havannah::Analyze(args) => analyze::run(&args, context),
        Havannah::Gtp(args) => gtp::run(&args, context),
    }
}

/// Maximum size of records, in bytes.
const MAX_RECORDS: usize = 1 << 28;

/// Games from a file.
#[derive(clap::Args)]
struct Games {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    ring: RingOption,
    /// Notation of cells in records: column G of base 4 is G1 to G4 (little-golem), G4 to G7 (grid)
    /// or 7,4 to 7,7 (pair)
    #[arg(long, default_value = "little-golem", value_name = "NOTATION", value_parser = NOTATIONS.parser())]
    coordinates: Notation,
}

static NOTATIONS: Names<Notation> = Names(&[
    ("little-golem", Notation::LittleGolem),
    ("grid", Notation::Grid),
    ("pair", Notation::Pair),
]);

impl Games {
    /// Answers each game by itself. A game that is wrong is reported with its line or, if it is a
    /// record, its number.
    fn for_each<F>(&self, context: &mut Context, mut answer: F) -> Result
    where
        F: FnMut(Record, Notation, &mut Output) -> Result,
    {
        let source = self.input.source();
        let mut lines = Lines::open(&source)?;
        let mut answer = |record: Result<Record>, notation, out: &mut Output| {
            let mut record = record?;
            record.rule = self.ring.ring.or(record.rule);
            answer(record, notation, out)
        };
        while let Some(line) = lines.next_line(&mut context.out)? {
            let place = format!("{source}:{}", line.number);
            let text = line.text.map(str::to_owned).map_err(Failure::wrong);
            if let Ok(text) = &text
                && text.trim_start().starts_with('(')
            {
                let records = rest_of(text, &mut lines, context)?;
                for (number, game) in (1..).zip(Record::split_games(&records)) {
                    let record = Record::parse_hgf(game, self.coordinates).map_err(Failure::wrong);
                    let answered = answer(record, self.coordinates, &mut context.out);
                    context.go_on(format_args!("{source}: game {number}"), answered)?;
                }
                break;
            }
            let record = text.and_then(|text| {
                let game = json::query::<GameQuery>(&text)?.map(|query| query.game);
                Record::parse_line(&game.unwrap_or(text)).map_err(Failure::wrong)
            });
            let answered = answer(record, Notation::Pair, &mut context.out);
            context.go_on(place, answered)?;
        }
        if lines.count() == 0 {
            context.complain(&source, "empty input");
        }
        Ok(())
    }
}

/// A line in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameQuery {
    game: String,
}

/// The text of the input from its line `first`.
fn rest_of(first: &str, lines: &mut Lines, context: &mut Context) -> Result<String> {
    let mut text = first.to_owned();
    while let Some(line) = lines.next_line(&mut context.out)? {
        text.push('\n');
        text.push_str(line.text.map_err(Failure::wrong)?);
        if text.len() > MAX_RECORDS {
            return Err(Failure::wrong(format_args!("records longer than {MAX_RECORDS} bytes")));
        }
    }
    Ok(text)
}

/// `--ring`
#[derive(clap::Args, Clone, Copy)]
struct RingOption {
    /// What a ring encloses: any cell, the classical rule; one without an own stone (nonown); or an
    /// empty one. The default is the rule of the record, or any
    #[arg(long, value_name = "RULE", value_parser = RINGS.parser())]
    ring: Option<RingRule>,
}

static RINGS: Names<RingRule> =
    Names(&[("any", RingRule::Any), ("nonown", RingRule::NonOwn), ("empty", RingRule::Empty)]);

/// The names of the structures that win.
fn names(wins: Wins) -> Vec<String> {
    wins.iter().map(|way| way.to_string()).collect()
}
