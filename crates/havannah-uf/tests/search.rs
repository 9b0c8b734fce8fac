//! A search that is fed arbitrary games.

use havannah_uf::mcts::{Limit, Mcts, Settings};
use havannah_uf::pns::{Solver, Value};
use havannah_uf::{Havannah, RingRule};
use quickcheck::quickcheck;

/// Plays, takes back, swaps, or starts a new game.
fn change(game: &mut Havannah, wish: u16) {
    let choice = usize::from(wish >> 4);
    match wish % 16 {
        0 => {
            let base = 2 + choice as u32 % 3;
            let rule = RingRule::ALL[choice / 3 % 3];
            *game = Havannah::new(base, rule).unwrap();
            if choice / 9 % 2 == 0 {
                *game = game.clone().with_swap_rule();
            }
        }
        1..=3 => drop(game.undo()),
        4 | 5 if game.can_swap() => game.swap().unwrap(),
        _ => {
            let moves: Vec<_> = game.legal_moves().collect();
            if !moves.is_empty() {
                game.play(moves[choice % moves.len()]).unwrap();
            }
        }
    }
}

quickcheck! {
    fn a_search_follows_any_game(wishes: Vec<u16>, threads: bool, seed: u64) -> bool {
        let threads = 1 + usize::from(threads);
        let settings = Settings::default();
        let mut player = Mcts::with_settings(seed, threads, settings);
        let mut game = Havannah::new(3, RingRule::Any).unwrap().with_swap_rule();
        // Only one position in three is searched, so that games go on by several moves in between.
        let mut solver = Solver::new(1 << 20).unwrap();
        for wish in wishes {
            change(&mut game, wish);
            if wish % 3 != 0 {
                continue;
            }
            let choice = player.search(&game, Limit::playouts(60));
            let fresh = Mcts::with_settings(seed, threads, settings).search(&game, Limit::playouts(60));
            assert_eq!(choice.is_none(), game.is_over());
            assert_eq!(fresh.is_none(), game.is_over());
            let Some(choice) = choice else { continue };
            assert!(game.legal_moves().any(|cell| cell == choice.cell));
            assert!(player.moves(&game).iter().all(|&(cell, ..)| game.stone(cell).is_none()));
            // Results proven in kept trees hold for the side to move.
            let Some(wins) = choice.proven else { continue };
            let value = solver.solve(&game, 1000).value;
            if value != Value::Unknown {
                assert_eq!(wins, value == Value::Win);
                game.play(choice.cell).unwrap();
                let after = solver.solve(&game, 1000).value;
                assert!(!wins || matches!(after, Value::Loss | Value::Unknown));
                game.undo();
            }
        }
        true
    }
}
