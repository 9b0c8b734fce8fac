//! Prints an analysis as it proceeds: `cargo run --release --example stream --features book --
//! 44455266`.

use std::time::Instant;

use c4_solver::{Limits, Position, Progress, SolveProgress, Solver, SolverBuilder, Standard};

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
    let builder = SolverBuilder::new(Standard::BOARD);
    #[cfg(feature = "book")]
    let builder = match c4_solver::Book::embedded(Standard::BOARD) {
        Some(book) => builder.book(book),
        None => builder,
    };
    builder.build().unwrap()
}
