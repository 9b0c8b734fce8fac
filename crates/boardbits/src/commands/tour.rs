//! `boardbits tour`: tours of a piece through all cells of a board.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::{Path, PathBuf};

use bitboard_core::picture::rows;
use bitboard_core::svg::{Drawing, EMPTY, PALETTE};
use bitboard_core::{Interrupted, Lattice, Limits, Progress, TryError};
use knight_tours::{CountError, Tours};
use serde_json::json;

use crate::context::{Context, Failure, Result, say};
use crate::help;
use crate::input::{Source, is_file};
use crate::json;
use crate::options::{AnswerFormat, Memory, Names, Svg, Threads, Timeout, cell};
use crate::output::Answer;
use crate::progress::Bar;

/// Find or count knight's tours
///
/// A tour visits every cell of the board once. The answer is the board with the number of each cell
/// in the tour, from 1; `-` if no tour exists, and `?` if a limit was reached. In JSON it is
/// {"cells":[[X,Y],…]}, in the order of the tour, or {"count":N}. The board is a size such as 8x8,
/// or a file with a picture: `.` for cells, `#` for holes. Cells are X,Y from 0; 0,0 is at the top
/// left.
///
/// Counts are for boards that are narrow in one direction, such as 8x8 or 6x20. The closed knight's
/// tours of 8x8 take about a minute and 2 GB of memory.
///
/// --check reads a board of numbers and prints `closed` or `open` if it is a tour, else `-` and, on
/// stderr, the reason. In JSON that is {"tour":"closed"}, or {"reason":TEXT,"tour":null}.
#[derive(clap::Args)]
#[command(mut_arg("memory", |memory| memory.default_value("4096").help(MEMORY)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Tour {
    /// Size, or file with a picture; stdin if `-`
    #[arg(default_value = "8x8", value_name = "SIZE|FILE")]
    board: OsString,
    #[command(flatten)]
    answers: AnswerFormat,
    /// How the piece moves
    #[arg(long, default_value = "knight", value_name = "STEP", value_parser = STEPS.parser())]
    step: Offsets,
    /// Only tours of at least three cells whose last cell is one move from the first
    #[arg(long)]
    closed: bool,
    /// First cell
    #[arg(long, alias = "start", value_name = "X,Y", allow_hyphen_values = true, value_parser = cell::<usize>)]
    from: Option<(usize, usize)>,
    /// Check a tour: a file with the numbers of the cells from 1, in columns, `.` for holes; stdin
    /// if `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "closed", "from", "count", "svg"])]
    check: Option<PathBuf>,
    /// Print the number of tours: open ones in both directions, closed ones in one
    #[arg(long, conflicts_with = "svg")]
    count: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    svg: Svg,
}

const EXAMPLES: &str = "\
$ boardbits tour 6x5 --from 0,0
 1…
…
$ boardbits tour 6x6 --closed --count
9862";

const MEMORY: &str = "Memory of the states of the frontier in MiB: a count stops when they need more, and a search continues \
                      without them";

const STATUSES: help::Statuses =
    ["answered, including that no tour exists", "wrong input, or a limit was reached", help::USAGE];

/// The offsets of a step, up to symmetry.
type Offsets = &'static [(isize, isize)];

static STEPS: Names<Offsets> =
    Names(&[("knight", &[(1, 2)]), ("king", &[(1, 1), (0, 1)]), ("orthogonal", &[(0, 1)])]);

/// Row and column, so that cells are ordered row by row.
type Cell = (usize, usize);

/// The most cells of a board.
const MAX_CELLS: usize = 10_000;

/// The tours of a piece through these cells.
fn tours_of(cells: &[Cell], step: Offsets) -> Tours<Cell> {
    Tours::new(cells.iter().copied(), |(y, x)| {
        let leaps = step.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let offsets = leaps.flat_map(move |(a, b)| signs.map(|(s, t)| (s * a, t * b)));
        offsets.filter_map(move |(dx, dy)| {
            Some((y.checked_add_signed(dy)?, x.checked_add_signed(dx)?))
        })
    })
}

pub(crate) fn run(args: Tour, context: &mut Context) -> Result {
    if let Some(file) = &args.check {
        return check(&Source::from_option(Some(file)), &args, context);
    }
    let board = Board::read(&args.board)?;
    let mut tours = tours_of(&board.cells, args.step);
    if args.closed {
        tours = tours.closed();
    }
    if let Some((x, y)) = args.from {
        let started = tours.starting_with(&[(y, x)]);
        let not_a_cell =
            |_| Failure::Usage(format!("--from {x},{y} is not a cell; cells are X,Y from 0"));
        tours = started.map_err(not_a_cell)?;
    }
    let tours = tours.memory_bytes(args.memory.bytes()).threads(args.threads.count());
    let bar = context.progress.bar(None, "{spinner} {human_pos} nodes, {speed} {elapsed}");
    let show = |progress: &Progress| bar.update(|bar| bar.set_position(progress.nodes));
    let limits = Limits::new().time(args.timeout.timeout).on_progress(&show);
    if args.count {
        return count(&args, &tours, &limits, &bar, context);
    }
    let found = tours.try_find(&limits);
    bar.hide();
    let tour = match found {
        Ok(tour) => tour,
        Err(Interrupted { reason, .. }) => {
            return unknown("cells", json::stopped(reason), reason, &args, context);
        }
    };
    let drawing = || board.drawing(tour.as_deref().unwrap_or_default(), args.closed);
    let saved = args.svg.save(drawing);
    let text = tour.as_ref().map_or("-".to_owned(), |tour| board.numbered(tour));
    let cells = || tour.as_ref().map(|tour| tour.iter().map(|&(y, x)| [x, y]).collect::<Vec<_>>());
    let answer = Answer(text, || json!({ "cells": cells() }));
    saved.and(args.answers.write(&mut context.out, answer))
}

/// Prints whether the numbers in a file are a tour.
fn check(source: &Source, args: &Tour, context: &mut Context) -> Result {
    let text = source.read_text(1 << 20)?;
    let numbered =
        numbered_cells(&text).map_err(|reason| Failure::Input(source.locate(&reason)))?;
    let (tour, reason) = match kind_of_tour(&numbered, args.step) {
        Ok(kind) => (Some(kind), None),
        Err(reason) => (None, Some(reason)),
    };
    let answer = Answer(tour.unwrap_or("-"), || match &reason {
        Some(reason) => json!({ "tour": null, "reason": reason }),
        None => json!({ "tour": tour }),
    });
    args.answers.write(&mut context.out, answer)?;
    if let Some(reason) = reason {
        say(format_args!("boardbits: {source}: {reason}"));
    }
    Ok(())
}

/// The cells of a board of numbers, by these. In columns as a tour is printed, blanks are holes;
/// else a hole is `.` or `#`.
fn numbered_cells(text: &str) -> Result<Vec<(usize, Cell)>, String> {
    let mut words = Vec::new();
    for (y, line) in text.lines().enumerate() {
        let mut end = 0;
        for (x, word) in line.split_whitespace().enumerate() {
            // Columns are counted in bytes: numbers and blanks are ASCII.
            end += line[end..].find(word).unwrap_or(0) + word.len();
            words.push((word, y, x, end));
        }
    }
    let width = words.iter().map(|(word, ..)| word.len()).max().unwrap_or(0);
    let is_hole = |word: &str| word == "." || word == "#";
    let is_printed = words.iter().all(|&(word, .., end)| {
        !is_hole(word) && end >= width && (end - width).is_multiple_of(width + 1)
    });
    let mut cells = Vec::new();
    for (word, y, x, end) in words.into_iter().filter(|(word, ..)| !is_hole(word)) {
        let wrong = || format!("line {}: expected a number from 1 or '.', found {word:?}", y + 1);
        let number = word.parse().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
        cells.push((number, (y, if is_printed { (end - width) / (width + 1) } else { x })));
    }
    if !(1..=MAX_CELLS).contains(&cells.len()) {
        return Err(format!("{} cells, expected 1 to {MAX_CELLS}", cells.len()));
    }
    cells.sort_unstable();
    Ok(cells)
}

/// `closed` or `open`, or the reason why these cells are not a tour.
fn kind_of_tour(numbered: &[(usize, Cell)], step: Offsets) -> Result<&'static str, String> {
    for (expected, &(number, (y, x))) in (1..).zip(numbered) {
        if number != expected {
            return Err(format!("expected the number {expected}, found {number} on cell {x},{y}"));
        }
    }
    let path: Vec<Cell> = numbered.iter().map(|&(_, cell)| cell).collect();
    let tours = tours_of(&path, step);
    tours.clone().starting_with(&path).map_err(|error| error.to_string())?;
    let ends = [path[path.len() - 1], path[0]];
    let is_closed = path.len() > 2 && tours.starting_with(&ends).is_ok();
    Ok(if is_closed { "closed" } else { "open" })
}

/// Counts the tours, and prints their number.
fn count(
    args: &Tour,
    tours: &Tours<Cell>,
    limits: &Limits<'_>,
    bar: &Bar,
    context: &mut Context,
) -> Result {
    let counted = tours.try_count(limits);
    bar.hide();
    let (stopped, reason) = match counted {
        Ok(count) => {
            let answer = Answer(count, || BTreeMap::from([("count", count)]));
            return args.answers.write(&mut context.out, answer);
        }
        Err(TryError::Interrupted(stopped)) => {
            (json::stopped(stopped.reason), stopped.reason.to_string())
        }
        Err(TryError::Failed(error @ CountError::OutOfMemory { .. })) => {
            ("memory", format!("{error}; --memory allows more"))
        }
        Err(error) => return Err(Failure::at(place(&args.board), error)),
    };
    unknown("count", stopped, reason, args, context)
}

/// Prints that the answer is not known, and reports the limit.
fn unknown(
    field: &str,
    stopped: &str,
    reason: impl Display,
    args: &Tour,
    context: &mut Context,
) -> Result {
    let json = || json!({ field: null, "stopped": stopped });
    args.answers.write(&mut context.out, Answer("?", json))?;
    context.complain(place(&args.board), reason);
    Ok(())
}

struct Board {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// A size, or a picture in a file.
    fn read(text: &OsStr) -> Result<Self> {
        let number = |text: &str| text.parse::<usize>().ok();
        let sides = text.to_str().and_then(|text| text.split_once(['x', '×']));
        let size = sides.and_then(|(w, h)| Some((number(w)?, number(h)?)));
        let board = match size {
            Some((width, height)) => {
                let cells = width as u128 * height as u128;
                if !(1..=MAX_CELLS as u128).contains(&cells) {
                    return Err(Failure::Usage(wrong_size(text, cells)));
                }
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
                Self { width, height, cells: cells.collect() }
            }
            None if !is_file(text) && !Path::new(text).exists() => {
                let reason = format!("{text:?} is neither a size such as 8x8 nor a file");
                return Err(Failure::Usage(reason));
            }
            None => Self::picture(&place(text))?,
        };
        match board.cells.len() {
            1..=MAX_CELLS => Ok(board),
            cells => Err(Failure::Input(wrong_size(text, cells as u128))),
        }
    }

    fn picture(source: &Source) -> Result<Self> {
        let text = source.read_text(1 << 20)?;
        let width = rows(&text).next().map_or(0, |row| row.symbols().count());
        let mut board = Self { width, height: 0, cells: Vec::new() };
        for (y, row) in rows(&text).enumerate() {
            let read = row.read(width, ".#".chars(), |x, symbol| {
                if symbol == 0 {
                    board.cells.push((y, x));
                }
            });
            read.map_err(|error| Failure::Input(source.locate(&error.to_string())))?;
            board.height = y + 1;
        }
        Ok(board)
    }

    /// The rows of the board with the number of each cell in the tour, from 1. A picture can be far
    /// wider and higher than it has cells.
    fn numbered(&self, tour: &[Cell]) -> String {
        let mut numbers: Vec<(Cell, usize)> = tour.iter().copied().zip(1..).collect();
        numbers.sort_unstable();
        let mut numbers = numbers.into_iter().peekable();
        let width = tour.len().to_string().len();
        let mut text = String::new();
        for row in 0..self.height {
            let mut column = 0;
            while let Some(((_, x), number)) = numbers.next_if(|&((y, _), _)| y == row) {
                // The end of the number in its place of `width` and a blank. A width in `format!`
                // has at most 16 bits.
                let (number, end) = (number.to_string(), (width + 1) * x + width);
                text.extend(std::iter::repeat_n(' ', end - column - number.len()));
                text.push_str(&number);
                column = end;
            }
            if row + 1 < self.height {
                text.push('\n');
            }
        }
        text
    }

    /// Draws the moves of the tour as lines between the centers of cells.
    fn drawing(&self, tour: &[Cell], closed: bool) -> String {
        let mut drawing = Drawing::new(Lattice::Square, self.width, self.height);
        for &(y, x) in &self.cells {
            drawing.cell((x, y), EMPTY);
        }
        for pair in tour.windows(2) {
            drawing.line((pair[0].1, pair[0].0), (pair[1].1, pair[1].0), PALETTE[0]);
        }
        let (Some(&first), Some(&last)) = (tour.first(), tour.last()) else {
            drawing.caption("no tour");
            return drawing.to_string();
        };
        if closed {
            drawing.line((last.1, last.0), (first.1, first.0), PALETTE[0]);
        } else {
            drawing.disc((first.1, first.0), PALETTE[2]).disc((last.1, last.0), PALETTE[1]);
        }
        drawing.to_string()
    }
}

/// The name of the board in errors: a size, a file or stdin.
fn place(board: &OsStr) -> Source {
    Source::from_option(Some(Path::new(board)))
}

fn wrong_size(board: &OsStr, cells: u128) -> String {
    let board = place(board);
    match cells {
        0 => format!("{board}: the board has no cells"),
        cells => format!("{board}: {cells} cells, expected at most {MAX_CELLS}"),
    }
}
