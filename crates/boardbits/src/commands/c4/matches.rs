//! `boardbits c4 match`.

use std::io::Write;
use std::time::Duration;

use bitboard_core::{Random, SeededRng};
use c4_solver::{Board, Column, Game, Outcome, Player as Side, Solver};

use super::board::{BookOption, OnBoard, Size, builder};
use super::player::{Player, Who, who};
use crate::context::{Context, Failure, Result};

/// Play games between two players
///
/// A player is a strength (perfect, strong, strong:NODES, casual, random) or exec:COMMAND, an engine that reads a line with the columns
/// played, from the empty board, and answers with a line with one column; `boardbits c4 engine` is one. An answer that is not a move, or
/// is late, loses the game.
///
/// Each opening is played twice, with either player moving first. A line for each game has its number, the player who begins, the
/// moves and the result; the last line is the score of both.
///
/// Examples:
///   boardbits c4 match perfect strong:2000 --games 10
///   boardbits c4 match casual 'exec:./my-engine --level 3' --openings 4
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
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
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Seconds for an answer of an engine
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    time: u64,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    book: BookOption,
}

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
        let mut solver = builder(board, &args.book, true)?.try_build()?;
        let time = Duration::from_secs(args.time);
        let player = |who: &Who, seed| Player::new(who, seed, time).map_err(Failure::Input);
        let mut players =
            [player(&args.first, args.seed)?, player(&args.second, args.seed.wrapping_add(1))?];
        let mut scores = [0u64; 3];
        for number in 0..args.games {
            // Both games of a pair have one opening.
            let opening = opening(board, args.openings, args.seed ^ (number / 2) << 32);
            let begins = (number % 2) as usize;
            let (game, winner, reason) = play(opening, &mut players, begins, &mut solver);
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
    players: &mut [Player; 2],
    begins: usize,
    solver: &mut Solver<B>,
) -> (Game<B>, Option<usize>, Option<String>) {
    let of = |side: Side| if side == Side::First { begins } else { 1 - begins };
    loop {
        match game.outcome() {
            Some(Outcome::Won(side)) => return (game, Some(of(side)), None),
            Some(_) => return (game, None, None),
            None => {}
        }
        let mover = of(game.position().to_move());
        let played = players[mover].play(&game, solver);
        let played = played.and_then(|column| game.play(column).map_err(|error| error.to_string()));
        if let Err(reason) = played {
            return (game, Some(1 - mover), Some(format!("player {}: {reason}", mover + 1)));
        }
    }
}
