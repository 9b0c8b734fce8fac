//! `boardbits paths`: all shortest paths of a chess piece.

use anstyle::{AnsiColor, Style};
use bitboard_core::{Bitboard, Cell, Chess, Moves, NoCornerCut, Slides, Steps};
use king_paths::shortest_paths;
use serde::Serialize;

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::options::{AnswerFormat, Names, Svg};
use crate::output::{Answer, Picture, counted};

type Board = Bitboard<u64, Chess>;

/// Show all shortest paths between squares of a chess board
///
/// For maps in a file there is `boardbits grid`.
///
/// Draws the layers of the paths: layer 1 has the squares where they start, and each further layer
/// those one step on. The last line is the distance, in steps, and the number of shortest paths;
/// `-` if no path exists.
///
/// The JSON answer is {"distance","count","layers","must_pass","reachable"}: "must_pass" has the
/// squares on every shortest path, and "reachable" all that steps of any number reach. Sets of
/// squares are hexadecimal numbers (a1 = bit 0, h8 = bit 63). "distance" is null if no path exists.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Paths {
    /// Starting squares, such as `e4` or `a1,h8`, or a hexadecimal number `0x…`
    #[arg(long, alias = "start", value_name = "SQUARES")]
    from: String,
    /// Target squares
    #[arg(long, aliases = ["goal", "end"], value_name = "SQUARES")]
    to: String,
    /// How the piece moves
    #[arg(long, default_value = "king", value_name = "STEP", value_parser = STEPS.parser())]
    step: Moves<Chess>,
    /// Squares that may be used; all by default. Also a picture, rank 8 first, ranks separated by
    /// `/`, with `X` for squares that may be used
    #[arg(long, value_name = "SQUARES")]
    free: Option<String>,
    #[command(flatten)]
    svg: Svg,
    #[command(flatten)]
    answers: AnswerFormat,
}

const EXAMPLES: &str = "\
$ boardbits paths --from a1 --to h8 --step knight | tail -1
distance 6, 108 shortest paths
$ boardbits paths --from e4 --to a1,h8 --format json
{\"distance\":4,\"count\":8,\"layers\":[\"0x0000000010000000\",…";

/// The answer to a query in JSON.
#[derive(Serialize)]
struct PathsAnswer {
    distance: Option<u32>,
    count: u128,
    layers: Vec<String>,
    must_pass: String,
    reachable: String,
}

impl PathsAnswer {
    fn new(paths: &ShortestPaths<'_>, reachable: Board) -> Self {
        Self {
            distance: paths.distance(),
            count: paths.path_count(),
            layers: paths.layers().iter().map(|&layer| hex(layer)).collect(),
            must_pass: hex(paths.must_pass()),
            reachable: hex(reachable),
        }
    }
}

/// The paths of a query, whose steps are chosen at run time.
type ShortestPaths<'a> = king_paths::ShortestPaths<'a, u64, Chess, Moves<Chess>>;

fn text(paths: &ShortestPaths<'_>) -> String {
    match paths.distance() {
        Some(distance) => {
            format!("distance {distance}, {}", counted(paths.path_count(), "shortest path"))
        }
        None => "-".to_owned(),
    }
}

static STEPS: Names<Moves<Chess>> = Names(&[
    ("king|8", Moves::Steps(Steps::KING)),
    ("orthogonal|4", Moves::Steps(Steps::ORTHOGONAL)),
    ("diagonal", Moves::Steps(Steps::DIAGONAL)),
    ("knight", Moves::Steps(Steps::KNIGHT)),
    ("queen", Moves::Slides(Slides::QUEEN)),
    ("rook", Moves::Slides(Slides::ROOK)),
    ("bishop", Moves::Slides(Slides::BISHOP)),
    ("no-corner-cut", Moves::NoCornerCut(NoCornerCut::KING)),
]);

pub(crate) fn run(args: Paths, context: &mut Context) -> Result {
    let free = args.free.as_deref().map_or(Ok(Board::FULL), |text| {
        let picture = || text.parse::<Board>().map_err(|error| error.to_string());
        if text.contains('/') { picture() } else { set(text) }
    });
    let free = free.map_err(|reason| Failure::Usage(format!("--free: {reason}")))?;
    let end = |option, text| end(option, text, free).map_err(Failure::Usage);
    let (from, to) = (end("--from", &args.from)?, end("--to", &args.to)?);
    let paths = shortest_paths(from, to, free, &args.step);
    let text = text(&paths);
    let saved = args.svg.save(|| {
        let mut drawing = paths.drawing();
        drawing.caption(if paths.distance().is_some() { &text } else { "no path" });
        drawing.to_string()
    });
    let layers = (1..).zip(paths.layers());
    let layers: Vec<_> = layers.map(|(i, &layer)| (format!("layer {i}"), layer)).collect();
    let json = || PathsAnswer::new(&paths, from.flood(free, &args.step));
    let answer = Answer(format_args!("{}{text}", draw(&layers)), json);
    saved.and(args.answers.write(&mut context.out, answer))
}

/// The set where paths begin or end. Unless it is empty, one of its squares must be free.
fn end(name: &str, text: &str, free: Board) -> Result<Board, String> {
    let cells = set(text).map_err(|reason| format!("{name}: {reason}"))?;
    match cells.into_iter().next() {
        Some(cell) if (cells & free).is_empty() => Err(format!("{name}: {cell} is not free")),
        _ => Ok(cells),
    }
}

/// Draws sets below their headings, three beside one another.
fn draw(sets: &[(String, Board)]) -> Picture {
    let on = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
    let (off, plain) = (Style::new().dimmed(), Style::new());
    let mut picture = Picture::default();
    for some in sets.chunks(3) {
        some.iter().for_each(|(heading, _)| picture.add(plain, format_args!("{heading:<20}")));
        picture.add(plain, "\n");
        for y in (0..8).rev() {
            for (_, set) in some {
                for cell in (0..8).filter_map(|x| Cell::new(x, y)) {
                    let is_on = set.contains(cell);
                    picture.add(if is_on { on } else { off }, if is_on { "K " } else { ". " });
                }
                picture.add(plain, "    ");
            }
            picture.add(plain, "\n");
        }
        picture.add(plain, "\n");
    }
    picture
}

fn hex(board: Board) -> String {
    format!("{:#018x}", board.bits())
}

/// A hexadecimal number after `0x`, or names of squares.
fn set(text: &str) -> Result<Board, String> {
    if let Some(digits) = text.trim().strip_prefix("0x") {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(format!("expected a hexadecimal number, found {text:?}"));
        }
        let word = u64::from_str_radix(digits, 16);
        return word
            .map(Board::from_bits_truncate)
            .map_err(|_| format!("{text:?} has more than 64 bits"));
    }
    let cells = text.split(',').map(|name| {
        let cell = name.trim().parse::<Cell<Chess>>();
        cell.map_err(|error| format!("{:?}: {error}", name.trim()))
    });
    cells.collect()
}
