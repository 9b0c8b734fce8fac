use super::*;
use crate::rule::RingRule;

fn game(base: u32, rule: RingRule, cells: &[(u32, u32)]) -> Havannah {
    let mut game = Havannah::new(base, rule).unwrap();
    for &(x, y) in cells {
        assert!(game.play(Hex { x, y }).unwrap().is_empty());
    }
    game
}

#[test]
fn it_wins_and_prevents() {
    // Each is one stone short of a bridge along an edge; whoever moves wins.
    let bridges = [(1, 1), (7, 4), (1, 2), (7, 5), (1, 3), (7, 6)];
    for rule in RingRule::ALL {
        let first = game(4, rule, &bridges);
        let choice = Mcts::new(&first, 1).search(Limit::playouts(50)).unwrap();
        assert_eq!((choice.cell, choice.proven), (Hex { x: 1, y: 4 }, Some(true)));
        // The second player must prevent it.
        let second = game(4, rule, &bridges[..5]);
        let choice = Mcts::new(&second, 1).search(Limit::playouts(2000)).unwrap();
        assert_eq!(choice.cell, Hex { x: 1, y: 4 }, "{rule}");
    }
}

#[test]
fn two_threats_are_a_loss() {
    let lost = game(
        4,
        RingRule::Any,
        &[(2, 1), (6, 6), (3, 1), (6, 5), (1, 2), (6, 4), (1, 3), (5, 3), (1, 1), (4, 5)],
    );
    let mut lost = lost;
    // (1, 4) and (4, 1) both make a bridge with (1, 1).
    lost.play(Hex { x: 4, y: 4 }).unwrap();
    let choice = Mcts::new(&lost, 3).search(Limit::playouts(100)).unwrap();
    assert_eq!(choice.proven, Some(false));
}

#[test]
fn trees_are_kept_and_games_end() {
    let mut game = Havannah::new(4, RingRule::Any).unwrap();
    let settings = Settings { max_nodes: 20_000, ..Settings::default() };
    let mut player = Mcts::with_settings(&game, 5, 2, settings);
    while !game.is_over() {
        let choice = player.search(Limit::playouts(200)).unwrap();
        game.play(choice.cell).unwrap();
        player.advance(&game, choice.cell);
        assert!(choice.playouts >= choice.visits);
    }
    assert_eq!(player.search(Limit::default()), None);
}

#[test]
fn it_beats_random_play() {
    for (round, rave) in [true, false, true, false].into_iter().enumerate() {
        let mut game = Havannah::new(4, RingRule::Any).unwrap();
        let settings =
            Settings { rave, exploration: if rave { 0.0 } else { 0.7 }, ..Settings::default() };
        let mut rng = SplitMix::new(round as u64, 9);
        let mcts = Player::BOTH[round / 2];
        while !game.is_over() {
            let cell = if game.turn() == mcts {
                let mut player = Mcts::with_settings(&game, 1, 1, settings);
                player.search(Limit::playouts(500)).unwrap().cell
            } else {
                let moves: Vec<_> = game.legal_moves().collect();
                moves[(rand_core::Rng::next_u64(&mut rng) % moves.len() as u64) as usize]
            };
            game.play(cell).unwrap();
        }
        assert_eq!(game.winner(), Some(mcts), "{rave}");
    }
}

#[test]
fn logarithms_are_near() {
    for x in [1_u32, 2, 3, 10, 1000, 123_456, u32::MAX] {
        assert!((f64::from(ln(x)) - f64::from(x).ln()).abs() < 0.1, "{x}");
    }
}
