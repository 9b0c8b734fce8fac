//! `boardbits havannah`: games of Havannah are judged, shown, analyzed, played and solved.
//!
//! [`Records`] reads games from files for `games.rs` (who wins, pictures) and `analyze.rs`. `gtp.rs` plays, and `prove.rs`
//! solves.

mod analyze;
mod games;
mod gtp;
mod prove;

use clap::ValueEnum;
use havannah_uf::pns::Solver;
use havannah_uf::{Notation, Record, RingRule};

use crate::context::{Context, Failure, LineFailure, Result};
use crate::options::{AnswerFormat, Input, Memory};
use crate::output::Output;

/// Referee, play, show and solve games of Havannah
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    Referee(games::Referee),
    Games(games::Games),
    Playouts(gtp::Playouts),
    Gtp(gtp::Gtp),
    Show(games::Show),
    Analyze(analyze::Analyze),
    Prove(prove::Prove),
    CheckProof(prove::CheckProof),
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
        Havannah::CheckProof(args) => prove::run_check(&args, context),
    }
}

/// A solver with a table of this size.
fn solver(memory: Memory) -> Result<Solver> {
    Solver::new(memory.bytes()).map_err(|error| Failure::Input(format!("--memory: {error}")))
}

/// Maximum size of a file of games with `--sgf`, in bytes.
const MAX_FILE: u64 = 1 << 28;

/// Games from a file, and the format of the answers.
#[derive(clap::Args)]
pub(super) struct Records {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    ring: RingOption,
    #[command(flatten)]
    format: RecordFormat,
}

/// `--hgf`, `--sgf` and `--coordinates`
#[derive(clap::Args, Clone, Copy)]
struct RecordFormat {
    /// Games are in the Havannah Game Format, one on each line
    #[arg(long, group = "written")]
    hgf: bool,
    /// Games are in SGF or HGF files: any number of games, on any number of lines; variations are ignored
    #[arg(long, group = "written")]
    sgf: bool,
    /// Notation of cells with --hgf or --sgf
    #[arg(long, default_value = "lg", value_name = "NOTATION", requires = "written")]
    coordinates: Coordinates,
}

/// Notations of cells.
#[derive(Clone, Copy, ValueEnum)]
enum Coordinates {
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

impl Records {
    pub(super) fn are_json(&self) -> bool {
        self.answers.are_json()
    }

    pub(super) fn rule(&self) -> RingRule {
        self.ring.rule()
    }

    /// The notation of cells in the games, and in answers.
    pub(super) fn notation(&self) -> Notation {
        let RecordFormat { hgf, sgf, coordinates } = self.format;
        if hgf || sgf { coordinates.into() } else { Notation::Pair }
    }

    /// Answers each game by itself. A game that is wrong is reported with its line or, with `--sgf`, its number.
    pub(super) fn for_each_game<F>(&self, context: &mut Context, mut answer: F) -> Result
    where
        F: FnMut(Record, &mut Output) -> Result<(), LineFailure>,
    {
        let (source, notation) = (&self.input.source(), self.notation());
        if !self.format.sgf {
            return context.for_each_line(source, |line, out| {
                let record = if self.format.hgf {
                    Record::parse_hgf(line, notation)
                } else {
                    Record::parse_line(line)
                };
                answer(record.map_err(LineFailure::wrong)?, out)
            });
        }
        let text = source.read_text(MAX_FILE)?;
        let mut games = 0;
        for (number, game) in (1..).zip(Record::split_games(&text)) {
            games = number;
            let record = Record::parse_hgf(game, notation).map_err(LineFailure::wrong);
            match record.and_then(|record| answer(record, &mut context.out)) {
                Ok(()) => {}
                Err(LineFailure::Wrong(reason)) => {
                    context.complain(format_args!("{source}: game {number}"), reason);
                }
                Err(LineFailure::Io(error)) => return Err(error.into()),
            }
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
    #[arg(long, default_value = "any", value_name = "RULE")]
    ring: Ring,
}

impl RingOption {
    pub(super) fn rule(self) -> RingRule {
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
