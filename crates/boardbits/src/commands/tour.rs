//! `boardbits tour`: tours of a piece through all cells of a board.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::Path;

use bitboard_core::picture::rows;
use bitboard_core::svg::{Drawing, EMPTY, PALETTE};
use bitboard_core::{Interrupted, Lattice, Limits, Progress, TryError};
use knight_tours::{CountError, Tours};
use serde_json::json;

use crate::context::{Context, Failure, Result};
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
/// tours of 8x8 take a few minutes and 2 GB of memory.
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

pub(crate) fn run(args: Tour, context: &mut Context) -> Result {
    let board = Board::read(&args.board)?;
    let mut tours = Tours::new(board.cells.iter().copied(), |(y, x)| {
        let leaps = args.step.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let offsets = leaps.flat_map(move |(a, b)| signs.map(|(s, t)| (s * a, t * b)));
        offsets.filter_map(move |(dx, dy)| {
            Some((y.checked_add_signed(dy)?, x.checked_add_signed(dx)?))
        })
    });
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
