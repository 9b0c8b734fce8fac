//! Playouts, searches and proofs are the same on every machine.

use bitboard_core::SeededRng;
use havannah_uf::dfpn::Solver;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Player, Playouts, RingRule};

#[test]
fn playouts_are_the_same_everywhere() {
    let found =
        [(4, RingRule::Any), (8, RingRule::NonOwn), (12, RingRule::Any)].map(|(base, rule)| {
            let mut playouts = Playouts::new(&Game::new(base, rule).unwrap()).seed(1);
            let statistics = playouts.run(300);
            let outcome = playouts.play(&mut SeededRng::new(2));
            (statistics.won_by(Player::First), statistics.stones(), outcome.to_string())
        });
    let expected = [
        (159, 8_466, "first ring in move 23"),
        (162, 37_098, "first fork in move 131"),
        (167, 74_191, "first ring in move 233"),
    ];
    assert_eq!(found, expected.map(|(won, stones, text)| (won, stones, text.to_owned())));
}

/// Each choice depends on win rates in floating point, so on every bit of them.
#[test]
fn a_search_is_the_same_everywhere() {
    let found = [(3, 0.0), (5, 0.0), (5, 0.4)].map(|(base, exploration)| {
        let game = Game::new(base, RingRule::Any).unwrap();
        let mut player = Mcts::new().seed(1).exploration(exploration);
        let choice = player.search(&game, 2_000).unwrap();
        (choice.cell.to_string(), choice.visits, choice.win_rate)
    });
    let expected = [
        ("1,1", 603, 0.647_595_356_550_580_4),
        ("3,4", 428, 0.567_757_009_345_794_4),
        ("7,6", 51, 0.490_196_078_431_372_53),
    ];
    assert_eq!(found, expected.map(|(cell, visits, rate)| (cell.to_owned(), visits, rate)));
}

#[test]
fn proofs_visit_the_same_positions_everywhere() {
    let found =
        [(2, RingRule::Any), (3, RingRule::Any), (3, RingRule::NonOwn)].map(|(base, rule)| {
            let game = Game::new(base, rule).unwrap();
            let solution = Solver::new().memory_bytes(1 << 16).solve(&game).unwrap();
            (solution.best.unwrap().to_string(), solution.nodes)
        });
    let expected = [("1,1", 1), ("1,1", 582), ("1,1", 582)];
    assert_eq!(found, expected.map(|(cell, nodes)| (cell.to_owned(), nodes)));
}
