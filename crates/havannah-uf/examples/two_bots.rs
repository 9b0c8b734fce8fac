//! Two bots play Havannah:
//! `cargo run --release -p havannah-uf --example two_bots -- BASE MILLISECONDS`.
//!
//! Both search for the same time. One of them first tries to solve the position.

use std::error::Error;
use std::time::Duration;

use havannah_uf::dfpn::Solver;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Hex, Limits, Move, Notation, Record, RingRule};

struct Bot {
    search: Mcts,
    solver: Option<Solver>,
}

impl Bot {
    /// A move, found within about `time`; `None` if the game is over.
    fn choose(&mut self, game: &Game, time: Duration) -> Option<Move> {
        if let Some(cell) = self.solve(game, time) {
            return Some(cell.into());
        }
        let choice = self.search.try_search(game, &Limits::new().time(time));
        let choice = choice.unwrap_or_else(|stopped| stopped.partial)?;
        let swaps = game.can_swap() && choice.win_rate < 0.5;
        Some(if swaps { Move::Swap } else { choice.cell.into() })
    }

    /// A move that is proven to win.
    fn solve(&mut self, game: &Game, time: Duration) -> Option<Hex> {
        let solution = self.solver.as_mut()?.try_solve(game, &Limits::new().time(time));
        solution.ok()?.best
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().map_or(Ok(4), |base| base.parse())?;
    let time = arguments.next().map_or(Ok(200), |time| time.parse()).map(Duration::from_millis)?;
    let mut bots = [
        Bot { search: Mcts::new().seed(1), solver: Some(Solver::new()) },
        Bot { search: Mcts::new().seed(2), solver: None },
    ];
    let mut game = Game::new(base, RingRule::Any)?.with_swap_rule();
    while let Some(played) = bots[game.turn().index()].choose(&game, time) {
        println!("{} {played}", game.turn());
        game.play(played)?;
    }
    println!("{game}");
    if let Some(outcome) = game.outcome() {
        println!("{outcome}");
    }
    println!("{}", Record::from(&game).to_hgf(Notation::LittleGolem));
    Ok(())
}
