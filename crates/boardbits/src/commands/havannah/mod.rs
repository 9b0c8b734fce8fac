//! `boardbits havannah`: games of Havannah are judged, shown, analyzed, played and solved.
//!
//! [`Records`] reads games from files for `games.rs` (who wins, pictures) and `analyze.rs`.
//! `gtp.rs` plays, and `prove.rs` solves.

mod analyze;
mod games;
mod gtp;
mod prove;

use havannah_uf::dfpn::Solver;
use havannah_uf::{Notation, Record, RingRule};

use crate::context::{Context, Failure, Result};
use crate::json::text_of;
use crate::options::{AnswerFormat, Input, Memory, Names};
use crate::output::Output;

/// Referee, play, show and solve games of Havannah
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum Havannah {
    Referee(games::Referee),
    Games(games::Games),
    Playouts(gtp::Playouts),
    Gtp(gtp::Gtp),
    Show(games::Show),
    Analyze(analyze::Analyze),
    Prove(prove::Prove),
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    match command {
        Havannah::Referee(args) => games::run_referee(&args, context),
        Havannah::Games(games) => games::run_games(&games, context),
        Havannah::Playouts(args) => gtp::run_playouts(&args, context),
        Havannah::Gtp(args) => gtp::run_gtp(&args, context),
        Havannah::Show(args) => games::run_show(&args, context),
        Havannah::Analyze(args) => analyze::run(&args, context),
        Havannah::Prove(args) => prove::run_prove(&args, context),
    }
}

/// A solver with a table of this size.
fn solver(memory: Memory) -> Solver {
    Solver::new().memory_bytes(memory.bytes())
}

/// Maximum size of a file of games with `--sgf`, in bytes.
const MAX_FILE: u64 = 1 << 28;

/// Games from a file, and the format of the answers.
#[derive(clap::Args)]
pub(super) struct Records {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    pub(super) answers: AnswerFormat,
    #[command(flatten)]
    ring: RingOption,
    #[command(flatten)]
    format: RecordFormat,
}

/// `--hgf`, `--sgf` and `--coordinates`
#[derive(clap::Args, Clone, Copy)]
struct RecordFormat {
    /// Games are in the Havannah Game Format, one on each line. RU[any], RU[nonown] and RU[empty]
    /// stand for --ring
    #[arg(long, group = "written")]
    hgf: bool,
    /// Games are in SGF or HGF files: any number of games, on any number of lines; variations are
    /// ignored
    #[arg(long, group = "written")]
    sgf: bool,
    /// Notation of cells with --hgf or --sgf
    ///
    /// little-golem: letter of the column, number in the column: G1 to G4 on base 4; grid: letter
    /// and number of a grid: G4 to G7 on base 4; pair: x,y
    #[arg(long, default_value = "little-golem", value_name = "NOTATION", requires = "written", value_parser = NOTATIONS.parser())]
    coordinates: Notation,
}

static NOTATIONS: Names<Notation> = Names(&[
    ("little-golem", Notation::LittleGolem),
    ("grid", Notation::Grid),
    ("pair", Notation::Pair),
]);

impl Records {
    /// The notation of cells in the games, and in answers.
    pub(super) fn notation(&self) -> Notation {
        let RecordFormat { hgf, sgf, coordinates } = self.format;
        if hgf || sgf { coordinates } else { Notation::Pair }
    }

    /// Answers each game by itself. A game that is wrong is reported with its line or, with
    /// `--sgf`, its number.
    pub(super) fn for_each_game<F>(&self, context: &mut Context, mut answer: F) -> Result
    where
        F: FnMut(Record, &mut Output) -> Result,
    {
        let (source, notation) = (&self.input.source(), self.notation());
        let mut answer = |mut record: Record, out: &mut Output| {
            record.rule = self.ring.ring.or(record.rule);
            answer(record, out)
        };
        if !self.format.sgf {
            return context.for_each_line(source, &mut |line, out| {
                let line = text_of(line, "game", &[])?;
                let record = if self.format.hgf {
                    Record::parse_hgf(&line, notation)
                } else if line.starts_with('(') {
                    let reason = "expected S M x,y ..., found a record, which --hgf or --sgf reads";
                    return Err(Failure::wrong(reason));
                } else {
                    Record::parse_line(&line)
                };
                answer(record.map_err(Failure::wrong)?, out)
            });
        }
        let text = source.read_text(MAX_FILE)?;
        let mut games = 0;
        for (number, game) in (1..).zip(Record::split_games(&text)) {
            games = number;
            let record = Record::parse_hgf(game, notation).map_err(Failure::wrong);
            let answered = record.and_then(|record| answer(record, &mut context.out));
            context.go_on(format_args!("{source}: game {number}"), answered)?;
        }
        if games == 0 {
            context.complain(source, "expected a game such as (;SZ[4];W[E1]), found none");
        }
        Ok(())
    }
}

/// `--ring`
#[derive(clap::Args, Clone, Copy)]
pub(super) struct RingOption {
    /// Cells that a ring must enclose
    ///
    /// any: at least one, stones of either player included, the classical rule and the default;
    /// nonown: one without a stone of the player; empty: an empty one
    #[arg(long, value_name = "RULE", value_parser = RINGS.parser())]
    ring: Option<RingRule>,
}

static RINGS: Names<RingRule> =
    Names(&[("any", RingRule::Any), ("nonown", RingRule::NonOwn), ("empty", RingRule::Empty)]);

impl RingOption {
    pub(super) fn rule(self) -> RingRule {
        self.ring.unwrap_or_default()
    }
}
