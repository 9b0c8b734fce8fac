//! `boardbits components` and `chain`: connected components of small boards, and chains of
//! falling-block games.

use std::borrow::Cow;
use std::fmt::{self, Display};

use bitboard_core::picture::rows;
use cc_table::chain::{Field, Rules, Step};
use cc_table::{Board, Connectivity, components_at_least};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize, Serializer};

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::json;
use crate::options::{AnswerFormat, Input, Names, number};

/// Split boards in hexadecimal into their connected components
///
/// Each line is a board in hexadecimal, or {"board":"0x…"}: cell X,Y is bit X + width·Y, and 0,0 is
/// at the top left. The answer is the number of components, and the components in hexadecimal in
/// ascending order. In JSON it is {"count":N,"components":["0x…"]}. For images there is
/// `boardbits label`.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Components {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    /// 4: cells touch by an edge; 8: by an edge or a corner
    #[arg(long, default_value = "4", value_name = "N", value_parser = connectivity())]
    connectivity: Connectivity,
    /// Columns, 1 to 8
    #[arg(long, default_value_t = 6, value_parser = number(1..=8_u8))]
    width: u8,
    /// Rows, at most 128 / width
    #[arg(long, default_value_t = 12, value_parser = number(1..=128_u8))]
    height: u8,
    /// Leave out components of fewer cells
    #[arg(long, default_value_t = 1, value_name = "CELLS", value_parser = number(0..=u32::MAX))]
    min_size: u32,
}

fn connectivity() -> impl TypedValueParser<Value = Connectivity> {
    PossibleValuesParser::new(["4", "8"]).map(|number| match number.as_str() {
        "8" => Connectivity::Eight,
        _ => Connectivity::Four,
    })
}

const EXAMPLES: &str = "\
$ echo 000000002101800040 | boardbits components
5 40,800000,1000000,100000000,2000000000
$ boardbits components boards.txt --connectivity 8 --format json
{\"count\":4,\"components\":[\"0x40\",\"0x800000\",\"0x1000000\",\"0x2100000000\"]}
{\"count\":1,\"components\":[\"0x792492492780\"]}";

/// The answer for one board.
#[derive(Serialize)]
struct BoardComponents {
    count: usize,
    #[serde(serialize_with = "hex")]
    components: Vec<u128>,
}

fn hex<S: Serializer>(boards: &[u128], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(boards.iter().map(|board| format!("{board:#x}")))
}

impl Display for BoardComponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count)?;
        let mut components = self.components.iter().enumerate();
        components.try_for_each(|(i, c)| write!(f, "{}{c:x}", if i == 0 { " " } else { "," }))
    }
}

pub(crate) fn run(args: Components, context: &mut Context) -> Result {
    // The number of rows only matters for the error of too many cells, so one function per width is
    // enough.
    let split = match args.width {
        1 => split::<1, 128>,
        2 => split::<2, 64>,
        3 => split::<3, 42>,
        4 => split::<4, 32>,
        5 => split::<5, 25>,
        6 => split::<6, 21>,
        7 => split::<7, 18>,
        _ => split::<8, 16>,
    };
    if u32::from(args.width) * u32::from(args.height) > 128 {
        let (width, height) = (args.width, args.height);
        return Err(Failure::Usage(format!("a board of {width}×{height} has more than 128 cells")));
    }
    context.for_each_line(&args.input.source(), &mut |line, out| {
        let mut found = Vec::with_capacity(64);
        split(parse(&board(line)?, &args)?, args.connectivity, args.min_size, &mut found);
        found.sort_unstable();
        args.answers.write(out, BoardComponents { count: found.len(), components: found })
    })
}

/// A line of input in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardQuery<'a> {
    #[serde(borrow)]
    board: Cow<'a, str>,
}

/// The text of the board in a line.
fn board(line: &str) -> Result<Cow<'_, str>> {
    Ok(json::query(line)?.map_or(Cow::Borrowed(line), |query: BoardQuery<'_>| query.board))
}

fn split<const W: usize, const H: usize>(
    board: u128,
    connectivity: Connectivity,
    min_size: u32,
    found: &mut Vec<u128>,
) {
    let board = Board::<W, H>::from_bits_truncate(board);
    found.extend(components_at_least(board, connectivity, min_size).iter().map(Board::bits));
}

fn parse(line: &str, args: &Components) -> Result<u128> {
    let digits = line.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    if digits.is_empty() {
        return Err(Failure::wrong("no board in the line"));
    }
    if let Some((column, symbol)) = (1..).zip(digits.chars()).find(|(_, c)| !c.is_ascii_hexdigit())
    {
        return Err(Failure::wrong(format_args!("digit {column}: {symbol:?} is not hexadecimal")));
    }
    let (width, height) = (args.width, args.height);
    let off_board =
        || Failure::wrong(format_args!("the board has more than {width}×{height} cells"));
    let word = u128::from_str_radix(digits, 16).map_err(|_| off_board())?;
    if word.checked_shr(u32::from(width) * u32::from(height)).unwrap_or(0) != 0 {
        return Err(off_board());
    }
    Ok(word)
}

/// Play out the chains of Smash the Code and Puyo Puyo boards
///
/// Each line is a board of 6 columns and up to 12 rows (13 with a hidden one on top), rows from the
/// top joined by `/`, or {"board":"…"}: `.` is empty, `0` a skull, `1` to `5` a color. Blocks fall.
/// Then components of four or more blocks of a color vanish with the skulls beside them, and blocks
/// fall again until nothing vanishes. The answer is SCORE STEPS BOARD: the total score, the number
/// of steps and the board at the end. In JSON it is {"steps","score","board"}, where a step is
/// [blocks, chain power, color bonus, group bonus, score, skulls].
#[derive(clap::Args)]
#[command(after_long_help = help::after(CHAIN_EXAMPLES, help::LINES))]
pub(crate) struct Chain {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Scoring rules
    #[arg(long, default_value = "smash-the-code", value_parser = RULES.parser())]
    rules: &'static Rules,
}

static RULES: Names<&Rules> =
    Names(&[("smash-the-code", &Rules::SMASH_THE_CODE), ("puyo-puyo-tsu", &Rules::PUYO_PUYO_TSU)]);

const CHAIN_EXAMPLES: &str = "\
$ boardbits chain chains.txt
360 2 ....../....../…
$ boardbits chain chains.txt --rules puyo-puyo-tsu --format json
{\"steps\":[[4,0,0,0,40,1],[4,8,0,0,320,0]],\"score\":360,\"board\":\"…";

/// The answer for one board.
#[derive(Serialize)]
struct PlayedChain {
    steps: Vec<[u32; 6]>,
    score: u64,
    board: String,
}

impl Display for PlayedChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.score, self.steps.len(), self.board)
    }
}

pub(crate) fn run_chain(args: Chain, context: &mut Context) -> Result {
    context.for_each_line(&args.input.source(), &mut |line, out| {
        let text = board(line)?;
        if !text.contains('/') {
            return Err(Failure::wrong("expected the rows of a board in one line, joined by `/`"));
        }
        let mut field: Field = text.trim().parse().map_err(Failure::wrong)?;
        let steps: Vec<[u32; 6]> = field.chain(args.rules).map(numbers).collect();
        let score: u64 = steps.iter().map(|step| u64::from(step[4])).sum();
        let board = last_rows(&field.line().to_string(), rows(&text).count());
        args.answers.write(out, PlayedChain { steps, score, board })
    })
}

/// The last rows of a board in one line, as many as were read. Blocks only fall, so those above are
/// empty.
fn last_rows(line: &str, count: usize) -> String {
    let rows = line.rsplit('/').chain(std::iter::repeat("......"));
    let mut rows: Vec<&str> = rows.take(count).collect();
    rows.reverse();
    rows.join("/")
}

fn numbers(step: Step) -> [u32; 6] {
    [step.blocks, step.chain_power, step.color_bonus, step.group_bonus, step.score, step.skulls]
}
