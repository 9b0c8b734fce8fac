//! `boardbits grid`: shortest paths on grid maps, with unit steps or with diagonal steps that are
//! √2 long.

use std::fmt::{self, Display};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use bitboard_core::{Interrupted, Limits, StopReason, TryError};
use image::{Rgb, RgbImage};
use king_paths::grid::{
    Cost, CostMap, CountOverflow, Distances, Ends, Grid, GridError, Legend, MapError, OctileCost,
    Point, StepKind,
};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::Source;
use crate::json::{self, Digits};
use crate::options::{AnswerFormat, Names, Png, Timeout, cell, two_words};
use crate::output::Picture;
use crate::pictures::save_png;

/// Find all shortest paths on a grid map
///
/// The map has rows of `.` (free) and `#` (wall); `S` marks the start and `E` the goal, unless
/// --from and --to do. Octile maps (MovingAI benchmarks) are read too, without --costs. Cells are
/// X,Y from 0; 0,0 is at the top left. After a row `walls:`, two hexadecimal digits for each cell
/// are the steps from it that are closed: diagonal ones (1 up right, 2 down right, 4 down left, 8
/// up left), then straight ones (1 up, 2 right, 4 down, 8 left). So `02 08` is a wall between two
/// cells.
///
/// The answer is the map with one of the paths, unless it has more than 120 columns or rows, the
/// distance in steps, and the number of shortest paths; `-` if no path exists. A map without a
/// start and a goal answers lines `X,Y X,Y` or {"from":[X,Y],"to":[X,Y]} of stdin, without
/// pictures.
///
/// The JSON answer is {"distance","count"}, with --octile {"length","straight","diagonal"}, with
/// --costs {"cost","count"}; "path" is [[X,Y],…]. They are null if no path exists, and "count" is
/// 0. At the time limit the answer is a lower bound such as `12..`, in JSON "at_least".
#[derive(clap::Args)]
#[command(mut_arg("png", |png| png.help(PNG)))]
#[command(after_long_help = help::after(EXAMPLES, help::SEARCHES))]
pub(crate) struct Arguments {
    /// Map; stdin if missing or `-`
    #[arg(value_name = "FILE")]
    map: Option<PathBuf>,
    /// First cell
    #[arg(long, alias = "start", value_name = "X,Y", allow_hyphen_values = true, value_parser = cell::<usize>)]
    from: Option<Point>,
    /// Last cell
    #[arg(long, aliases = ["goal", "end"], value_name = "X,Y", allow_hyphen_values = true, value_parser = cell::<usize>)]
    to: Option<Point>,
    /// Other symbols of free cells
    #[arg(long, value_name = "SYMBOLS", default_value = "", hide_default_value = true, value_parser = symbols)]
    free: String,
    /// Other symbols of walls
    #[arg(long, value_name = "SYMBOLS", default_value = "", hide_default_value = true, value_parser = symbols)]
    walls: String,
    /// king: across edges and corners; orthogonal: across edges; no-corner-cut: as a king, across a
    /// corner only if both cells beside it are free (one-corner-cut: at least one); knight: leaps
    #[arg(long, default_value = "king", value_name = "STEP", value_parser = STEPS.parser())]
    step: StepKind,
    /// Diagonal steps are √2 long and must not cut corners; the answer is the length of a shortest
    /// path
    #[arg(long, conflicts_with = "step")]
    octile: bool,
    /// Size of an agent that is larger than a cell, such as 2x3 for two columns and three rows;
    /// cells of paths are its top left ones
    #[arg(long, value_name = "WxH", conflicts_with = "costs", value_parser = agent)]
    agent: Option<Point>,
    /// Closed steps in lines `X,Y X,Y` or {"from":[X,Y],"to":[X,Y]}, each from one cell to another
    /// around it. A wall between two cells takes two lines, `0,0 1,0` and `1,0 0,0`
    #[arg(long, value_name = "FILE")]
    closed: Option<PathBuf>,
    /// The symbols `1` to `9` are the costs of free cells, `.` costs 1, `0` is a wall. A step costs
    /// what the cell costs that it enters, with --octile a diagonal one √2 times as much
    #[arg(long)]
    costs: bool,
    /// Print the cells of one shortest path after the answer: the one with the fewest diagonal
    /// steps, then the fewest turns
    #[arg(long)]
    path: bool,
    #[command(flatten)]
    png: Png,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    answers: AnswerFormat,
}

const PNG: &str = "Draw the cells of all shortest paths, colored by distance, into this PNG file";

const EXAMPLES: &str = "\
$ printf 'S.#.\\n..#E\\n....\\n' | boardbits grid
S.#.
.*#E
..*.
distance 3, 1 shortest path
$ echo 0,0 4,0 | boardbits grid room.map --step orthogonal --format json
{\"distance\":8,\"count\":9}";

static STEPS: Names<StepKind> = Names(&[
    ("king|8", StepKind::King),
    ("orthogonal|4", StepKind::Orthogonal),
    ("one-corner-cut", StepKind::OneCornerCut),
    ("no-corner-cut", StepKind::NoCornerCut),
    ("knight", StepKind::Knight),
]);

/// Columns and rows of an agent.
fn agent(text: &str) -> Result<Point, String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let sides = sides.filter(|&(width, height): &Point| width > 0 && height > 0);
    sides.ok_or_else(|| format!("expected columns and rows such as 2x3, found {text:?}"))
}

/// Symbols of a legend.
fn symbols(text: &str) -> Result<String, String> {
    match text.chars().find(|&symbol| symbol.is_whitespace() || symbol == '/') {
        Some(found) => Err(format!("white space and `/` separate cells and rows, found {found:?}")),
        None => Ok(text.to_owned()),
    }
}

pub(crate) fn run(args: Arguments, context: &mut Context) -> Result {
    let source = Source::from_option(args.map.as_deref());
    let mut map = Map::read(&source, &args)?;
    if let Some(path) = &args.closed {
        map.close_steps(&Source::from_option(Some(path)))?;
    }
    if let (Some((width, height)), MapCells::Plain(grid)) = (args.agent, &map.cells) {
        let grid = grid.for_agent(width, height);
        map.places = Some(grid.map_err(|error| Failure::at(&source, error))?);
    }
    let [from, to] =
        [args.from.or(map.marked('S', &source)?), args.to.or(map.marked('E', &source)?)];
    let ends = match (from, to) {
        (Some(from), Some(to)) => [from, to],
        (None, None) if source.is_file() && args.png.png.is_none() => {
            return map.answer_lines(&args, context);
        }
        (from, _) => {
            let (option, marker) = if from.is_none() { ("--from", 'S') } else { ("--to", 'E') };
            return Err(Failure::Usage(format!("{option} is missing, and no {marker} in the map")));
        }
    };
    let is_drawn = args.answers.is_text() && map.width().max(map.height()) <= MAX_DRAWN;
    let with_path = args.path || is_drawn || args.png.png.is_some();
    let search = || map.find(ends, with_path, &args).map_err(Failure::Usage);
    let answer = context.progress.during("searching", search)?;
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.png.png.as_ref().map_or(Ok(()), |path| png(path, map.grid(), &answer.layers));
    if let (true, Some(path)) = (is_drawn, &answer.path) {
        write!(context.out, "{}", map.draw(ends, path))?;
    }
    let printed = answer.print(&args, &mut context.out);
    saved.and(context.go_on(&source, printed))
}

/// The longest map file, in bytes.
const MAX_MAP: u64 = 1 << 28;

/// The most columns and rows of a map that is drawn.
const MAX_DRAWN: usize = 120;

/// A line in JSON: a query, or a closed step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathQuery {
    from: [usize; 2],
    to: [usize; 2],
}

/// Two cells of a line.
fn two_cells(line: &str) -> Result<[Point; 2]> {
    match json::query(line)? {
        Some(PathQuery { from, to }) => Ok([from.into(), to.into()]),
        None => {
            let [from, to] = two_words(line, "X,Y X,Y")?;
            Ok([cell(from)?, cell(to)?])
        }
    }
}

/// A map, and the cells that are marked in it.
struct Map {
    cells: MapCells,
    /// The places of a large agent.
    places: Option<Grid>,
    markers: Vec<(char, Point)>,
}

enum MapCells {
    Plain(Grid),
    Costs(CostMap),
}

impl Map {
    fn read(source: &Source, args: &Arguments) -> Result<Self> {
        let text = source.read_text(MAX_MAP)?;
        let map = Self::parse(&text, args);
        map.map_err(|error| {
            let is_symbol = matches!(error, MapError::Symbol { .. });
            let hint = if is_symbol { "; --free and --walls name others" } else { "" };
            Failure::Input(source.locate(&format!("{error}{hint}")))
        })
    }

    fn parse(text: &str, args: &Arguments) -> Result<Self, MapError> {
        if text.starts_with("type") && !args.costs {
            return Ok(Self::new(MapCells::Plain(text.parse()?), Vec::new()));
        }
        let legend = Legend::new().free(".").walls("#").markers("SE");
        if !args.costs {
            let (grid, markers) = legend.free(&args.free).walls(&args.walls).grid(text)?;
            return Ok(Self::new(MapCells::Plain(grid), markers));
        }
        let digits = ('0'..='9').zip(0..);
        let legend = digits.fold(legend, |legend, (digit, cost)| legend.cost(digit, cost));
        let (map, markers) = legend.free(&args.free).walls(&args.walls).costs(text)?;
        Ok(Self::new(MapCells::Costs(map), markers))
    }

    fn new(cells: MapCells, markers: Vec<(char, Point)>) -> Self {
        Self { cells, places: None, markers }
    }

    /// Closes the steps of a file.
    fn close_steps(&mut self, source: &Source) -> Result {
        for (number, line) in (1..).zip(source.read_text(MAX_MAP)?.lines()) {
            let closed = two_cells(line).and_then(|[from, to]| {
                let closed = match &mut self.cells {
                    MapCells::Plain(grid) => grid.set_step(from, to, false),
                    MapCells::Costs(map) => map.set_step(from, to, false),
                };
                closed.map_err(Failure::wrong)
            });
            closed.map_err(|error| Failure::at(format_args!("{source}:{number}"), error))?;
        }
        Ok(())
    }

    fn grid(&self) -> &Grid {
        match &self.cells {
            MapCells::Plain(grid) => grid,
            MapCells::Costs(map) => map.grid(),
        }
    }

    fn width(&self) -> usize {
        self.grid().width()
    }

    fn height(&self) -> usize {
        self.grid().height()
    }

    /// The cell with a marker, if there is one.
    fn marked(&self, marker: char, source: &Source) -> Result<Option<Point>> {
        let mut cells = self.markers.iter().filter(|(found, _)| *found == marker);
        match (cells.next(), cells.next()) {
            (Some(_), Some(_)) => {
                Err(Failure::at(source, format_args!("the map has more than one {marker}")))
            }
            (cell, _) => Ok(cell.map(|&(_, cell)| cell)),
        }
    }

    /// Answers queries that come line by line.
    fn answer_lines(&self, args: &Arguments, context: &mut Context) -> Result {
        context.for_each_line(&Source::Stdin, &mut |line, out| {
            self.find(two_cells(line)?, args.path, args)?.print(args, out)
        })
    }

    /// Answers a query.
    fn find(
        &self,
        [from, to]: [Point; 2],
        with_path: bool,
        args: &Arguments,
    ) -> Result<GridAnswer, String> {
        for (name, end) in [("from", from), ("to", to)] {
            self.grid().check_free(&[end]).map_err(|error| format!("{name}: {error}"))?;
            if let (Some(places), Some((width, height))) = (&self.places, args.agent)
                && !places.is_free(end)
            {
                let (x, y) = end;
                return Err(format!(
                    "{name}: an agent of {width}×{height} does not fit at column {x}, row {y}"
                ));
            }
        }
        let start = Instant::now();
        let limits = || Limits::new().time(args.timeout.left(start));
        let query = PathSearch { from, to, with_path, limits: &limits };
        let found = match (&self.cells, args.octile) {
            (MapCells::Plain(grid), is_octile) => {
                let grid = self.places.as_ref().unwrap_or(grid);
                if is_octile { query.octile_path(grid) } else { query.all_paths(grid, args) }
            }
            (MapCells::Costs(map), false) => {
                query.cheapest(map.try_distances(Ends::From(&[from]), args.step, &limits()))
            }
            (MapCells::Costs(map), true) => {
                let kind = StepKind::NoCornerCut;
                query.cheapest(map.try_octile_distances(Ends::From(&[from]), kind, &limits()))
            }
        };
        found.map(|found| GridAnswer { lists_path: args.path, ..found })
    }

    /// Draws a path on the map.
    fn draw(&self, [from, to]: [Point; 2], path: &[Point]) -> Picture {
        let on = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
        let (plain, wall) = (Style::new(), Style::new().dimmed());
        let mut on_path = path.to_vec();
        on_path.sort_unstable();
        let mut picture = Picture::default();
        for y in 0..self.height() {
            for x in 0..self.width() {
                let (style, symbol) = match (x, y) {
                    cell if cell == from => (on, 'S'),
                    cell if cell == to => (on, 'E'),
                    cell if on_path.binary_search(&cell).is_ok() => (on, '*'),
                    cell => match &self.cells {
                        MapCells::Plain(grid) if grid.is_free(cell) => (plain, '.'),
                        MapCells::Plain(_) => (wall, '#'),
                        MapCells::Costs(map) => match map.cost(cell) {
                            0 => (wall, '#'),
                            1 => (plain, '.'),
                            cost => (plain, char::from(b'0' + cost as u8)),
                        },
                    },
                };
                picture.add(style, symbol);
            }
            picture.add(plain, "\n");
        }
        picture
    }
}

/// A query, and the limits of its next search.
struct PathSearch<'a> {
    from: Point,
    to: Point,
    with_path: bool,
    limits: &'a dyn Fn() -> Limits<'static>,
}

impl PathSearch<'_> {
    /// The distance of all shortest paths, and their number.
    fn all_paths(&self, grid: &Grid, args: &Arguments) -> Result<GridAnswer, String> {
        let mut answer = GridAnswer::new(Quantity::Distance);
        let paths = grid.try_shortest_paths(&[self.from], &[self.to], args.step, &(self.limits)());
        let paths = match limited(paths)? {
            Ok(paths) => paths,
            Err(by) => return Ok(answer.stopped_at(by.reason, Some(by.partial.to_string()))),
        };
        answer.best = paths.distance().map(|distance| distance.to_string());
        match paths.try_path_count_big(&(self.limits)()) {
            Ok(count) => answer.count = Some(count.to_string()),
            Err(by) => answer = answer.stopped_at(by.reason, Some(by.partial.to_string())),
        }
        if self.with_path {
            answer.path = paths.path();
            answer.layers = paths.layers().map(<[Point]>::to_vec).collect();
        }
        Ok(answer)
    }

    /// The exact length of a shortest path, and its steps.
    fn octile_path(&self, grid: &Grid) -> Result<GridAnswer, String> {
        let answer = GridAnswer::new(Quantity::Length);
        let (kind, limits) = (StepKind::NoCornerCut, (self.limits)());
        match limited(grid.try_octile_path(self.from, self.to, kind, &limits))? {
            Ok(path) => {
                let (cost, path) = path.unzip();
                Ok(GridAnswer {
                    best: cost.map(|cost| cost.to_string()),
                    steps: cost.map(|cost| [cost.straight(), cost.diagonal()]),
                    ..answer
                }
                .with_path(path))
            }
            Err(by) => Ok(answer.stopped_at(by.reason, Some(by.partial.to_string()))),
        }
    }

    /// The cost of a cheapest path, or a lower bound.
    fn cheapest<C: Cost>(
        &self,
        costs: Result<Distances<C>, TryError<GridError, Distances<C>>>,
    ) -> Result<GridAnswer, String> {
        let mut answer = GridAnswer::new(Quantity::Cost);
        let costs = limited(costs)?;
        let stopped = costs.as_ref().err().map(|by| by.reason);
        let known = costs.unwrap_or_else(|by| by.partial);
        answer.best = known.get(self.to).map(|cost| cost.to_string());
        if let (Some(reason), None) = (stopped, &answer.best) {
            return Ok(answer.stopped_at(reason, known.max().map(|cost| cost.to_string())));
        }
        match known.path_count_to(self.to) {
            Ok(count) => answer.count = Some(count.to_string()),
            Err(CountOverflow) => answer.at_least = Some(u128::MAX.to_string()),
        }
        Ok(answer.with_path(self.with_path.then(|| known.path_to(self.to)).flatten()))
    }
}

/// What is found of a best path.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Quantity {
    /// The number of steps.
    #[default]
    Distance,
    /// The sum of the costs of cells.
    Cost,
    /// The length with diagonal steps, and the steps of both kinds.
    Length,
}

/// The answer to a query, or what is known of it.
#[derive(Default)]
struct GridAnswer {
    quantity: Quantity,
    /// The quantity, in digits. `None` if no path exists or a limit was reached.
    best: Option<String>,
    /// The number of best paths. `None` if a limit was reached, or there are too many.
    count: Option<String>,
    /// The straight and the diagonal steps of a length.
    steps: Option<[u32; 2]>,
    /// What is known of the quantity or, beside it, of the count.
    at_least: Option<String>,
    /// The cells of one path, if they are needed, and whether they are listed.
    path: Option<Vec<Point>>,
    lists_path: bool,
    /// The cells of all paths by their distance from the first, if they are needed.
    layers: Vec<Vec<Point>>,
    stopped: Option<StopReason>,
}

impl GridAnswer {
    fn new(quantity: Quantity) -> Self {
        Self { quantity, ..Self::default() }
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

    fn with_path(mut self, path: Option<Vec<Point>>) -> Self {
        self.layers = path.iter().flatten().map(|&cell| vec![cell]).collect();
        self.path = path;
        self
    }

    fn print(&self, args: &Arguments, out: &mut dyn Write) -> Result {
        args.answers.write(out, self)?;
        Failure::if_stopped(self.stopped)
    }
}

impl Display for GridAnswer {
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
        let Some(cells) = self.path.as_ref().filter(|_| self.lists_path) else { return Ok(()) };
        f.write_str(":")?;
        cells.iter().try_for_each(|(x, y)| write!(f, " {x},{y}"))
    }
}

impl Serialize for GridAnswer {
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
        if self.lists_path {
            map.serialize_entry("path", &self.path)?;
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
fn png(path: &Path, grid: &Grid, layers: &[Vec<Point>]) -> Result {
    let (width, height) = (grid.width(), grid.height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| grid.is_free((x, y))));
    let mut colors: Vec<_> = cells.map(|free| if free { FREE } else { WALL }).collect();
    for (i, layer) in layers.iter().enumerate() {
        for &(x, y) in layer {
            colors[width * y + x] = color(i, layers.len());
        }
    }
    let scale = (512 / width.max(height)).max(1);
    let size = [width * scale, height * scale].map(|side| side as u32);
    let picture = RgbImage::from_fn(size[0], size[1], |x, y| {
        Rgb(colors[y as usize / scale * width + x as usize / scale])
    });
    save_png(path, &picture)
}
