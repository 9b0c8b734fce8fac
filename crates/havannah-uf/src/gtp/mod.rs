//! An engine for the Go Text Protocol, version 2 (Farnebäck, 2002), in the dialect of Havannah
//! programs.
//!
//! White or black begins: the color that moves first is the first player. Cells are written as on
//! Little Golem ([`Notation::LittleGolem`]) or as a grid, `swap` takes over the first stone, and
//! `genmove` answers `pass` when the game is over. `play COLOR resign` ends the game.
//!
//! The ring rule, the swap rule, the number of playouts and that of threads are those with which
//! the engine is created: the protocol has the commands that GoGui and tournament scripts send.
//!
//! [`Engine::respond`] takes a line to [`Response`]. `run` is the list of commands; `session` plays
//! moves and keeps the clock.
//!
//! ```
//! use havannah_uf::gtp::Engine;
//! use havannah_uf::mcts::Mcts;
//! use havannah_uf::{Game, RingRule};
//!
//! let game = Game::new(8, RingRule::Any)?;
//! let mut engine = Engine::new(game, Mcts::new().threads(2)).playouts(10_000);
//! let mut respond = |line| engine.respond(line).unwrap().text;
//! assert_eq!(respond("boardsize 3"), "=\n\n");
//! assert_eq!(respond("1 play white b1"), "=1\n\n");
//! assert_eq!(respond("play white a2"), "? it is black's turn\n\n");
//! let picture = "=\x20
//!   . x .
//!  . . . .
//! . . . . .
//!  . . . .
//!   . . .
//!
//! ";
//! assert_eq!(respond("showboard"), picture);
//! # Ok::<(), havannah_uf::BaseError>(())
//! ```

mod session;

use self::session::{Clock, Color, Reply};
use crate::game::Game;
use crate::hex::Notation;
use crate::mcts::Mcts;
use crate::rules::Player;

/// All commands, with the largest number of their arguments.
const COMMANDS: [(&str, usize); 19] = [
    ("boardsize", 1),
    ("clear_board", 0),
    ("final_score", 0),
    ("genmove", 1),
    ("gridcoords", 0),
    ("havannah_winner", 0),
    ("hguicoords", 0),
    ("known_command", 1),
    ("komi", 1),
    ("list_commands", 0),
    ("name", 0),
    ("play", 2),
    ("protocol_version", 0),
    ("quit", 0),
    ("showboard", 0),
    ("time_left", 3),
    ("time_settings", 3),
    ("undo", 0),
    ("version", 0),
];

/// The response to a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Response {
    /// The whole response with the empty line at its end.
    pub text: String,
    /// Whether the command was a correct `quit`.
    pub quit: bool,
}

/// A player that speaks the Go Text Protocol.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    notation: Notation,
    /// The color of the first player; `None` before the first move.
    first: Option<Color>,
    /// The player who has resigned.
    resigned: Option<Player>,
    player: Mcts,
    playouts: u64,
    clock: Clock,
}

impl Engine {
    /// An engine that starts with this game, which `boardsize` and `clear_board` replace by one
    /// with the same rules. The player chooses the moves, with 10,000 playouts for each, and
    /// without a clock.
    #[must_use]
    pub fn new(game: Game, player: Mcts) -> Self {
        Self {
            game,
            notation: Notation::LittleGolem,
            first: None,
            resigned: None,
            player,
            playouts: 10_000,
            clock: Clock::default(),
        }
    }

    /// Sets the number of playouts for each move without a clock, at least 1.
    #[must_use]
    pub fn playouts(self, playouts: u64) -> Self {
        Self { playouts: playouts.max(1), ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Executes a line and returns the response; `None` if the line is empty or only a comment.
    pub fn respond(&mut self, line: &str) -> Option<Response> {
        let line: String = line
            .split('#')
            .next()?
            .chars()
            .filter_map(|c| match c {
                '\t' => Some(' '),
                c if c.is_control() => None,
                c => Some(c),
            })
            .collect();
        let mut words = line.split_whitespace().peekable();
        let is_id = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        words.peek()?;
        let id = words.next_if(is_id).unwrap_or_default();
        let command = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let (mark, text) = match run(self, command, &arguments) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let blank = if text.is_empty() { "" } else { " " };
        let quit = command == "quit" && mark == '=';
        Some(Response { text: format!("{mark}{id}{blank}{text}\n\n"), quit })
    }
}

fn run(engine: &mut Engine, command: &str, arguments: &[&str]) -> Reply {
    let first = || arguments.first().copied().ok_or_else(|| "an argument is missing".to_owned());
    let done = Ok(String::new());
    let known = |name: &str| COMMANDS.iter().find(|(known, _)| *known == name);
    if let Some(&(_, most)) = known(command).filter(|(_, most)| arguments.len() > *most) {
        return Err(format!(
            "too many arguments: expected at most {most}, found {}",
            arguments.len()
        ));
    }
    match command {
        "protocol_version" => Ok("2".into()),
        "name" => Ok("havannah-uf".into()),
        "version" => Ok(env!("CARGO_PKG_VERSION").into()),
        "list_commands" => Ok(COMMANDS.map(|(name, _)| name).join("\n")),
        "known_command" => Ok(known(first()?).is_some().to_string()),
        "quit" => done,
        "komi" => match first()?.parse::<f64>() {
            Ok(komi) if komi.is_finite() => done,
            _ => Err("expected a number".into()),
        },
        "boardsize" => {
            let base = first()?.parse().map_err(|_| "unacceptable size".to_owned())?;
            engine.start(base)
        }
        "clear_board" => engine.start(engine.game.base()),
        "hguicoords" | "gridcoords" => {
            let lg = command == "hguicoords";
            engine.notation = if lg { Notation::LittleGolem } else { Notation::Grid };
            done
        }
        "play" => engine.play(arguments),
        "genmove" => engine.genmove(first()?),
        "undo" => engine.undo(),
        "showboard" => Ok(format!("\n{}", engine.game)),
        "havannah_winner" => Ok(engine.winner().into()),
        "final_score" => match engine.winner() {
            "white" => Ok(if engine.resigned.is_some() { "W+R" } else { "W+1" }.into()),
            "black" => Ok(if engine.resigned.is_some() { "B+R" } else { "B+1" }.into()),
            "draw" => Ok("0".into()),
            _ => Err("the game is not over".into()),
        },
        "time_settings" => {
            engine.clock = Clock::new(numbers(arguments)?);
            done
        }
        "time_left" => {
            let color = Color::parse(first()?)?;
            engine.clock.set(color, numbers(&arguments[1..])?);
            done
        }
        "" => Err("a command is missing".into()),
        _ => Err("unknown command".into()),
    }
}

/// Parses `N` whole numbers.
fn numbers<const N: usize>(words: &[&str]) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        format!("expected {N} numbers from 0 to {}, found {:?}", u32::MAX, words.join(" "))
    })
}
