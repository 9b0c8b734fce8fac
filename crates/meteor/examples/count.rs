//! Counts the solutions of a puzzle file, or of all presets:
//! `cargo run --release -p meteor-puzzle --example count -- my.puzzle`.

use meteor_puzzle::{PuzzleFile, Solver, presets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(path) = std::env::args().nth(1) {
        let file: PuzzleFile = std::fs::read_to_string(path)?.parse()?;
        println!("{}: {}", file.title, Solver::new(file.puzzle).count()?);
        return Ok(());
    }
    for preset in presets::ALL {
        let file = preset.file();
        println!("{}: {}", file.title, Solver::new(file.puzzle).count()?);
    }
    Ok(())
}
