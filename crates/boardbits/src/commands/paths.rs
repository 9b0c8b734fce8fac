//! `boardbits paths`: all shortest paths of a chess piece.

use anstyle::{AnsiColor, Style};
use bitboard_core::{Bitboard, Cell, Chess, Moves, NoCornerCut, Slides, Steps};
use king_paths::{reachable_within, shortest_paths};
use serde::Serialize;
use serde_json::json;

use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::help;
use crate::json::Query;
use crate::options::{AnswerFormat, Input, Names, Svg, Threads, two_words};
use crate::output::{Answer, Picture, counted};

type Board = Bitboard<u64, Chess>;

/// Show all shortest paths between squares of a chess board
///
/// The answer is the distance, in steps, and the number of shortest paths; `-` if no path exists.
/// With --from and --to the layers of these paths are drawn before it: layer 1 is the set of
/// starting squares, and each further layer has the squares one step on.
///
/// With --from and --within, the answer is the mobility of the piece: the squares that at most N
/// steps reach, the starting squares included, and their number; in JSON {"count","squares"}.
///
/// Without --from, queries come from FILE or stdin: lines `FROM TO` of square names, or
/// {"step","from","to","free"}. The sets "from", "to" and "free" are square names such as "a1,h8"
/// or hexadecimal numbers such as "0x8000000000000001" (a1 = bit 0, h8 = bit 63). "step" and "free"
/// may be left out; --step and --free hold then. The JSON answer is
/// {"distance","count","layers","must_pass","reachable"}: "must_pass" has the squares on every
/// shortest path, and "reachable" all that steps of any number reach. "distance" is null if no path
/// exists.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Paths {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    /// How the piece moves
    #[arg(long, default_value = "king", value_name = "STEP", value_parser = STEPS.parser())]
    step: Moves<Chess>,
    /// Starting squares, such as `e4` or `a1,h8`
    #[arg(long, value_name = "SQUARES", requires = "ends", conflicts_with = "file")]
    from: Option<String>,
    /// Target squares
    #[arg(long, value_name = "SQUARES", requires = "from", group = "ends")]
    to: Option<String>,
    /// Show the squares that at most N steps reach
    #[arg(long, value_name = "N", requires = "from", group = "ends", conflicts_with = "svg")]
    within: Option<u32>,
    /// Squares that may be used; all by default. Square names, a hexadecimal number `0x…`, or a
    /// picture, rank 8 first, ranks separated by `/`, with `X` for squares that may be used
    #[arg(long, value_name = "SQUARES")]
    free: Option<String>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    svg: Svg,
}

const EXAMPLES: &str = "\
$ boardbits paths --from e4 --to a1,h8 --format json
{\"distance\":4,\"count\":8,\"layers\":[\"0x0000000010000000\",…
$ echo a1 h8 | boardbits paths --step knight
distance 6, 108 shortest paths
$ boardbits paths --from e4 --within 1 --step bishop --format json
{\"count\":14,\"squares\":\"0x0182442810284482\"}
$ boardbits paths queries.json
distance 2, 1 shortest path
-";

/// The answer to a query in JSON.
#[derive(Serialize)]
struct Found {
    distance: Option<u32>,
    count: u128,
    layers: Vec<String>,
    must_pass: String,
    reachable: String,
}

impl Found {
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

/// The paths of a query. Its steps are chosen at run time: reading the query takes longer than
/// answering it.
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
    ("king", Moves::Steps(Steps::KING)),
    ("orthogonal", Moves::Steps(Steps::ORTHOGONAL)),
    ("diagonal", Moves::Steps(Steps::DIAGONAL)),
    ("knight", Moves::Steps(Steps::KNIGHT)),
    ("queen", Moves::Slides(Slides::QUEEN)),
    ("rook", Moves::Slides(Slides::ROOK)),
    ("bishop", Moves::Slides(Slides::BISHOP)),
    ("king-no-corner-cut", Moves::NoCornerCut(NoCornerCut::KING)),
]);

pub(crate) fn run(args: Paths, context: &mut Context) -> Result {
    let free = args.free.as_deref().map_or(Ok(Board::FULL), |text| {
        let picture = || text.parse::<Board>().map_err(|error| error.to_string());
        if text.contains('/') { picture() } else { set(text) }
    });
    let free = free.map_err(|reason| Failure::Usage(format!("--free: {reason}")))?;
    let end = |option, text| end(option, text, free).map_err(Failure::Usage);
    if let (Some(from), Some(steps)) = (&args.from, args.within) {
        let from = end("--from", from)?;
        return mobility(reachable_within(from, free, &args.step, steps), &args, context);
    }
    let (Some(from), Some(to)) = (&args.from, &args.to) else {
        if args.svg.svg.is_some() {
            return Err(Failure::Usage("--svg needs --from and --to".into()));
        }
        let threads = args.threads.count();
        return context.for_each_line_on(threads, &args.input.source(), &|line, out| {
            let Question { step, from, to, free } = Question::read(line, args.step, free)?;
            let paths = shortest_paths(from, to, free, &step);
            let json = || Found::new(&paths, from.flood(free, &step));
            args.answers.write(out, Answer(text(&paths), json))
        });
    };
    let (from, to) = (end("--from", from)?, end("--to", to)?);
    let paths = shortest_paths(from, to, free, &args.step);
    let text = text(&paths);
    let saved = args.svg.save(|| {
        let mut drawing = paths.drawing();
        drawing.caption(if paths.distance().is_some() { &text } else { "no path" });
        drawing.to_string()
    });
    let layers = (1..).zip(paths.layers());
    let layers: Vec<_> = layers.map(|(i, &layer)| (format!("layer {i}"), layer)).collect();
    let json = || Found::new(&paths, from.flood(free, &args.step));
    let answer = Answer(format_args!("{}{text}", draw(&layers)), json);
    saved.and(args.answers.write(&mut context.out, answer))
}

/// Prints the squares of `--within`.
fn mobility(squares: Board, args: &Paths, context: &mut Context) -> Result {
    let count = squares.len();
    let drawn = draw(&[("squares".to_owned(), squares)]);
    let json = || json!({ "count": count, "squares": hex(squares) });
    let answer = Answer(format_args!("{drawn}{count} squares"), json);
    args.answers.write(&mut context.out, answer)
}

/// A line of input.
struct Question {
    step: Moves<Chess>,
    from: Board,
    to: Board,
    free: Board,
}

impl Question {
    /// Reads `FROM TO` or JSON. A query may leave out the step and the squares that may be used.
    fn read(line: &str, step: Moves<Chess>, free: Board) -> Result<Self> {
        let Some(query) = Query::parse(line, &["step", "from", "to", "free"])? else {
            let [from, to] = two_words(line, "FROM TO")?;
            let (from, to) = (end("from", from, free)?, end("to", to, free)?);
            return Ok(Self { step, from, to, free });
        };
        let named = |text| set(text).map_err(|reason| format!("free: {reason}"));
        let free = query.text("free")?.map_or(Ok(free), named)?;
        let from = end("from", query.needed("from")?, free)?;
        let to = end("to", query.needed("to")?, free)?;
        let step = query.text("step")?.map_or(Ok(step), |name| {
            let unknown = || format!("{name:?} is not a step; {}", suggest(name, STEPS.all()));
            STEPS.find(name).ok_or_else(|| Failure::Input(unknown()))
        })?;
        Ok(Self { step, from, to, free })
    }
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
