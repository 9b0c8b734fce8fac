//! An engine for the Go Text Protocol, version 2 (Farnebäck, 2002), in the dialect of Havannah
//! programs.
//!
//! White or black begins: the color that moves first is the first player. Cells are written as on
//! Little Golem ([`Notation::LittleGolem`]) or as a grid, `swap` takes over the first stone, and
//! `genmove` answers `pass` when the game is over. `play COLOR resign` ends the game.
//!
//! [`Engine::respond`] takes a line to [`Response`]. `run` is the list of commands; `session` plays
//! moves and keeps the clock.
//!
//! ```
//! use havannah_uf::gtp::Engine;
//!
//! let mut engine = Engine::new(1);
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
//! ```

mod session;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::session::{Clock, Color, Reply};
use crate::game::Havannah;
use crate::hex::Notation;
use crate::mcts::{Mcts, MoveStatistics, Settings};
use crate::rules::{BaseError, Move, Player, RingRule};

/// All commands, with the largest number of their arguments.
const COMMANDS: [(&str, usize); 28] = [
    ("all_legal", 0),
    ("boardsize", 1),
    ("clear_board", 0),
    ("final_score", 0),
    ("genmove", 1),
    ("gridcoords", 0),
    ("havannah_ring", 1),
    ("havannah_solve", 1),
    ("havannah_swap", 1),
    ("havannah_winner", 0),
    ("hguicoords", 0),
    ("history", 0),
    ("known_command", 1),
    ("komi", 1),
    ("list_commands", 0),
    ("name", 0),
    ("play", 2),
    ("playouts", 1),
    ("protocol_version", 0),
    ("quit", 0),
    ("reg_genmove", 1),
    ("showboard", 0),
    ("threads", 1),
    ("time_left", 3),
    ("time_settings", 3),
    ("top_moves", 0),
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

/// The settings of an [`Engine`] at its start. The commands of the protocol can change them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Number of cells along an edge, 8 by default.
    pub base: u32,
    /// The rule for rings, the classical one by default.
    pub ring: RingRule,
    /// Whether the second player may take over the first stone; not by default.
    pub swap: bool,
    /// Number of playouts for each move, 10,000 by default; at least 1.
    pub playouts: u64,
    /// Number of threads, 1 by default; from 1 to [`Mcts::MAX_THREADS`].
    pub threads: usize,
    /// Random seed, 1 by default.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let ring = RingRule::Any;
        Self { base: 8, ring, swap: false, playouts: 10_000, threads: 1, seed: 1 }
    }
}

/// A player that speaks the Go Text Protocol.
#[derive(Debug)]
pub struct Engine {
    game: Havannah,
    notation: Notation,
    /// The color of the first player; `None` before the first move.
    first: Option<Color>,
    /// The player who has resigned.
    resigned: Option<Player>,
    player: Mcts,
    seed: u64,
    playouts: u64,
    clock: Clock,
}

impl Engine {
    /// An engine with a board of base 8, the classical rule for rings, one thread, 10,000 playouts
    /// for each move and no clock.
    ///
    /// ```
    /// use havannah_uf::gtp::Engine;
    ///
    /// let mut engine = Engine::new(1);
    /// let response = engine.respond("protocol_version").unwrap();
    /// assert_eq!(response.text, "= 2\n\n");
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let options = Options { seed, ..Options::default() };
        Self::with_options(options).expect("there are boards of base 8")
    }

    /// An engine with these settings. Numbers of playouts and threads out of range are replaced by
    /// the nearest in range.
    ///
    /// ```
    /// use havannah_uf::gtp::{Engine, Options};
    ///
    /// let mut options = Options::default();
    /// options.base = 4;
    /// let engine = Engine::with_options(options)?;
    /// assert_eq!(engine.game().base(), 4);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no board of this base.
    pub fn with_options(options: Options) -> Result<Self, BaseError> {
        let Options { base, ring, swap, playouts, threads, seed } = options;
        let game = Havannah::new(base, ring)?;
        let threads = threads.clamp(1, Mcts::MAX_THREADS);
        Ok(Self {
            game: if swap { game.with_swap_rule() } else { game },
            notation: Notation::LittleGolem,
            first: None,
            resigned: None,
            player: Mcts::with_settings(seed, threads, Settings::default()),
            seed,
            playouts: playouts.max(1),
            clock: Clock::default(),
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Havannah {
        &self.game
    }

    /// Executes a line and returns the response; `None` if the line is empty or only a comment.
    ///
    /// ```
    /// use havannah_uf::gtp::Engine;
    ///
    /// let mut engine = Engine::new(1);
    /// assert_eq!(engine.respond("1 boardsize 65").unwrap().text, "?1 unacceptable size\n\n");
    /// assert_eq!(engine.respond("# a comment"), None);
    /// assert!(engine.respond("quit").unwrap().quit);
    /// ```
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
            engine.start(base, engine.game.rule(), engine.game.has_swap_rule())
        }
        "clear_board" => {
            let game = &engine.game;
            engine.start(game.base(), game.rule(), game.has_swap_rule())
        }
        "havannah_ring" => {
            let rule = first()?.parse().map_err(|error| format!("{error}"))?;
            engine.start(engine.game.base(), rule, engine.game.has_swap_rule())
        }
        "havannah_swap" => {
            let swap_rule = switch(first()?)?;
            engine.start(engine.game.base(), engine.game.rule(), swap_rule)
        }
        "hguicoords" | "gridcoords" => {
            let lg = command == "hguicoords";
            engine.notation = if lg { Notation::LittleGolem } else { Notation::Grid };
            done
        }
        "threads" => {
            let most = Mcts::MAX_THREADS;
            let threads = first()?.parse().ok().filter(|threads| (1..=most).contains(threads));
            let threads = threads.ok_or_else(|| format!("expected 1 to {most} threads"))?;
            engine.player = Mcts::with_settings(engine.seed, threads, Settings::default());
            done
        }
        "playouts" => {
            let playouts = first()?.parse().ok().filter(|&playouts| playouts > 0);
            engine.playouts = playouts.ok_or_else(|| "expected a number of playouts".to_owned())?;
            done
        }
        "play" => engine.play(arguments),
        "genmove" => engine.genmove(first()?, true),
        "reg_genmove" => engine.genmove(first()?, false),
        "undo" => engine.undo(),
        "showboard" => Ok(format!("\n{}", engine.game)),
        "all_legal" if engine.resigned.is_some() => done,
        "all_legal" => {
            let mut moves: Vec<_> =
                engine.game.empty_cells().map(|cell| engine.word(cell)).collect();
            if engine.game.can_swap() {
                moves.push("swap".into());
            }
            Ok(moves.join(" "))
        }
        "history" => {
            let word = |played: Move| match played {
                Move::Swap => "swap".to_owned(),
                Move::Stone(cell) => engine.word(cell),
            };
            let resigned = engine.resigned.map(|_| "resign".to_owned());
            Ok(engine.game.moves().map(word).chain(resigned).collect::<Vec<_>>().join(" "))
        }
        "top_moves" => {
            let moves = engine.player.moves(&engine.game).unwrap_or_default();
            let line = |known: &MoveStatistics| {
                format!("{} {} {:.3}", engine.word(known.cell), known.visits, known.win_rate)
            };
            Ok(moves.iter().take(10).map(line).collect::<Vec<_>>().join("\n"))
        }
        "havannah_winner" => Ok(engine.winner().into()),
        "final_score" => match engine.winner() {
            "white" => Ok(if engine.resigned.is_some() { "W+R" } else { "W+1" }.into()),
            "black" => Ok(if engine.resigned.is_some() { "B+R" } else { "B+1" }.into()),
            "draw" => Ok("0".into()),
            _ => Err("the game is not over".into()),
        },
        "havannah_solve" => engine.solve(arguments),
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

/// Parses `on` or `off`.
fn switch(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "1" | "true" => Ok(true),
        "off" | "0" | "false" => Ok(false),
        _ => Err(format!("expected on or off, found {word:?}")),
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
