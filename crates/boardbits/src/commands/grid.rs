//! `boardbits grid`: shortest paths on grid maps, with unit steps or with diagonal steps that are
//! √2 long.

use std::fmt::{self, Display, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use bitboard_core::{Interrupted, Limits, StopReason, TryError};
use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, MapError, Mismatch, OctileCost, OctilePlanner,
    Point, Scenario, ShortestPaths, StepKind,
};
use serde::Serialize;

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::Source;
use crate::json::{self, Digits, Query};
use crate::options::{AnswerFormat, Names, Png, Svg, Threads, Timeout, cell};
use crate::output::Answer;
use crate::pictures::save_png;

/// Find all shortest paths on a grid map
///
/// The map consists of rows of `.` (free) and `#`, or is an octile map (MovingAI benchmarks): `.`,
/// `G` and `S` are free, `@`, `O`, `T` and `W` are not. The answer is the distance, in steps, and
/// the exact number of shortest paths; `-` if no path exists. Cells are X,Y from 0; 0,0 is at the
/// top left.
///
/// Without --from and --to, queries are read from stdin: lines `X,Y X,Y` or
/// {"from":[X,Y],"to":[X,Y]}. The JSON answer is {"distance":N,"count":N}, with --octile and
/// --scenarios {"length":X,"straight":N,"diagonal":N}, with --costs {"cost":N,"count":N}. With
/// --path, `: X,Y X,Y …` follows, or "path":[[X,Y],…]: the straightest of the shortest paths, which
/// has the fewest diagonal steps, then the fewest turns. "distance", "cost", "length", "straight",
/// "diagonal" and "path" are null if no path exists. If the time limit is reached, the answer has a
/// lower bound such as `12..`, and JSON has "at_least" and "stopped". If there are 2^128 cheapest
/// paths or more, the answer has a lower bound.
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
    /// Check each line of a MovingAI scenario file, and print the exact length, the straight and
    /// the diagonal steps. A length must be right to its last digit; a whole length is exact
    #[arg(long, value_name = "FILE", conflicts_with_all = ["octile", "costs", "nearest", "step", "from", "to", "svg", "png"])]
    scenarios: Option<PathBuf>,
    /// Also print the cells of one shortest path
    #[arg(long, conflicts_with = "scenarios")]
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
    if let Some(scenarios) = &args.scenarios {
        let both = [&source, &Source::from_option(Some(scenarios))];
        if both.iter().all(|source| matches!(source, Source::Stdin)) {
            return Err(Failure::Usage("the map and the scenarios cannot both be on stdin".into()));
        }
        return check_scenarios(Map::read(&source, &args)?.grid(), scenarios, &args, context);
    }
    let (Some(from), Some(to)) = (args.from, args.to) else {
        if args.svg.svg.is_some() || args.png.png.is_some() {
            return Err(Failure::Usage("--svg and --png need --from and --to".into()));
        }
        if matches!(source, Source::Stdin) {
            return Err(Failure::Usage("the map and the queries cannot both be on stdin".into()));
        }
        let map = Map::read(&source, &args)?;
        return context.for_each_line_on(args.threads.count(), &Source::Stdin, |line, out| {
            let ends = match Query::parse(line, &["from", "to"])? {
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

fn print(
    answer: impl Display + Serialize,
    end: &End,
    args: &Arguments,
    out: &mut dyn Write,
) -> Result {
    args.answers.write(out, answer)?;
    Failure::if_stopped(end.stopped)
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
        [from, mut to]: [Point; 2],
        args: &Arguments,
        out: &mut dyn Write,
        draw: impl FnOnce(&ShortestPaths<'_>),
    ) -> Result {
        let kind = if args.octile { StepKind::NoCornerCut } else { args.step };
        // The time is for all searches together.
        let start = Instant::now();
        let limits = || Limits::new().time(args.timeout.left(start));
        let mut end = End::default();
        if args.nearest && to.0 < self.grid().width() && to.1 < self.grid().height() {
            match self.nearest(from, to, kind, args.octile, &limits())? {
                Ok(cell) => to = cell,
                Err(reason) => {
                    let end = End { stopped: Some(reason), ..end };
                    let bound = Some(Digits("0".into()));
                    return match self {
                        Self::Costs(_) => {
                            let found = Cheapest { at_least: bound, end, ..Cheapest::default() };
                            print(&found, &found.end, args, out)
                        }
                        Self::Plain(_) if args.octile => {
                            let bound = Interrupted::new(reason, OctileCost::ZERO);
                            let found = Octile::bound(bound, end);
                            print(&found, &found.end, args, out)
                        }
                        Self::Plain(_) => {
                            let found = Found { at_least: bound, end, ..Found::default() };
                            print(&found, &found.end, args, out)
                        }
                    };
                }
            }
            end.nearest = Some(to);
        }
        match self {
            Self::Plain(grid) if args.octile => {
                let found = Octile::find(grid, [from, to], end, (args, &limits()))?;
                print(&found, &found.end, args, out)
            }
            Self::Plain(grid) => {
                let (paths, found) = find(grid, [from, to], end, (args, &limits))?;
                if let Ok(paths) = &paths {
                    draw(paths);
                }
                print(&found, &found.end, args, out)
            }
            Self::Costs(map) if args.octile => {
                let found = map.try_octile_distances(Ends::From(&[from]), kind, &limits());
                let found = Cheapest::new(found, map, to, end, (args, &limits))?;
                print(&found, &found.end, args, out)
            }
            Self::Costs(map) => {
                let found = map.try_distances(Ends::From(&[from]), kind, &limits());
                let found = Cheapest::new(found, map, to, end, (args, &limits))?;
                print(&found, &found.end, args, out)
            }
        }
    }
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
    let map = CostMap::from_fn(width, height, |x, y| levels[y * width + x]);
    map.map_err(|error| error.to_string())
}

/// The cost of a cheapest path, and the number of cheapest paths.
#[derive(Default, Serialize)]
struct Cheapest {
    cost: Option<Digits<String>>,
    /// `None` if a limit was reached, or there are too many.
    count: Option<Digits<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Digits<String>>,
    #[serde(flatten)]
    end: End,
}

impl Display for Cheapest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cost, count, at_least, end } = self;
        let cost = cost.as_ref().map(|Digits(cost)| cost);
        write_found(f, ["cost", "cheapest"], cost, count, at_least, end)
    }
}

/// Writes an answer with a number of paths.
fn write_found(
    f: &mut fmt::Formatter<'_>,
    [name, best]: [&str; 2],
    found: Option<impl Display>,
    count: &Option<Digits<String>>,
    at_least: &Option<Digits<String>>,
    end: &End,
) -> fmt::Result {
    match (found, count, at_least) {
        (Some(found), Some(Digits(count)), _) => {
            let s = if count == "1" { "" } else { "s" };
            write!(f, "{name} {found}, {count} {best} path{s}{end}")
        }
        (Some(found), None, Some(Digits(least))) => {
            write!(f, "{name} {found}, {least}.. {best} paths{end}")
        }
        (_, _, Some(Digits(least))) => write!(f, "{name} {least}.."),
        _ => f.write_str("-"),
    }
}

impl Cheapest {
    /// The cost of a cheapest path to a cell, or a lower bound, and the path.
    fn new<C: Cost>(
        found: Result<Distances<C>, TryError<GridError, Distances<C>>>,
        map: &CostMap,
        to: Point,
        mut end: End,
        (args, limits): (&Arguments, &dyn Fn() -> Limits<'static>),
    ) -> Result<Self, String> {
        let found = limited(found)?;
        map.grid().check_free(&[to]).map_err(|error| error.to_string())?;
        let stopped = found.as_ref().err().map(|by| by.reason);
        let known = found.unwrap_or_else(|by| by.partial);
        let text = |cost: Option<C>| cost.map(|cost| Digits(cost.to_string()));
        let cost = text(known.get(to));
        if stopped.is_some() && cost.is_none() {
            let at_least = text(known.max()).or(Some(Digits("0".into())));
            end.stopped = stopped;
            return Ok(Self { at_least, end, ..Self::default() });
        }
        let digits = |count: u128| Some(Digits(count.to_string()));
        let (count, at_least) = match known.try_path_count_to(to, &limits()) {
            Ok(count) => (digits(count), None),
            Err(TryError::Interrupted(by)) => {
                end.stopped = Some(by.reason);
                (None, digits(by.partial))
            }
            Err(_) => (None, digits(u128::MAX)),
        };
        if args.path {
            match known.try_path_to(to, &limits()) {
                Ok(path) => end.path = Some(path),
                Err(by) => end.stopped = Some(by.reason),
            }
        }
        Ok(Self { cost, count, at_least, end })
    }
}

/// The cells of a line `X,Y X,Y`.
fn ends(line: &str) -> Result<[Point; 2], String> {
    let mut words = line.split_whitespace();
    let (Some(from), Some(to), None) = (words.next(), words.next(), words.next()) else {
        return Err(format!("expected X,Y X,Y, found {line:?}"));
    };
    Ok([cell(from)?, cell(to)?])
}

/// The answer to a query: the distance and the number of paths, or what is known of them.
#[derive(Default, Serialize)]
struct Found {
    distance: Option<u32>,
    /// `None` if a limit was reached.
    count: Option<Digits<String>>,
    /// What is known of the distance or, beside it, of the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Digits<String>>,
    #[serde(flatten)]
    end: End,
}

/// The end of an answer.
#[derive(Default, Serialize)]
struct End {
    /// The cells of a path, if it is wanted; null if no path exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Option<Vec<Point>>>,
    /// The cell that is nearest to the last cell, if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::stop")]
    stopped: Option<StopReason>,
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nearest.map_or(Ok(()), |(x, y)| write!(f, " to {x},{y}"))?;
        let Some(Some(cells)) = &self.path else { return Ok(()) };
        f.write_str(":")?;
        cells.iter().try_for_each(|(x, y)| write!(f, " {x},{y}"))
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distance, count, at_least, end } = self;
        write_found(f, ["distance", "shortest"], distance.as_ref(), count, at_least, end)
    }
}

/// All shortest paths or, if a limit was reached, a lower bound of the distance.
type Paths<'a> = Result<ShortestPaths<'a>, Interrupted<u32>>;

/// Finds all shortest paths between two free cells, and counts them.
fn find<'a>(
    grid: &'a Grid,
    ends: [Point; 2],
    mut end: End,
    (args, limits): (&Arguments, &dyn Fn() -> Limits<'static>),
) -> Result<(Paths<'a>, Found), String> {
    let [from, to] = ends;
    let paths = limited(grid.try_shortest_paths(&[from], &[to], args.step, &limits()))?;
    let found = match &paths {
        Ok(paths) => {
            let (count, at_least, stopped) = match paths.try_path_count_big(&limits()) {
                Ok(count) => (Some(count), None, None),
                Err(Interrupted { reason, partial }) => (None, Some(partial), Some(reason)),
            };
            let [count, at_least] =
                [count, at_least].map(|count| count.map(|count| Digits(count.to_string())));
            end.stopped = stopped.or(end.stopped);
            if args.path {
                match paths.try_path(&limits()) {
                    Ok(found) => end.path = Some(found),
                    Err(by) => end.stopped = Some(by.reason),
                }
            }
            Found { distance: paths.distance(), count, at_least, end }
        }
        Err(Interrupted { reason, partial }) => {
            end.stopped = Some(*reason);
            Found { at_least: Some(Digits(partial.to_string())), end, ..Found::default() }
        }
    };
    Ok((paths, found))
}

/// The exact length of a path, or what is known of it.
#[derive(Default, Serialize)]
struct Octile {
    length: Option<Digits<OctileCost>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Digits<OctileCost>>,
    straight: Option<u32>,
    diagonal: Option<u32>,
    #[serde(flatten)]
    end: End,
}

impl Octile {
    fn new(cost: Option<OctileCost>, end: End) -> Self {
        let [straight, diagonal] =
            [OctileCost::straight, OctileCost::diagonal].map(|steps| cost.map(steps));
        Self { length: cost.map(Digits), straight, diagonal, end, at_least: None }
    }

    fn bound(stopped: Interrupted<OctileCost>, end: End) -> Self {
        let end = End { stopped: Some(stopped.reason), ..end };
        Self { at_least: Some(Digits(stopped.partial)), end, ..Self::default() }
    }

    /// Finds a shortest path between two free cells.
    fn find(
        grid: &Grid,
        [from, to]: [Point; 2],
        end: End,
        (args, limits): (&Arguments, &Limits<'_>),
    ) -> Result<Self, String> {
        let found = limited(grid.try_octile_path(from, to, StepKind::NoCornerCut, limits))?;
        Ok(match found {
            Ok(path) => {
                let cells = || path.as_ref().map(|(_, cells)| cells.clone());
                let end = End { path: args.path.then(cells), ..end };
                Self::new(path.as_ref().map(|path| path.0), end)
            }
            Err(stopped) => Self::bound(stopped, end),
        })
    }
}

impl Display for Octile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { at_least: Some(Digits(least)), .. } => write!(f, "length {least}.."),
            Self {
                length: Some(Digits(length)),
                straight: Some(straight),
                diagonal: Some(diagonal),
                end,
                ..
            } => {
                let steps = format_args!("{straight} straight and {diagonal} diagonal steps");
                write!(f, "length {length}, {steps}{end}")
            }
            _ => f.write_str("-"),
        }
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
    save_png(path, size, |y, row| {
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
    let scale = (1024.0 / width.max(height) as f64).max(1.0);
    let (w, h) = (width as f64 * scale, height as f64 * scale);
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {width} {height}\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n<path fill=\"{}\" d=\"",
        hex(FREE),
        hex(WALL)
    );
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
    text.push_str("</svg>\n");
    text
}

/// [`Scenario::try_check`] without a planner.
fn check_alone(
    scenario: &Scenario,
    grid: &Grid,
    limits: &Limits<'_>,
) -> Result<OctileCost, TryError<Mismatch, OctileCost>> {
    let Scenario { start, goal, length: expected, digits, .. } = *scenario;
    let found = grid.try_octile_path(start, goal, StepKind::NoCornerCut, limits);
    let found = found.map_err(|error| error.map_failed(Mismatch::Grid))?;
    let (found, _) = found.ok_or(TryError::Failed(Mismatch::NoPath { expected }))?;
    let rounded = if digits > 0 { 0.5 / 10_f64.powi(digits as i32) } else { 0.0 };
    match (found.to_f64() - expected).abs() <= rounded + expected * 1e-6 {
        true => Ok(found),
        false => Err(TryError::Failed(Mismatch::Length { expected, found })),
    }
}

/// Checks each line of a scenario file, and writes the length of a shortest path and its straight
/// and diagonal steps. A map of another size is scaled.
fn check_scenarios(grid: &Grid, file: &Path, args: &Arguments, context: &mut Context) -> Result {
    let mut first = true;
    // Files have hundreds of scenarios, so a planner is worth its cost. There is none if it is too
    // large or the time was too short to prepare it.
    let mut prepared: Option<(Grid, Option<OctilePlanner>)> = None;
    context.for_each_line(&Source::from_option(Some(file)), |line, out| {
        let is_header = std::mem::take(&mut first) && Scenario::is_header(line);
        if is_header || line.trim().is_empty() {
            return Ok(());
        }
        let scenario: Scenario = line.parse().map_err(Failure::wrong)?;
        let limits = Limits::new().time(args.timeout.timeout);
        let size = |grid: &Grid| (grid.width(), grid.height());
        let wanted = (scenario.width.max(1), scenario.height.max(1));
        let wanted = if scenario.width == 0 { size(grid) } else { wanted };
        let (map, planner) = match prepared.take().filter(|(map, _)| size(map) == wanted) {
            Some(found) => prepared.insert(found),
            None => {
                let is_scaled = wanted != size(grid);
                let scaled = || grid.scaled(wanted.0, wanted.1).map_err(Failure::wrong);
                let map = if is_scaled { scaled()? } else { grid.clone() };
                let planner = map.try_octile_planner(&limits).ok();
                prepared.insert((map, planner))
            }
        };
        let checked = limited(match planner {
            Some(planner) => scenario.try_check(planner, &limits),
            None => check_alone(&scenario, map, &limits),
        })?;
        let text = match &checked {
            Ok(cost) => format!("{cost} {} {}", cost.straight(), cost.diagonal()),
            Err(stopped) => format!("{}.. ? ?", stopped.partial),
        };
        let found = checked.map_or_else(
            |stopped| Octile::bound(stopped, End::default()),
            |cost| Octile::new(Some(cost), End::default()),
        );
        print(Answer(text, || &found), &found.end, args, out)
    })
}
