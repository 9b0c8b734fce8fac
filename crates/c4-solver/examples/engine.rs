//! A player that thinks for a second at most on a board of 8×7: it plays both sides of a game.

use std::time::Duration;

use c4_solver::bitboard_core::Limits;
use c4_solver::{AnySize, Board, Game, SolverBuilder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = AnySize::<u64>::new(8, 7)?;
    let mut solver = SolverBuilder::new(board).build();
    let limits = Limits::new().time(Duration::from_millis(100));
    let mut game = Game::new(board);
    while game.outcome().is_none() {
        let position = game.position();
        // The column whose score is certainly highest; the one nearest to the center if nothing is
        // known in time.
        let mut columns: Vec<_> = position.columns().collect();
        columns.sort_by_key(|column| column.index().abs_diff(board.width() / 2));
        let best = columns.into_iter().rev().max_by_key(|&column| match position.play(column) {
            Err(_) => position.win_score(),
            Ok(next) => match solver.try_solve(&next, &limits) {
                Ok(score) => -score,
                Err(stopped) => -stopped.partial.high,
            },
        });
        let Some(best) = best else { break };
        game.play(best)?;
    }
    print!("{}", game.position());
    if let Some(outcome) = game.outcome() {
        println!("{game}: {outcome} after {} plies", game.position().ply());
    }
    Ok(())
}
