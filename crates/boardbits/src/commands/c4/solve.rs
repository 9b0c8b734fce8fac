//! `boardbits c4 solve`: scores, checkpoints of long searches, and their progress.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, Progress, StopReason};
use c4_solver::{Analysis, AnySize, AnySolver, BoardSize, Bounds, Column, Position, SolveProgress};
use serde_json::{Value, json};

use super::position::{Asked, Boards, Reader, for_each_position};
use super::{BookOption, Size, builder, wrong_book};
use crate::context::{Context, Failure, Result, say};
use crate::help;
use crate::input::{Source, is_file, read_limited};
use crate::json;
use crate::options::{AnswerFormat, Memory, Nodes, Stats, Threads, Timeout};
use crate::output::{Answer, Output};
use crate::progress::Bar;
use crate::resumable::{Checkpoints, Resumable, Work};

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
/// A file or stdin, but not the command line, may also have boards: pictures as `c4 show` prints
/// them, of `x`, `o` and `.` in either case, with or without lines around them; a board in one line,
/// with all cells one after the other, as these symbols or the digits 0, 1 and 2, or rows separated
/// by `/`; comma-separated cells, also 0, 1 and 2, or 0, 1 and -1, or b for an empty cell, also in
/// brackets, as one list or a list of rows; {"board":[…]} with such a list; and {"rows":[…]}. The
/// numbers of stones tell who is to move, and x began; {"board":[…],"turn":"o"} says it for games
/// that o began, as does "mark" in an observation of Kaggle ConnectX, 1 for x and 2 for o. The
/// answer then has the rows separated by `/`, or in JSON "board", in place of MOVES.
///
/// If a limit is reached, the answer has bounds such as -3..=5 in place of a score, and a line of
/// play ends with `...`. JSON then has null in place of a score, and also "bounds", such as [-3,5],
/// and "stopped".
///
/// A long search can be continued after the program has ended: --checkpoint FILE regularly writes
/// its state to a file: the bounds of the score, and the entries of the table that have cost most.
/// The table may have another size in another run.
#[derive(clap::Args)]
#[command(mut_arg("checkpoint", |file| file.conflicts_with_all(["analyze", "weak", "line", "check"])))]
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
    /// Print only who wins: 1 the player to move, −1 the other player, 0 a draw, in JSON as
    /// "score"
    #[arg(long)]
    weak: bool,
    /// Print the best line of play after the score
    #[arg(long, conflicts_with_all = ["weak", "analyze"])]
    line: bool,
    /// Compare with the scores in a file of lines `MOVES SCORE` or {"moves","score"}; `-` for
    /// stdin
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
    boards: Boards,
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
$ boardbits c4 show 4455 | boardbits c4 solve
......./......./......./......./...oo../...xx.. 18
$ boardbits c4 solve --check positions.txt
3 right, 0 wrong, …";

const STATUSES: help::Statuses = [
    "every position was solved, and every score was right (--check)",
    "a line or a score was wrong, or a limit was reached: see stderr",
    "wrong usage, or a wrong position on the command line",
];

pub(crate) fn run_solve(args: &Solve, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let state = args.checkpoints.open()?;
    let bar =
        context.progress.bar(None, "{spinner} {human_pos} positions, {speed}, {msg} {elapsed}");
    let solver = builder(board, &args.book, !args.no_book && args.check.is_none())?
        .memory_bytes(args.memory.bytes())
        .threads(args.threads.count())
        .build_any()?;
    let mut solving = Solving { board, solver, args, state, bar };
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
            let reader = Reader::new(board, args.boards);
            for_each_position(context, &source, reader, |asked, out| solving.answer(asked, out))?;
            continue;
        };
        let place = format_args!("{moves:?}");
        match Position::new(board).after_moves(moves) {
            Ok(_) => {
                let asked = Asked::Moves(moves.to_owned());
                let answered = solving.answer(&asked, &mut context.out);
                context.go_on(place, answered)?;
            }
            Err(error) => context.complain_of_usage(place, error),
        }
    }
    solving.state.finish(context);
    Ok(())
}

struct Solving<'a> {
    board: AnySize,
    solver: AnySolver,
    args: &'a Solve,
    state: Resumable,
    bar: Bar,
}

/// The answer to one position: fields of a line of text, and JSON.
struct Solved {
    fields: Vec<String>,
    json: Value,
    /// The limit that was reached.
    stopped: Option<StopReason>,
}

impl Solved {
    fn new(asked: &Asked) -> Self {
        Self { fields: vec![asked.to_string()], json: asked.json(), stopped: None }
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

impl Solving<'_> {
    /// Prints the answer to a position.
    fn answer(&mut self, asked: &Asked, out: &mut Output) -> Result {
        let solved = self.answer_to(asked);
        self.bar.hide();
        let Solved { fields, json, stopped } = solved?;
        self.args.answers.write(out, Answer(fields.join(" "), || &json))?;
        // The next position may take hours.
        out.flush()?;
        if stopped.is_none() {
            self.state.remove()?;
        }
        Failure::if_stopped(stopped)
    }

    fn answer_to(&mut self, asked: &Asked) -> Result<Solved> {
        let Self { board, solver, args, state, bar } = self;
        let position = asked.position(*board)?;
        let (start, nodes) = (Instant::now(), solver.statistics().nodes);
        let show = |progress: &Progress| show(0, progress, bar);
        let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
        let limits = limits.on_progress(&show);
        let mut answer = Solved::new(asked);
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
            answer.add_score(solved);
        } else {
            let bounds = Analysis::new(&position).position_bounds();
            let nodes = [0, args.nodes.count()];
            let mut search = Search { solver, position, bounds, nodes, bar };
            state.read(|file| search.read(file))?;
            let solved = state.run(&mut search, args.timeout.timeout, bar);
            if solved.is_err() {
                state.save(&search);
            }
            answer.add_score(solved);
            if args.line && solved.is_err() {
                answer.add("...", "line", Value::Null);
            }
            if let (true, Ok(score)) = (args.line, solved) {
                // The time is for both queries.
                let limits = limits.time(args.timeout.left(start));
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
            bar.hide();
            say(format_args!("{asked} nodes={nodes} us={time}"));
        }
        Ok(answer)
    }

    /// Compares with known scores.
    fn check(&mut self, source: &Source, context: &mut Context) -> Result {
        let Self { board, solver, args, bar, .. } = self;
        let (mut right, mut wrong, mut unsolved) = (0u64, 0u64, 0u64);
        let mut time = Duration::ZERO;
        let show = |progress: &Progress| show(0, progress, bar);
        let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
        let limits = limits.on_progress(&show);
        let mut reader = Reader::new(*board, args.boards);
        context.for_each_line(source, &mut |line, out| {
            let (asked, expected) = reader.read_scored(line)?;
            let position = asked.position(*board)?;
            let start = Instant::now();
            let result = solver.try_solve(&position, &limits);
            time += start.elapsed();
            bar.hide();
            match result {
                Ok(score) if score == expected => {
                    right += 1;
                    return Ok(());
                }
                Ok(_) => wrong += 1,
                Err(_) => unsolved += 1,
            }
            let mut answer = Solved::new(&asked);
            answer.add_score(result);
            answer.json["expected"] = expected.into();
            let text =
                format_args!("{}, expected {expected}", answer.fields.join(": ")).to_string();
            args.answers.write(out, Answer(text, || &answer.json))?;
            out.flush()?;
            Failure::if_stopped(answer.stopped)
        })?;
        let count = right + wrong + unsolved;
        let (nodes, time) =
            (solver.statistics().nodes / count.max(1), time.div_f64(count.max(1) as f64));
        let json = || {
            json!({
                "right": right,
                "wrong": wrong,
                "not_solved": unsolved,
                "mean_nodes": nodes,
                "mean_seconds": time.as_secs_f64(),
            })
        };
        let solved = format_args!("{right} right, {wrong} wrong, {unsolved} not solved");
        let text = format!("{solved}, mean {nodes} nodes, mean {time:.1?}");
        args.answers.write(&mut context.out, Answer(text, json))?;
        if wrong > 0 {
            context.complain(source, format_args!("{wrong} of {count} scores are wrong"));
        }
        Ok(())
    }
}

/// The largest number of entries of the table in a checkpoint, about 40 MB on 7×6.
const ENTRIES: usize = 1 << 22;
/// The longest checkpoint that is read, in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// A search for the score of a position, which can be continued.
struct Search<'a> {
    solver: &'a mut AnySolver,
    position: Position<AnySize>,
    bounds: Bounds,
    /// The nodes so far, those of earlier runs included, and those left.
    nodes: [u64; 2],
    bar: &'a Bar,
}

impl Search<'_> {
    fn read(&mut self, file: &mut impl Read) -> Result<(), String> {
        let bytes = read_limited(file, MAX_BYTES)?;
        let checkpoint = self.solver.restore(&bytes).map_err(|error| error.to_string())?;
        if checkpoint.position != self.position {
            return Err("the checkpoint is of another position".to_owned());
        }
        (self.bounds, self.nodes[0]) = (checkpoint.bounds, checkpoint.nodes);
        Ok(())
    }
}

impl Work for Search<'_> {
    type Answer = i32;
    type Stopped = Interrupted<Bounds>;

    fn run(&mut self, time: Option<Duration>, cancel: &AtomicBool) -> Result<i32, Self::Stopped> {
        let before = self.solver.statistics().nodes;
        let [so_far, left] = self.nodes;
        let show = |progress: &Progress| show(so_far, progress, self.bar);
        let limits = Limits::new().nodes(left).time(time).cancel(cancel).on_progress(&show);
        let result = self.solver.try_solve_from(&self.position, self.bounds, &limits);
        let nodes = self.solver.statistics().nodes - before;
        self.nodes = [so_far.saturating_add(nodes), left.saturating_sub(nodes)];
        result.map_err(|stopped| {
            // A search that is stopped before it has checked its first bounds does not return them.
            let stopped = stopped.map(|found| both(self.bounds, found));
            self.bounds = stopped.partial;
            stopped
        })
    }

    fn is_time(stopped: &Self::Stopped) -> bool {
        stopped.reason == StopReason::Time
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        let bytes = self.solver.checkpoint(&self.position, self.bounds, self.nodes[0], ENTRIES);
        file.write_all(&bytes.map_err(io::Error::other)?)
    }
}

/// The scores within earlier bounds and those found since, unless they contradict each other.
fn both(earlier: Bounds, found: Bounds) -> Bounds {
    let mut both = found;
    (both.low, both.high) = (found.low.max(earlier.low), found.high.min(earlier.high));
    if both.low <= both.high { both } else { found }
}

/// Shows the nodes, the null-window test of a search, and the use of its table.
fn show(nodes_before: u64, progress: &Progress<'_>, bar: &Bar) {
    let Some(&SolveProgress { column, bounds, beta, table_fill, .. }) = progress.detail() else {
        return;
    };
    bar.update(|bar| {
        let column = column.map_or_else(String::new, |column| format!("column {column}, "));
        let test = beta.map_or_else(|| ",".to_owned(), |beta| format!(": at least {beta}?"));
        let fill = 100.0 * table_fill;
        bar.set_message(format!("{column}score {bounds}{test} table {fill:.0} %"));
        bar.set_position(nodes_before.saturating_add(progress.nodes));
    });
}
