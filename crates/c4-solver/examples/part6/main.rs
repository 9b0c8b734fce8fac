//! Part 6 of Pascal Pons' tutorial beside this crate: the encoding of a position, and its score by
//! arrays, by bitboards and by `Solver`: `cargo run --release -p c4-solver --example part6 --
//! MOVES`. The default is the position of the tutorial. Of most positions with fewer than 20 stones
//! the plain searches take minutes and more.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::time::Instant;

use c4_solver::Solver;
use port::{Arrays, Play as _, Position};

/// The position of the tutorial's picture, and one near the end of a game.
const GAMES: [&str; 2] = ["435654434334", "67152117737262713366376314254"];

fn main() -> Result<(), c4_solver::PositionError> {
    let moves = std::env::args().nth(1);
    let games = moves.as_deref().map_or(GAMES.to_vec(), |moves| vec![moves]);
    for moves in games {
        let ours = c4_solver::Position::from_moves(moves)?;
        let position = Position::from_moves(moves);
        println!("{ours}\n{} stones. The key is the sum of the other three:\n", ours.ply());
        show(position);
        let mut solver = Solver::default();
        let [arrays, bits, weak, score] = [
            timed(|| port::solve(Arrays::from_moves(moves))),
            timed(|| port::solve(position)),
            timed(|| port::solve_weak(position)),
            timed(|| (solver.solve(&ours), solver.statistics().nodes)),
        ];
        println!("\n{:<18}{:>6}{:>12}{:>12}{:>12}", "", "score", "nodes", "ms", "K nodes/s");
        for (name, ((score, nodes), seconds)) in
            [("arrays", arrays), ("bitboards", bits), ("win, draw, loss", weak), ("Solver", score)]
        {
            // A few nodes say nothing about the rate.
            let rate = match nodes {
                0..1_000 => "–".to_owned(),
                _ => format!("{:.0}", nodes as f64 / seconds / 1e3),
            };
            println!("{name:<18}{score:>6}{nodes:>12}{:>12.3}{rate:>12}", seconds * 1e3);
        }
        println!();
    }
    Ok(())
}

/// Prints the bitboards as the tutorial does: rows from the top, a row above the board.
fn show(position: Position) {
    let boards = [
        ("position", position.current),
        ("mask", position.mask),
        ("bottom", Position::BOTTOM),
        ("key", position.key()),
    ];
    println!("{}", boards.map(|(name, _)| format!("{name:<10}")).join("").trim_end());
    for y in (0..7).rev() {
        let row = |bits: u64| -> String {
            (0..7).map(|x| if bits >> (y + 7 * x) & 1 == 1 { '1' } else { '0' }).collect()
        };
        println!("{}", boards.map(|(_, bits)| format!("{:<10}", row(bits))).join("").trim_end());
    }
}

/// The answer and the seconds that it took.
fn timed<T>(solve: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let answer = solve();
    (answer, start.elapsed().as_secs_f64())
}
