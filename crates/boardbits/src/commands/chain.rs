use std::io::Write;
use std::path::PathBuf;

use cc_table::chain::{Field, Rules, Step};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;

/// Play out the chains of Smash the Code and Puyo Puyo boards
///
/// Each line is a board of 6 columns and 12 rows (13 with a hidden one on top), rows from the top joined by `/`: `.` is empty,
/// `0` a skull, `1` to `5` a color. Blocks fall, components of four or more blocks of a color vanish with the skulls beside
/// them, and so on. The answer is a JSON line with the steps [blocks, chain power, color bonus, group bonus, score, skulls],
/// the total score and the board at the end.
#[derive(clap::Args)]
pub(crate) struct Chain {
    /// Whose bonuses count: `stc` for Smash the Code, `puyo` for Puyo Puyo Tsu
    #[arg(long, default_value = "stc", value_parser = ["stc", "puyo"])]
    rules: String,
    /// Where to read boards from, stdin if missing or `-`
    file: Option<PathBuf>,
}

/// The answer for one board.
#[derive(serde::Serialize)]
struct Answer {
    steps: Vec<[u32; 6]>,
    score: u64,
    end: String,
}

pub(crate) fn run(args: Chain, context: &mut Context) -> Result {
    let rules = if args.rules == "puyo" { Rules::PUYO_PUYO_TSU } else { Rules::SMASH_THE_CODE };
    let source = Source::from_option(args.file.as_deref());
    context.for_each_line(&source, |line, out| {
        let mut field: Field = line.trim().parse().map_err(LineFailure::wrong)?;
        let steps: Vec<[u32; 6]> = field.chain(&rules).map(numbers).collect();
        let score = steps.iter().map(|step| u64::from(step[4])).sum();
        let answer = Answer { steps, score, end: field.line().to_string() };
        let json = serde_json::to_string(&answer).map_err(LineFailure::wrong)?;
        Ok(writeln!(out, "{json}")?)
    })
}

fn numbers(step: Step) -> [u32; 6] {
    [step.blocks, step.chain_power, step.color_bonus, step.group_bonus, step.score, step.skulls]
}
