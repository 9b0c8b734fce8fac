//! Searches of arbitrary games, and the player and the solver against one another.

use crate::games::order;
use havannah_uf::bitboard_core::Limits;
use havannah_uf::mcts::{Choice, Mcts, Settings};
use havannah_uf::pns::Solver;
use havannah_uf::{Havannah, Move, RingRule, Value};
use quickcheck::quickcheck;

/// The best move within limits.
pub(crate) fn search(player: &mut Mcts, game: &Havannah, limits: &Limits<'_>) -> Option<Choice> {
    player.try_search(game, limits).unwrap_or_else(|stopped| stopped.partial)
}

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
        4 | 5 if game.can_swap() => drop(game.play(Move::Swap).unwrap()),
        _ => {
            let moves: Vec<_> = game.empty_cells().collect();
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
        // Only one position in three is searched, so that several moves lie between searches.
        let mut solver = Solver::new(1 << 20).unwrap();
        for wish in wishes {
            change(&mut game, wish);
            if wish % 3 != 0 {
                continue;
            }
            let limits = Limits::new().nodes(60 * threads as u64);
            let choice = search(&mut player, &game, &limits);
            let mut fresh = Mcts::with_settings(seed, threads, settings);
            let fresh = search(&mut fresh, &game, &limits);
            assert_eq!(choice.is_none(), game.is_over());
            assert_eq!(fresh.is_none(), game.is_over());
            let Some(choice) = choice else { continue };
            assert!(game.empty_cells().any(|cell| cell == choice.cell));
            assert!(player.moves(&game).unwrap_or_default().iter().all(|known| game.stone(known.cell).is_none()));
            // Results proven in kept trees hold for the side to move.
            let Some(proven) = choice.proven else { continue };
            let limits = Limits::new().nodes(1000);
            if let Ok(solution) = solver.try_solve(&game, &limits) {
                assert_eq!(proven, solution.value);
                game.play(choice.cell).unwrap();
                let after = solver.try_solve(&game, &limits);
                assert!(proven == Value::Loss || after.is_err() || after.unwrap().value == Value::Loss);
                game.undo();
            }
        }
        true
    }

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
        let Some(choice) = search(&mut Mcts::new(1), &game, &limits) else {
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
