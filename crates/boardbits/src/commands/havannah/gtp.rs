//! `boardbits havannah gtp` and `playouts`: the player, and random games.

use std::fmt::{self, Display};
use std::time::Instant;

use havannah_uf::gtp::Engine;
use havannah_uf::mcts::Mcts;
use havannah_uf::{
    Game, Interrupted, Limits, Player, PlayoutStatistics, Progress, StopReason, Wins,
};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::RingOption;
use crate::context::{Context, Failure, Result, say};
use crate::help;
use crate::input::Lines;
use crate::json;
use crate::options::{AnswerFormat, Input, Seed, Stats, Threads, Timeout, number};
use crate::output::counted;

/// Play Havannah with a front end that speaks the Go Text Protocol
///
/// Each line is a command; `list_commands` lists them. Cells are written as on Little Golem
/// (`hguicoords`) or as a grid (`gridcoords`). The color that moves first is the first player.
/// Moves are chosen by Monte Carlo tree search. Wrong commands are answered with `? REASON`, as the
/// protocol requires.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Gtp {
    #[command(flatten)]
    input: Input,
    /// Number of cells along an edge, from 2 to 64
    #[arg(long, default_value_t = 8, value_name = "CELLS", value_parser = number(2..=64_u32))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Allow the second player to take over the first stone
    #[arg(long)]
    swap: bool,
    /// Number of playouts for a move, shared by all threads; ignored with a clock
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = number(1..=u64::MAX))]
    playouts: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    seed: Seed,
}

const EXAMPLES: &str = "\
$ boardbits havannah gtp --base 4 < commands.gtp
= havannah-uf

=

= none

$ echo 1 genmove white | boardbits havannah gtp --base 4 --playouts 100
=1 …
";

const STATUSES: help::Statuses =
    ["the input ended, or `quit`", "the input cannot be read", help::USAGE];

pub(crate) fn run_gtp(args: &Gtp, context: &mut Context) -> Result {
    let game = Game::new(args.base, args.ring.rule());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let game = if args.swap { game.with_swap_rule() } else { game };
    let player = Mcts::new().seed(args.seed.seed).threads(args.threads.count());
    let mut engine = Engine::new(game, player).playouts(args.playouts);
    let mut lines = Lines::open(&args.input.source())?;
    while let Some(line) = lines.next_line(&mut context.out)? {
        // A line that is not UTF-8, or is too long, is not a command.
        if let Some(response) = engine.respond(line.text.unwrap_or("\u{fffd}")) {
            context.out.write_all(response.text.as_bytes())?;
            if response.quit {
                break;
            }
        }
    }
    Ok(())
}

/// Play random games and count how they end
///
/// The answer is a line with the number of games, then one for each player, for draws, and for each
/// way to win: `bridge`, `fork`, `ring`, and `several` for two or more of them at once. In JSON it
/// is {"games","stones","first","second","draw","bridge","fork","ring","several"}, also with
/// "stopped" if a limit was reached: then it counts the games so far. The answer does not depend on
/// the number of threads. --stats prints games per second.
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads.default_value("0")))]
#[command(after_long_help = help::after(PLAYOUTS_EXAMPLES, PLAYOUTS_STATUSES))]
pub(crate) struct Playouts {
    #[command(flatten)]
    answers: AnswerFormat,
    /// Number of cells along an edge, from 2 to 64
    #[arg(long, default_value_t = 8, value_name = "CELLS", value_parser = number(2..=64_u32))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Number of games
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = number(0..=u64::MAX))]
    games: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    stats: Stats,
}

const PLAYOUTS_EXAMPLES: &str = "\
$ boardbits havannah playouts --base 4 --games 1000
1000 games of …
first …
…
$ boardbits havannah playouts --base 4 --games 1000 --ring empty --format json
{\"bridge\":…}";

const PLAYOUTS_STATUSES: help::Statuses = [
    "all games were played",
    "the time limit was reached: the counts are of fewer games",
    help::USAGE,
];

pub(crate) fn run_playouts(args: &Playouts, context: &mut Context) -> Result {
    let game = Game::new(args.base, args.ring.rule());
    let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
    let playouts = havannah_uf::Playouts::new(&game).seed(args.seed.seed);
    let bar =
        context.progress.bar(Some(args.games), "{bar:40} {human_pos}/{human_len} games {eta}");
    let start = Instant::now();
    let show = |progress: &Progress| bar.update(|bar| bar.set_position(progress.nodes));
    let limits = Limits::new().time(args.timeout.timeout);
    let limits = limits.on_progress(&show);
    let counted = playouts.threads(args.threads.count()).try_run(args.games, &limits);
    let (sum, stopped) = match counted {
        Ok(sum) => (sum, None),
        Err(Interrupted { reason, partial, .. }) => (partial, Some(reason)),
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.hide();
    args.answers.write(&mut context.out, Ends { sum, stopped })?;
    if args.stats.stats {
        context.out.flush()?;
        say(format_args!("{:.0} games/s", sum.games() as f64 / seconds));
    }
    if let Some(reason) = stopped {
        context.complain("playouts", format_args!("{reason} after {}", games(&sum)));
    }
    Ok(())
}

/// The number of games, for texts.
fn games(sum: &PlayoutStatistics) -> String {
    counted(sum.games().into(), "game")
}

/// How random games ended, and the limit that was reached.
struct Ends {
    sum: PlayoutStatistics,
    stopped: Option<StopReason>,
}

impl Ends {
    /// The number of games for each end.
    fn counts(&self) -> Vec<(String, u64)> {
        let (sum, ways) = (&self.sum, [Wins::BRIDGE, Wins::FORK, Wins::RING]);
        let players = Player::BOTH.map(|player| (player.to_string(), sum.won_by(player)));
        let single = ways.map(|wins| (wins.to_string(), sum.won_with(wins)));
        let several =
            sum.games() - sum.draws() - single.iter().map(|(_, count)| count).sum::<u64>();
        let mut counts = players.to_vec();
        counts.push(("draw".to_owned(), sum.draws()));
        counts.extend(single);
        counts.push(("several".to_owned(), several));
        counts
    }
}

impl Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {:.1} stones", games(&self.sum), self.sum.mean_length())?;
        let share = |count: u64| 100.0 * count as f64 / self.sum.games().max(1) as f64;
        let mut counts = self.counts().into_iter();
        counts.try_for_each(|(name, n)| write!(f, "\n{name} {n} {:.2} %", share(n)))
    }
}

impl Serialize for Ends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = json!({ "games": self.sum.games(), "stones": self.sum.stones() });
        self.counts().into_iter().for_each(|(name, count)| json[name] = count.into());
        json::partial(json, self.stopped).serialize(serializer)
    }
}
