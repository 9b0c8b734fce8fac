//! `boardbits c4 book`: opening books are built, and those of other programs converted.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bitboard_core::{Interrupted, Limits, StopReason};
use c4_solver::{Book, BookBuilder, Solver};
use indicatif::HumanCount;
use serde_json::json;

use super::{MAX_BOOK, Size, solver};
use crate::context::{Context, Failure, Result};
use crate::files::{check, named, save};
use crate::help;
use crate::input::{Source, read_limited};
use crate::json;
use crate::options::{AnswerFormat, Memory, Threads, Timeout, number};
use crate::output::Answer;
use crate::progress::Bar;
use crate::resumable::{Checkpoints, Work};

#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum BookCommand {
    #[command(after_long_help = help::after(BUILD, STATUSES))]
    Build(Build),
    #[command(after_long_help = help::after(CONVERT, FILE_STATUSES))]
    Convert(Convert),
}

/// Solve all positions up to some ply
///
/// The transposition table is kept between positions, so a large --memory saves time. The answer is
/// `FILE: N positions`, in JSON {"file","positions"}. At a time limit FILE is not written, and the
/// answer is `FILE: N of M positions`, in JSON {"file","positions","missing","stopped"}.
#[derive(clap::Args)]
pub(crate) struct Build {
    /// Stones on the board of the deepest positions
    #[arg(long, value_name = "PLIES", value_parser = number(0..=usize::MAX))]
    depth: usize,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    checkpoints: Checkpoints,
}

/// Convert the book of another program
///
/// Reads bitbully's database of 12 plies with distances (`book_12ply_distances.dat` of the Python
/// package bitbully-databases), which takes about 20 seconds, and the opening books of Pascal Pons'
/// solver. The answer is `FILE: N positions`, in JSON {"file","positions"}.
#[derive(clap::Args)]
pub(crate) struct Convert {
    /// The book of the other program
    file: PathBuf,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    size: Size,
}

const BUILD: &str = "\
$ boardbits c4 book build --width 4 --height 4 --depth 3 -o 4x4.book
4x4.book: 37 positions
$ boardbits c4 book build --width 4 --depth 2 -o 4.book --checkpoint 4.part
4.book: …";

const CONVERT: &str = "\
$ boardbits c4 book convert 5x4.pons --width 5 --height 4 -o 5x4.book
5x4.book: 4 positions
$ boardbits c4 solve --width 5 --height 4 --book 5x4.book 3
3 0";

const STATUSES: help::Statuses =
    ["answered", "a limit was reached, or a file is wrong or cannot be written", help::USAGE];

const FILE_STATUSES: help::Statuses =
    ["answered", "a file is wrong or cannot be written", help::USAGE];

pub(crate) fn run(command: &BookCommand, context: &mut Context) -> Result {
    match command {
        BookCommand::Build(args) => build(args, context),
        BookCommand::Convert(args) => convert(args, context),
    }
}

fn convert(args: &Convert, context: &mut Context) -> Result {
    let board = args.size.board()?;
    check(&args.output)?;
    let bytes = Source::File(args.file.clone()).read_all(MAX_BOOK)?;
    let book = named(&args.file, Book::convert(board, &bytes))?;
    write(&args.output, &book, args.answers, context)
}

/// Writes a book and prints how many positions it has.
fn write(path: &Path, book: &Book, answers: AnswerFormat, context: &mut Context) -> Result {
    save(path, book.as_bytes())?;
    let (file, positions) = (path.display(), book.len());
    let json = || json!({ "file": file.to_string(), "positions": positions });
    answers.write(&mut context.out, Answer(format_args!("{file}: {positions} positions"), json))
}

fn build(args: &Build, context: &mut Context) -> Result {
    let board = args.size.board()?;
    check(&args.output)?;
    let mut state = args.checkpoints.open()?;
    let mut solver = solver(board, &args.memory, args.threads)?;
    let builder = BookBuilder::new(board, args.depth);
    let builder = builder.map_err(|error| Failure::Usage(format!("--depth: {error}")))?;
    let bar = context.progress.bar(None, "{spinner} {msg} {elapsed}");
    let mut building = Building { builder, solver: &mut solver, bar: &bar };
    state.read(|file| building.read(file))?;
    let result = state.run(&mut building, args.timeout.timeout, &bar);
    bar.hide();
    let file = args.output.display();
    if let Err(Interrupted { reason, .. }) = result {
        state.save(&building);
        let missing = building.builder.missing();
        let all = building.builder.positions().count();
        let (text, known) =
            (format!("{file}: {} of {all} positions", all - missing), all - missing);
        let json = json!({ "file": file.to_string(), "positions": known, "missing": missing });
        let answer = Answer(text, || json::partial(json.clone(), Some(reason)));
        args.answers.write(&mut context.out, answer)?;
        context.complain(file, reason);
    } else {
        let book = building.builder.build().map_err(|error| Failure::at(&file, error))?;
        write(&args.output, &book, args.answers, context)?;
        state.remove()?;
    }
    state.finish(context);
    Ok(())
}

/// A book whose positions are solved.
struct Building<'a> {
    builder: BookBuilder,
    solver: &'a mut Solver,
    bar: &'a Bar,
}

impl Building<'_> {
    fn read(&mut self, file: &mut impl Read) -> Result<(), String> {
        let bytes = read_limited(file, MAX_BOOK)?;
        self.builder.restore(&bytes).map_err(|error| error.to_string())
    }
}

impl Work for Building<'_> {
    type Answer = ();
    type Stopped = Interrupted;

    fn run(&mut self, time: Option<Duration>, cancel: &AtomicBool) -> Result<(), Interrupted> {
        let (missing, before) = (self.builder.missing(), self.solver.statistics().nodes);
        let show = |progress: &bitboard_core::Progress| {
            self.bar.say(|| {
                let nodes = HumanCount(before + progress.nodes);
                format!("{missing} positions left before, {nodes} nodes")
            });
        };
        let limits = Limits::new().time(time).cancel(cancel).on_progress(&show);
        self.solver.try_solve_book(&mut self.builder, &limits)
    }

    fn is_time(stopped: &Interrupted) -> bool {
        stopped.reason == StopReason::Time
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        file.write_all(&self.builder.checkpoint())
    }
}
