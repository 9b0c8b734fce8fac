use std::io::Write;
use std::time::Instant;

use havannah_uf::bitboard_core::{Interrupted, Limits, Progress};
use havannah_uf::{Batch, Havannah, Player, Playouts, Statistics, Wins};
use indicatif::{ProgressBar, ProgressStyle};

use super::ring::RingOption;
use crate::context::{Context, Failure, Result, say};
use crate::help;
use crate::options::{self, AnswerFormat, Seed, Stats, Timeout};

/// Play random games and count how they end
///
/// The answer is a line with the number of games, then one for each player, for draws, and for each way to win. In JSON it is
/// {"games","stones","first","second","draw","bridge","fork","ring","several"}. Uses all cores; the answer does not depend on
/// their number. --stats prints games per second.
#[derive(clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.help(TIMEOUT)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct PlayoutsArgs {
    #[command(flatten)]
    answers: AnswerFormat,
    /// Number of cells along an edge, from 2 to 64
    #[arg(long, default_value_t = 8, value_name = "CELLS", value_parser = clap::value_parser!(u32).range(2..=64))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Number of games
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    games: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    stats: Stats,
    #[command(flatten)]
    progress: options::Progress,
}

const TIMEOUT: &str =
    "Stop after this time: the answer counts the games so far, and the exit status is 1";

const EXAMPLES: &str = "\
$ boardbits havannah playouts --base 4 --games 1000
1000 games of …
first …
…
$ boardbits havannah playouts --base 4 --games 1000 --ring empty --format json
{\"bridge\":…}";

const STATUSES: help::Statuses = [
    "all games were played",
    "the time limit was reached: the counts are of fewer games",
    help::USAGE,
];

pub(crate) fn run(args: &PlayoutsArgs, context: &mut Context) -> Result {
    let game = Havannah::new(args.base, args.ring.rule());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let playouts = Playouts::new(&game);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games {eta}");
    let bar =
        if args.progress.quiet { ProgressBar::hidden() } else { ProgressBar::new(args.games) };
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let start = Instant::now();
    let show = |progress: &Progress| bar.set_position(progress.nodes);
    let limits = args.timeout.timeout.map_or(Limits::new(), |time| Limits::new().time(time));
    let batch = Batch { games: args.games, seed: args.seed.seed };
    let counted = playouts.try_batch_parallel(batch, &limits.on_progress(&show));
    let (sum, stopped) = match counted {
        Ok(sum) => (sum, None),
        Err(Interrupted { reason, partial, .. }) => (partial, Some(reason)),
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if args.answers.are_json() {
        write_json(&sum, context)?;
    } else {
        write(&sum, context)?;
    }
    if args.stats.stats {
        context.out.flush()?;
        say(format_args!("{:.0} games/s", sum.games() as f64 / seconds));
    }
    if let Some(reason) = stopped {
        context.complain("playouts", format_args!("{reason} after {} games", sum.games()));
    }
    Ok(())
}

/// The sets of wins in the order in which they are printed.
const WAYS: [(Wins, &str); 3] =
    [(Wins::BRIDGE, "bridge"), (Wins::FORK, "fork"), (Wins::RING, "ring")];

/// The number of games won in several ways at once.
fn by_several(sum: &Statistics) -> u64 {
    let single: u64 = WAYS.iter().map(|&(wins, _)| sum.won_with(wins)).sum();
    sum.games() - sum.draws() - single
}

fn write(sum: &Statistics, context: &mut Context) -> Result {
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
    Ok(())
}

fn write_json(sum: &Statistics, context: &mut Context) -> Result {
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
    Ok(writeln!(context.out, "{json}")?)
}
