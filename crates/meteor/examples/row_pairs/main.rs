//! The search of Nicolas Cellier's "Meteor Contest - Part 8 dumb and fast" beside the functions of
//! this crate, and a movie of it: `cargo run --release -p meteor-puzzle --example row_pairs`.
//! With `--features svg` and a file name it writes the search up to the first solution as an
//! animated picture, which a browser plays.

#[cfg(feature = "svg")]
#[path = "../movie/animation.rs"]
mod animation;
#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::time::Instant;

use meteor_puzzle::{Solver, classic, presets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut search = port::Search::new();
    println!("Positions in the tables of the five pairs of rows: {:?}", search.positions());
    let table = search.run().len();
    println!(
        "Tables of row pairs: {table} solutions and their half turns, {} loops, {:.1?}",
        search.loops(),
        start.elapsed()
    );

    let start = Instant::now();
    let all = classic::solutions();
    println!("classic::solutions: {} solutions in {:.1?}", all.len(), start.elapsed());
    let start = Instant::now();
    let solver = Solver::new(presets::find("meteor").ok_or("the crate has the puzzle")?.puzzle());
    println!("Solver::count: {} in {:.1?}", solver.count()?, start.elapsed());

    let mut steps = Vec::new();
    let found = search.watch(|pieces| {
        steps.push(*pieces);
        pieces.contains(&0)
    });
    println!("\nThe first solution, after {} loops:", steps.len() - 1);
    let cells = |cell: usize| found[0].iter().position(|cells| cells >> cell & 1 == 1);
    for y in 0..10 {
        let row: Vec<String> =
            (0..5).filter_map(|x| cells(5 * y + x)).map(|piece| piece.to_string()).collect();
        println!("{}{}", if y % 2 == 1 { " " } else { "" }, row.join(" "));
    }
    match std::env::args().nth(1) {
        Some(path) => write_movie(&path, &steps),
        None => Ok(()),
    }
}

/// Writes the boards of the search as an animated picture.
#[cfg(feature = "svg")]
fn write_movie(path: &str, steps: &[[u64; 10]]) -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = presets::find("meteor").ok_or("the crate has the puzzle")?.puzzle();
    let all = puzzle.placements();
    let board = |pieces: &[u64; 10]| {
        let placed = pieces.iter().enumerate().filter(|&(_, &cells)| cells != 0);
        let placed = placed.filter_map(|(piece, &cells)| {
            let of_step = (0..50).filter(|&cell| cells >> cell & 1 != 0);
            all.iter().find(|found| found.piece == piece && found.cells().eq(of_step.clone()))
        });
        placed.copied().collect::<Vec<_>>()
    };
    let frames: Vec<_> = steps.iter().map(board).collect();
    std::fs::write(path, animation::animation(&puzzle, &frames, 10.0))?;
    println!("\n{path}: {} boards", steps.len());
    Ok(())
}

#[cfg(not(feature = "svg"))]
fn write_movie(_: &str, _: &[[u64; 10]]) -> Result<(), Box<dyn std::error::Error>> {
    Err("a movie needs --features svg".into())
}
