//! `boardbits havannah analyze`: pictures of games, who wins them, threats, and the best moves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use havannah_uf::bitboard_core::TryError;
use havannah_uf::dfpn::{ProofProgress, Solution, Solver};
use havannah_uf::mcts::{Choice, Mcts};
use havannah_uf::{
    Game, Hex, Limits, Notation, Outcome, Player, Progress, Record, StopReason, Value,
};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::games::Games;
use super::names;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::json;
use crate::options::{AnswerFormat, Seed, Svg, Threads, Timeout, number};
use crate::output::counted;
use crate::progress::Bar;

/// Print games, who wins them, and the threats and best moves of those that are not over
///
/// A line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the stones
/// of both players in turn; with --base, only moves such as `b5 swap c5`; {"game":"…"}; or the
/// board of an observation of OpenSpiel in Kaggle's environments. An input that begins with `(` has
/// records in HGF or SGF.
///
/// The answer is the picture; if the game is not over, the threats, where a player wins with the
/// next stone, and the best moves with their value and the share of random games that they win; and
/// in the last line the outcome, such as `first bridge in move 17`, `draw` or `first resigned`, or
/// `first to move after 4 stones: win`. A value is `win`, `draw` or `loss` for the player to move,
/// or `?` if it is not proven. A recorded result that differs follows; Little Golem names the
/// loser.
#[derive(clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.help(TIMEOUT)))]
#[command(after_long_help = help::after(EXAMPLES, help::SEARCHES))]
pub(crate) struct Analyze {
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Number of moves to play, of which a swap is one; all by default
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX))]
    moves: Option<usize>,
    /// Number of best moves to print
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = number(0..=usize::MAX))]
    best: usize,
    /// Number of random games, and of positions that the solver searches for each value
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = number(0..=u64::MAX))]
    playouts: u64,
    /// Solve the position, however long that takes; base 2 to 6, --ring any or nonown
    #[arg(long)]
    prove: bool,
    #[command(flatten)]
    svg: Svg,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    seed: Seed,
}

const TIMEOUT: &str =
    "Stop the searches of each position after this time; the exit status is then 1";

const EXAMPLES: &str = "\
$ echo 3 5 1,1 3,3 1,2 3,2 1,3 | boardbits havannah analyze
  x . .
 x . o .
x . o . .
 . . . .
  . . .
first bridge in move 5
$ echo 3 4 3,3 2,1 2,2 2,4 | boardbits havannah analyze --prove | tail -1
first to move after 4 stones: win";

pub(super) fn run(args: &Analyze, context: &mut Context) -> Result {
    let bar = context.progress.bar(None, "{spinner} {msg} {elapsed}");
    let mut solver = Solver::new().threads(args.threads.count());
    let mut last = None;
    let answered = args.games.for_each(context, |mut record, notation, out| {
        if let Some(moves) = args.moves.filter(|&moves| moves < record.moves.len()) {
            record.moves.truncate(moves);
            (record.resigned, record.result) = (None, None);
        }
        let game = record.replay().map_err(Failure::wrong)?;
        let analysis = match game.is_over() || record.resigned.is_some() {
            true => Ok(Analysis::default()),
            false => Searches::new(args, &mut solver, &bar).analyze(&game),
        };
        bar.hide();
        let analysis = analysis?;
        let stopped = analysis.stopped;
        args.answers.write(out, &GameAnswer { game: &game, notation, record, analysis })?;
        last = Some(game);
        Failure::if_stopped(stopped)
    });
    if let (Some(path), Err(Failure::Stdout(error))) = (&args.svg.svg, &answered) {
        let reason = format_args!("the last game was not reached: stdout: {error}");
        return Err(Failure::at(path.display(), reason));
    }
    answered?;
    let drawing = last.as_ref().map(|game| || game.drawing(false).to_string());
    args.svg.save_last(drawing, "there is no game to draw", context)
}

/// What searches have found.
#[derive(Default)]
struct Analysis {
    value: Option<Value>,
    /// The proof numbers when `--prove` was stopped.
    unproven: Option<ProofProgress>,
    best: Vec<BestMove>,
    /// The time limit, if it was reached. The number of playouts is not a limit: it ends most
    /// searches.
    stopped: Option<StopReason>,
}

/// A move for the player to move.
struct BestMove {
    cell: Hex,
    playouts: u64,
    /// `None` without playouts, unless the value is proven.
    win_rate: Option<f64>,
    value: Option<Value>,
}

/// The searches of a position, and their common time limit.
struct Searches<'a> {
    args: &'a Analyze,
    solver: &'a mut Solver,
    bar: &'a Bar,
    start: Instant,
    found: Analysis,
}

impl<'a> Searches<'a> {
    fn new(args: &'a Analyze, solver: &'a mut Solver, bar: &'a Bar) -> Self {
        Self { args, solver, bar, start: Instant::now(), found: Analysis::default() }
    }

    /// The limits of a search that ends after some thirds of the time.
    fn limits(&self, nodes: u64, thirds: u32) -> Limits<'static> {
        let time = self.args.timeout.timeout.map(|time| time / 3 * thirds);
        Limits::new().nodes(nodes).time(time.map(|time| time.saturating_sub(self.start.elapsed())))
    }

    /// Shows the progress of a search: the proof numbers of the solver, or the number of random
    /// games.
    fn show(&self) -> impl Fn(&Progress) + use<'a> {
        let bar = self.bar;
        move |progress| {
            bar.say(|| match progress.detail() {
                Some(&ProofProgress { nodes, proof, disproof, .. }) => {
                    let nodes = HumanCount(nodes);
                    let [proof, disproof] = [proof, disproof].map(|n| HumanCount(n.into()));
                    format!("{nodes} nodes, {proof} to prove, {disproof} to disprove")
                }
                None => format!("{} random games", HumanCount(progress.nodes)),
            });
        }
    }

    /// Remembers the limit that has stopped a search, if it is that of time.
    fn note(&mut self, reason: Option<StopReason>) {
        let time = reason.filter(|&reason| reason == StopReason::Time);
        self.found.stopped = self.found.stopped.or(time);
    }

    fn analyze(mut self, game: &Game) -> Result<Analysis> {
        let playouts = self.args.playouts;
        let solution = match self.args.prove {
            true => self.prove(game)?,
            false => self.solve(game, 1),
        };
        let (seed, threads) = (self.args.seed.seed, self.args.threads.count());
        let mut player = Mcts::new().seed(seed).threads(threads);
        let show = self.show();
        let searched = player.try_search(game, &self.limits(playouts, 2).on_progress(&show));
        self.note(searched.as_ref().err().map(|stopped| stopped.reason));
        let choice = searched.unwrap_or_else(|stopped| stopped.partial);
        self.found.value = solution.map(|solution| solution.value);
        self.found.value = self.found.value.or(choice.and_then(|choice| choice.proven));
        let best = solution.and_then(|solution| solution.best);
        self.found.best = self.best_moves(game, &player, best);
        Ok(self.found)
    }

    /// Solves a position within the effort of an analysis.
    fn solve(&mut self, game: &Game, thirds: u32) -> Option<Solution> {
        let show = self.show();
        let limits = self.limits(self.args.playouts, thirds).on_progress(&show);
        let solved = self.solver.try_solve(game, &limits);
        self.note(solved.as_ref().err().and_then(TryError::stop_reason));
        solved.ok()
    }

    /// Solves a position without a limit but that of time.
    fn prove(&mut self, game: &Game) -> Result<Option<Solution>> {
        let show = self.show();
        let limits = self.limits(u64::MAX, 3).on_progress(&show);
        match self.solver.try_solve(game, &limits) {
            Ok(solution) => Ok(Some(solution)),
            Err(TryError::Failed(error)) => Err(Failure::wrong(error)),
            Err(TryError::Interrupted(stopped)) => {
                self.note(Some(stopped.reason));
                self.found.unproven = Some(stopped.partial);
                Ok(None)
            }
        }
    }

    /// The moves to print, with their values. `best` is one that is proven to win.
    fn best_moves(&mut self, game: &Game, player: &Mcts, best: Option<Hex>) -> Vec<BestMove> {
        let known = player.moves(game).unwrap_or_default();
        let known: HashMap<Hex, Choice> =
            known.into_iter().map(|choice| (choice.cell, choice)).collect();
        let best_move = |cell| {
            let choice = known.get(&cell);
            let playouts = choice.map_or(0, |choice| choice.visits);
            let win_rate = choice.filter(|_| playouts > 0).map(|choice| choice.win_rate);
            BestMove { cell, playouts, win_rate, value: choice.and_then(|choice| choice.proven) }
        };
        let mut moves: Vec<_> = game.empty_cells().map(best_move).collect();
        moves.sort_by_key(|found| (Some(found.cell) != best, Reverse(found.playouts)));
        moves.truncate(self.args.best);
        for found in &mut moves {
            let mut after = game.clone();
            // An empty cell is a legal move while the game is not over.
            let _ = after.play(found.cell);
            let solve = || self.solve(&after, 3).map(|solution| solution.value.for_opponent());
            found.value = found.value.or_else(solve);
            if let Some(value) = found.value.filter(|_| found.playouts == 0) {
                found.win_rate = Some(match value {
                    Value::Loss => 0.0,
                    Value::Draw => 0.5,
                    Value::Win => 1.0,
                });
            }
        }
        let rank = |value| match value {
            Some(Value::Win) => 0,
            None => 1,
            Some(Value::Draw) => 2,
            Some(Value::Loss) => 3,
        };
        moves.sort_by_key(|found| (rank(found.value), Reverse(found.playouts)));
        moves
    }
}

/// The answer to a game.
struct GameAnswer<'a> {
    game: &'a Game,
    notation: Notation,
    record: Record,
    analysis: Analysis,
}

impl GameAnswer<'_> {
    fn cell(&self, cell: Hex) -> String {
        self.notation.write(cell, self.game.base())
    }

    /// Returns whether a recorded result names the winner or a draw. `W` and `W+…` stand for the
    /// first player.
    fn agrees_with(&self, result: &str) -> bool {
        let winner = match (self.game.outcome(), self.record.resigned) {
            (Some(outcome), _) => outcome.winner(),
            (None, Some(player)) => Some(player.other()),
            (None, None) => return false,
        };
        let names: &[&str] = match winner {
            Some(Player::First) => &["W"],
            Some(Player::Second) => &["B"],
            None => &["Draw", "0"],
        };
        let word = result.split('+').next().unwrap_or_default().trim();
        names.iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    /// Returns whether there is nothing to analyze.
    fn is_over(&self) -> bool {
        self.game.is_over() || self.record.resigned.is_some()
    }

    /// The picture: winning stones are bright.
    fn write_picture(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bright = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
        let dim = Style::new().dimmed();
        let structures = self.game.winning_stones();
        let is_winning = |cell| structures.iter().any(|structure| structure.cells.contains(&cell));
        let mut cells = Hex::all(self.game.base());
        for letter in self.game.to_string().chars() {
            match letter {
                ' ' | '\n' => write!(f, "{letter}")?,
                _ if cells.next().is_some_and(is_winning) => {
                    write!(f, "{bright}{letter}{bright:#}")?;
                }
                '.' => write!(f, "{dim}.{dim:#}")?,
                _ => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }

    fn write_threats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        for player in Player::BOTH {
            let threat = |cell| format!("{} {}", self.cell(cell), game.would_win(cell, player));
            let threats: Vec<_> = game.winning_cells(player).map(threat).collect();
            let threats = if threats.is_empty() { "-".into() } else { threats.join(", ") };
            write!(f, "\nthreats of {player}: {threats}")?;
        }
        Ok(())
    }
}

impl Display for GameAnswer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, record, analysis, .. } = self;
        self.write_picture(f)?;
        if !self.is_over() {
            self.write_threats(f)?;
        }
        for found in &analysis.best {
            let (cell, value) = (self.cell(found.cell), value(found.value));
            let rate = found.win_rate.map(|rate| format!("{:.1}", 100.0 * rate));
            let rate = rate.as_deref().unwrap_or("?");
            write!(f, "\n{cell} {value} {rate} % of {} playouts", found.playouts)?;
        }
        match (game.outcome(), record.resigned) {
            (Some(outcome), _) => write!(f, "\n{outcome}")?,
            (None, Some(player)) => write!(f, "\n{player} resigned")?,
            (None, None) => {
                let (turn, stones) = (game.turn(), counted(game.ply() as u128, "stone"));
                write!(f, "\n{turn} to move after {stones}: {}", value(analysis.value))?;
            }
        }
        if let Some(ProofProgress { nodes, proof, disproof, .. }) = analysis.unproven {
            write!(f, ", {nodes} nodes, {proof} to prove, {disproof} to disprove")?;
        }
        match &record.result {
            Some(result) if !self.agrees_with(result) => write!(f, ", recorded {result}"),
            _ => Ok(()),
        }
    }
}

impl Serialize for GameAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, record, analysis, .. } = self;
        let threats = |player| -> Vec<Json> {
            let threat = |cell| {
                let wins = names(game.would_win(cell, player));
                json!({ "cell": self.cell(cell), "wins": wins })
            };
            game.winning_cells(player).map(threat).collect()
        };
        let best = |found: &BestMove| {
            json!({
                "cell": self.cell(found.cell),
                "value": found.value.map(|value| value.to_string()),
                "win_rate": found.win_rate,
                "playouts": found.playouts,
            })
        };
        let number = match game.outcome() {
            Some(Outcome::Won { number, .. }) => Some(number),
            _ => None,
        };
        let picture = game.to_string();
        let mut object = json!({
            "rows": picture.lines().map(str::trim_start).collect::<Vec<_>>(),
            "stones": game.ply(),
            "turn": game.turn(),
            "outcome": game.outcome().map(|outcome| outcome.to_string()),
            "winner": game.winner(),
            "wins": names(game.wins()),
            "move": number,
            "resigned": record.resigned,
            "recorded": record.result,
            "value": analysis.value.map(|value| value.to_string()),
            "threats": { "first": threats(Player::First), "second": threats(Player::Second) },
            "moves": analysis.best.iter().map(best).collect::<Vec<_>>(),
        });
        if let Some(ProofProgress { nodes, proof, disproof, .. }) = analysis.unproven {
            object["nodes"] = nodes.into();
            object["to_prove"] = proof.into();
            object["to_disprove"] = disproof.into();
        }
        json::partial(object, analysis.stopped).serialize(serializer)
    }
}

fn value(value: Option<Value>) -> String {
    value.map_or_else(|| "?".into(), |value| value.to_string())
}
