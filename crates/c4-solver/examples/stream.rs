//! Prints an analysis as it proceeds:
//! `cargo run --release -p c4-solver --features book --example stream -- 44455266`.

use std::time::Instant;

use c4_solver::{Limits, Position, Progress, SolveProgress, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for moves in std::env::args().skip(1) {
        let position = Position::from_moves(&moves)?;
        let mut solver = solver();
        let start = Instant::now();
        let print = |progress: &Progress| {
            if let Some(&SolveProgress { column: Some(column), beta: None, bounds, .. }) =
                progress.detail()
            {
                println!("{:>9.3?} column {column}: {bounds}", start.elapsed());
            }
        };
        match solver.try_analyze(&position, &Limits::new().on_progress(&print)) {
            Ok(analysis) => println!("{:>9.3?} {analysis}", start.elapsed()),
            Err(stopped) => println!("{}: {}", stopped.reason, stopped.partial),
        }
    }
    Ok(())
}

/// A solver with the included book, if there is one.
fn solver() -> Solver {
    let solver = Solver::default();
    #[cfg(feature = "book")]
    let solver = match c4_solver::Book::embedded(solver.board()) {
        Some(book) => solver.book(book),
        None => solver,
    };
    solver
}
