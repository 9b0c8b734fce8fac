//! A player that thinks for a second at most on a board of 8×7: it plays both sides of a game.

use std::time::Duration;

use c4_solver::{AnySize, Builder, Game, Outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = AnySize::<u64>::new(8, 7)?;
    let mut solver = Builder::new(board).time_limit(Duration::from_millis(100)).build();
    let mut game = Game::new(board);
    while game.outcome().is_none() {
        let position = game.position();
        // The column whose score is certainly highest; the middle one if nothing is known in time.
        let mut best = None;
        for x in [4, 3, 5, 2, 6, 1, 7, 0].into_iter().filter(|&x| position.can_play(x)) {
            let worst_case = match position.play(x) {
                Err(_) => position.win_score(),
                Ok(next) => match solver.try_solve(next) {
                    Ok(score) => -score,
                    Err(stopped) => -stopped.high,
                },
            };
            if best.is_none_or(|(score, _)| worst_case > score) {
                best = Some((worst_case, x));
            }
        }
        let Some((_, x)) = best else { break };
        game.play(x)?;
    }
    print!("{}", game.position());
    let result = if game.outcome() == Some(Outcome::Won) { "won" } else { "drawn" };
    println!("{} {result} after {} plies", game.moves(), game.position().ply());
    Ok(())
}
