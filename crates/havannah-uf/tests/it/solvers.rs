//! The player and the solver against one another.

use crate::games::order;
use havannah_uf::bitboard_core::Limits;
use havannah_uf::mcts::Mcts;
use havannah_uf::pns::Solver;
use havannah_uf::{Havannah, RingRule, Value};
use quickcheck::quickcheck;

quickcheck! {
    fn values_proven_by_the_player_are_right(wishes: Vec<u16>, stones: usize) -> bool {
        let rule = RingRule::ALL[wishes.len() % 3];
        let mut game = Havannah::new(3, rule).unwrap();
        for cell in order(3, &wishes).into_iter().take(3 + stones % 10) {
            // Games without wins.
            if game.would_win(cell, game.turn()).is_empty() {
                game.play(cell).unwrap();
            }
        }
        let value = Solver::new(1 << 22).unwrap().solve(&game).value;
        let limits = Limits::new().nodes(2000);
        let Some(choice) = Mcts::new(1).search_within(&game, &limits) else {
            return game.is_over();
        };
        if choice.proven == Some(Value::Win) {
            // The chosen move wins.
            game.play(choice.cell).unwrap();
            assert_eq!(Solver::new(1 << 22).unwrap().solve(&game).value, Value::Loss);
        }
        choice.proven.is_none_or(|proven| proven == value)
    }
}
