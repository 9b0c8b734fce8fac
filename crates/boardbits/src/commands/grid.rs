//! `boardbits grid`: shortest paths on grid maps, with unit steps or with diagonal steps that are
//! √2 long.

use std::fmt::{Display, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, TryError};
use king_paths::grid::{
    Grid, MapError, OctileCost, OctilePath, OctileRule, Point, Scenario, ShortestPaths, StepKind,
};

use crate::context::{Context, Failure, Result};
use crate::files::{save, save_png};
use crate::help;
use crate::input::Source;
use crate::json::{self, Query};
use crate::options::{AnswerFormat, Names, Png, Svg, Threads, Timeout, cell};

/// Find all shortest paths on a grid map
///
/// The map consists of rows of `.` (free) and `#`, or is an octile map (MovingAI benchmarks): `.`,
/// `G` and `S` are free, `@`, `O`, `T` and `W` are not. The answer is the distance, in steps, and
/// the exact number of shortest paths; `-` if no path exists. Cells are X,Y from 0; 0,0 is at the
/// top left.
///
/// Without --from and --to, queries are read from stdin: lines `X,Y X,Y` or
/// {"from":[X,Y],"to":[X,Y]}. The JSON answer is {"distance":N,"count":N}, with --octile and
/// --scenarios {"length":X,"straight":N,"diagonal":N}. With --path, `: X,Y X,Y …` follows, or
/// "path":[[X,Y],…]. "distance", "length", "straight", "diagonal" and "path" are null if no path
/// exists. If the time limit is reached, the answer has a lower bound such as `12..`, and JSON has
/// "at_least" and "stopped".
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
    /// king, across a corner only if both cells beside it are free
    #[arg(long, default_value = "king", value_name = "STEP", value_parser = STEPS.parser())]
    step: StepKind,
    /// Diagonal steps are √2 long and must not cut corners; the answer is the length of a shortest
    /// path
    #[arg(long, conflicts_with_all = ["step", "svg", "png"])]
    octile: bool,
    /// Check each line of a MovingAI scenario file, and print the exact length, the straight and
    /// the diagonal steps. A length must be right to its last digit; a whole length is exact
    #[arg(long, value_name = "FILE", conflicts_with_all = ["octile", "step", "from", "to", "svg", "png"])]
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
    ("king-no-corner-cut", StepKind::NoCornerCut),
    ("knight", StepKind::Knight),
]);

pub(crate) fn run(args: Arguments, context: &mut Context) -> Result {
    let source = Source::from_option(args.map.as_deref());
    let time = args.timeout.timeout;
    if let Some(scenarios) = &args.scenarios {
        let both = [&source, &Source::from_option(Some(scenarios))];
        if both.iter().all(|source| matches!(source, Source::Stdin)) {
            return Err(Failure::Usage("the map and the scenarios cannot both be on stdin".into()));
        }
        return check_scenarios(&read(&source)?, scenarios, time, args.answers, context);
    }
    let (Some(from), Some(to)) = (args.from, args.to) else {
        if args.svg.svg.is_some() || args.png.png.is_some() {
            return Err(Failure::Usage("--svg and --png need --from and --to".into()));
        }
        if matches!(source, Source::Stdin) {
            return Err(Failure::Usage("the map and the queries cannot both be on stdin".into()));
        }
        let grid = read(&source)?;
        return context.for_each_line_on(args.threads.count(), &Source::Stdin, |line, out| {
            let ends = match Query::parse(line, &["from", "to"])? {
                Some(query) => [query.cell("from")?, query.cell("to")?],
                None => ends(line).map_err(Failure::wrong)?,
            };
            if args.octile {
                let path = octile_path(&grid, ends, time).map_err(Failure::wrong)?;
                return print_octile(path, args.answers, args.path, out);
            }
            let found = Found::new(&grid, ends, args.step, time).map_err(Failure::wrong)?;
            found.print(args.answers, args.path, out)
        });
    };
    let grid = read(&source)?;
    let out = &mut context.out;
    let (drawn, printed) = if args.octile {
        let path = octile_path(&grid, [from, to], time).map_err(Failure::Usage)?;
        (Ok(()), print_octile(path, args.answers, args.path, out))
    } else {
        let found = Found::new(&grid, [from, to], args.step, time).map_err(Failure::Usage)?;
        // The reader of stdout may stop early, but the files must be complete.
        let drawn = found.paths.as_ref().map_or(Ok(()), |paths| {
            let drawing = || svg(&grid, paths);
            let svg = args.svg.svg.map_or(Ok(()), |path| save(&path, drawing().as_bytes()));
            svg.and(args.png.png.map_or(Ok(()), |path| png(&path, &grid, paths)))
        });
        (drawn, found.print(args.answers, args.path, out))
    };
    match printed {
        Err(Failure::Input(reason)) => context.complain(&source, reason),
        printed => return drawn.and(printed),
    }
    drawn
}

/// The longest map file, in bytes.
const MAX_MAP: u64 = 1 << 28;

fn read(source: &Source) -> Result<Grid> {
    let map = source.read_text(MAX_MAP)?.parse();
    map.map_err(|error: MapError| Failure::Input(source.locate(&error.to_string())))
}

/// The cells of a line `X,Y X,Y`.
fn ends(line: &str) -> Result<[Point; 2], String> {
    let mut words = line.split_whitespace();
    let (Some(from), Some(to), None) = (words.next(), words.next(), words.next()) else {
        return Err(format!("expected X,Y X,Y, found {line:?}"));
    };
    Ok([cell(from)?, cell(to)?])
}

/// The answer to a query.
struct Found<'a> {
    /// All shortest paths or, if a limit was reached, a lower bound of the distance.
    paths: Result<ShortestPaths<'a>, Interrupted<u32>>,
    /// The number of shortest paths, or a lower bound.
    count: Result<String, Interrupted<String>>,
}

impl<'a> Found<'a> {
    /// Finds all shortest paths between two free cells, and counts them.
    fn new(
        grid: &'a Grid,
        ends: [Point; 2],
        step: StepKind,
        time: Option<Duration>,
    ) -> Result<Self, String> {
        let ([from, to], start) = (ends, Instant::now());
        let found = grid.try_shortest_paths(&[from], &[to], step, &Limits::new().time(time));
        let paths = limited(found)?;
        check_ends(grid, ends)?;
        let left = time.map(|time| time.saturating_sub(start.elapsed()));
        let count = |paths: &ShortestPaths<'_>| {
            let count = paths.try_path_count_big(&Limits::new().time(left));
            let count = count.map(|count| count.to_string());
            count.map_err(|stopped| stopped.map(|count| count.to_string()))
        };
        let count = paths.as_ref().map_or_else(|_| Ok(String::new()), count);
        Ok(Self { paths, count })
    }

    /// Prints the distance, the number of paths and one of them, or what is known.
    fn print(&self, answers: AnswerFormat, with_path: bool, out: &mut dyn Write) -> Result {
        let json = answers.are_json();
        let path = match &self.paths {
            Ok(paths) if with_path => path_text(paths.path().as_deref(), json),
            _ => String::new(),
        };
        // The count can have any number of digits.
        let stopped = match (self.paths.as_ref().map(ShortestPaths::distance), &self.count) {
            (Ok(Some(distance)), Ok(count)) => {
                if json {
                    writeln!(out, "{{\"distance\":{distance},\"count\":{count}{path}}}")?;
                } else {
                    let s = if count == "1" { "" } else { "s" };
                    writeln!(out, "distance {distance}, {count} shortest path{s}{path}")?;
                }
                return Ok(());
            }
            (Ok(None), _) => {
                if json {
                    writeln!(out, "{{\"distance\":null,\"count\":0{path}}}")?;
                } else {
                    writeln!(out, "-")?;
                }
                return Ok(());
            }
            (Ok(Some(distance)), Err(Interrupted { reason, partial })) => {
                if json {
                    let stopped = json::stopped(*reason);
                    writeln!(
                        out,
                        "{{\"distance\":{distance},\"count\":null,\"at_least\":{partial},\"stopped\":\"{stopped}\"{path}}}"
                    )?;
                } else {
                    writeln!(out, "distance {distance}, {partial}.. shortest paths{path}")?;
                }
                *reason
            }
            (Err(Interrupted { reason, partial }), _) => {
                if json {
                    let stopped = json::stopped(*reason);
                    writeln!(
                        out,
                        "{{\"distance\":null,\"at_least\":{partial},\"count\":null,\"stopped\":\"{stopped}\"}}"
                    )?;
                } else {
                    writeln!(out, "distance {partial}..")?;
                }
                *reason
            }
        };
        Err(Failure::wrong(stopped))
    }
}

/// The cells of a path as the end of an answer.
fn path_text(cells: Option<&[Point]>, json: bool) -> String {
    let list = |cells: &[Point], cell: fn(&Point) -> String, between: &str| {
        cells.iter().map(cell).collect::<Vec<_>>().join(between)
    };
    match cells {
        None if json => ",\"path\":null".to_owned(),
        None => String::new(),
        Some(cells) if json => {
            format!(",\"path\":[{}]", list(cells, |(x, y)| format!("[{x},{y}]"), ","))
        }
        Some(cells) => format!(": {}", list(cells, |(x, y)| format!("{x},{y}"), " ")),
    }
}

/// Separates a limit that was reached from a wrong query.
fn limited<T, E: Display, P>(
    result: Result<T, TryError<E, P>>,
) -> Result<Result<T, Interrupted<P>>, String> {
    match result {
        Ok(found) => Ok(Ok(found)),
        Err(TryError::Interrupted(stopped)) => Ok(Err(stopped)),
        Err(TryError::Failed(error)) => Err(error.to_string()),
    }
}

fn check_ends(grid: &Grid, ends: [Point; 2]) -> Result<(), String> {
    match ends.into_iter().find(|&cell| !grid.is_free(cell)) {
        Some((x, y)) => Err(format!("cell {x},{y} is not free")),
        None => Ok(()),
    }
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

/// Checks each line of a scenario file, and writes the length of a shortest path and its straight
/// and diagonal steps.
fn check_scenarios(
    grid: &Grid,
    file: &Path,
    time: Option<Duration>,
    answers: AnswerFormat,
    context: &mut Context,
) -> Result {
    let mut first = true;
    // Files have hundreds of scenarios, so a planner pays. It may be too large, or take too long.
    let mut planner = None;
    context.for_each_line(&Source::from_option(Some(file)), |line, out| {
        if std::mem::take(&mut first) {
            let wrong = || Failure::wrong(format_args!("expected `version 1`, found {line:?}"));
            return if Scenario::is_header(line) { Ok(()) } else { Err(wrong()) };
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        let scenario: Scenario = line.parse().map_err(Failure::wrong)?;
        let limits = Limits::new().time(time);
        let planner = planner.get_or_insert_with(|| grid.try_octile_planner(&limits).ok());
        let checked = limited(match planner {
            Some(planner) => scenario.try_check_with(planner, &limits),
            None => scenario.try_check(grid, &limits),
        });
        let cost = match checked.map_err(Failure::wrong)? {
            Ok(cost) => cost,
            Err(Interrupted { reason, partial }) if !answers.are_json() => {
                writeln!(out, "{partial}.. ? ?")?;
                return Err(Failure::wrong(reason));
            }
            Err(stopped) => return print_bound(stopped, answers, out),
        };
        let (straight, diagonal) = (cost.straight(), cost.diagonal());
        if answers.are_json() {
            return Ok(write_length(cost, straight, diagonal, "", out)?);
        }
        Ok(writeln!(out, "{cost} {straight} {diagonal}")?)
    })
}

fn write_length(
    length: impl Display,
    straight: impl Display,
    diagonal: impl Display,
    path: &str,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(out, "{{\"length\":{length},\"straight\":{straight},\"diagonal\":{diagonal}{path}}}")
}

/// Prints a lower bound of a length.
fn print_bound(
    Interrupted { reason, partial }: Interrupted<OctileCost>,
    answers: AnswerFormat,
    out: &mut dyn Write,
) -> Result {
    if answers.are_json() {
        let stopped = json::stopped(reason);
        writeln!(
            out,
            "{{\"length\":null,\"at_least\":{partial},\"straight\":null,\"diagonal\":null,\"stopped\":\"{stopped}\"}}"
        )?;
    } else {
        writeln!(out, "length {partial}..")?;
    }
    Err(Failure::wrong(reason))
}

type FoundOctile = Result<Option<OctilePath>, Interrupted<OctileCost>>;

/// Finds a shortest path between two free cells.
fn octile_path(
    grid: &Grid,
    [from, to]: [Point; 2],
    time: Option<Duration>,
) -> Result<FoundOctile, String> {
    let limits = Limits::new().time(time);
    let path = limited(grid.try_octile_path(from, to, OctileRule::NoCornerCut, &limits))?;
    check_ends(grid, [from, to]).map(|()| path)
}

fn print_octile(
    found: FoundOctile,
    answers: AnswerFormat,
    with_path: bool,
    out: &mut dyn Write,
) -> Result {
    let json = answers.are_json();
    let found = match found {
        Ok(found) => found,
        Err(stopped) => return print_bound(stopped, answers, out),
    };
    let cells = found.as_ref().map(OctilePath::cells);
    let path = if with_path { path_text(cells, json) } else { String::new() };
    let Some(cost) = found.as_ref().map(OctilePath::cost) else {
        if json {
            return Ok(write_length("null", "null", "null", &path, out)?);
        }
        return Ok(writeln!(out, "-")?);
    };
    let (straight, diagonal) = (cost.straight(), cost.diagonal());
    if json {
        return Ok(write_length(cost, straight, diagonal, &path, out)?);
    }
    let steps = format_args!("{straight} straight and {diagonal} diagonal steps");
    Ok(writeln!(out, "length {cost}, {steps}{path}")?)
}
