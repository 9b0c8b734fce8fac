//! The player and the solver against one another.

mod games;

use havannah_uf::mcts::{Limit, Mcts};
use havannah_uf::pns::{Solver, Value};
use havannah_uf::{Havannah, RingRule};
use quickcheck::quickcheck;

quickcheck! {
    fn what_the_player_has_proven_is_so(wishes: Vec<u16>, stones: usize) -> bool {
        let rule = RingRule::ALL[wishes.len() % 3];
        let mut game = Havannah::new(3, rule).unwrap();
        for cell in games::order(3, &wishes).into_iter().take(3 + stones % 10) {
            // Wins at once are too easy.
            if game.would_win(cell, game.turn()).is_empty() {
                game.play(cell).unwrap();
            }
        }
        let value = Solver::new(1 << 22).unwrap().solve(&game, 1_000_000).value;
        assert_ne!(value, Value::Unknown);
        let Some(choice) = Mcts::new(1).search(&game, Limit::playouts(2000)) else {
            return game.is_over();
        };
        if choice.proven == Some(true) {
            // And the move that it has chosen wins.
            game.play(choice.cell).unwrap();
            let after = Solver::new(1 << 22).unwrap().solve(&game, 1_000_000).value;
            assert_eq!(after, Value::Loss);
        }
        match choice.proven {
            Some(true) => value == Value::Win,
            Some(false) => value == Value::Loss,
            None => true,
        }
    }
}
