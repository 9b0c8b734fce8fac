//! A player that thinks for a tenth of a second at most on a board of 8×7: it plays both sides of a
//! game.

use std::time::Duration;

use c4_solver::{Board, Game, Limits, SeededRng, Solver, Strength};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::new(8, 7)?;
    let mut solver = Solver::new(board);
    let limits = Limits::new().time(Duration::from_millis(100));
    let (mut game, mut rng) = (Game::new(board), SeededRng::new(1));
    while game.outcome().is_none() {
        let column = solver.try_choose(&game.position(), Strength::Perfect, &mut rng, &limits);
        let column = column.unwrap_or_else(|stopped| stopped.partial);
        game.play(column.ok_or("the board is full")?)?;
    }
    print!("{}", game.position());
    if let Some(outcome) = game.outcome() {
        println!("{game}: {outcome} after {} plies", game.position().ply());
    }
    Ok(())
}
