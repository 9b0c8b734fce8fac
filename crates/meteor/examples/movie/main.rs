//! The search of a solver up to its first solution, as an animated SVG picture:
//! `cargo run --release -p meteor-puzzle --features svg --example movie -- meteor movie.svg`.

mod animation;

use meteor_puzzle::{Limits, Solver, presets};

/// The boards that the movie shows, the last ones before the solution.
const MOST: usize = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (name, path) = words.next().zip(words.next()).ok_or("expected: movie NAME FILE.svg")?;
    let solver = Solver::new(presets::find(&name).ok_or("the puzzle does not exist")?.puzzle());
    let mut solutions = solver.solutions();
    let mut frames = vec![solutions.board()];
    let one = Limits::new().nodes(1);
    let found = loop {
        // A limit of one node stops the search at each board.
        let next = solutions.try_next(&one);
        if frames.last() != Some(&solutions.board()) {
            frames.push(solutions.board());
        }
        if let Ok(found) = next {
            break found.is_some();
        }
    };
    let last = &frames[frames.len().saturating_sub(MOST)..];
    std::fs::write(&path, animation::animation(solver.puzzle(), last, 10.0))?;
    println!("{} boards of {} nodes, solved: {found}", last.len(), solutions.nodes());
    Ok(())
}
