//! `boardbits c4 solve`: scores, checkpoints of long searches, and their progress.

use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, StopReason};
use c4_solver::{Analysis, Board, Bounds, Column, Position, SolveProgress, Solver};
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::{BookOption, Size, builder, moves_of, on_board, wrong_book};
use crate::context::{Context, Failure, Result, say};
use crate::files::{Lock, save};
use crate::help;
use crate::input::{Source, is_file};
use crate::json::{self, Query};
use crate::options::{AnswerFormat, Memory, Nodes, Stats, Threads, Timeout, seconds};
use crate::output::Output;
use crate::progress::{Bar, Progress};

/// Print the exact score of positions
///
/// A position is the string of columns played, 1 to 7, from the empty board ("" is the empty board;
/// on boards with more than nine columns, a is the tenth). Its score counts the stones that the
/// winner has left when the game ends, plus one. It is positive if the player to move wins,
/// negative if the other player does, 0 for a draw.
///
/// Positions come from the command line, or one per line from files or, without any, from stdin. A
/// line is a position without blanks, or {"moves":"…"}, such as a JSON answer of `c4 solve` or
/// `c4 engine`. The answer is MOVES SCORE, or in JSON {"moves","score"}, {"moves","scores"}
/// (--analyze, null for a full column) or {"moves","score","line"} (--line).
///
/// If a limit is reached, the answer has bounds such as -3..=5 in place of a score, and a line of
/// play ends with `...`. JSON then has null in place of a score, and also "bounds", such as [-3,5],
/// and "stopped".
///
/// A long search can be continued after the program has ended: --checkpoint FILE regularly writes
/// its state to a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Solve {
    /// Positions as strings of columns, or files; stdin if missing or `-`
    #[arg(value_name = "MOVES|FILE")]
    moves: Vec<OsString>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print the score of each column, `-` for a full one
    #[arg(long, conflicts_with = "weak")]
    analyze: bool,
    /// Print only who wins: 1 the player to move, −1 the other player, 0 a draw, in JSON as "score"
    #[arg(long)]
    weak: bool,
    /// Print the best line of play after the score
    #[arg(long, conflicts_with_all = ["weak", "analyze"])]
    line: bool,
    /// Compare with the scores in a file of lines `MOVES SCORE` or {"moves","score"}; `-` for stdin
    ///
    /// The book included in the program is not used, so that the search is measured. A book
    /// given with --book is used.
    ///
    /// The answers are the wrong scores, `MOVES: SCORE, expected SCORE`, in JSON
    /// {"moves","score","expected"}, and the numbers of right and wrong scores and of positions
    /// that were not solved, in JSON {"right","wrong","not_solved","mean_nodes","mean_seconds"}.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "analyze", "weak", "stats", "line"])]
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
    nodes: Nodes,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    stats: Stats,
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
    "a line or a score was wrong, or a limit was reached: see stderr",
    "wrong usage, or a wrong position on the command line",
];

pub(crate) fn run_solve(args: &Solve, context: &mut Context) -> Result {
    on_board!(args.size, fixed board => solve(board, args, context))
}

fn solve<B: Board>(board: B, args: &Solve, context: &mut Context) -> Result {
    let _lock = args.checkpoints.lock()?;
    let spinner = Spinner::new(context.progress);
    let solver = builder(board, &args.book, !args.no_book && args.check.is_none())?
        .memory_bytes(args.memory.bytes())
        .threads(args.threads.count())
        .try_build()?;
    let mut solving = Solving { board, solver, args, spinner };
    if let Some(file) = &args.check {
        return solving.check(&Source::from_option(Some(file)), context);
    }
    let is_one = matches!(args.moves.as_slice(), [moves] if !is_file(moves));
    if args.checkpoints.are_written() && !is_one {
        return Err(Failure::Usage("--checkpoint: expected one position as an argument".into()));
    }
    let stdin = ["-".into()];
    let arguments = if args.moves.is_empty() { &stdin } else { args.moves.as_slice() };
    for argument in arguments {
        let Some(moves) = argument.to_str().filter(|_| !is_file(argument)) else {
            let source = Source::from_option(Some(Path::new(argument)));
            context.for_each_line(&source, |line, out| solving.answer(&moves_of(line)?, out))?;
            continue;
        };
        let place = format_args!("{moves:?}");
        match Position::new(board).play_moves(moves) {
            Ok(_) => {
                let answered = solving.answer(moves, &mut context.out);
                context.go_on(place, answered)?;
            }
            Err(error) => context.complain_of_usage(place, error),
        }
    }
    Ok(())
}

struct Solving<'a, B: Board> {
    board: B,
    solver: Solver<B>,
    args: &'a Solve,
    spinner: Spinner,
}

/// The answer to one position: fields of a line of text, and JSON.
struct Answer {
    fields: Vec<String>,
    json: Value,
    /// The limit that was reached.
    stopped: Option<StopReason>,
    /// The reason why a checkpoint could not be written, if one could not.
    unsaved: Option<String>,
}

impl Answer {
    fn new(moves: &str) -> Self {
        let json = json!({ "moves": moves });
        Self { fields: vec![moves.to_owned()], json, stopped: None, unsaved: None }
    }

    fn add(&mut self, text: impl ToString, name: &str, value: impl Into<Value>) {
        self.fields.push(text.to_string());
        self.json[name] = value.into();
    }

    /// Adds a score or, if the search was stopped, its bounds.
    fn add_score(&mut self, result: Result<i32, Interrupted<Bounds>>) {
        match result {
            Ok(score) => self.add(score, "score", score),
            Err(Interrupted { reason, partial }) => {
                self.add(partial, "score", Value::Null);
                self.json["bounds"] = json!([partial.low, partial.high]);
                self.stop(reason);
            }
        }
    }

    fn stop(&mut self, reason: StopReason) {
        self.stopped = Some(reason);
        self.json["stopped"] = json::stopped(reason).into();
    }
}

impl<B: Board> Solving<'_, B> {
    /// Prints the answer to a position.
    fn answer(&mut self, moves: &str, out: &mut Output) -> Result {
        let answer = self.answer_to(moves);
        self.spinner.hide();
        let Answer { fields, json, stopped, unsaved } = answer?;
        let is_json = self.args.answers.are_json();
        writeln!(out, "{}", if is_json { json.to_string() } else { fields.join(" ") })?;
        // The next position may take hours.
        out.flush()?;
        if let Some(reason) = stopped {
            return Err(Failure::wrong(reason));
        }
        self.args.checkpoints.remove()?;
        unsaved.map_or(Ok(()), |reason| Err(Failure::Input(reason)))
    }

    fn answer_to(&mut self, moves: &str) -> Result<Answer> {
        let Self { board, solver, args, spinner } = self;
        let position = Position::new(*board).play_moves(moves).map_err(Failure::wrong)?;
        let (start, nodes) = (Instant::now(), solver.statistics().nodes);
        let show = |progress: &SolveProgress| spinner.show(progress);
        let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
        let limits = limits.on_progress(&show);
        let mut answer = Answer::new(moves);
        if args.analyze {
            let (analysis, stopped) = match solver.try_analyze(&position, &limits) {
                Ok(analysis) => (analysis, None),
                Err(Interrupted { reason, partial }) => (partial, Some(reason)),
            };
            let columns = || Column::all(board.width());
            let scores: Value = columns().map(|column| analysis.score(column)).collect();
            answer.add(&analysis, "scores", scores);
            if let Some(reason) = stopped {
                let pair = |bounds: Bounds| [bounds.low, bounds.high];
                let bounds = columns().map(|column| analysis.bounds(column).map(pair));
                answer.json["bounds"] = json!(bounds.collect::<Vec<_>>());
                answer.stop(reason);
            }
        } else if args.weak {
            let solved = solver.try_solve_weak(&position, &limits);
            answer.add_score(solved.map_err(|stopped| stopped.map(weak)));
        } else {
            let (nodes, time) = (args.nodes.count(), args.timeout.timeout);
            let solved = args.checkpoints.solve(solver, position, (nodes, time), spinner)?;
            answer.unsaved = solved.unsaved;
            answer.add_score(solved.result);
            if args.line && solved.result.is_err() {
                answer.add("...", "line", Value::Null);
            }
            if let (true, Ok(score)) = (args.line, solved.result) {
                // The time is for both queries.
                let left = args.timeout.timeout.map(|time| time.saturating_sub(start.elapsed()));
                let limits = limits.time(left);
                let symbols = |line: Vec<Column>| -> String {
                    line.into_iter().map(Column::symbol).collect()
                };
                match solver.try_principal_variation(&position, &limits) {
                    Ok(line) if line.len() != position.plies_to_end(score) => {
                        return Err(Failure::Input(wrong_book(score)));
                    }
                    Ok(line) => {
                        let line = symbols(line);
                        answer.add(&line, "line", line.as_str());
                    }
                    Err(Interrupted { reason, partial }) => {
                        let line = symbols(partial);
                        answer.add(format_args!("{line}..."), "line", line.as_str());
                        answer.stop(reason);
                    }
                }
            }
        }
        if args.stats.stats {
            let (nodes, time) = (solver.statistics().nodes - nodes, start.elapsed().as_micros());
            spinner.hide();
            say(format_args!("{moves} nodes={nodes} us={time}"));
        }
        Ok(answer)
    }

    /// Compares with known scores.
    fn check(&mut self, source: &Source, context: &mut Context) -> Result {
        let Self { board, solver, args, spinner } = self;
        let (mut right, mut wrong, mut unsolved) = (0u64, 0u64, 0u64);
        let mut time = Duration::ZERO;
        let show = |progress: &SolveProgress| spinner.show(progress);
        let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
        let limits = limits.on_progress(&show);
        context.for_each_line(source, |line, out| {
            let (moves, expected) = score_of(line)?;
            let position = Position::new(*board).play_moves(&moves).map_err(Failure::wrong)?;
            let start = Instant::now();
            let result = solver.try_solve(&position, &limits);
            time += start.elapsed();
            spinner.hide();
            let mut answer = Answer::new(&moves);
            answer.add_score(result);
            match result {
                Ok(score) if score == expected => {
                    right += 1;
                    return Ok(());
                }
                Ok(_) => wrong += 1,
                Err(_) => unsolved += 1,
            }
            let Answer { fields, mut json, stopped, .. } = answer;
            if args.answers.are_json() {
                json["expected"] = expected.into();
                writeln!(out, "{json}")?;
            } else {
                writeln!(out, "{}, expected {expected}", fields.join(": "))?;
            }
            out.flush()?;
            stopped.map_or(Ok(()), |reason| Err(Failure::wrong(reason)))
        })?;
        let count = right + wrong + unsolved;
        let (nodes, time) =
            (solver.statistics().nodes / count.max(1), time.div_f64(count.max(1) as f64));
        if args.answers.are_json() {
            let json = json!({
                "right": right,
                "wrong": wrong,
                "not_solved": unsolved,
                "mean_nodes": nodes,
                "mean_seconds": time.as_secs_f64(),
            });
            writeln!(context.out, "{json}")?;
        } else {
            writeln!(
                context.out,
                "{right} right, {wrong} wrong, {unsolved} not solved, mean {nodes} nodes, mean {time:.1?}"
            )?;
        }
        if wrong > 0 {
            context.complain(source, format_args!("{wrong} of {count} scores are wrong"));
        }
        Ok(())
    }
}

/// The moves and the score of a line `MOVES SCORE` or {"moves","score"}.
pub(super) fn score_of(line: &str) -> Result<(String, i32)> {
    if let Some(query) = Query::parse(line, &["moves", "score"])? {
        let score = i32::try_from(query.number("score")?).map_err(Failure::wrong)?;
        return Ok((query.needed("moves")?.to_owned(), score));
    }
    // The line of the empty board begins with a blank.
    let (moves, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let score = rest.trim().parse().map_err(|_| {
        Failure::wrong(format_args!("expected MOVES SCORE, found {:?}", json::short(line)))
    })?;
    Ok((moves.to_owned(), score))
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
    /// The file has the bounds of the score and the entries of the table that have cost most. It is
    /// replaced in one step, and removed when the score is printed. The table may have another size
    /// in another run. Only one process can use the file at a time: it is locked by FILE.lock.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["analyze", "weak", "line", "check"])]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least as long as writing one takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "checkpoint")]
    checkpoint_every: Duration,
}

/// The result of a search with checkpoints.
pub(super) struct Solved {
    /// The score or, if a limit was reached, its bounds.
    pub(super) result: Result<i32, Interrupted<Bounds>>,
    /// The reason why a checkpoint could not be written, if one could not.
    pub(super) unsaved: Option<String>,
}

impl Checkpoints {
    pub(super) fn are_written(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Checks that checkpoints can be written, and locks their file.
    fn lock(&self) -> Result<Option<Lock>> {
        self.checkpoint.as_deref().map(Lock::take).transpose()
    }

    /// Removes the checkpoint of a score that is written. Until then, the search can be continued.
    pub(super) fn remove(&self) -> Result {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::at(path.display(), error))
            }
            _ => Ok(()),
        }
    }

    /// Finds the score of a position within a number of nodes and a time. If a checkpoint cannot be
    /// written, says so and continues without it.
    fn solve<B: Board>(
        &self,
        solver: &mut Solver<B>,
        position: Position<B>,
        (nodes, time): (u64, Option<Duration>),
        spinner: &Spinner,
    ) -> Result<Solved> {
        let (start, nodes_at_start) = (Instant::now(), solver.statistics().nodes);
        let mut bounds = Analysis::new(&position).position_bounds();
        let mut nodes_before = 0;
        if let Some(path) = &self.checkpoint
            && let Some(bytes) = read_checkpoint(path)?
        {
            let wrong = |reason: &str| Failure::at(path.display(), reason);
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
                spinner.show(&progress);
            };
            let nodes_left = nodes.saturating_sub(solver.statistics().nodes - nodes_at_start);
            let limits = Limits::new().nodes(nodes_left).on_progress(&show);
            let limits = limits.time(if last { left } else { slice });
            let result = solver.try_solve_from(&position, bounds, &limits);
            // A search that is stopped before it has checked its first bounds does not return them.
            let result = result.map_err(|stopped| stopped.map(|found| both(bounds, found)));
            match (result, &self.checkpoint) {
                (Ok(_), _) | (Err(_), None) => return Ok(Solved { result, unsaved }),
                (Err(found), Some(path)) => {
                    bounds = found.partial;
                    let begin = Instant::now();
                    let nodes = nodes_before.saturating_add(solver.statistics().nodes);
                    let written = solver
                        .checkpoint(&position, bounds, nodes, ENTRIES)
                        .map_err(|error| Failure::at(path.display(), error))
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
                        return Ok(Solved { result, unsaved });
                    }
                    // A search that is stopped at once every time finds nothing.
                    slice = Some(self.checkpoint_every.max(begin.elapsed()));
                }
            }
        }
    }
}

/// The scores within earlier bounds and those found since, unless they contradict each other.
fn both(earlier: Bounds, found: Bounds) -> Bounds {
    let mut both = found;
    (both.low, both.high) = (found.low.max(earlier.low), found.high.min(earlier.high));
    if both.low <= both.high { both } else { found }
}

/// The bounds of the winner: -1, 0 or 1.
fn weak(mut bounds: Bounds) -> Bounds {
    (bounds.low, bounds.high) = (bounds.low.clamp(-1, 1), bounds.high.clamp(-1, 1));
    bounds
}

/// The bytes of a file, `None` if it does not exist.
fn read_checkpoint(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => Source::File(path.to_owned())
            .read_all(MAX_BYTES)
            .map(Some)
            .map_err(|failure: Failure| Failure::Input(failure.to_string())),
    }
}

/// Shows the nodes and the speed of a search. It must be hidden before anything is printed.
pub(super) struct Spinner {
    bar: Bar,
    /// Nodes before the first report.
    before: Mutex<Option<u64>>,
}

impl Spinner {
    pub(super) fn new(progress: Progress) -> Self {
        Self { bar: progress.bar(None, "{spinner} {msg} {elapsed}"), before: Mutex::new(None) }
    }

    /// Shows the nodes, the null-window test of a search, and the use of its table.
    pub(super) fn show(&self, progress: &SolveProgress) {
        let SolveProgress { nodes, column, bounds, beta, table_fill, .. } = *progress;
        let before = *self.before().get_or_insert(nodes);
        self.bar.update(|bar, elapsed| {
            let speed = nodes.saturating_sub(before) as f64 / elapsed.as_secs_f64().max(0.1);
            let (nodes, speed) = (HumanCount(nodes), HumanCount(speed as u64));
            let column = column.map_or_else(String::new, |column| format!("column {column}, "));
            let test = beta.map_or_else(|| ",".to_owned(), |beta| format!(": at least {beta}?"));
            let fill = 100.0 * table_fill;
            bar.set_message(format!(
                "{nodes} positions, {speed}/s, {column}score {bounds}{test} table {fill:.0} %"
            ));
            bar.tick();
        });
    }

    pub(super) fn hide(&self) {
        self.bar.hide();
        *self.before() = None;
    }

    fn before(&self) -> MutexGuard<'_, Option<u64>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
