//! `boardbits havannah analyze`: the best moves of positions, with win rates, proven values and
//! threats.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use havannah_uf::dfpn::Solver;
use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, Hex, Limits, Notation, Player, StopReason, Value};
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::games::{names, stones};
use super::{Records, solver};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::json;
use crate::options::{Memory, Seed, Threads, Timeout, number};

/// Print the best moves of positions, with win rates, proven values and threats
///
/// Each line is a game, `S M x,y x,y …`, or a record of Little Golem with --hgf or --sgf, or
/// {"game":"…"}; its last position is analyzed. Threats are the cells where a player wins with the
/// next stone. Win rates are shares of random games won in a Monte Carlo tree search, for the
/// player to move. A value is proven by the solver: `win`, `draw` or `loss`; `?` means that it is
/// not known after --nodes nodes. In JSON a position is
/// {"turn","stones","outcome","value","threats","moves":[{"cell","value",…}]}, where threats are
/// {"first":[{"cell","wins":["bridge"]}],"second":[]}, and each move also has "win_rate" and
/// "playouts". If the time limit was reached, JSON also has "stopped".
#[derive(clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.help(TIMEOUT)))]
#[command(after_long_help = help::after(EXAMPLES, help::SEARCHES))]
pub(crate) struct Analyze {
    #[command(flatten)]
    records: Records,
    /// Number of moves to play; all by default
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX))]
    moves: Option<usize>,
    /// Number of moves to print
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = number(0..=usize::MAX))]
    best: usize,
    /// Number of random games
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = number(0..=u64::MAX))]
    playouts: u64,
    /// Number of solver nodes for the position and for each printed move; by default 10,000 up to
    /// base 6, and 100 on larger boards, where a node takes longer
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    nodes: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    seed: Seed,
}

const TIMEOUT: &str = "Stop the searches of each position after this time: the solver after a third, the random games \
                       after two thirds, and then the solver for the printed moves. Values that are not known are `?`, and the exit status \
                       is 1 if a search was stopped";

const EXAMPLES: &str = "\
$ echo 3 4 3,3 2,1 2,2 2,4 | boardbits havannah analyze --best 1
first to move after 4 stones: win
threats of first: -
threats of second: -
1,1 win …
$ boardbits havannah analyze --sgf --moves 2 --format json little-golem.hgf
{…
…";

pub(crate) fn run(args: &Analyze, context: &mut Context) -> Result {
    let mut solver = solver(args.memory);
    args.records.for_each_game(context, |mut record, out| {
        record.moves.truncate(args.moves.unwrap_or(usize::MAX));
        let game = record.replay().map_err(Failure::wrong)?;
        let report = Report::new(args, &game, &mut solver);
        args.records.answers.write(out, &report)?;
        Failure::if_stopped(report.stopped)
    })
}

fn limits(nodes: u64, time: Option<Duration>) -> Limits<'static> {
    Limits::new().nodes(nodes).time(time)
}

/// A move for the player to move.
struct Line {
    cell: Hex,
    playouts: u64,
    /// `None` without playouts, unless the value is proven.
    win_rate: Option<f64>,
    value: Option<Value>,
}

struct Report<'a> {
    game: &'a Game,
    notation: Notation,
    value: Option<Value>,
    lines: Vec<Line>,
    /// The time limit, if it was reached. The numbers of nodes and playouts are not limits: they
    /// end most searches.
    stopped: Option<StopReason>,
}

/// The reason if it is the time limit.
fn time_limit(reason: StopReason) -> Option<StopReason> {
    (reason == StopReason::Time).then_some(reason)
}

impl<'a> Report<'a> {
    fn new(args: &Analyze, game: &'a Game, solver: &mut Solver) -> Self {
        let notation = args.records.notation();
        let nodes = args.nodes.unwrap_or(if game.base() <= 6 { 10_000 } else { 100 });
        let start = Instant::now();
        let left = |thirds: u32| {
            let time = args.timeout.timeout.map(|time| time / 3 * thirds);
            time.map(|time| time.saturating_sub(start.elapsed()))
        };
        let mut stopped = None;
        let mut solve = |game: &Game, thirds| {
            let solved = solver.try_solve(game, &limits(nodes, left(thirds)));
            let reason = solved.as_ref().err().and_then(|error| error.stop_reason());
            stopped = stopped.or(reason.and_then(time_limit));
            solved.ok()
        };
        let solution = solve(game, 1);
        let best = solution.and_then(|solution| solution.best);
        let mut player = Mcts::new().seed(args.seed.seed).threads(args.threads.count());
        let searched = player.try_search(game, &limits(args.playouts, left(2)));
        let known: HashMap<Hex, (u64, f64)> = player
            .moves(game)
            .unwrap_or_default()
            .iter()
            .map(|known| (known.cell, (known.visits, known.win_rate)))
            .collect();
        let line = |cell| {
            let (playouts, win_rate) = known.get(&cell).copied().unwrap_or((0, 0.5));
            let win_rate = (playouts > 0).then_some(win_rate);
            Line { cell, playouts, win_rate, value: None }
        };
        let mut lines: Vec<_> = game.empty_cells().map(line).collect();
        lines.sort_by_key(|line| (Some(line.cell) != best, Reverse(line.playouts)));
        lines.truncate(args.best);
        for line in &mut lines {
            let mut after = game.clone();
            // An empty cell is a legal move while the game is not over.
            let _ = after.play(line.cell);
            line.value = solve(&after, 3).map(|solution| solution.value.for_opponent());
            if let (0, Some(value)) = (line.playouts, line.value) {
                line.win_rate = Some(match value {
                    Value::Loss => 0.0,
                    Value::Win => 1.0,
                    _ => 0.5,
                });
            }
        }
        let rank = |value| match value {
            Some(Value::Win) => 0,
            None => 1,
            Some(Value::Loss) => 3,
            Some(_) => 2,
        };
        lines.sort_by_key(|line| (rank(line.value), Reverse(line.playouts)));
        let stopped = stopped.or(searched.err().and_then(|stopped| time_limit(stopped.reason)));
        Self { game, notation, value: solution.map(|solution| solution.value), lines, stopped }
    }

    fn cell(&self, cell: Hex) -> String {
        self.notation.write(cell, self.game.base())
    }
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        if let Some(outcome) = game.outcome() {
            return write!(f, "{outcome}");
        }
        let value_here = value(self.value);
        write!(f, "{} to move after {}: {value_here}", game.turn(), stones(game))?;
        for player in Player::BOTH {
            let threats: Vec<_> = game
                .winning_cells(player)
                .map(|cell| format!("{} {}", self.cell(cell), game.would_win(cell, player)))
                .collect();
            let threats = if threats.is_empty() { "-".into() } else { threats.join(", ") };
            write!(f, "\nthreats of {player}: {threats}")?;
        }
        for line in &self.lines {
            let Line { cell, playouts, .. } = line;
            let (cell, value) = (self.cell(*cell), value(line.value));
            let rate = line.win_rate.map(|rate| format!("{:.1}", 100.0 * rate));
            let rate = rate.as_deref().unwrap_or("?");
            write!(f, "\n{cell} {value} {rate} % of {playouts} playouts")?;
        }
        Ok(())
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = self.game;
        let threats = |player| -> Vec<Json> {
            let cells = game.winning_cells(player);
            let threat = |cell| {
                let wins = names(game.would_win(cell, player));
                json!({ "cell": self.cell(cell), "wins": wins })
            };
            cells.map(threat).collect()
        };
        let word = |value: Option<Value>| value.map(|value| value.to_string());
        let line = |line: &Line| {
            json!({
                "cell": self.cell(line.cell),
                "value": word(line.value),
                "win_rate": line.win_rate,
                "playouts": line.playouts,
            })
        };
        let lines: Vec<_> = self.lines.iter().map(line).collect();
        let object = json!({
            "turn": game.turn().to_string(),
            "stones": game.ply(),
            "outcome": game.outcome().map(|outcome| outcome.to_string()),
            "value": word(self.value),
            "threats": {
                "first": threats(Player::First),
                "second": threats(Player::Second),
            },
            "moves": lines,
        });
        json::partial(object, self.stopped).serialize(serializer)
    }
}

fn value(value: Option<Value>) -> String {
    value.map_or_else(|| "?".into(), |value| value.to_string())
}
