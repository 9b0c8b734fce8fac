//! `boardbits tour`: tours of a piece through all cells of a board.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use bitboard_core::svg::{Drawing, EMPTY, PALETTE};
use bitboard_core::{Interrupted, Lattice, Limits, Progress, StopReason, TryError};
use king_paths::tours::{CountError, Counting, Tours};

use crate::context::{Context, Failure, Result, say};
use crate::files::{Interrupt, Lock, save, save_with};
use crate::help;
use crate::input::{Source, is_file};
use crate::json;
use crate::options::{AnswerFormat, Memory, Names, Nodes, Svg, Threads, Timeout, cell, seconds};
use crate::progress::Bar;

/// Find or count knight's tours
///
/// A tour visits every cell of the board once. The answer is the board with the number of each cell
/// in the tour, from 1; `-` if no tour exists, and `?` if a limit was reached. In JSON it is
/// {"cells":[[X,Y],…]}, in the order of the tour, or {"count":N}; null stands for no tour, or,
/// beside "stopped", for an answer that is not known. The board is a size such as 8x8, or a file
/// with a picture: `.` for cells, `#` for holes. Cells are X,Y from 0; 0,0 is at the top left.
///
/// Counts are for boards that are narrow in one direction, such as 8x8 or 6x20, because at most 25
/// cells may be next to those that are decided. A long count can be continued after the program has
/// ended: --checkpoint FILE regularly writes its state, also at a limit and after Ctrl-C or
/// SIGTERM. The closed knight's tours of 8x8 take a few minutes and 2 GB of memory.
#[derive(clap::Args)]
#[command(mut_arg("memory", |memory| memory.default_value("4096").help(MEMORY)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Tour {
    /// Size, or file with a picture; stdin if `-`
    #[arg(default_value = "8x8", value_name = "SIZE|FILE")]
    board: OsString,
    #[command(flatten)]
    answers: AnswerFormat,
    /// How the piece moves; a camel leaps 1 and 3 cells, a zebra 2 and 3
    #[arg(long, default_value = "knight", value_name = "STEP", value_parser = STEPS.parser())]
    step: Offsets,
    /// Only tours of at least three cells whose last cell is one move from the first
    #[arg(long)]
    closed: bool,
    /// First cell
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell::<usize>)]
    from: Option<(usize, usize)>,
    /// Print the number of tours: open ones in both directions, closed ones in one
    #[arg(long, conflicts_with = "svg")]
    count: bool,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    svg: Svg,
}

/// Whether and how often to write checkpoints of a count.
#[derive(clap::Args)]
struct Checkpoints {
    /// Write the state of the count to this file, and continue from it if it exists
    ///
    /// The file is replaced in one step, and removed when the count is printed. Only one process
    /// can use it at a time: it is locked by FILE.lock.
    #[arg(long, value_name = "FILE", requires = "count", conflicts_with = "nodes")]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least ten times as long as writing one takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "300", requires = "checkpoint")]
    checkpoint_every: Duration,
}

const EXAMPLES: &str = "\
$ boardbits tour 6x5
14  5 22 27 16  3
…
$ boardbits tour 6x6 --closed --count
9862
$ boardbits tour 7x6 --closed --count --threads 0 --checkpoint 7x6.state
1067638
$ boardbits tour holes.txt --step orthogonal --from 0,0 --format json
{\"cells\":[[0,0],[1,0],[1,1],[2,1]]}";

const MEMORY: &str = "Memory of the states of the frontier in MiB: a count stops when they need more, and a search continues \
                      without them";

const STATUSES: help::Statuses =
    ["answered, including that no tour exists", "wrong input, or a limit was reached", help::USAGE];

/// The offsets of a step, up to symmetry.
type Offsets = &'static [(isize, isize)];

static STEPS: Names<Offsets> = Names(&[
    ("knight", &[(1, 2)]),
    ("king", &[(1, 1), (0, 1)]),
    ("orthogonal", &[(0, 1)]),
    ("camel", &[(1, 3)]),
    ("zebra", &[(2, 3)]),
]);

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
        let not_a_cell = |_| Failure::Usage(format!("--from {x},{y} is not a cell"));
        tours = started.map_err(not_a_cell)?;
    }
    let tours = tours.memory(args.memory.bytes()).threads(args.threads.count());
    let bar = context.progress.bar(None, "{spinner} {human_pos} nodes, {speed} {elapsed}");
    let show = |progress: &Progress| bar.update(|bar, _| bar.set_position(progress.nodes));
    let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
    let limits = limits.on_progress(&show);
    if args.count {
        let interrupt = match &args.checkpoints.checkpoint {
            Some(_) => Interrupt::catch(),
            None => Interrupt::default(),
        };
        let counted = count(&args, &tours, &limits, &interrupt, &bar, context);
        interrupt.obey();
        return counted;
    }
    let found = tours.try_find(&limits);
    bar.hide();
    let tour = match found {
        Ok(tour) => tour,
        Err(Interrupted { reason, .. }) => {
            return unknown(&args, "cells", json::stopped(reason), reason.to_string(), context);
        }
    };
    // The reader of stdout may stop early, but the file must be complete.
    let drawn = tour.as_deref().unwrap_or_default();
    let saved = args.svg.svg.map_or(Ok(()), |path| board.save(drawn, args.closed, &path));
    let printed = if args.answers.are_json() {
        let cells = tour.map(|tour| tour.iter().map(|&(y, x)| [x, y]).collect::<Vec<_>>());
        writeln!(context.out, "{}", serde_json::json!({ "cells": cells }))
    } else if let Some(tour) = tour {
        write!(context.out, "{}", board.numbered(&tour))
    } else {
        writeln!(context.out, "-")
    };
    saved.and(printed.map_err(Failure::Io))
}

/// Counts the tours, and prints their number.
fn count(
    args: &Tour,
    tours: &Tours<Cell>,
    limits: &Limits<'_>,
    interrupt: &Interrupt,
    bar: &Bar,
    context: &mut Context,
) -> Result {
    let state = args.checkpoints.checkpoint.as_deref();
    let state =
        state.map(|path| State::open(path, args.checkpoints.checkpoint_every)).transpose()?;
    let (counted, unsaved) = match &state {
        None => (tours.try_count(limits), None),
        Some(state) => state.count(tours, args.timeout.timeout, interrupt, bar)?,
    };
    bar.hide();
    match counted {
        Ok(count) => {
            match args.answers.are_json() {
                true => writeln!(context.out, "{{\"count\":{count}}}")?,
                false => writeln!(context.out, "{count}")?,
            }
            context.out.flush()?;
            state.map_or(Ok(()), |state| state.remove())?;
            unsaved.map_or(Ok(()), |reason| Err(Failure::Input(reason)))
        }
        Err(TryError::Interrupted(Interrupted { reason, .. })) => {
            unknown(args, "count", json::stopped(reason), reason.to_string(), context)
        }
        Err(TryError::Failed(error @ CountError::OutOfMemory { .. })) => {
            let reason = format!("{error}; --memory allows more");
            unknown(args, "count", "memory", reason, context)
        }
        Err(error) => Err(Failure::at(place(&args.board), error)),
    }
}

/// The locked file of a count.
struct State<'a> {
    path: &'a Path,
    every: Duration,
    _lock: Lock,
}

type Counted = std::result::Result<u128, TryError<CountError>>;

impl<'a> State<'a> {
    fn open(path: &'a Path, every: Duration) -> Result<Self> {
        // If the file cannot be written, the count would be lost.
        Ok(Self { path, every, _lock: Lock::take(path)? })
    }

    /// Counts from the checkpoint on, if there is one, and writes the next ones. Also returns why
    /// one of them could not be written, if the count went on without it.
    fn count(
        &self,
        tours: &Tours<Cell>,
        time: Option<Duration>,
        interrupt: &Interrupt,
        bar: &Bar,
    ) -> Result<(Counted, Option<String>)> {
        let start = Instant::now();
        let mut counting = match tours.counting() {
            Ok(counting) => counting,
            Err(error) => return Ok((Err(error.into()), None)),
        };
        self.read(&mut counting)?;
        let (mut every, mut nodes, mut unsaved) = (self.every, 0, None);
        loop {
            let last = AtomicU64::new(0);
            let show = |progress: &Progress| {
                last.fetch_max(progress.nodes, Relaxed);
                bar.update(|bar, _| bar.set_position(nodes + progress.nodes));
            };
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            let slice = left.map_or(every, |left| left.min(every));
            let limits = Limits::new().time(slice).cancel(interrupt.flag()).on_progress(&show);
            let stopped = match counting.try_run(&limits) {
                Ok(count) => return Ok((Ok(count), unsaved)),
                Err(stopped) => stopped,
            };
            nodes += last.into_inner();
            let is_time =
                matches!(&stopped, TryError::Interrupted(by) if by.reason == StopReason::Time);
            let continues = is_time && left.is_none_or(|left| slice < left);
            let begin = Instant::now();
            let written = save_with(self.path, |file| counting.write(file));
            match written {
                // A full disk may have room again later.
                Err(failure) if continues => {
                    if unsaved.is_none() {
                        bar.hide();
                        say(format_args!("boardbits: {failure}; the count continues"));
                        unsaved = Some(format!("a checkpoint was not written: {failure}"));
                    }
                }
                written => written?,
            }
            if !continues {
                return Ok((Err(stopped), unsaved));
            }
            every = self.every.max(10 * begin.elapsed());
        }
    }

    fn read(&self, counting: &mut Counting) -> Result {
        let wrong = |reason: &dyn Display| Failure::at(self.path.display(), reason);
        match File::open(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(wrong(&error)),
            Ok(file) => {
                let file = BufReader::with_capacity(1 << 16, file);
                counting.read(file).map_err(|error| wrong(&error))
            }
        }
    }

    /// Removes the checkpoint of a count that is printed.
    fn remove(&self) -> Result {
        match fs::remove_file(self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::at(self.path.display(), error))
            }
            _ => Ok(()),
        }
    }
}

/// Prints that the answer is not known, and reports the limit.
fn unknown(
    args: &Tour,
    field: &str,
    stopped: &str,
    reason: String,
    context: &mut Context,
) -> Result {
    if args.answers.are_json() {
        writeln!(context.out, "{{\"{field}\":null,\"stopped\":\"{stopped}\"}}")?;
    } else {
        writeln!(context.out, "?")?;
    }
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
        let mut board = Self { width: 0, height: 0, cells: Vec::new() };
        for (y, line) in text.lines().enumerate() {
            let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
            for (x, symbol) in symbols.enumerate() {
                match symbol {
                    '.' => board.cells.push((y, x)),
                    '#' => {}
                    found => {
                        let (line, column) = (y + 1, x + 1);
                        return Err(Failure::Input(format!(
                            "{source}:{line}: cell {column}: expected '.' or '#', found {found:?}"
                        )));
                    }
                }
                board.width = board.width.max(x + 1);
            }
            board.height = y + 1;
        }
        Ok(board)
    }

    /// The board with the number of each cell in the tour, from 1. A picture can be far wider and
    /// higher than it has cells.
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
            text.push('\n');
        }
        text
    }

    /// Draws the moves of the tour as lines between the centers of cells.
    fn save(&self, tour: &[Cell], closed: bool, path: &Path) -> Result {
        let mut drawing = Drawing::new(Lattice::Square, self.width, self.height);
        for &(y, x) in &self.cells {
            drawing.cell(x, y, EMPTY);
        }
        for pair in tour.windows(2) {
            drawing.line((pair[0].1, pair[0].0), (pair[1].1, pair[1].0), PALETTE[0]);
        }
        let (Some(&first), Some(&last)) = (tour.first(), tour.last()) else {
            drawing.caption("no tour");
            return save(path, drawing.to_string().as_bytes());
        };
        if closed {
            drawing.line((last.1, last.0), (first.1, first.0), PALETTE[0]);
        } else {
            drawing.disc(first.1, first.0, PALETTE[2]).disc(last.1, last.0, PALETTE[1]);
        }
        save(path, drawing.to_string().as_bytes())
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
