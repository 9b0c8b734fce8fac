//! `boardbits c4 match`: games between players, which are strengths of the program or external
//! engines.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use bitboard_core::{Random, SeededRng};
use c4_solver::{
    AnySize, AnySolver, Column, Game, Outcome, Player as Side, SolverBuilder, Strength,
};
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde_json::json;

use super::{Size, SolverOptions, choose, strength_or};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::options::{AnswerFormat, Seed, number, seconds};
use crate::output::Answer;

/// Play games between two players
///
/// A player is a strength (perfect, strong, strong:NODES, casual, random) or exec:COMMAND, an
/// engine that reads a line with the columns played, from the empty board, and answers with a line
/// with one column; `boardbits c4 engine` is one. The words of COMMAND are separated by blanks, and
/// no shell reads them. An answer that is not a move, or is late, loses the game.
///
/// Each opening is played twice, with either player moving first. A line for each game has its
/// number, the player who begins, the moves and the result; the last line is the score of both. In
/// JSON they are {"game","begins","moves","winner","reason"}, where "winner" is null if the game is
/// drawn and "reason" is null unless a player failed, and {"wins":[N,N],"drawn":N}.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Match {
    /// The first player
    #[arg(value_parser = player(), value_name = "PLAYER")]
    first: Who,
    /// The second player
    #[arg(value_parser = player(), value_name = "PLAYER")]
    second: Who,
    /// Number of games
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = number(0..=u64::MAX))]
    games: u64,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Random moves before the players begin
    #[arg(long, default_value_t = 2, value_name = "PLIES", value_parser = number(0..=u32::MAX))]
    openings: u32,
    #[command(flatten)]
    seed: Seed,
    /// Time for an answer of an engine
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = seconds)]
    timeout: Duration,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    solver: SolverOptions,
}

const EXAMPLES: &str = "\
$ boardbits c4 match casual random --width 5 --height 4 --games 2
1 1 …
2 2 …
player 1: …
$ boardbits c4 match casual 'exec:boardbits c4 engine' --games 2 --openings 20
…";

const STATUSES: help::Statuses = [
    "the games were played",
    "an engine cannot be started, or stdout cannot be written",
    help::USAGE,
];

pub(crate) fn run_match(args: &Match, context: &mut Context) -> Result {
    let board = args.size.board()?;
    let builder = args.solver.builder(board)?;
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
        let number = number + 1;
        let json = || {
            json!({
                "game": number,
                "begins": begins + 1,
                "moves": moves,
                "winner": winner.map(|winner| winner + 1),
                "reason": reason,
            })
        };
        let result = winner.map_or("drawn".to_owned(), |winner| format!("{} wins", winner + 1));
        let why = reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        let text = format!("{number} {} {moves:?} {result}{why}", begins + 1);
        args.answers.write(&mut context.out, Answer(text, json))?;
        context.out.flush()?;
    }
    let [first, second, drawn] = scores;
    let json = || json!({ "wins": [first, second], "drawn": drawn });
    let text = format!("player 1: {first}, player 2: {second}, drawn: {drawn}");
    args.answers.write(&mut context.out, Answer(text, json))
}

/// A game that begins with random moves, which do not win.
fn opening(board: AnySize, plies: u32, seed: u64) -> Game<AnySize> {
    let mut rng = SeededRng::new(seed);
    let mut game = Game::new(board);
    for _ in 0..plies {
        let position = game.position();
        let columns: Vec<Column> =
            position.columns().iter().filter(|&column| !position.is_winning_move(column)).collect();
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
fn play(
    mut game: Game<AnySize>,
    players: &mut [Player; 2],
    begins: usize,
) -> (Game<AnySize>, Option<usize>, Option<String>) {
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

/// The longest answer that is read, in bytes.
const MAX_ANSWER: usize = 1 << 10;

/// A player of a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Who {
    Program(Strength),
    /// A program and its arguments.
    External(Vec<OsString>),
}

/// Parses a strength, or `exec:` and a command line. Arguments are separated by spaces.
pub(super) fn who(text: &OsStr) -> Result<Who, String> {
    match after_exec(text) {
        Some(words) if words.is_empty() => Err("expected a command after 'exec:'".to_owned()),
        Some(words) => Ok(Who::External(words)),
        None => strength_or(&text.to_string_lossy(), &["exec:COMMAND"]).map(Who::Program),
    }
}

/// The words after `exec:`, of any bytes, as names of files can have.
#[cfg(unix)]
fn after_exec(text: &OsStr) -> Option<Vec<OsString>> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    let command = text.as_bytes().strip_prefix(b"exec:")?;
    let words = command.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    Some(words.map(|word| OsString::from_vec(word.to_vec())).collect())
}

#[cfg(not(unix))]
fn after_exec(text: &OsStr) -> Option<Vec<OsString>> {
    let command = text.to_str()?.strip_prefix("exec:")?;
    Some(command.split_whitespace().map(OsString::from).collect())
}

fn player() -> impl TypedValueParser<Value = Who> {
    OsStringValueParser::new().try_map(|text| who(&text))
}

/// A player of a match.
pub(super) enum Player {
    /// It has its own solver, because it must not find what the other player has searched in the
    /// table.
    Program(Strength, AnySolver, SeededRng),
    /// The command of an external engine, the time for an answer, and its process. One that has
    /// failed to answer is ended, and another one started for the next question, because an answer
    /// that is late would be taken for that of the next question.
    External(Vec<OsString>, Duration, Option<Process>),
}

impl Player {
    pub(super) fn new(
        who: &Who,
        builder: &SolverBuilder<AnySize>,
        seed: u64,
        time: Duration,
    ) -> Result<Self, Failure> {
        Ok(match who {
            Who::Program(strength) => {
                Self::Program(*strength, builder.clone().build_any()?, SeededRng::new(seed))
            }
            Who::External(command) => {
                Self::External(command.clone(), time, Some(Process::start(command)?))
            }
        })
    }

    /// The next move. An error says why there is none.
    pub(super) fn play(&mut self, game: &Game<AnySize>) -> Result<Column, String> {
        match self {
            Self::Program(strength, solver, rng) => {
                choose(solver, &game.position(), *strength, rng)
            }
            Self::External(command, time, running) => {
                let moves: String = game.moves().map(Column::symbol).collect();
                let process = running.take().map_or_else(|| Process::start(command), Ok)?;
                let answer = process.ask(&moves, *time)?;
                *running = Some(process);
                answer.trim().parse().map_err(|_| format!("expected a column, found {answer:?}"))
            }
        }
    }
}

/// A running engine. It is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    questions: SyncSender<String>,
    answers: Receiver<Vec<u8>>,
}

impl Process {
    fn start(command: &[OsString]) -> Result<Self, String> {
        let (name, arguments) = command.split_first().ok_or("expected a command")?;
        let program = Path::new(name).display();
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| format!("{program}: no pipes"))?;
        // Reading and writing have no time limit, waiting for a message has. An engine that writes
        // without being asked waits, too.
        let (questions, asked) = sync_channel(1);
        thread::spawn(move || write_lines(stdin, &asked));
        let (sender, answers) = sync_channel(1);
        thread::spawn(move || read_lines(stdout, &sender));
        Ok(Self { child, questions, answers })
    }

    fn ask(&self, moves: &str, time: Duration) -> Result<String, String> {
        if let Ok(line) = self.answers.try_recv() {
            let line = String::from_utf8_lossy(&line);
            return Err(format!("the engine wrote {:?} without a question", line.trim_end()));
        }
        let sent = self.questions.try_send(format!("{moves}\n"));
        sent.map_err(|_| "the engine reads no more".to_owned())?;
        let answer = self.answers.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer after {time:?}"),
            RecvTimeoutError::Disconnected => "the engine has ended".to_owned(),
        })?;
        if answer.len() > MAX_ANSWER {
            return Err(format!("expected a column, found more than {MAX_ANSWER} bytes"));
        }
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until one is too long.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = Read::take(&mut stdout, MAX_ANSWER as u64 + 1).read_until(b'\n', &mut line);
        let goes_on = matches!(read, Ok(1..=MAX_ANSWER));
        if !matches!(read, Ok(1..)) || lines.send(line).is_err() || !goes_on {
            return;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_strengths_or_commands() {
        let who = |text: &str| super::who(text.as_ref());
        assert_eq!(who("casual"), Ok(Who::Program(Strength::Casual)));
        let words = ["engine", "--fast"].map(OsString::from).to_vec();
        assert_eq!(who("exec:engine  --fast"), Ok(Who::External(words)));
        assert!(who("exec: ").is_err());
        assert!(who("xyz").unwrap_err().ends_with(", casual, random, exec:COMMAND"));
        assert_eq!(who("perfct"), Err("did you mean perfect?".to_owned()));
        assert!(who("exec").unwrap_err().contains("exec:COMMAND"));
    }
}
