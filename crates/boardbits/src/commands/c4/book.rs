//! `boardbits c4 book`: opening books are built, or those of other programs converted.

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
use crate::files::{check, save};
use crate::help;
use crate::input::{Source, read_limited};
use crate::json;
use crate::options::{AnswerFormat, Memory, Threads, Timeout, number};
use crate::output::Answer;
use crate::progress::Bar;
use crate::resumable::{Checkpoints, Work};

/// Build an opening book, or convert that of another program
///
/// With --depth all positions up to this ply are solved. They are listed first, which takes seconds
/// for millions and has no time limit. The transposition table is kept between positions, so a
/// large --memory saves time.
///
/// With a file it is converted: bitbully's database of 12 plies with distances
/// (`book_12ply_distances.dat` of the Python package bitbully-databases), which takes about 20
/// seconds, or an opening book of Pascal Pons' solver.
///
/// The answer is `FILE: N positions`, in JSON {"file","positions"}. At a time limit FILE is not
/// written, and the answer is `FILE: N of M positions`, in JSON
/// {"file","positions","missing","stopped"}.
#[derive(clap::Args)]
#[command(mut_arg("checkpoint", |file| file.conflicts_with("file")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct BookArguments {
    /// The book of the other program
    #[arg(required_unless_present = "depth")]
    file: Option<PathBuf>,
    /// Stones on the board of the deepest positions
    #[arg(long, conflicts_with = "file", value_name = "PLIES", value_parser = number(0..=usize::MAX))]
    depth: Option<usize>,
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

const EXAMPLES: &str = "\
$ boardbits c4 book --width 4 --height 4 --depth 3 -o 4x4.book
4x4.book: 37 positions
$ boardbits c4 book 5x4.pons --width 5 --height 4 -o 5x4.book
5x4.book: 4 positions
$ boardbits c4 solve --width 5 --height 4 --book 5x4.book 3
3 0";

const STATUSES: help::Statuses =
    ["answered", "a limit was reached, or a file is wrong or cannot be written", help::USAGE];

pub(crate) fn run(args: &BookArguments, context: &mut Context) -> Result {
    let board = args.size.board()?;
    check(&args.output)?;
    if let Some(depth) = args.depth {
        let builder = BookBuilder::new(board, depth);
        let builder = builder.map_err(|error| Failure::Usage(format!("--depth: {error}")))?;
        return build(builder, args, context);
    }
    let source = Source::from_option(args.file.as_deref());
    let book = Book::convert(board, &source.read_all(MAX_BOOK)?);
    let book = book.map_err(|error| Failure::at(source, error))?;
    write(&args.output, &book, args.answers, context)
}

/// Writes a book and prints how many positions it has.
fn write(path: &Path, book: &Book, answers: AnswerFormat, context: &mut Context) -> Result {
    save(path, book.as_bytes())?;
    let (file, positions) = (path.display(), book.len());
    let json = || json!({ "file": file.to_string(), "positions": positions });
    answers.write(&mut context.out, Answer(format_args!("{file}: {positions} positions"), json))
}

fn build(builder: BookBuilder, args: &BookArguments, context: &mut Context) -> Result {
    let mut state = args.checkpoints.open()?;
    let mut solver = solver(args.size.board()?, &args.memory, args.threads)?;
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
