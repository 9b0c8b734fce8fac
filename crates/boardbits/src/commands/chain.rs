use std::io::Write;

use cc_table::chain::{Field, Rules, Step};

use crate::context::{Context, LineFailure, Result};
use crate::help;
use crate::json::json_line;
use crate::options::{Format, Input};

/// Play out the chains of Smash the Code and Puyo Puyo boards
///
/// Each line is a board of 6 columns and 12 rows (13 with a hidden one on top), rows from the top joined by `/`: `.` is empty,
/// `0` a skull, `1` to `5` a color. Blocks fall. Then components of four or more blocks of a color vanish with the skulls
/// beside them, and blocks fall again until nothing vanishes. The answer is a JSON line with the steps [blocks, chain power,
/// color bonus, group bonus, score, skulls], the total score and the board at the end. As text it is SCORE STEPS BOARD.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Chain {
    #[command(flatten)]
    input: Input,
    /// Format of the answers: plain lines, or JSON lines
    #[arg(long, value_enum, default_value_t = Format::Json, value_name = "FORMAT")]
    format: Format,
    /// Scoring rules: `stc` for Smash the Code, `puyo` for Puyo Puyo Tsu
    #[arg(long, default_value = "stc", value_parser = ["stc", "puyo"])]
    rules: String,
}

const EXAMPLES: &str = "\
$ boardbits chain chains.txt --format text
360 2 ....../....../…
$ boardbits chain chains.txt --rules puyo
{\"steps\":[[4,0,0,0,40,1],[4,8,0,0,320,0]],\"score\":360,\"end\":\"…";

/// The answer for one board.
#[derive(serde::Serialize)]
struct Answer {
    steps: Vec<[u32; 6]>,
    score: u64,
    end: String,
}

pub(crate) fn run(args: Chain, context: &mut Context) -> Result {
    let rules = if args.rules == "puyo" { Rules::PUYO_PUYO_TSU } else { Rules::SMASH_THE_CODE };
    context.for_each_line(&args.input.source(), |line, out| {
        let mut field: Field = line.trim().parse().map_err(LineFailure::wrong)?;
        let steps: Vec<[u32; 6]> = field.chain(&rules).map(numbers).collect();
        let score = steps.iter().map(|step| u64::from(step[4])).sum();
        let end = field.line();
        match args.format {
            Format::Text => Ok(writeln!(out, "{score} {} {end}", steps.len())?),
            Format::Json => json_line(out, &Answer { steps, score, end: end.to_string() }),
        }
    })
}

fn numbers(step: Step) -> [u32; 6] {
    [step.blocks, step.chain_power, step.color_bonus, step.group_bonus, step.score, step.skulls]
}
