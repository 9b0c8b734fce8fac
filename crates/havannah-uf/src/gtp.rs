//! An engine for the Go Text Protocol, version 2 (Farnebäck, 2002), as Havannah programs speak it.
//!
//! White or black begins: whichever colour moves first is the first player. Cells are written as on Little
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

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::time::Duration;

use crate::cell::Hex;
use crate::dense::{Havannah, Move};
use crate::mcts::{Limit, Mcts, Settings};
use crate::notation::Notation;
use crate::pns::{Solver, Value};
use crate::rule::{Player, RingRule};

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
    /// The colour of the first player, as soon as somebody has moved.
    first: Option<Colour>,
    player: Option<Mcts>,
    seed: u64,
    threads: usize,
    playouts: u64,
    clock: Clock,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    White,
    Black,
}

impl Colour {
    const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    fn parse(word: &str) -> Result<Self, String> {
        match word.to_ascii_lowercase().as_str() {
            "w" | "white" => Ok(Self::White),
            "b" | "black" => Ok(Self::Black),
            _ => Err(format!("{word:?} is no colour")),
        }
    }
}

/// The time of both players, in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    /// Main time, byo-yomi time and its stones, if time matters.
    settings: Option<[u32; 3]>,
    /// Seconds and stones left, as told last.
    left: [Option<(u32, u32)>; 2],
}

impl Clock {
    /// How long to think about a move when so many cells are empty.
    fn budget(&self, colour: Colour, empty: usize) -> Option<Duration> {
        let [main, byo_time, byo_stones] = self.settings?;
        if byo_time > 0 && byo_stones == 0 {
            return None;
        }
        let (seconds, stones) = self.left[colour as usize].unwrap_or(if main > 0 {
            (main, 0)
        } else {
            (byo_time, byo_stones)
        });
        // A game seldom fills more than half of the board.
        let moves = if stones > 0 { f64::from(stones) } else { (empty as f64 / 4.0).max(8.0) };
        Some(Duration::from_secs_f64(0.9 * f64::from(seconds) / moves))
    }
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
            player: None,
            seed,
            threads: 1,
            playouts: 10_000,
            clock: Clock::default(),
        }
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &Havannah {
        &self.game
    }

    /// Answers a line; `None` if there is nothing on it but a comment.
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
        let mut words = line.split_whitespace();
        let mut command = words.next()?;
        let mut id = "";
        if command.bytes().all(|byte| byte.is_ascii_digit()) {
            (id, command) = (command, words.next()?);
        }
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
                let threads = first()?.parse().ok().filter(|threads| (1..=256).contains(threads));
                self.threads = threads.ok_or_else(|| "1 to 256 threads".to_owned())?;
                self.player = None;
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
                let moves = self.player.as_ref().map(Mcts::moves).unwrap_or_default();
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
                let colour = Colour::parse(first()?)?;
                let [seconds, stones] = numbers(&arguments[1..])?;
                self.clock.left[colour as usize] = Some((seconds, stones));
                self.clock.settings.get_or_insert([seconds, 0, 0]);
                done
            }
            _ => Err("unknown command".into()),
        }
    }

    fn start(&mut self, base: u32, rule: RingRule) {
        self.game = new_game(base, rule, self.swap_rule);
        (self.first, self.player, self.clock.left) = (None, None, [None; 2]);
    }

    fn word(&self, cell: Hex) -> String {
        self.notation.write(cell, self.game.base())
    }

    /// The colour of a player.
    fn colour(&self, player: Player) -> Colour {
        let first = self.first.unwrap_or(Colour::White);
        if player == Player::First { first } else { first.other() }
    }

    /// Checks that it is the turn of a colour; the first colour that moves is the first player.
    fn check_turn(&self, colour: Colour) -> Result<(), String> {
        let turn = self.colour(self.game.turn());
        if self.first.is_none() || colour == turn {
            return Ok(());
        }
        Err(format!("it is {}'s turn", turn.name()))
    }

    fn play(&mut self, arguments: &[&str]) -> Reply {
        let &[colour, vertex, ..] = arguments else {
            return Err("a colour or a cell is missing".into());
        };
        let colour = Colour::parse(colour)?;
        if vertex.eq_ignore_ascii_case("resign") || vertex.eq_ignore_ascii_case("pass") {
            // Front ends end games by passing.
            let over = self.game.is_over() || vertex.eq_ignore_ascii_case("resign");
            return if over {
                Ok(String::new())
            } else {
                Err("illegal move: nobody passes".into())
            };
        }
        self.check_turn(colour)?;
        if vertex.eq_ignore_ascii_case("swap") {
            self.game.swap().map_err(|error| format!("illegal move: {error}"))?;
            self.player = None;
            return Ok(String::new());
        }
        let cell = self.notation.parse(vertex, self.game.base());
        let cell = cell.map_err(|error| format!("illegal move: {error}"))?;
        self.place(colour, cell).map_err(|error| format!("illegal move: {error}"))?;
        Ok(String::new())
    }

    fn place(&mut self, colour: Colour, cell: Hex) -> Result<(), crate::PlayError> {
        self.game.play(cell)?;
        self.first.get_or_insert(colour);
        if let Some(player) = &mut self.player {
            player.advance(&self.game, cell);
        }
        Ok(())
    }

    fn undo(&mut self) -> Reply {
        let undone = self.game.undo().ok_or_else(|| "cannot undo".to_owned())?;
        self.player = None;
        if let Move::Stone(_) = undone
            && self.game.ply() == 0
        {
            self.first = None;
        }
        Ok(String::new())
    }

    fn genmove(&mut self, colour: &str, makes: bool) -> Reply {
        let colour = Colour::parse(colour)?;
        self.check_turn(colour)?;
        if self.game.is_over() {
            return Ok("pass".into());
        }
        let empty = Hex::count(self.game.base()) as usize - self.game.ply();
        let limit = self.clock.budget(colour, empty);
        let limit = limit.map_or(Limit::playouts(self.playouts), Limit::time);
        let (game, seed, threads) = (&self.game, self.seed, self.threads);
        let player = self
            .player
            .get_or_insert_with(|| Mcts::with_settings(game, seed, threads, Settings::default()));
        let choice = player.search(limit).ok_or_else(|| "the game is over".to_owned())?;
        // Who would rather have the other colour takes it.
        let swaps = self.game.can_swap() && choice.win_rate < 0.5 && choice.proven != Some(true);
        if swaps {
            if makes {
                self.game.swap().map_err(|error| format!("{error}"))?;
                self.player = None;
            }
            return Ok("swap".into());
        }
        if makes {
            self.place(colour, choice.cell).map_err(|error| format!("{error}"))?;
        }
        Ok(self.word(choice.cell))
    }

    fn winner(&self) -> &'static str {
        match self.game.winner() {
            Some(player) => self.colour(player).name(),
            None if self.game.is_over() => "draw",
            None => "none",
        }
    }

    /// `havannah_solve [nodes]`: what the position is worth, and a winning move.
    fn solve(&self, arguments: &[&str]) -> Reply {
        let nodes = arguments.first().map_or(Ok(10_000), |word| word.parse());
        let nodes = nodes.map_err(|_| "no number of nodes".to_owned())?;
        let solution = Solver::new(64 << 20).solve(&self.game, nodes);
        let turn = self.game.turn();
        Ok(match solution.value {
            Value::Win => {
                let best = solution.best.map(|cell| self.word(cell)).unwrap_or_default();
                format!("{} {best}", self.colour(turn).name())
            }
            Value::Loss => self.colour(turn.other()).name().into(),
            Value::Draw => "draw".into(),
            Value::Unknown => "unknown".into(),
        })
    }
}

/// A game on a board whose base is known to exist; base 8 otherwise.
fn new_game(base: u32, rule: RingRule, swap_rule: bool) -> Havannah {
    let base = base.clamp(Havannah::MIN_BASE, Havannah::MAX_BASE);
    let game = Havannah::new(base, rule).expect("bases within the limits have boards");
    if swap_rule { game.with_swap_rule() } else { game }
}

fn switch(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "1" | "true" => Ok(true),
        "off" | "0" | "false" => Ok(false),
        _ => Err("it is on or off".into()),
    }
}

fn numbers<const N: usize>(words: &[&str]) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = words.iter().take(N).map(|word| word.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("{N} numbers are needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out() {
        let seconds = |settings, left: Option<(u32, u32)>| {
            let clock = Clock { settings: Some(settings), left: [left, None] };
            clock.budget(Colour::White, 160).map(|time| time.as_secs_f64())
        };
        assert_eq!(seconds([0, 1, 0], None), None);
        assert_eq!(seconds([0, 10, 1], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], Some((40, 0))), Some(0.9));
        assert_eq!(seconds([400, 30, 5], Some((20, 2))), Some(9.0));
        assert_eq!(Clock::default().budget(Colour::Black, 160), None);
    }
}
