use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use c4_solver::{Position, Solver};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;
use crate::output::Output;

/// Play Connect 4 perfectly
#[derive(clap::Subcommand)]
pub(crate) enum C4 {
    /// Print the exact score of positions
    ///
    /// A position is the string of columns played, 1 to 7, from the empty board. Its score counts the
    /// stones that the winner has left when the game ends, plus one; it is positive if the player to move
    /// wins, negative if the other player does, 0 for a draw.
    ///
    /// Positions come from the command line or, if there is none, one per line from stdin, where a second field is
    /// ignored.
    Solve(Solve),
}

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
    /// Add the number of positions searched and the time taken
    #[arg(long)]
    stats: bool,
    /// Compare with the scores in a file of lines `MOVES SCORE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "analyze", "weak", "stats"])]
    check: Option<PathBuf>,
}

pub(crate) fn run(command: C4, context: &mut Context) -> Result {
    let C4::Solve(args) = command;
    let mut solver = Solver::new();
    if let Some(file) = &args.check {
        return check(&mut solver, &Source::from_option(Some(file)), context);
    }
    if args.moves.is_empty() {
        return context.for_each_line(&Source::Stdin, |line, out| {
            answer(&mut solver, &args, line.split_whitespace().next().unwrap_or_default(), out)
        });
    }
    for moves in &args.moves {
        match answer(&mut solver, &args, moves, &mut context.out) {
            Ok(()) => {}
            Err(LineFailure::Wrong(reason)) => context.complain(moves, reason),
            Err(LineFailure::Io(error)) => return Err(error.into()),
        }
    }
    Ok(())
}

fn answer(
    solver: &mut Solver,
    args: &Solve,
    moves: &str,
    out: &mut Output,
) -> std::result::Result<(), LineFailure> {
    let position = Position::from_moves(moves).map_err(LineFailure::wrong)?;
    let (start, nodes) = (Instant::now(), solver.nodes());
    write!(out, "{moves}")?;
    if args.analyze {
        for score in solver.analyze(position) {
            match score {
                Some(score) => write!(out, " {score}")?,
                None => write!(out, " -")?,
            }
        }
    } else if args.weak {
        write!(out, " {}", solver.solve_weak(position))?;
    } else {
        write!(out, " {}", solver.solve(position))?;
    }
    if args.stats {
        let (nodes, time) = (solver.nodes() - nodes, start.elapsed().as_micros());
        write!(out, " nodes={nodes} us={time}")?;
    }
    Ok(writeln!(out)?)
}

fn check(solver: &mut Solver, source: &Source, context: &mut Context) -> Result {
    let (mut right, mut wrong, mut time) = (0u64, 0u64, Duration::ZERO);
    context.for_each_line(source, |line, out| {
        let mut fields = line.split_whitespace();
        let (Some(moves), Some(score)) = (fields.next(), fields.next()) else {
            return Err(LineFailure::wrong("not of the form MOVES SCORE"));
        };
        let expected: i32 =
            score.parse().map_err(|_| LineFailure::wrong(format_args!("{score:?} is no score")))?;
        let position = Position::from_moves(moves).map_err(LineFailure::wrong)?;
        let start = Instant::now();
        let score = solver.solve(position);
        time += start.elapsed();
        if score == expected {
            right += 1;
        } else {
            wrong += 1;
            writeln!(out, "{moves}: {score}, expected {expected}")?;
        }
        Ok(())
    })?;
    let count = (right + wrong).max(1);
    let (nodes, time) = (solver.nodes() / count, time / count as u32);
    writeln!(context.out, "{right} right, {wrong} wrong, mean {nodes} nodes, mean {time:.1?}")?;
    Ok(())
}
