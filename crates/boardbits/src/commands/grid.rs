//! `boardbits grid`: shortest paths on grid maps, with unit steps or with diagonal steps that are
//! √2 long.

use std::fmt::{self, Display, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use bitboard_core::{Interrupted, Limits, StopReason, TryError};
use king_paths::grid::{
    Cost, CostMap, CountOverflow, Distances, Ends, Grid, GridError, MapError, OctileCost, Point,
    ShortestPaths, StepKind,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::Source;
use crate::json::{self, Digits};
use crate::options::{AnswerFormat, Names, Png, Svg, Threads, Timeout, cell, two_words};
use crate::output::svg_head;
use crate::pictures::save_png;

/// Find all shortest paths on a grid map
///
/// The map consists of rows of `.` (free) and `#`, or is an octile map (MovingAI benchmarks): `.`,
/// `G` and `S` are free, `@`, `O`, `T` and `W` are not. The answer is the distance, in steps, and
/// the exact number of shortest paths; `-` if no path exists. Cells are X,Y from 0; 0,0 is at the
/// top left.
///
/// Without --from and --to, queries are read from stdin: lines `X,Y X,Y` or
/// {"from":[X,Y],"to":[X,Y]}. The JSON answer is {"distance":N,"count":N}, with --octile
/// {"length":X,"straight":N,"diagonal":N}, with --costs {"cost":N,"count":N}. With --path, `: X,Y
/// X,Y …` follows, or "path":[[X,Y],…]: the straightest of the shortest paths, which has the fewest
/// diagonal steps, then the fewest turns. "distance", "cost", "length", "straight", "diagonal",
/// "path" and "nearest" are null if no path exists or it is not known. If the time limit is
/// reached, the answer has a lower bound such as `12..`, even if no path exists, and JSON has
/// "at_least" and "stopped". If there are 2^128 cheapest paths or more, the answer has a lower
/// bound.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::SEARCHES))]
pub(crate) struct Arguments {
    /// Map; stdin if missing or `-`
    #[arg(value_name = "FILE")]
    map: Option<PathBuf>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// First cell
    #[arg(long, value_name = "X,Y", requires = "to", allow_hyphen_values = true, value_parser = cell::<usize>)]
    from: Option<Point>,
    /// Last cell
    #[arg(long, value_name = "X,Y", requires = "from", allow_hyphen_values = true, value_parser = cell::<usize>)]
    to: Option<Point>,
    /// king: steps across edges and corners; orthogonal: across edges; king-no-corner-cut: as a
    /// king, across a corner only if both cells beside it are free (king-one-corner-cut: at least
    /// one); knight: a knight's leaps
    #[arg(long, default_value = "king", value_name = "STEP", value_parser = STEPS.parser())]
    step: StepKind,
    /// Diagonal steps are √2 long and must not cut corners; the answer is the length of a shortest
    /// path
    #[arg(long, conflicts_with_all = ["step", "svg", "png"])]
    octile: bool,
    /// The symbols `1` to `9` are the costs of free cells, `.` costs 1, `0` and `#` are not free;
    /// or the map is a PGM with levels from 0 to 255. Octile maps are not accepted. A step costs
    /// what the cell costs that it enters, with --octile a diagonal one √2 times as much
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    costs: bool,
    /// Go to the reachable cell that is nearest to the last cell in a straight line, of several to
    /// the one with the shortest way, and print it as `to X,Y` or "nearest":[X,Y]
    #[arg(long)]
    nearest: bool,
    /// Also print the cells of one shortest path
    #[arg(long)]
    path: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    svg: Svg,
    #[command(flatten)]
    png: Png,
}

const EXAMPLES: &str = "\
$ boardbits grid room.map --from 0,0 --to 4,0
distance 4, 1 shortest path
$ echo 0,0 4,0 | boardbits grid room.map --step orthogonal
distance 8, 9 shortest paths
$ boardbits grid room.map --from 0,0 --to 4,0 --path
distance 4, 1 shortest path: 0,0 1,1 2,2 3,1 4,0
$ echo '{\"from\":[0,0],\"to\":[4,0]}' | boardbits grid room.map --format json
{\"distance\":4,\"count\":1}";

static STEPS: Names<StepKind> = Names(&[
    ("king", StepKind::King),
    ("orthogonal", StepKind::Orthogonal),
    ("king-one-corner-cut", StepKind::OneCornerCut),
    ("king-no-corner-cut", StepKind::NoCornerCut),
    ("knight", StepKind::Knight),
]);

pub(crate) fn run(args: Arguments, context: &mut Context) -> Result {
    let source = Source::from_option(args.map.as_deref());
    let (Some(from), Some(to)) = (args.from, args.to) else {
        if args.svg.svg.is_some() || args.png.png.is_some() {
            return Err(Failure::Usage("--svg and --png need --from and --to".into()));
        }
        if matches!(source, Source::Stdin) {
            return Err(Failure::Usage("the map and the queries cannot both be on stdin".into()));
        }
        let map = Map::read(&source, &args)?;
        return context.for_each_line_on(args.threads.count(), &Source::Stdin, &|line, out| {
            let ends = match json::Query::parse(line, &["from", "to"])? {
                Some(query) => [query.cell("from")?, query.cell("to")?],
                None => ends(line)?,
            };
            map.answer(ends, &args, out, |_| ())
        });
    };
    let map = Map::read(&source, &args)?;
    let mut drawn = Ok(());
    // The reader of stdout may stop early, but the files must be complete.
    let draw = |paths: &ShortestPaths<'_>| {
        let png = || args.png.png.as_ref().map_or(Ok(()), |path| png(path, map.grid(), paths));
        drawn = args.svg.save(|| svg(map.grid(), paths)).and_then(|()| png());
    };
    let printed = map.answer([from, to], &args, &mut context.out, draw);
    let printed = printed.map_err(|failure| match failure {
        Failure::Input(reason) => Failure::Usage(reason),
        failure => failure,
    });
    drawn.and(context.go_on(&source, printed))
}

/// The longest map file, in bytes.
const MAX_MAP: u64 = 1 << 28;

/// A map, with or without costs.
enum Map {
    Plain(Grid),
    Costs(CostMap),
}

impl Map {
    fn read(source: &Source, args: &Arguments) -> Result<Self> {
        let bytes = source.read_all(MAX_MAP)?;
        if args.costs && (bytes.starts_with(b"P2") || bytes.starts_with(b"P5")) {
            let map = pgm(&bytes).map(Self::Costs);
            return map.map_err(|reason| Failure::Input(source.locate(&reason)));
        }
        let text = source.text_of(bytes)?;
        let map = match args.costs {
            true => text.parse().map(Self::Costs),
            false => text.parse().map(Self::Plain),
        };
        map.map_err(|error: MapError| Failure::Input(source.locate(&error.to_string())))
    }

    fn grid(&self) -> &Grid {
        match self {
            Self::Plain(grid) => grid,
            Self::Costs(map) => map.grid(),
        }
    }

    /// The cell that can be reached and is nearest to `to`, or the limit that was reached.
    fn nearest(
        &self,
        from: Point,
        to: Point,
        kind: StepKind,
        octile: bool,
        limits: &Limits<'_>,
    ) -> Result<Result<Point, StopReason>, String> {
        fn cell<C: Cost>(
            found: Result<Distances<C>, TryError<GridError, Distances<C>>>,
            to: Point,
        ) -> Result<Result<Point, StopReason>, String> {
            let found = limited(found)?.map_err(|by| by.reason);
            // The first cell is reached.
            Ok(found.map(|distances| distances.nearest_to(to).unwrap_or(to)))
        }
        let from = [from];
        match self {
            Self::Plain(grid) if octile => cell(grid.try_octile_distances(&from, kind, limits), to),
            Self::Plain(grid) => cell(grid.try_distances(&from, kind, limits), to),
            Self::Costs(map) if octile => {
                cell(map.try_octile_distances(Ends::From(&from), kind, limits), to)
            }
            Self::Costs(map) => cell(map.try_distances(Ends::From(&from), kind, limits), to),
        }
    }

    /// Answers a query. Calls `draw` with all shortest paths.
    fn answer(
        &self,
        ends: [Point; 2],
        args: &Arguments,
        out: &mut dyn Write,
        draw: impl FnOnce(&ShortestPaths<'_>),
    ) -> Result {
        let found = self.find(ends, args, draw)?;
        args.answers.write(out, &found)?;
        Failure::if_stopped(found.stopped)
    }

    fn find(
        &self,
        [from, mut to]: [Point; 2],
        args: &Arguments,
        draw: impl FnOnce(&ShortestPaths<'_>),
    ) -> Result<Found, String> {
        let mut found = Found::new(match self {
            Self::Costs(_) => Quantity::Cost,
            Self::Plain(_) if args.octile => Quantity::Length,
            Self::Plain(_) => Quantity::Distance,
        });
        (found.path, found.nearest) = (args.path.then_some(None), args.nearest.then_some(None));
        let kind = if args.octile { StepKind::NoCornerCut } else { args.step };
        // The time is for all searches together.
        let start = Instant::now();
        let limits = || Limits::new().time(args.timeout.left(start));
        check_free(self.grid(), "from", from)?;
        if args.nearest && to.0 < self.grid().width() && to.1 < self.grid().height() {
            match self.nearest(from, to, kind, args.octile, &limits())? {
                Ok(cell) => to = cell,
                Err(reason) => return Ok(found.stopped_at(reason, None)),
            }
            found.nearest = Some(Some(to));
        }
        check_free(self.grid(), "to", to)?;
        let query = Query { to, args, limits: &limits };
        match self {
            Self::Plain(grid) if args.octile => found.octile(grid, from, &query),
            Self::Plain(grid) => found.paths(grid, from, &query, draw),
            Self::Costs(map) if args.octile => {
                let costs = map.try_octile_distances(Ends::From(&[from]), kind, &limits());
                found.cheapest(costs, &query)
            }
            Self::Costs(map) => {
                let costs = map.try_distances(Ends::From(&[from]), kind, &limits());
                found.cheapest(costs, &query)
            }
        }
    }
}

/// Checks that a path can begin or end at a cell.
fn check_free(grid: &Grid, name: &str, cell: Point) -> Result<(), String> {
    grid.check_free(&[cell]).map_err(|error| format!("{name}: {error}"))
}

/// Reads a PGM (P2 or P5) whose levels are costs.
fn pgm(bytes: &[u8]) -> Result<CostMap, String> {
    /// Takes a number and the byte after it.
    fn number<T: FromStr>(rest: &mut &[u8], expected: &str) -> Result<T, String> {
        *rest = rest.trim_ascii_start();
        while let [b'#', ..] = rest {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            *rest = rest[end..].trim_ascii_start();
        }
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let word = String::from_utf8_lossy(&rest[..end]);
        *rest = rest.get(end + 1..).unwrap_or_default();
        word.parse().map_err(|_| format!("expected {expected}, found {word:?}"))
    }
    let rest = &mut &bytes[2..];
    let [width, height] = [number(rest, "a width")?, number(rest, "a height")?];
    let most: u8 = number(rest, "a largest level up to 255")?;
    let mut levels = Vec::new();
    if bytes[1] == b'5' {
        levels.extend_from_slice(rest);
    }
    while bytes[1] == b'2' && !rest.trim_ascii_start().is_empty() {
        levels.push(number(rest, "a level up to 255")?);
    }
    let found = (levels.len(), levels.iter().max().copied().unwrap_or_default());
    if Some(found.0) != usize::checked_mul(width, height) || found.1 > most {
        let (n, level) = found;
        return Err(format!(
            "expected {width}×{height} levels up to {most}, found {n} levels up to {level}"
        ));
    }
    let map = CostMap::from_fn(width, height, |x, y| u16::from(levels[y * width + x]));
    map.map_err(|error| error.to_string())
}

/// The cells of a line `X,Y X,Y`.
fn ends(line: &str) -> Result<[Point; 2], String> {
    let [from, to] = two_words(line, "X,Y X,Y")?;
    Ok([cell(from)?, cell(to)?])
}

/// The last cell of a query, and the limits of its next search.
struct Query<'a> {
    to: Point,
    args: &'a Arguments,
    limits: &'a dyn Fn() -> Limits<'static>,
}

/// What is found of a best path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    /// The number of steps.
    Distance,
    /// The sum of the costs of cells.
    Cost,
    /// The length with diagonal steps, and the steps of both kinds.
    Length,
}

/// The answer to a query, or what is known of it.
struct Found {
    quantity: Quantity,
    /// The quantity, in digits. `None` if no path exists or a limit was reached.
    best: Option<String>,
    /// The number of best paths. `None` if a limit was reached, or there are too many.
    count: Option<String>,
    /// The straight and the diagonal steps of a length.
    steps: Option<[u32; 2]>,
    /// What is known of the quantity or, beside it, of the count.
    at_least: Option<String>,
    /// The cells of a path, if it is wanted; null if no path exists or a limit was reached.
    path: Option<Option<Vec<Point>>>,
    /// The cell that is nearest to the last cell, if it is asked for; null at a limit.
    nearest: Option<Option<Point>>,
    stopped: Option<StopReason>,
}

impl Found {
    fn new(quantity: Quantity) -> Self {
        let (best, count, steps, at_least) = (None, None, None, None);
        Self { quantity, best, count, steps, at_least, path: None, nearest: None, stopped: None }
    }

    /// Names of the quantity and of the best paths.
    fn names(&self) -> [&'static str; 2] {
        match self.quantity {
            Quantity::Distance => ["distance", "shortest"],
            Quantity::Cost => ["cost", "cheapest"],
            Quantity::Length => ["length", "shortest"],
        }
    }

    /// Only a lower bound is known; without one, it is 0.
    fn stopped_at(mut self, reason: StopReason, least: Option<String>) -> Self {
        self.stopped = Some(reason);
        let zero = || match self.quantity {
            Quantity::Length => OctileCost::ZERO.to_string(),
            _ => "0".to_owned(),
        };
        self.at_least = Some(least.unwrap_or_else(zero));
        self
    }

    /// The cost of a cheapest path, or a lower bound, and the path.
    fn cheapest<C: Cost>(
        mut self,
        costs: Result<Distances<C>, TryError<GridError, Distances<C>>>,
        &Query { to, args, .. }: &Query<'_>,
    ) -> Result<Self, String> {
        let costs = limited(costs)?;
        let stopped = costs.as_ref().err().map(|by| by.reason);
        let known = costs.unwrap_or_else(|by| by.partial);
        self.best = known.get(to).map(|cost| cost.to_string());
        if let (Some(reason), None) = (stopped, &self.best) {
            return Ok(self.stopped_at(reason, known.max().map(|cost| cost.to_string())));
        }
        match known.path_count_to(to) {
            Ok(count) => self.count = Some(count.to_string()),
            Err(CountOverflow) => self.at_least = Some(u128::MAX.to_string()),
        }
        if args.path {
            self.path = Some(known.path_to(to));
        }
        Ok(self)
    }

    /// The distance of all shortest paths, and their number. Calls `draw` with them.
    fn paths(
        mut self,
        grid: &Grid,
        from: Point,
        &Query { to, args, limits }: &Query<'_>,
        draw: impl FnOnce(&ShortestPaths<'_>),
    ) -> Result<Self, String> {
        let paths = match limited(grid.try_shortest_paths(&[from], &[to], args.step, &limits()))? {
            Ok(paths) => paths,
            Err(by) => return Ok(self.stopped_at(by.reason, Some(by.partial.to_string()))),
        };
        self.best = paths.distance().map(|distance| distance.to_string());
        match paths.try_path_count_big(&limits()) {
            Ok(count) => self.count = Some(count.to_string()),
            Err(by) => self = self.stopped_at(by.reason, Some(by.partial.to_string())),
        }
        if args.path {
            self.path = Some(paths.path());
        }
        draw(&paths);
        Ok(self)
    }

    /// The exact length of a shortest path, and its steps.
    fn octile(
        mut self,
        grid: &Grid,
        from: Point,
        &Query { to, args, limits }: &Query<'_>,
    ) -> Result<Self, String> {
        let path = grid.try_octile_path(from, to, StepKind::NoCornerCut, &limits());
        let (cost, cells) = match limited(path)? {
            Ok(path) => path.unzip(),
            Err(by) => return Ok(self.stopped_at(by.reason, Some(by.partial.to_string()))),
        };
        self.path = args.path.then_some(cells);
        Ok(self.length(cost))
    }

    fn length(mut self, cost: Option<OctileCost>) -> Self {
        self.best = cost.map(|cost| cost.to_string());
        self.steps = cost.map(|cost| [cost.straight(), cost.diagonal()]);
        self
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, best] = self.names();
        match (&self.best, &self.at_least) {
            (None, None) => return f.write_str("-"),
            (None, Some(least)) => return write!(f, "{name} {least}.."),
            (Some(found), _) => write!(f, "{name} {found}, ")?,
        }
        match (self.steps, &self.count, &self.at_least) {
            (Some([straight, diagonal]), ..) => {
                write!(f, "{straight} straight and {diagonal} diagonal steps")?;
            }
            (_, Some(count), _) => {
                write!(f, "{count} {best} path{}", if count == "1" { "" } else { "s" })?;
            }
            (_, _, least) => write!(f, "{}.. {best} paths", least.as_deref().unwrap_or("0"))?,
        }
        self.nearest.flatten().map_or(Ok(()), |(x, y)| write!(f, " to {x},{y}"))?;
        let Some(Some(cells)) = &self.path else { return Ok(()) };
        f.write_str(":")?;
        cells.iter().try_for_each(|(x, y)| write!(f, " {x},{y}"))
    }
}

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = |number: &Option<String>| number.clone().map(Digits);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.names()[0], &digits(&self.best))?;
        if self.quantity == Quantity::Length {
            let [straight, diagonal] = [0, 1].map(|kind| self.steps.map(|steps| steps[kind]));
            map.serialize_entry("straight", &straight)?;
            map.serialize_entry("diagonal", &diagonal)?;
        } else {
            map.serialize_entry("count", &digits(&self.count))?;
        }
        if let least @ Some(_) = digits(&self.at_least) {
            map.serialize_entry("at_least", &least)?;
        }
        if let Some(path) = &self.path {
            map.serialize_entry("path", path)?;
        }
        if let Some(nearest) = self.nearest {
            map.serialize_entry("nearest", &nearest)?;
        }
        if let Some(reason) = self.stopped {
            map.serialize_entry("stopped", json::stopped(reason))?;
        }
        map.end()
    }
}

/// Separates a limit that was reached from a wrong query.
fn limited<T, E: Display, P>(
    result: Result<T, TryError<E, P>>,
) -> Result<Result<T, Interrupted<P>>, String> {
    let found = result.map(Ok).or_else(|error| error.interrupted().map(Err));
    found.map_err(|error| error.to_string())
}

/// The color of a layer, from yellow to red.
fn color(layer: usize, layers: usize) -> [u8; 3] {
    let share = layer as f64 / (layers.max(2) - 1) as f64;
    let mix = |from: f64, to: f64| (from + share * (to - from)) as u8;
    [mix(250.0, 214.0), mix(200.0, 30.0), mix(40.0, 90.0)]
}

const FREE: [u8; 3] = [246, 245, 240];
const WALL: [u8; 3] = [66, 68, 74];

/// Writes a PNG with one pixel per cell, or a square of pixels on small maps.
fn png(path: &Path, grid: &Grid, paths: &ShortestPaths<'_>) -> Result {
    let (width, height) = (grid.width(), grid.height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| grid.is_free((x, y))));
    let mut colors: Vec<_> = cells.map(|free| if free { FREE } else { WALL }).collect();
    let at = |x: usize, y: usize| width * y + x;
    for (i, layer) in paths.layers().enumerate() {
        for &(x, y) in layer {
            colors[at(x, y)] = color(i, paths.layers().len());
        }
    }
    let scale = (512 / width.max(height)).max(1);
    let size = [width * scale, height * scale].map(|side| side as u32);
    save_png(path, size, &mut |y, row| {
        let y = y as usize;
        for (x, pixel) in (0..).zip(row.chunks_exact_mut(3)) {
            pixel.copy_from_slice(&colors[at(x / scale, y / scale)]);
        }
    })
}

/// Draws runs of cells as rectangles, so that large maps need few elements.
fn svg(grid: &Grid, paths: &ShortestPaths<'_>) -> String {
    const COLORS: usize = 64;
    let (width, height) = (grid.width(), grid.height());
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let mut text = svg_head(width, height, &hex(FREE));
    let _ = write!(text, "<g shape-rendering=\"crispEdges\">\n<path fill=\"{}\" d=\"", hex(WALL));
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let run = (x..width).take_while(|&x| !grid.is_free((x, y))).count();
            // Writing to a string cannot fail.
            if run > 0 {
                let _ = write!(text, "M{x} {y}h{run}v1h-{run}z");
            }
            x += run.max(1);
        }
    }
    text.push_str("\"/>\n");
    let layers: Vec<&[Point]> = paths.layers().collect();
    let some = layers.len().div_ceil(COLORS).max(1);
    for (i, layers) in layers.chunks(some).enumerate() {
        let _ = write!(text, "<path fill=\"{}\" d=\"", hex(color(i * some, paths.layers().len())));
        for &(x, y) in layers.iter().copied().flatten() {
            let _ = write!(text, "M{x} {y}h1v1h-1z");
        }
        text.push_str("\"/>\n");
    }
    text.push_str("</g>\n</svg>\n");
    text
}
