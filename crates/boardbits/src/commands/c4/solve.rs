//! `boardbits c4 solve`: scores, checkpoints of long searches, and their progress.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, Progress, StopReason};
use c4_solver::{
    Analysis, AnalysisProgress, Board, Bounds, Column, Position, SolveProgress, Solver,
};
use indicatif::{HumanCount, ProgressBar};

use super::{BookOption, Size, builder, on_board, wrong_book};
use crate::context::{Context, Failure, LineFailure, Result, say};
use crate::files::{check, save};
use crate::help;
use crate::input::Source;
use crate::options::{self, AnswerFormat, Memory, Stats, Threads, Timeout, seconds};
use crate::output::Output;

/// Print the exact score of positions
///
/// A position is the string of columns played, 1 to 7, from the empty board ("" is the empty board; on boards with more than
/// nine columns, a is the tenth). Its score counts the stones that the winner has left when the game ends, plus one. It
/// is positive if the player to move wins, negative if the other player does, 0 for a draw.
///
/// Positions come from the command line or, without any, one per line from FILE or stdin. A second field of a line is
/// ignored. The answer is MOVES SCORE, or in JSON {"moves","score"}, {"moves","scores"} (--analyze, null for a full column)
/// or {"moves","score","line"} (--line).
///
/// A long search can be continued after the program has ended: --checkpoint FILE regularly writes its state to a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Solve {
    /// Positions as strings of columns
    moves: Vec<String>,
    /// Read positions from this file, `-` for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    file: Option<PathBuf>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print the score of each column, `-` for a full one
    #[arg(long, conflicts_with = "weak")]
    analyze: bool,
    /// Print only who wins: 1 the player to move, −1 the other player, 0 a draw
    #[arg(long)]
    weak: bool,
    /// Print the best line of play after the score
    #[arg(long, conflicts_with_all = ["weak", "analyze"])]
    line: bool,
    /// Compare with the scores in a file of lines `MOVES SCORE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "file", "analyze", "weak", "stats", "line", "format", "json"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
    /// Search every position, even those in the book included in the program
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    stats: Stats,
    #[command(flatten)]
    progress: options::Progress,
}

const EXAMPLES: &str = "\
$ boardbits c4 solve 274552224131661
274552224131661 0
$ echo 274552224131661 | boardbits c4 solve --analyze
274552224131661 -9 -11 -12 0 -11 -11 -11
$ boardbits c4 solve --check positions.txt
3 right, 0 wrong, …";

const STATUSES: help::Statuses = [
    "every position was solved, and every score was right (--check)",
    "a line or a score was wrong, or a time limit was reached: see stderr",
    "wrong usage, or a wrong position on the command line",
];

pub(crate) fn run_solve(args: &Solve, context: &mut Context) -> Result {
    on_board!(args.size, fixed board => solve(board, args, context))
}

fn solve<B: Board>(board: B, args: &Solve, context: &mut Context) -> Result {
    args.checkpoints.check()?;
    let spinner = Spinner::new(args.progress);
    let mut solver = builder(board, &args.book, !args.no_book && args.check.is_none())?
        .memory_bytes(args.memory.bytes())
        .threads(args.threads.count())
        .try_build()?;
    if let Some(file) = &args.check {
        let source = Source::from_option(Some(file));
        return check_scores(board, &mut solver, args.timeout, &spinner, &source, context);
    }
    let mut answer = |moves: &str, out: &mut Output| {
        let answered = answer(board, &mut solver, args, &spinner, moves);
        spinner.hide();
        let Answer { text, unsaved } = answered?;
        writeln!(out, "{text}")?;
        // The next position may take hours.
        out.flush()?;
        args.checkpoints.remove()?;
        unsaved.map_or(Ok(()), |reason| Err(LineFailure::Wrong(reason)))
    };
    if args.moves.is_empty() && !args.checkpoints.are_written() {
        let source = Source::from_option(args.file.as_deref());
        return context.for_each_line(&source, |line, out| {
            answer(line.split_whitespace().next().unwrap_or_default(), out)
        });
    }
    if args.checkpoints.are_written() && args.moves.len() != 1 {
        let count = args.moves.len();
        let text = format!("--checkpoint: expected one position as an argument, found {count}");
        return Err(Failure::Usage(text));
    }
    for moves in &args.moves {
        match answer(moves, &mut context.out) {
            Ok(()) => {}
            Err(LineFailure::Wrong(reason)) => {
                let place = format_args!("{moves:?}");
                match Position::new(board).play_moves(moves) {
                    Ok(_) => context.complain(place, reason),
                    Err(_) => context.complain_of_usage(place, reason),
                }
            }
            Err(LineFailure::Io(error)) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The answer to one position.
struct Answer {
    text: String,
    /// Why a checkpoint could not be written, if one could not.
    unsaved: Option<String>,
}

fn answer<B: Board>(
    board: B,
    solver: &mut Solver<B>,
    args: &Solve,
    spinner: &Spinner,
    moves: &str,
) -> Result<Answer, LineFailure> {
    let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
    let (start, nodes) = (Instant::now(), solver.statistics().nodes);
    let node_progress = |progress: &Progress| spinner.show(progress.nodes);
    let column_progress = |progress: &AnalysisProgress<B>| spinner.show(progress.nodes);
    let limits = Limits::new().time(args.timeout.timeout).on_progress(&node_progress);
    let mut fields = vec![moves.to_owned()];
    let mut json = serde_json::json!({ "moves": moves });
    let mut unsaved = None;
    if args.analyze {
        let limits = limits.without_progress().on_progress(&column_progress);
        let analysis = solver.try_analyze(&position, &limits).map_err(|stopped| {
            let Interrupted { reason, partial } = stopped;
            LineFailure::wrong(format_args!("{reason}: the scores are {partial}"))
        })?;
        let columns = Column::all(board.width());
        json["scores"] = columns.map(|column| analysis.score(column)).collect();
        fields.push(analysis.to_string());
    } else if args.weak {
        let score = solver.try_solve_weak(&position, &limits).map_err(stopped)?;
        json["score"] = score.into();
        fields.push(score.to_string());
    } else {
        let solved = args.checkpoints.solve(solver, position, args.timeout.timeout, spinner)?;
        let Solved { score, .. } = solved;
        unsaved = solved.unsaved;
        json["score"] = score.into();
        fields.push(score.to_string());
        if args.line {
            // The time is for both queries.
            let left = args.timeout.timeout.map(|time| time.saturating_sub(start.elapsed()));
            let limits = limits.time(left);
            let line = solver.try_principal_variation(&position, &limits);
            let line = line.map_err(|stopped| {
                let reason = stopped.reason;
                LineFailure::wrong(format_args!("{reason}: the score is {score}"))
            })?;
            if line.len() != position.plies_to_end(score) {
                return Err(LineFailure::Wrong(wrong_book(score)));
            }
            let line: String = line.into_iter().map(Column::symbol).collect();
            json["line"] = line.as_str().into();
            fields.push(line);
        }
    }
    if args.stats.stats {
        let (nodes, time) = (solver.statistics().nodes - nodes, start.elapsed().as_micros());
        spinner.hide();
        say(format_args!("{moves} nodes={nodes} us={time}"));
    }
    let text = if args.answers.are_json() { json.to_string() } else { fields.join(" ") };
    Ok(Answer { text, unsaved })
}

fn check_scores<B: Board>(
    board: B,
    solver: &mut Solver<B>,
    Timeout { timeout }: Timeout,
    spinner: &Spinner,
    source: &Source,
    context: &mut Context,
) -> Result {
    let (mut right, mut wrong, mut time) = (0u64, 0u64, Duration::ZERO);
    let progress = |progress: &Progress| spinner.show(progress.nodes);
    let limits = Limits::new().time(timeout).on_progress(&progress);
    context.for_each_line(source, |line, out| {
        let mut fields = line.split_whitespace();
        let (Some(moves), Some(score)) = (fields.next(), fields.next()) else {
            return Err(LineFailure::wrong("expected MOVES SCORE"));
        };
        let expected: i32 = score.parse().map_err(|_| {
            LineFailure::wrong(format_args!("expected a score after the moves, found {score:?}"))
        })?;
        let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
        let start = Instant::now();
        let score = solver.try_solve(&position, &limits).map_err(stopped)?;
        time += start.elapsed();
        spinner.hide();
        if score == expected {
            right += 1;
        } else {
            wrong += 1;
            writeln!(out, "{moves}: {score}, expected {expected}")?;
            out.flush()?;
        }
        Ok(())
    })?;
    let count = right + wrong;
    let (nodes, time) =
        (solver.statistics().nodes / count.max(1), time.div_f64(count.max(1) as f64));
    writeln!(context.out, "{right} right, {wrong} wrong, mean {nodes} nodes, mean {time:.1?}")?;
    if wrong > 0 {
        context.complain(source, format_args!("{wrong} of {count} scores are wrong"));
    }
    Ok(())
}

/// The largest number of entries of the table in a checkpoint, about 40 MB on 7×6.
const ENTRIES: usize = 1 << 22;
/// The longest checkpoint that is read, in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Whether and how often to write checkpoints.
#[derive(clap::Args)]
pub(crate) struct Checkpoints {
    /// Write the state of the search to this file, and continue from it if it exists
    ///
    /// The file has the bounds of the score and the entries of the table that have cost most. It is replaced in one step, and
    /// removed when the score is printed. The table may have another size in another run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["analyze", "weak", "line", "check"])]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least as long as writing one takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "checkpoint")]
    checkpoint_every: Duration,
}

/// A score that was found.
pub(super) struct Solved {
    pub(super) score: i32,
    /// Why a checkpoint could not be written, if one could not.
    pub(super) unsaved: Option<String>,
}

impl Checkpoints {
    pub(super) fn are_written(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Checks that checkpoints can be written.
    pub(super) fn check(&self) -> Result {
        self.checkpoint.as_deref().map_or(Ok(()), check)
    }

    /// Removes the checkpoint of a score that is written. Until then, the search can be continued.
    pub(super) fn remove(&self) -> Result<(), LineFailure> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(LineFailure::Wrong(format!("{}: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// Finds the score of a position within a time limit. If a checkpoint cannot be written, says so and continues without it.
    pub(super) fn solve<B: Board>(
        &self,
        solver: &mut Solver<B>,
        position: Position<B>,
        time: Option<Duration>,
        spinner: &Spinner,
    ) -> Result<Solved, LineFailure> {
        let start = Instant::now();
        let mut bounds = Analysis::new(&position).position_bounds();
        let mut nodes_before = 0;
        if let Some(path) = &self.checkpoint
            && let Some(bytes) = read_checkpoint(path)?
        {
            let wrong = |reason: &str| LineFailure::Wrong(format!("{}: {reason}", path.display()));
            let checkpoint = solver.restore(&bytes).map_err(|error| wrong(&error.to_string()))?;
            if checkpoint.position != position {
                return Err(wrong("the checkpoint is of another position"));
            }
            (bounds, nodes_before) = (checkpoint.bounds, checkpoint.nodes);
        }
        let mut unsaved = None;
        let mut slice = self.checkpoint.as_ref().map(|_| self.checkpoint_every);
        loop {
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            let last = left <= slice && left.is_some() || slice.is_none();
            let nodes_so_far = nodes_before.saturating_add(solver.statistics().nodes);
            let show = |progress: &SolveProgress| {
                let nodes = nodes_so_far.saturating_add(progress.nodes);
                let mut progress = *progress;
                progress.nodes = nodes;
                spinner.show_search(&progress);
            };
            let limits = Limits::new().time(if last { left } else { slice }).on_progress(&show);
            let result = solver.try_solve_from(&position, bounds, &limits);
            match (result, &self.checkpoint) {
                (Ok(score), _) => return Ok(Solved { score, unsaved }),
                (Err(found), None) => return Err(stopped(found)),
                (Err(found), Some(path)) => {
                    bounds = found.partial;
                    let begin = Instant::now();
                    let nodes = nodes_before.saturating_add(solver.statistics().nodes);
                    let written = solver
                        .checkpoint(&position, bounds, nodes, ENTRIES)
                        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
                        .and_then(|bytes| save(path, &bytes));
                    // The search is worth more than its checkpoint.
                    if let Err(failure) = written
                        && unsaved.is_none()
                    {
                        spinner.hide();
                        say(format_args!("boardbits: {failure}; the search continues"));
                        unsaved = Some(format!("a checkpoint was not written: {failure}"));
                    }
                    if last || found.reason != StopReason::Time {
                        return Err(stopped(found));
                    }
                    // A search that is stopped at once every time finds nothing.
                    slice = Some(self.checkpoint_every.max(begin.elapsed()));
                }
            }
        }
    }
}

/// The bytes of a file, `None` if it does not exist.
fn read_checkpoint(path: &Path) -> Result<Option<Vec<u8>>, LineFailure> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => Source::File(path.to_owned())
            .read_all(MAX_BYTES)
            .map(Some)
            .map_err(|failure: Failure| LineFailure::Wrong(failure.to_string())),
    }
}

/// The error of a query that a limit stopped: the bounds of the score.
pub(super) fn stopped(stopped: Interrupted<Bounds>) -> LineFailure {
    let Interrupted { reason, partial: Bounds { low, high, .. } } = stopped;
    LineFailure::wrong(format_args!("{reason}: the score is from {low} to {high}"))
}

/// It must be hidden before anything is printed.
pub(super) struct Spinner {
    progress: options::Progress,
    shown: Mutex<Option<Shown>>,
}

struct Shown {
    bar: ProgressBar,
    start: Instant,
    /// Nodes before the first report.
    nodes: u64,
}

impl Spinner {
    pub(super) fn new(progress: options::Progress) -> Self {
        Self { progress, shown: Mutex::new(None) }
    }

    pub(super) fn show(&self, nodes: u64) {
        self.update(nodes, "");
    }

    /// Shows the question of a search, and the use of its table.
    pub(super) fn show_search(&self, progress: &SolveProgress) {
        let SolveProgress { nodes, bounds, question, table_fill, .. } = *progress;
        let fill = 100.0 * table_fill;
        self.update(nodes, &format!(", score {bounds}: at least {question}? table {fill:.0} %"));
    }

    fn update(&self, nodes: u64, rest: &str) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let Shown { bar, start, nodes: before } = shown.get_or_insert_with(|| {
            let bar = self.progress.bar(None, "{spinner} {msg} {elapsed}");
            Shown { bar, start: Instant::now(), nodes }
        });
        let speed = nodes.saturating_sub(*before) as f64 / start.elapsed().as_secs_f64().max(0.1);
        let (nodes, speed) = (HumanCount(nodes), HumanCount(speed as u64));
        bar.set_message(format!("{nodes} positions, {speed}/s{rest}"));
        bar.tick();
    }

    pub(super) fn hide(&self) {
        if let Some(shown) = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
            shown.bar.finish_and_clear();
        }
    }
}
