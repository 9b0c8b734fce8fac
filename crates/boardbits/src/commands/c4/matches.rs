//! `boardbits c4 match`.

use std::io::Write;
use std::time::Duration;

use bitboard_core::{Random, SeededRng};
use c4_solver::{Board, Column, Game, Outcome, Player as Side};

use super::board::{BookOption, OnBoard, Size, builder};
use super::player::{Player, Who, who};
use crate::context::{Context, Result};
use crate::help;
use crate::options::{Seed, seconds};

/// Play games between two players
///
/// A player is a strength (perfect, strong, strong:NODES, casual, random) or exec:COMMAND, an engine that reads a line with the columns
/// played, from the empty board, and answers with a line with one column; `boardbits c4 engine` is one. An answer that is not a move, or
/// is late, loses the game.
///
/// Each opening is played twice, with either player moving first. A line for each game has its number, the player who begins, the
/// moves and the result; the last line is the score of both.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Match {
    /// The first player
    #[arg(value_parser = who, value_name = "PLAYER")]
    first: Who,
    /// The second player
    #[arg(value_parser = who, value_name = "PLAYER")]
    second: Who,
    /// Number of games
    #[arg(long, default_value_t = 10, value_name = "N")]
    games: u64,
    /// Random moves before the players begin
    #[arg(long, default_value_t = 2, value_name = "PLIES")]
    openings: u32,
    #[command(flatten)]
    seed: Seed,
    /// Time for an answer of an engine
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = seconds, alias = "time")]
    timeout: Duration,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
}

const EXAMPLES: &str = "\
$ boardbits c4 match casual random --width 5 --height 4 --games 2
1 1 …
2 2 …
player 1: …
$ boardbits c4 match casual 'exec:boardbits c4 engine' --games 2 --openings 20
…";

const STATUSES: help::Statuses =
    ["the games were played", "an engine cannot be started, or stdout is closed", help::USAGE];

pub(crate) fn run(args: &Match, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Match,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let builder = builder(board, &args.book, true)?;
        let (time, seed) = (args.timeout, args.seed.seed);
        let player = |who: &Who, seed| Player::new(who, &builder, seed, time);
        let mut players = [player(&args.first, seed)?, player(&args.second, seed.wrapping_add(1))?];
        let mut scores = [0u64; 3];
        for number in 0..args.games {
            // Both games of a pair have one opening.
            let opening = opening(board, args.openings, seed ^ (number / 2) << 32);
            let begins = (number % 2) as usize;
            let (game, winner, reason) = play(opening, &mut players, begins);
            scores[winner.unwrap_or(2)] += 1;
            let moves: String = game.moves().map(Column::symbol).collect();
            let result = match winner {
                Some(winner) => format!("{} wins", winner + 1),
                None => "drawn".to_owned(),
            };
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            let number = number + 1;
            writeln!(context.out, "{number} {} {moves:?} {result}{reason}", begins + 1)?;
            context.out.flush()?;
        }
        let [first, second, drawn] = scores;
        Ok(writeln!(context.out, "player 1: {first}, player 2: {second}, drawn: {drawn}")?)
    }
}

/// A game that begins with random moves, which do not win.
fn opening<B: Board>(board: B, plies: u32, seed: u64) -> Game<B> {
    let mut rng = SeededRng::new(seed);
    let mut game = Game::new(board);
    for _ in 0..plies {
        let position = game.position();
        let columns: Vec<Column> =
            position.columns().filter(|&column| !position.is_winning_move(column)).collect();
        if columns.is_empty() {
            break;
        }
        let column = columns[rng.below(columns.len() as u64) as usize];
        if game.play(column).is_err() {
            break;
        }
    }
    game
}

/// The game to its end, who has won it, and the reason if that was not four in a row.
fn play<B: Board>(
    mut game: Game<B>,
    players: &mut [Player<B>; 2],
    begins: usize,
) -> (Game<B>, Option<usize>, Option<String>) {
    let of = |side: Side| if side == Side::First { begins } else { 1 - begins };
    loop {
        match game.outcome() {
            Some(Outcome::Won(side)) => return (game, Some(of(side)), None),
            Some(_) => return (game, None, None),
            None => {}
        }
        let mover = of(game.position().turn());
        let played = players[mover].play(&game);
        let played = played.and_then(|column| game.play(column).map_err(|error| error.to_string()));
        if let Err(reason) = played {
            return (game, Some(1 - mover), Some(format!("player {}: {reason}", mover + 1)));
        }
    }
}
