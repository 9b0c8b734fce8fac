//! Solves positions given as strings of moves:
//! `cargo run --release -p c4-solver --example solve -- 44444 4455`.

use c4_solver::{Position, Solver};

fn main() -> Result<(), c4_solver::PositionError> {
    let mut solver = Solver::default();
    let games: Vec<String> = std::env::args().skip(1).collect();
    let games = if games.is_empty() { vec!["274552224131661".to_owned()] } else { games };
    for moves in games {
        let position = Position::from_moves(&moves)?;
        print!("{position}");
        let best = solver.best_moves(&position);
        let plies = position.plies_to_end(best.score);
        println!("score {}, best columns {}, {plies} more plies", best.score, best.columns);
        println!("by column: {}\n", solver.analyze(&position));
    }
    println!("{} nodes", solver.statistics().nodes);
    Ok(())
}
