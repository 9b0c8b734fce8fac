//! Random games against all games.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use havannah_uf::{
    Game, Hex, Limits, Player, PlayoutStatistics, Playouts, Progress, RingRule, SeededRng,
    StopReason, Wins,
};

/// The probability of each win of each player from this position, and the mean length of games.
fn expected(game: &mut Game, chance: f64, chances: &mut [[f64; 8]; 2], length: &mut f64) {
    if game.is_over() {
        let player = game.winner().unwrap_or(Player::First);
        let kinds = [Wins::BRIDGE, Wins::FORK, Wins::RING].into_iter().enumerate();
        let bits =
            kinds.map(|(i, kind)| usize::from(game.wins().contains(kind)) << i).sum::<usize>();
        chances[player.index()][bits] += chance;
        *length += chance * game.ply() as f64;
        return;
    }
    let moves: Vec<_> = game.empty_cells().collect();
    for &cell in &moves {
        game.play(cell).unwrap();
        expected(game, chance / moves.len() as f64, chances, length);
        game.undo();
    }
}

fn check(statistics: &PlayoutStatistics, chances: &[[f64; 8]; 2], length: f64) {
    let games = statistics.games() as f64;
    let near = |count: u64, chance: f64| {
        let deviation = (games * chance * (1.0 - chance)).sqrt();
        assert!(
            (count as f64 - games * chance).abs() <= 5.0 * deviation,
            "{count} of {games}, {chance}"
        );
    };
    for player in Player::BOTH {
        near(statistics.won_by(player), chances[player.index()][1..].iter().sum());
    }
    near(statistics.draws(), chances[0][0]);
    let all = [Wins::NONE, Wins::BRIDGE, Wins::FORK, Wins::BRIDGE | Wins::FORK, Wins::RING];
    for (bits, wins) in all.into_iter().enumerate().skip(1) {
        near(statistics.won_with(wins), chances[0][bits] + chances[1][bits]);
    }
    assert!(
        (statistics.mean_length() - length).abs() < 0.02,
        "{} {length}",
        statistics.mean_length()
    );
}

fn compare(game: Game) {
    let (mut chances, mut length) = ([[0.0; 8]; 2], 0.0);
    expected(&mut game.clone(), 1.0, &mut chances, &mut length);
    check(&Playouts::new(&game).seed(7).run(100_000), &chances, length);
    // One by one they are the same games.
    let all = Playouts::new(&game).seed(8).run(1000);
    let mut single = Playouts::new(&game);
    let mut rng = SeededRng::new(8);
    let outcomes: Vec<_> = (0..1000).map(|_| single.play(&mut rng)).collect();
    let won = |player| outcomes.iter().filter(|outcome| outcome.winner() == player).count() as u64;
    assert_eq!(won(Some(Player::First)), all.won_by(Player::First));
    assert_eq!(won(None), all.draws());
}

#[test]
fn random_games_end_like_all_games() {
    compare(Game::new(2, RingRule::Any).unwrap());
    // From the middle of a game of base 3, by each rule: seven empty cells or more.
    for rule in RingRule::ALL {
        let mut game = Game::new(3, rule).unwrap();
        let cells = Hex::all(3).filter(|cell| (cell.x * 5 + cell.y * 3) % 7 > 1);
        for cell in cells {
            if game.would_win(cell, game.turn()).is_empty() && game.ply() < 12 {
                assert_eq!(game.play(cell), Ok(Wins::NONE));
            }
        }
        compare(game);
    }
}

#[test]
fn a_game_that_is_over_stays_so() {
    let mut game = Game::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    let mut playouts = Playouts::new(&game);
    assert_eq!(Some(playouts.play(&mut SeededRng::new(0))), game.outcome());
    let statistics = playouts.run(10);
    assert_eq!((statistics.won_with(Wins::BRIDGE), statistics.stones()), (10, 30));
    assert_eq!(PlayoutStatistics::default().mean_length(), 0.0);
}

#[test]
fn every_size_is_played() {
    for base in 2..=64 {
        let game = Game::new(base, RingRule::Any).unwrap();
        let statistics = Playouts::new(&game).seed(base.into()).run(5);
        assert_eq!(statistics.games(), 5);
        assert!(statistics.mean_length() <= Hex::count(base) as f64);
    }
}

#[test]
fn threads_change_nothing() {
    let playouts = Playouts::new(&Game::new(4, RingRule::Any).unwrap());
    let mut sum = PlayoutStatistics::default();
    for portion in 0..10_u64 {
        let games = 4096.min(40_000 - 4096 * portion);
        sum += playouts.clone().seed(3 + portion).run(games);
    }
    for threads in 0..4 {
        assert_eq!(playouts.clone().seed(3).threads(threads).run(40_000), sum);
    }
}

#[test]
fn a_finished_game_is_counted_any_number_of_times() {
    let mut game = Game::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    let playouts = Playouts::new(&game);
    let mut sum = playouts.run(u64::MAX);
    sum += playouts.threads(0).run(u64::MAX);
    assert_eq!(
        (sum.games(), sum.won_by(Player::First), sum.stones()),
        (u64::MAX, u64::MAX, u64::MAX)
    );
}

#[test]
fn playouts_can_be_stopped() {
    let playouts = Playouts::new(&Game::new(4, RingRule::Any).unwrap()).seed(1).threads(0);
    for nodes in [0, 1, 4096, 10_000] {
        let limits = Limits::new().nodes(nodes);
        let stopped = playouts.try_run(10_001, &limits).unwrap_err();
        assert_eq!((stopped.reason, stopped.partial.games()), (StopReason::Nodes, nodes));
    }
    let limits = Limits::new().nodes(10_000);
    assert_eq!(playouts.try_run(10_000, &limits).unwrap(), playouts.run(10_000));
    let cancel = AtomicBool::new(false);
    let stop = |progress: &Progress| cancel.store(progress.nodes >= 8192, Relaxed);
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let stopped = playouts.try_run(u64::MAX, &limits).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Cancelled);
    assert!(stopped.partial.games() >= 8192);
}

#[test]
fn playouts_are_cancelled_after_a_few_games() {
    let cancel = AtomicBool::new(false);
    let stop = |_: &Progress| cancel.store(true, Relaxed);
    let limits = Limits::new().cancel(&cancel).on_progress(&stop);
    let playouts = Playouts::new(&Game::new(8, RingRule::Any).unwrap()).threads(0);
    let stopped = playouts.try_run(1_000_000, &limits).unwrap_err();
    let games = stopped.partial.games();
    // Each thread has made one portion or two.
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    assert!(games > 0 && games <= 64 * threads, "{games} games");
}
