//! `boardbits c4 solve`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, Progress};
use c4_solver::{AnalysisProgress, Board, Column, Position, Solver};

use super::board::{BookOption, OnBoard, Size, builder, wrong_book};
use super::checkpoint::{Checkpoints, Solved, stopped};
use super::spinner::Spinner;
use crate::context::{Context, Failure, LineFailure, Result, say};
use crate::help;
use crate::input::Source;
use crate::options::{self, AnswerFormat, Memory, Stats, Threads, Timeout};
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

pub(crate) fn run(args: &Solve, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Solve,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        args.checkpoints.check()?;
        let spinner = Spinner::new(args.progress.quiet);
        let mut solver = builder(board, &args.book, !args.no_book && args.check.is_none())?
            .memory_bytes(args.memory.bytes())
            .threads(args.threads.count())
            .try_build()?;
        if let Some(file) = &args.check {
            let source = Source::from_option(Some(file));
            return check(board, &mut solver, args.timeout, &spinner, &source, context);
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
) -> std::result::Result<Answer, LineFailure> {
    let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
    let (start, nodes) = (Instant::now(), solver.statistics().nodes);
    let node_progress = |progress: &Progress| spinner.show(progress.nodes);
    let column_progress = |progress: &AnalysisProgress<B>| spinner.show(progress.nodes);
    let limits = args.timeout.timeout.map_or(Limits::new(), |time| Limits::new().time(time));
    let limits = limits.on_progress(&node_progress);
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
            let limits = left.map_or(limits, |left| limits.time(left));
            let line = solver.try_principal_variation(&position, &limits);
            let line = line.map_err(|stopped| {
                let reason = stopped.reason;
                LineFailure::wrong(format_args!("{reason}: the score is {score}"))
            })?;
            if line.len() != position.plies_to_end(score) as usize {
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

fn check<B: Board>(
    board: B,
    solver: &mut Solver<B>,
    Timeout { timeout }: Timeout,
    spinner: &Spinner,
    source: &Source,
    context: &mut Context,
) -> Result {
    let (mut right, mut wrong, mut time) = (0u64, 0u64, Duration::ZERO);
    let progress = |progress: &Progress| spinner.show(progress.nodes);
    let limits = timeout.map_or(Limits::new(), |time| Limits::new().time(time));
    let limits = limits.on_progress(&progress);
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
