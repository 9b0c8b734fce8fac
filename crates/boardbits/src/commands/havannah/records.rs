//! Games from files.

use clap::ValueEnum;
use havannah_uf::{Notation, Record, RingRule};

use super::ring::RingOption;
use crate::context::{Context, LineFailure, Result};
use crate::options::{AnswerFormat, Input};
use crate::output::Output;

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
        F: FnMut(Record, &mut Output) -> std::result::Result<(), LineFailure>,
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
