//! `boardbits c4 solve`: scores and moves, checkpoints of long searches, and their progress.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, Progress, SeededRng, StopReason};
use c4_solver::{Analysis, Board, Bounds, Column, Position, SolveProgress, Solver, Strength};
use serde_json::{Value, json};

use super::position::{InputPosition, for_each_position, read_scored};
use super::{BookOption, Size, choose, solver, strength, wrong_book};
use crate::context::{Context, Failure, Result, say};
use crate::help;
use crate::input::{Source, is_file, read_limited};
use crate::json;
use crate::options::{AnswerFormat, Memory, Seed, Stats, Threads, Timeout};
use crate::output::{Answer, Output};
use crate::progress::Bar;
use crate::resumable::{Checkpoints, Resumable, Work};

/// Print the exact score of positions, or the best move
///
/// A score counts the stones that the winner has left when the game ends, plus one. It is positive
/// if the player to move wins, negative if the other player does, 0 for a draw.
///
/// A position is a string of columns, 1 to 7 ("" is the empty board; after 9 come a to z); a
/// picture of `x`, `o` and `.` as people type it, which ends with a blank line; or JSON:
/// {"moves":"…"}, {"board":[…]}, an observation of Kaggle ConnectX, or an answer of this program.
/// On the command line it is moves; files, or stdin without any, have one after the other.
///
/// The answer is MOVES SCORE, in JSON {"moves","score"}, {"moves","scores"} (--analyze),
/// {"moves","score","line"} (--line) or {"moves","column"} (--best). If a limit is reached, it has
/// bounds such as -3..=5 in place of a score; JSON has null, "bounds" and "stopped".
#[derive(clap::Args)]
#[command(mut_arg("checkpoint", |file| file.conflicts_with_all(["analyze", "weak", "line", "best", "check"])))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Solve {
    /// Positions as strings of columns, or files; stdin if missing or `-`
    #[arg(value_name = "MOVES|FILE")]
    moves: Vec<OsString>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print the score of each column, `-` for a full one
    #[arg(long, conflicts_with_all = ["weak", "line", "best"])]
    analyze: bool,
    /// Print only who wins: 1 the player to move, −1 the other player, 0 a draw
    #[arg(long, conflicts_with_all = ["line", "best"])]
    weak: bool,
    /// Print the best line of play after the score
    #[arg(long, conflicts_with = "best")]
    line: bool,
    /// Print only a column to play, `-` on a full board, as the engine of another program
    #[arg(long)]
    best: bool,
    /// How well --best plays: perfect, strong, strong:NODES, casual or random
    #[arg(long, value_parser = strength, default_value = "perfect", value_name = "STRENGTH", requires = "best")]
    strength: Strength,
    #[command(flatten)]
    seed: Seed,
    /// Compare with the scores in a file of lines `MOVES SCORE` or {"moves","score"}; `-` for
    /// stdin. The book in the program is not used
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "analyze", "weak", "stats", "line", "best"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
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
}

const EXAMPLES: &str = "\
$ boardbits c4 solve 274552224131661
274552224131661 0
$ boardbits c4 show 4455 | boardbits c4 solve --best
3";

const STATUSES: help::Statuses = [
    "every position was solved, and every score was right (--check)",
    "a line or a score was wrong, or a limit was reached: see stderr",
    "wrong usage, or a wrong position on the command line",
];

pub(crate) fn run(args: &Solve, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let state = args.checkpoints.open()?;
    let bar =
        context.progress.bar(None, "{spinner} {human_pos} positions, {speed}, {msg} {elapsed}");
    let solver = solver(board, &args.memory, args.threads)?;
    let solver = args.book.add_to(solver, args.check.is_some())?;
    let rng = SeededRng::new(args.seed.seed);
    let mut solving = Solving { board, solver, rng, args, state, bar };
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
            for_each_position(context, &source, board, |input, out| solving.answer(input, out))?;
            continue;
        };
        let place = format_args!("{moves:?}");
        match Position::new(board).after_moves(moves) {
            Ok(_) => {
                let input = InputPosition::Moves(moves.to_owned());
                let answered = solving.answer(&input, &mut context.out);
                context.go_on(place, answered)?;
            }
            Err(error) => context.complain_of_usage(place, error),
        }
    }
    solving.state.finish(context);
    Ok(())
}

struct Solving<'a> {
    board: Board,
    solver: Solver,
    rng: SeededRng,
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
    fn new(input: &InputPosition) -> Self {
        Self { fields: vec![input.to_string()], json: input.json(), stopped: None }
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
    fn answer(&mut self, input: &InputPosition, out: &mut Output) -> Result {
        let start = Instant::now();
        let nodes = self.solver.statistics().nodes;
        let mut answer = Solved::new(input);
        let position = input.position(self.board)?;
        let args = self.args;
        let answered = if args.best {
            self.choose(position, &mut answer)
        } else if args.analyze {
            self.analyze(position, &mut answer);
            Ok(())
        } else if args.weak {
            let limits = Limits::new().time(args.timeout.timeout);
            answer.add_score(self.solver.try_solve_weak(&position, &limits));
            Ok(())
        } else {
            self.solve(position, start, &mut answer)
        };
        self.bar.hide();
        answered?;
        if args.stats.stats {
            let nodes = self.solver.statistics().nodes - nodes;
            let time = start.elapsed().as_micros();
            say(format_args!("{input} nodes={nodes} us={time}"));
        }
        let Solved { fields, json, stopped } = answer;
        args.answers.write(out, Answer(fields.join(" "), || &json))?;
        // The next position may take hours, and another program may wait for this one.
        out.flush()?;
        if stopped.is_none() {
            self.state.remove()?;
        }
        Failure::if_stopped(stopped)
    }

    /// A column to play.
    fn choose(&mut self, position: Position, answer: &mut Solved) -> Result {
        let limits = Limits::new().time(self.args.timeout.timeout);
        answer.fields.clear();
        if position.is_full() {
            answer.add("-", "column", Value::Null);
            return Ok(());
        }
        let chosen =
            choose(&mut self.solver, &position, self.args.strength, &mut self.rng, &limits)?;
        let (column, stopped) = match chosen {
            Ok(column) => (Some(column), None),
            Err(Interrupted { reason, partial }) => (partial, Some(reason)),
        };
        let column = column.map(|column| column.to_string());
        answer.add(column.as_deref().unwrap_or("?"), "column", column.as_deref());
        stopped.into_iter().for_each(|reason| answer.stop(reason));
        Ok(())
    }

    /// The score of each column.
    fn analyze(&mut self, position: Position, answer: &mut Solved) {
        let show = |progress: &Progress| show(0, progress, &self.bar);
        let limits = Limits::new().time(self.args.timeout.timeout).on_progress(&show);
        let (analysis, stopped) = match self.solver.try_analyze(&position, &limits) {
            Ok(analysis) => (analysis, None),
            Err(Interrupted { reason, partial }) => (partial, Some(reason)),
        };
        let columns = || Column::all(self.board.width());
        let scores: Value = columns().map(|column| analysis.score(column)).collect();
        answer.add(&analysis, "scores", scores);
        if let Some(reason) = stopped {
            let pair = |bounds: Bounds| [bounds.low, bounds.high];
            let bounds = columns().map(|column| analysis.bounds(column).map(pair));
            answer.json["bounds"] = json!(bounds.collect::<Vec<_>>());
            answer.stop(reason);
        }
    }

    /// The score, and the best line of play, whose time is what the score leaves.
    fn solve(&mut self, position: Position, start: Instant, answer: &mut Solved) -> Result {
        let Self { solver, args, state, bar, .. } = self;
        let bounds = Analysis::new(&position).position_bounds();
        let mut search = Search { solver, position, bounds, nodes: 0, bar };
        state.read(|file| search.read(file))?;
        let solved = state.run(&mut search, args.timeout.timeout, bar);
        if solved.is_err() {
            state.save(&search);
        }
        answer.add_score(solved);
        if !args.line {
            return Ok(());
        }
        let Ok(score) = solved else {
            answer.add("...", "line", Value::Null);
            return Ok(());
        };
        let limits = Limits::new().time(args.timeout.left(start));
        let line = solver.try_principal_variation(&position, &limits);
        let stopped = line.as_ref().err().map(|stopped| stopped.reason);
        let line = line.unwrap_or_else(|stopped| stopped.partial);
        if stopped.is_none() && line.len() != position.plies_to_end(score) {
            return Err(Failure::Input(wrong_book(score)));
        }
        let line: String = line.into_iter().map(Column::symbol).collect();
        let dots = if stopped.is_some() { "..." } else { "" };
        answer.add(format_args!("{line}{dots}"), "line", line.as_str());
        stopped.into_iter().for_each(|reason| answer.stop(reason));
        Ok(())
    }

    /// Compares with known scores.
    fn check(&mut self, source: &Source, context: &mut Context) -> Result {
        let Self { board, solver, args, bar, .. } = self;
        let (mut right, mut wrong, mut unsolved) = (0u64, 0u64, 0u64);
        let mut time = Duration::ZERO;
        let show = |progress: &Progress| show(0, progress, bar);
        let limits = Limits::new().time(args.timeout.timeout).on_progress(&show);
        context.for_each_line(source, &mut |line, out| {
            let (input, expected) = read_scored(*board, line)?;
            let position = input.position(*board)?;
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
            let mut answer = Solved::new(&input);
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
    solver: &'a mut Solver,
    position: Position,
    bounds: Bounds,
    /// The nodes so far, those of earlier runs included.
    nodes: u64,
    bar: &'a Bar,
}

impl Search<'_> {
    fn read(&mut self, file: &mut impl Read) -> Result<(), String> {
        let bytes = read_limited(file, MAX_BYTES)?;
        let checkpoint = self.solver.restore(&bytes).map_err(|error| error.to_string())?;
        if checkpoint.position != self.position {
            return Err("the checkpoint is of another position".to_owned());
        }
        (self.bounds, self.nodes) = (checkpoint.bounds, checkpoint.nodes);
        Ok(())
    }
}

impl Work for Search<'_> {
    type Answer = i32;
    type Stopped = Interrupted<Bounds>;

    fn run(&mut self, time: Option<Duration>, cancel: &AtomicBool) -> Result<i32, Self::Stopped> {
        let before = self.solver.statistics().nodes;
        let show = |progress: &Progress| show(self.nodes, progress, self.bar);
        let limits = Limits::new().time(time).cancel(cancel).on_progress(&show);
        let result = self.solver.try_solve_from(&self.position, self.bounds, &limits);
        self.nodes = self.nodes.saturating_add(self.solver.statistics().nodes - before);
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
        let bytes = self.solver.checkpoint(&self.position, self.bounds, self.nodes, ENTRIES);
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
