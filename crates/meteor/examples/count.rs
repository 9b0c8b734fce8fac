//! Counts the solutions of a puzzle file, or of all ready puzzles: `cargo run --example count -- my.puzzle`.

use meteor::polyform::{PuzzleFile, Solver, ready};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(path) = std::env::args().nth(1) {
        let file: PuzzleFile = std::fs::read_to_string(path)?.parse()?;
        println!("{}: {}", file.title, Solver::new(&file.puzzle).count()?);
        return Ok(());
    }
    for ready in ready::ALL {
        let file = ready.file();
        println!("{}: {}", file.title, Solver::new(&file.puzzle).count()?);
    }
    Ok(())
}
