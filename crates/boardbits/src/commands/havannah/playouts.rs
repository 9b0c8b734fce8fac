use std::io::Write;
use std::time::Instant;

use havannah_uf::bitboard_core::{Limits, Progress};
use havannah_uf::{Havannah, Player, Playouts, Statistics, Wins};
use indicatif::{ProgressBar, ProgressStyle};

use super::games::Ring;
use crate::context::{Context, Failure, Result};

/// Play random games and count how they end
///
/// The answer is a line with the number of games, then one for each player, for draws, and for each
/// way to win. The same seed gives the same answer on any number of cores. `--time` adds the number of games per
/// second.
#[derive(clap::Args)]
pub(crate) struct PlayoutsArgs {
    /// Number of cells along an edge, 2 to 64
    #[arg(long, default_value_t = 8)]
    base: u32,
    /// Cells that a ring must enclose
    #[arg(long, default_value = "any")]
    ring: Ring,
    /// Number of games
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Add a line with games per second
    #[arg(long)]
    time: bool,
    /// Write one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &PlayoutsArgs, context: &mut Context) -> Result {
    let game = Havannah::new(args.base, args.ring.into());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let playouts = Playouts::new(&game);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games {eta}");
    let bar = ProgressBar::new(args.games)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let start = Instant::now();
    let show = |progress: &Progress| bar.set_position(progress.nodes);
    let counted =
        playouts.try_batch_parallel(args.games, args.seed, &Limits::new().on_progress(&show));
    let sum = counted.unwrap_or_else(|interrupted| interrupted.partial);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let per_second = args.time.then(|| sum.games() as f64 / seconds);
    if args.json { write_json(&sum, per_second, context) } else { write(&sum, per_second, context) }
}

/// The sets of wins in the order in which they are printed.
const WAYS: [(Wins, &str); 3] =
    [(Wins::BRIDGE, "bridge"), (Wins::FORK, "fork"), (Wins::RING, "ring")];

/// The number of games won in several ways at once.
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
