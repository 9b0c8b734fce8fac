use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use bitboard_core::svg::Drawing;
use bitboard_core::{Bitboard, Cell, Chess, Dilate, Kernel, Moves, Slides, Steps};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use king_paths::shortest_paths;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::context::{Context, Failure, LineFailure, Result};
use crate::input::Source;
use crate::save::save;

type Board = Bitboard<u64, Chess>;

/// Show all shortest paths between squares of a chess board
///
/// Layer 1 is where paths begin; each further layer is one step on. The length counts squares, so it is 1 if
/// the two sets overlap, and 0 if there is no path.
#[derive(clap::Args)]
pub(crate) struct Paths {
    /// How to step
    #[arg(long, default_value = "king", value_parser = kinds())]
    step: Moves<Chess>,
    /// Where to begin: squares such as `e4`, separated by commas
    #[arg(long, required_unless_present = "jsonl")]
    from: Option<String>,
    /// Where to end
    #[arg(long, required_unless_present = "jsonl")]
    to: Option<String>,
    /// The squares that may be used: a hexadecimal number (a1 = bit 0, h8 = bit 63) or a picture, rank 8
    /// first, ranks separated by `/`, `X` for squares that may be used; all squares if missing
    #[arg(long)]
    path: Option<String>,
    /// Draw board, layers and steps into an SVG file
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    svg: Option<PathBuf>,
    /// Read queries `{"kind","sq1","sq2","path"}`, one per line, and answer each with
    /// `{"len","asp","paths","must_pass","reach"}`; boards are hexadecimal strings
    #[arg(long, conflicts_with_all = ["step", "from", "to", "path"])]
    jsonl: bool,
    /// Where to read queries from, stdin if missing or `-`
    #[arg(requires = "jsonl")]
    file: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Query {
    #[serde(deserialize_with = "kind")]
    kind: Moves<Chess>,
    sq1: String,
    sq2: String,
    path: String,
}

#[derive(Serialize)]
struct Answer {
    len: usize,
    asp: Vec<String>,
    paths: u128,
    must_pass: String,
    reach: String,
}

/// All that is said about one query.
struct Solved {
    layers: Vec<Board>,
    paths: u128,
    must_pass: Board,
    reach: Board,
    drawing: Option<Drawing>,
}

/// The kinds of steps by name.
const KINDS: [(&str, Moves<Chess>); 8] = [
    ("king", Moves::Steps(Steps::KING)),
    ("wazir", Moves::Steps(Steps::ORTHOGONAL)),
    ("ferz", Moves::Steps(Steps::DIAGONAL)),
    ("knight", Moves::Steps(Steps::KNIGHT)),
    ("queen_slide", Moves::Slides(Slides::QUEEN)),
    ("rook_slide", Moves::Slides(Slides::ROOK)),
    ("bishop_slide", Moves::Slides(Slides::BISHOP)),
    ("king_nocut", Moves::NoCornerCut),
];

/// The kind of steps with a name.
fn kind_named(name: &str) -> std::result::Result<Moves<Chess>, String> {
    let kind = KINDS.into_iter().find(|(known, _)| *known == name);
    kind.map(|(_, moves)| moves).ok_or_else(|| {
        let names = KINDS.map(|(name, _)| name).join(", ");
        format!("{name:?} is not a kind of step; expected one of {names}")
    })
}

/// Accepts the names of kinds, which `--help` lists.
fn kinds() -> impl TypedValueParser<Value = Moves<Chess>> {
    PossibleValuesParser::new(KINDS.map(|(name, _)| name)).try_map(|name| kind_named(&name))
}

/// Reads a kind by its name.
fn kind<'a, D: Deserializer<'a>>(deserializer: D) -> std::result::Result<Moves<Chess>, D::Error> {
    kind_named(&Cow::<str>::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A query, answered by code that is compiled for each kind of steps.
struct Solve {
    from: Board,
    to: Board,
    within: Board,
    /// Whether to make a drawing too.
    draw: bool,
}

impl Kernel<Chess> for Solve {
    type Output = Solved;

    fn run<D: Dilate<Chess>>(self, moves: &D) -> Solved {
        let Self { from, to, within, draw } = self;
        let paths = shortest_paths(from, to, within, moves);
        Solved {
            layers: paths.layers().to_vec(),
            paths: paths.path_count(),
            must_pass: paths.must_pass(),
            reach: from.flood(within, moves),
            drawing: draw.then(|| paths.drawing()),
        }
    }
}

pub(crate) fn run(args: Paths, context: &mut Context) -> Result {
    if args.jsonl {
        let source = Source::from_option(args.file.as_deref());
        return context.for_each_line(&source, |line, out| {
            let answer = answer(line)?;
            let text = serde_json::to_string(&answer).map_err(LineFailure::wrong)?;
            Ok(writeln!(out, "{text}")?)
        });
    }
    let from = squares(args.from.as_deref().unwrap_or_default(), "--from")?;
    let to = squares(args.to.as_deref().unwrap_or_default(), "--to")?;
    let within = args.path.as_deref().map_or(Ok(Board::FULL), |text| {
        let picture = || text.parse::<Board>().map_err(|error| error.to_string());
        hexadecimal(text).or_else(|_| picture())
    });
    let within = within.map_err(|reason| Failure::Usage(format!("--path: {reason}")))?;
    let solved = args.step.specialize(Solve { from, to, within, draw: args.svg.is_some() });
    let text = format!("length {}, {} shortest paths", solved.layers.len(), solved.paths);
    // The reader of stdout may stop early, but the file must be complete.
    let saved = match (&args.svg, solved.drawing) {
        (Some(path), Some(mut drawing)) => {
            drawing.caption(&text);
            save(path, drawing.to_string().as_bytes())
        }
        _ => Ok(()),
    };
    let out = &mut context.out;
    let printed = draw(&solved.layers, out).and_then(|()| writeln!(out, "{text}"));
    saved.and(printed.map_err(Failure::Io))
}

/// Draws the layers, three beside one another.
pub(crate) fn draw(layers: &[Board], out: &mut impl Write) -> std::io::Result<()> {
    let on = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
    let off = Style::new().dimmed();
    for (row, some) in layers.chunks(3).enumerate() {
        for i in 0..some.len() {
            write!(out, "{:<20}", format!("layer {}", 3 * row + i + 1))?;
        }
        writeln!(out)?;
        for y in (0..8).rev() {
            for layer in some {
                for cell in (0..8).filter_map(|x| Cell::new(x, y)) {
                    if layer.contains(cell) {
                        write!(out, "{on}K{on:#} ")?;
                    } else {
                        write!(out, "{off}.{off:#} ")?;
                    }
                }
                write!(out, "    ")?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn answer(line: &str) -> std::result::Result<Answer, LineFailure> {
    let query: Query = serde_json::from_str(line).map_err(LineFailure::wrong)?;
    let board = |text: &str, name: &str| {
        hexadecimal(text).map_err(|reason| LineFailure::wrong(format_args!("{name}: {reason}")))
    };
    let (from, to) = (board(&query.sq1, "sq1")?, board(&query.sq2, "sq2")?);
    let within = board(&query.path, "path")?;
    let solved = query.kind.specialize(Solve { from, to, within, draw: false });
    Ok(Answer {
        len: solved.layers.len(),
        asp: solved.layers.iter().map(|&layer| hex(layer)).collect(),
        paths: solved.paths,
        must_pass: hex(solved.must_pass),
        reach: hex(solved.reach),
    })
}

fn hex(board: Board) -> String {
    format!("{:#018x}", board.bits())
}

fn hexadecimal(text: &str) -> std::result::Result<Board, String> {
    let digits = text.trim().strip_prefix("0x").unwrap_or(text.trim());
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(format!("expected a hexadecimal number, found {text:?}"));
    }
    let word = u64::from_str_radix(digits, 16);
    word.map(Board::from_bits_truncate).map_err(|_| format!("{text:?} has more than 64 bits"))
}

fn squares(text: &str, option: &str) -> Result<Board> {
    let cells = text.split(',').map(|name| name.trim().parse::<Cell<Chess>>());
    let cells: std::result::Result<Board, _> = cells.collect();
    cells.map_err(|error| Failure::Usage(format!("{option} {text}: {error}")))
}
