//! Players of different strength.

use c4_solver::{
    Board, Column, Game, Limits, Outcome, Player, Position, SeededRng, Solver, StopReason, Strength,
};

const STRONG: Strength = Strength::Strong { nodes: 300 };

fn board(width: u32, height: u32) -> Board {
    Board::new(width, height).unwrap()
}

fn solver() -> Solver {
    Solver::new(board(5, 5)).memory_bytes(1 << 20)
}

/// The winner of a game; the first player has the first strength.
fn play(solver: &mut Solver, strengths: [Strength; 2], seed: u64) -> Option<Player> {
    let mut rng = SeededRng::new(seed);
    let mut game = Game::new(board(5, 5));
    while game.outcome().is_none() {
        let strength = strengths[game.turn().index()];
        game.play(solver.choose(&game.position(), strength, &mut rng).unwrap()).unwrap();
    }
    game.outcome().and_then(Outcome::winner)
}

/// Games of 20 that the first of two strengths wins, minus those that it loses.
fn lead(solver: &mut Solver, [a, b]: [Strength; 2]) -> i32 {
    let mut lead = 0;
    for seed in 0..10 {
        for (strengths, own) in [([a, b], Player::First), ([b, a], Player::Second)] {
            lead += play(solver, strengths, seed)
                .map_or(0, |winner| if winner == own { 1 } else { -1 });
        }
    }
    lead
}

#[test]
fn the_stronger_player_wins() {
    let mut solver = solver();
    assert!(lead(&mut solver, [Strength::Perfect, Strength::Casual]) >= 2);
    assert!(lead(&mut solver, [STRONG, Strength::Random]) >= 12);
    assert!(lead(&mut solver, [Strength::Casual, Strength::Random]) >= 8);
    // 5×5 is drawn.
    assert!(lead(&mut solver, [Strength::Perfect, STRONG]) >= 0);
}

#[test]
fn perfect_players_reach_the_score() {
    let board = board(5, 4);
    let mut solver = Solver::new(board).memory_bytes(1 << 20);
    let mut rng = SeededRng::new(1);
    let mut position = Position::new(board);
    let mut score = solver.solve(&position);
    while let Some(column) = solver.choose(&position, Strength::Perfect, &mut rng) {
        let Ok(next) = position.after(column) else {
            assert_eq!(score, position.win_score());
            return;
        };
        assert_eq!(solver.solve(&next), -score);
        (position, score) = (next, -score);
    }
    assert!(position.is_full());
}

/// Every player takes a win, and all but the random one stop the other's.
#[test]
fn nobody_gives_the_game_away_at_once() {
    let mut solver = solver();
    let board = board(5, 5);
    let mut rng = SeededRng::new(5);
    let choose = |solver: &mut Solver, moves: &str, strength, rng: &mut SeededRng| {
        let position = Position::new(board).after_moves(moves).unwrap();
        solver.choose(&position, strength, rng).map(Column::symbol)
    };
    for strength in [Strength::Perfect, STRONG, Strength::Casual] {
        for _ in 0..20 {
            assert_eq!(choose(&mut solver, "121212", strength, &mut rng), Some('1'));
            assert_eq!(choose(&mut solver, "12121", strength, &mut rng), Some('1'));
        }
    }
    let random = (0..100).map(|_| choose(&mut solver, "12121", Strength::Random, &mut rng));
    assert!(random.flatten().collect::<std::collections::BTreeSet<char>>().len() == 5);
}

#[test]
fn an_interrupted_choice_is_a_legal_move() {
    let mut solver = Solver::default().memory_bytes(1 << 20);
    let mut rng = SeededRng::new(1);
    let limits = Limits::new().nodes(10);
    for strength in [Strength::Perfect, Strength::Casual, STRONG, Strength::Random] {
        let found = solver.try_choose(&Position::EMPTY, strength, &mut rng, &limits);
        let column = found.unwrap_or_else(|stopped| {
            assert_eq!(stopped.reason, StopReason::Nodes);
            stopped.partial
        });
        assert!(column.is_some());
    }
}

/// A search that ends in the middle of a round leaves some bounds narrower than others.
#[test]
fn a_strong_player_that_knows_nothing_plays_the_heaviest_lines() {
    let mut solver = Solver::default().memory_bytes(1 << 20);
    let mut rng = SeededRng::new(1);
    let center = Column::new(3);
    for nodes in 1..400 {
        solver.clear();
        let strength = Strength::Strong { nodes };
        assert_eq!(solver.choose(&Position::EMPTY, strength, &mut rng), center, "{nodes}");
    }
    // Nor does it matter what the solver knows already, unless it is a win or a loss.
    let strength = Strength::Strong { nodes: 1_000 };
    for _ in 0..20 {
        assert_eq!(solver.choose(&Position::EMPTY, strength, &mut rng), center);
    }
}

#[test]
fn the_smaller_limit_of_nodes_of_a_strong_player_counts() {
    let mut rng = SeededRng::new(1);
    for (nodes, limit) in [(10_000, 100), (100, 10_000)] {
        let mut solver = Solver::default().memory_bytes(1 << 20);
        let limits = Limits::new().nodes(limit);
        let strength = Strength::Strong { nodes };
        let found = solver.try_choose(&Position::EMPTY, strength, &mut rng, &limits);
        assert_eq!(found.is_err(), limit < nodes);
        assert_eq!(solver.statistics().nodes, 100);
    }
}

#[test]
fn a_full_board_has_no_move() {
    let board = board(2, 2);
    let full = Position::new(board).after_moves("1122").unwrap();
    let mut solver = Solver::new(board).memory_bytes(1 << 10);
    for strength in [Strength::Perfect, Strength::Casual, STRONG, Strength::Random] {
        assert_eq!(solver.choose(&full, strength, &mut SeededRng::new(1)), None);
    }
}

/// Scores that stay in the table do not tell a casual player more than the next stones.
#[test]
fn a_casual_player_sees_no_further_after_other_queries() {
    let board = board(5, 5);
    let mut rng = SeededRng::new(7);
    let (mut fresh, mut experienced) = (solver(), solver());
    for _ in 0..40 {
        let mut position = Position::new(board);
        for _ in 0..10 {
            let column = fresh.choose(&position, Strength::Random, &mut rng).unwrap();
            position = position.after(column).unwrap_or(position);
        }
        experienced.analyze(&position);
        fresh.clear();
        for seed in 0..10 {
            let [expected, found] = [&mut fresh, &mut experienced].map(|solver| {
                solver.choose(&position, Strength::Casual, &mut SeededRng::new(seed))
            });
            assert_eq!(found, expected, "{position}");
        }
    }
}
