//! An engine for the Go Text Protocol, version 2 (Farnebäck, 2002), as Havannah programs speak it.
//!
//! White or black begins: whichever color moves first is the first player. Cells are written as on Little
//! Golem ([`Notation::LittleGolem`]) or as a grid, `swap` takes over the first stone, and `genmove` answers
//! `pass` when the game is over.
//!
//! ```
//! use havannah_uf::gtp::Engine;
//!
//! let mut engine = Engine::new(1);
//! assert_eq!(engine.answer("boardsize 4").unwrap().text, "=\n\n");
//! assert_eq!(engine.answer("1 play white a1").unwrap().text, "=1\n\n");
//! assert_eq!(engine.answer("play white a2").unwrap().text, "? it is black's turn\n\n");
//! ```

mod clock;
mod color;
mod moves;
mod words;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::clock::Clock;
use self::color::Color;
use self::words::{numbers, switch};
use crate::cell::Hex;
use crate::dense::Havannah;
use crate::mcts::{Mcts, Settings};
use crate::notation::Notation;
use crate::rule::RingRule;

/// All commands.
const COMMANDS: [&str; 28] = [
    "all_legal",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gridcoords",
    "havannah_ring",
    "havannah_solve",
    "havannah_swap",
    "havannah_winner",
    "hguicoords",
    "history",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "playouts",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "threads",
    "time_left",
    "time_settings",
    "top_moves",
    "undo",
    "version",
];

/// What the engine says to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The whole answer with the empty line at its end.
    pub text: String,
    /// Whether the engine is to stop.
    pub quit: bool,
}

/// A player who understands the Go Text Protocol.
#[derive(Debug)]
pub struct Engine {
    game: Havannah,
    swap_rule: bool,
    notation: Notation,
    /// The color of the first player, as soon as somebody has moved.
    first: Option<Color>,
    player: Mcts,
    seed: u64,
    playouts: u64,
    clock: Clock,
}

type Reply = Result<String, String>;

impl Engine {
    /// An engine with a board of base 8, the classical rule for rings, one thread, 10,000 playouts for each
    /// move and no clock.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            game: new_game(8, RingRule::Any, false),
            swap_rule: false,
            notation: Notation::LittleGolem,
            first: None,
            player: Mcts::new(seed),
            seed,
            playouts: 10_000,
            clock: Clock::default(),
        }
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &Havannah {
        &self.game
    }

    /// Answers a line; `None` if the line is empty or only a comment.
    pub fn answer(&mut self, line: &str) -> Option<Answer> {
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
        let (mark, text) = match self.run(command, &arguments) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let blank = if text.is_empty() { "" } else { " " };
        Some(Answer { text: format!("{mark}{id}{blank}{text}\n\n"), quit: command == "quit" })
    }

    fn run(&mut self, command: &str, arguments: &[&str]) -> Reply {
        let first =
            || arguments.first().copied().ok_or_else(|| "an argument is missing".to_owned());
        let done = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".into()),
            "name" => Ok("havannah-uf".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(COMMANDS.contains(&first()?).to_string()),
            "quit" | "komi" => done,
            "boardsize" => {
                let base = first()?.parse().map_err(|_| "unacceptable size".to_owned())?;
                Havannah::new(base, RingRule::Any).map_err(|_| "unacceptable size".to_owned())?;
                self.start(base, self.game.rule());
                done
            }
            "clear_board" => {
                self.start(self.game.base(), self.game.rule());
                done
            }
            "havannah_ring" => {
                let rule = first()?.parse().map_err(|error| format!("{error}"))?;
                self.start(self.game.base(), rule);
                done
            }
            "havannah_swap" => {
                self.swap_rule = switch(first()?)?;
                self.start(self.game.base(), self.game.rule());
                done
            }
            "hguicoords" | "gridcoords" => {
                let lg = command == "hguicoords";
                self.notation = if lg { Notation::LittleGolem } else { Notation::Grid };
                done
            }
            "threads" => {
                let most = Mcts::MAX_THREADS;
                let threads = first()?.parse().ok().filter(|threads| (1..=most).contains(threads));
                let threads = threads.ok_or_else(|| format!("expected 1 to {most} threads"))?;
                self.player = Mcts::with_settings(self.seed, threads, Settings::default());
                done
            }
            "playouts" => {
                let playouts = first()?.parse().ok().filter(|&playouts| playouts > 0);
                self.playouts = playouts.ok_or_else(|| "no number of playouts".to_owned())?;
                done
            }
            "play" => self.play(arguments),
            "genmove" => self.genmove(first()?, true),
            "reg_genmove" => self.genmove(first()?, false),
            "undo" => self.undo(),
            "showboard" => Ok(format!("\n{}", self.game)),
            "all_legal" => {
                let mut moves: Vec<_> =
                    self.game.legal_moves().map(|cell| self.word(cell)).collect();
                if self.game.can_swap() {
                    moves.push("swap".into());
                }
                Ok(moves.join(" "))
            }
            "history" => {
                Ok(self.game.stones().map(|cell| self.word(cell)).collect::<Vec<_>>().join(" "))
            }
            "top_moves" => {
                let moves = self.player.moves(&self.game);
                let shown = moves
                    .into_iter()
                    .take(10)
                    .map(|(cell, visits, rate)| format!("{} {visits} {rate:.3}", self.word(cell)));
                Ok(shown.collect::<Vec<_>>().join("\n"))
            }
            "havannah_winner" => Ok(self.winner().into()),
            "final_score" => match self.winner() {
                "white" => Ok("W+1".into()),
                "black" => Ok("B+1".into()),
                "draw" => Ok("0".into()),
                _ => Err("the game is not over".into()),
            },
            "havannah_solve" => self.solve(arguments),
            "time_settings" => {
                let settings = numbers(arguments)?;
                self.clock = Clock { settings: Some(settings), left: [None; 2] };
                done
            }
            "time_left" => {
                let color = Color::parse(first()?)?;
                let [seconds, stones] = numbers(&arguments[1..])?;
                self.clock.left[color as usize] = Some((seconds, stones));
                self.clock.settings.get_or_insert([seconds, 0, 0]);
                done
            }
            "" => Err("a command is missing".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn start(&mut self, base: u32, rule: RingRule) {
        self.game = new_game(base, rule, self.swap_rule);
        (self.first, self.clock.left) = (None, [None; 2]);
    }

    fn word(&self, cell: Hex) -> String {
        self.notation.write(cell, self.game.base())
    }
}

/// A game on a board whose base is known to exist; base 8 otherwise.
fn new_game(base: u32, rule: RingRule, swap_rule: bool) -> Havannah {
    let base = base.clamp(Havannah::MIN_BASE, Havannah::MAX_BASE);
    let game = Havannah::new(base, rule).expect("bases within the limits have boards");
    if swap_rule { game.with_swap_rule() } else { game }
}
