//! Random games per second, and their ends:
//! `cargo run --release -p havannah-uf --example playouts -- BASE GAMES`.

use std::time::Instant;

use havannah_uf::{Game, Player, Playouts, RingRule, Wins};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().map_or(Ok(8), |base| base.parse())?;
    let games = arguments.next().map_or(Ok(100_000), |games| games.parse())?;
    let game = Game::new(base, RingRule::Any)?;
    let start = Instant::now();
    let statistics = Playouts::new(&game).threads(0).run(games);
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.0} games/s, {:.1} stones each", games as f64 / seconds, statistics.mean_length());
    let share = |count: u64| 100.0 * count as f64 / games as f64;
    for player in Player::BOTH {
        println!("{player}: {:.1} %", share(statistics.won_by(player)));
    }
    for wins in [Wins::BRIDGE, Wins::FORK, Wins::RING] {
        println!("{wins}: {:.1} %", share(statistics.won_with(wins)));
    }
    Ok(())
}
