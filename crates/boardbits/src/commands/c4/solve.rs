//! `boardbits c4 solve`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use c4_solver::{Board, Position, Solver};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::board::{BookOption, OnBoard, Size, builder};
use crate::context::{Context, LineFailure, Result};
use crate::input::Source;
use crate::output::Output;

/// Print the exact score of positions
///
/// A position is the string of columns played, 1 to 7, from the empty board ("" is the empty board; on boards with more than
/// nine columns, a is the tenth). Its score counts the stones that the winner has left when the game ends, plus one; it
/// is positive if the player to move wins, negative if the other player does, 0 for a draw.
///
/// Positions come from the command line or, if there is none, one per line from stdin, where a second field is
/// ignored.
#[derive(clap::Args)]
pub(crate) struct Solve {
    /// Positions as strings of columns
    moves: Vec<String>,
    /// Print the score of each column, `-` for a full one
    #[arg(long, conflicts_with = "weak")]
    analyze: bool,
    /// Print who wins only: 1 the player to move, −1 the other one, 0 nobody
    #[arg(long)]
    weak: bool,
    /// Print the best line of play after the score
    #[arg(long, conflicts_with_all = ["weak", "analyze"])]
    line: bool,
    /// Add the number of positions searched and the time taken
    #[arg(long)]
    stats: bool,
    /// Compare with the scores in a file of lines `MOVES SCORE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "analyze", "weak", "stats", "line"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
    /// Search every position, even those in the book that comes with the program
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Bytes of the table of positions, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    table: u32,
    /// Search with so many threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Give a position up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["analyze", "weak", "check", "line"])]
    time: Option<Duration>,
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

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
        let bar = spinner();
        let shown = bar.clone();
        let mut builder = builder(board, &args.book, !args.no_book && args.check.is_none())?
            .table_bytes((args.table as usize) << 20)
            .threads(args.threads as usize)
            .progress(move |progress| {
                shown.set_message(format!("{} positions", HumanCount(progress.nodes)));
                shown.tick();
            });
        if let Some(time) = args.time {
            builder = builder.time_limit(time);
        }
        let mut solver = builder.build();
        if let Some(file) = &args.check {
            return check(board, &mut solver, &Source::from_option(Some(file)), context);
        }
        if args.moves.is_empty() {
            return context.for_each_line(&Source::Stdin, |line, out| {
                let moves = line.split_whitespace().next().unwrap_or_default();
                answer(board, &mut solver, args, moves, out)
            });
        }
        for moves in &args.moves {
            match answer(board, &mut solver, args, moves, &mut context.out) {
                Ok(()) => {}
                Err(LineFailure::Wrong(reason)) => {
                    bar.suspend(|| context.complain(format_args!("{moves:?}"), reason));
                }
                Err(LineFailure::Io(error)) => return Err(error.into()),
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}

/// Shown on stderr if that is a terminal, and gone afterwards.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    let bar = ProgressBar::new_spinner();
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

fn answer<B: Board>(
    board: B,
    solver: &mut Solver<B>,
    args: &Solve,
    moves: &str,
    out: &mut Output,
) -> std::result::Result<(), LineFailure> {
    let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
    let (start, nodes) = (Instant::now(), solver.nodes());
    if args.analyze {
        let scores = solver.analyze(position);
        write!(out, "{moves}")?;
        for score in scores {
            match score {
                Some(score) => write!(out, " {score}")?,
                None => write!(out, " -")?,
            }
        }
    } else if args.weak {
        let score = solver.solve_weak(position);
        write!(out, "{moves} {score}")?;
    } else {
        let score = solver.try_solve(position).map_err(LineFailure::wrong)?;
        write!(out, "{moves} {score}")?;
        if args.line {
            let line = solver.principal_variation(position).into_iter();
            write!(out, " {}", line.map(c4_solver::notation::symbol).collect::<String>())?;
        }
    }
    if args.stats {
        let (nodes, time) = (solver.nodes() - nodes, start.elapsed().as_micros());
        write!(out, " nodes={nodes} us={time}")?;
    }
    writeln!(out)?;
    // The next position may take hours; this answer shall not wait for it, nor be lost with it.
    Ok(out.flush()?)
}

fn check<B: Board>(
    board: B,
    solver: &mut Solver<B>,
    source: &Source,
    context: &mut Context,
) -> Result {
    let (mut right, mut wrong, mut time) = (0u64, 0u64, Duration::ZERO);
    context.for_each_line(source, |line, out| {
        let mut fields = line.split_whitespace();
        let (Some(moves), Some(score)) = (fields.next(), fields.next()) else {
            return Err(LineFailure::wrong("not of the form MOVES SCORE"));
        };
        let expected: i32 =
            score.parse().map_err(|_| LineFailure::wrong(format_args!("{score:?} is no score")))?;
        let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
        let start = Instant::now();
        let score = solver.solve(position);
        time += start.elapsed();
        if score == expected {
            right += 1;
        } else {
            wrong += 1;
            writeln!(out, "{moves}: {score}, expected {expected}")?;
            out.flush()?;
        }
        Ok(())
    })?;
    let count = (right + wrong).max(1);
    let (nodes, time) = (solver.nodes() / count, time / count as u32);
    writeln!(context.out, "{right} right, {wrong} wrong, mean {nodes} nodes, mean {time:.1?}")?;
    Ok(())
}
