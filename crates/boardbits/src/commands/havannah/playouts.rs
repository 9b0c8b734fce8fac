use std::io::Write;
use std::time::Instant;

use havannah_uf::{Havannah, Player, Playouts, Statistics, Wins};
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::SmallRng;

use super::games::Ring;
use crate::context::{Context, Failure, Result};

/// Play random games to their end and say how they end
///
/// The answer is a line with the number of games, then one for each player, for draws, and for each
/// way to win. Equal seeds give equal answers, whatever the number of cores. `--time` adds how many games were
/// played per second.
#[derive(clap::Args)]
pub(crate) struct PlayoutsArgs {
    /// The number of cells along an edge, 2 to 64
    #[arg(long, default_value_t = 8)]
    base: u32,
    /// What a ring must enclose
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// How many games
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Add a line with games per second
    #[arg(long)]
    time: bool,
    /// Write one line of JSON
    #[arg(long)]
    json: bool,
}

/// How many games are played between two looks at the progress bar.
const PORTION: u64 = 1 << 16;

pub(crate) fn run(args: &PlayoutsArgs, context: &mut Context) -> Result {
    let game = Havannah::new(args.base, args.ring.into());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let playouts = Playouts::new(&game);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games {eta}");
    let bar = ProgressBar::new(args.games)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut sum = Statistics::default();
    let start = Instant::now();
    while sum.games() < args.games {
        let games = PORTION.min(args.games - sum.games());
        // Portions of 4,096 have the seeds that follow one another.
        let seed = args.seed.wrapping_add(sum.games() / 4096);
        sum += playouts.batch_parallel::<SmallRng>(games, seed);
        bar.set_position(sum.games());
    }
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let per_second = args.time.then(|| sum.games() as f64 / seconds);
    if args.json { write_json(&sum, per_second, context) } else { write(&sum, per_second, context) }
}

/// The sets of wins in the order in which they are printed.
const WAYS: [(Wins, &str); 3] =
    [(Wins::BRIDGE, "bridge"), (Wins::FORK, "fork"), (Wins::RING, "ring")];

/// How many games were won by more than one way at once.
fn by_several(sum: &Statistics) -> u64 {
    let single: u64 = WAYS.iter().map(|&(wins, _)| sum.won_with(wins)).sum();
    sum.games() - sum.draws() - single
}

fn write(sum: &Statistics, per_second: Option<f64>, context: &mut Context) -> Result {
    let out = &mut context.out;
    writeln!(out, "{} games of {:.1} stones", sum.games(), sum.mean_length())?;
    let share = |count: u64| 100.0 * count as f64 / sum.games().max(1) as f64;
    let mut line = |name: &str, count: u64| writeln!(out, "{name} {count} {:.2} %", share(count));
    for player in Player::BOTH {
        line(&player.to_string(), sum.won_by(player))?;
    }
    line("draw", sum.draws())?;
    for (wins, name) in WAYS {
        line(name, sum.won_with(wins))?;
    }
    line("several", by_several(sum))?;
    if let Some(per_second) = per_second {
        writeln!(out, "{per_second:.0} games/s")?;
    }
    Ok(())
}

fn write_json(sum: &Statistics, per_second: Option<f64>, context: &mut Context) -> Result {
    let mut json = serde_json::json!({
        "games": sum.games(),
        "stones": sum.stones(),
        "first": sum.won_by(Player::First),
        "second": sum.won_by(Player::Second),
        "draw": sum.draws(),
        "several": by_several(sum),
    });
    for (wins, name) in WAYS {
        json[name] = sum.won_with(wins).into();
    }
    if let Some(per_second) = per_second {
        json["games_per_second"] = per_second.round().into();
    }
    Ok(writeln!(context.out, "{json}")?)
}
