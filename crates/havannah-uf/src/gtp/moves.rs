//! Whose turn it is, and moves: told, undone, thought of.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::color::Color;
use super::{Engine, Reply};
use crate::cell::Hex;
use crate::dense::Move;
use crate::mcts::Limit;
use crate::pns::{Solver, Value};
use crate::rule::Player;

impl Engine {
    /// The color of a player.
    fn color(&self, player: Player) -> Color {
        let first = self.first.unwrap_or(Color::White);
        if player == Player::First { first } else { first.other() }
    }

    /// Checks that it is the turn of a color; the first color that moves is the first player.
    fn check_turn(&self, color: Color) -> Result<(), String> {
        let turn = self.color(self.game.turn());
        if self.first.is_none() || color == turn {
            return Ok(());
        }
        Err(format!("it is {}'s turn", turn.name()))
    }

    pub(super) fn play(&mut self, arguments: &[&str]) -> Reply {
        let &[color, vertex, ..] = arguments else {
            return Err("a color or a cell is missing".into());
        };
        let color = Color::parse(color)?;
        if vertex.eq_ignore_ascii_case("resign") || vertex.eq_ignore_ascii_case("pass") {
            // Front ends end games by passing.
            let over = self.game.is_over() || vertex.eq_ignore_ascii_case("resign");
            return if over {
                Ok(String::new())
            } else {
                Err("illegal move: passing is not allowed".into())
            };
        }
        self.check_turn(color)?;
        if vertex.eq_ignore_ascii_case("swap") {
            self.game.swap().map_err(|error| format!("illegal move: {error}"))?;
            return Ok(String::new());
        }
        let cell = self.notation.parse(vertex, self.game.base());
        let cell = cell.map_err(|error| format!("illegal move: {error}"))?;
        self.place(color, cell).map_err(|error| format!("illegal move: {error}"))?;
        Ok(String::new())
    }

    fn place(&mut self, color: Color, cell: Hex) -> Result<(), crate::PlayError> {
        self.game.play(cell)?;
        self.first.get_or_insert(color);
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Reply {
        let undone = self.game.undo().ok_or_else(|| "cannot undo".to_owned())?;
        if let Move::Stone(_) = undone
            && self.game.ply() == 0
        {
            self.first = None;
        }
        Ok(String::new())
    }

    pub(super) fn genmove(&mut self, color: &str, makes: bool) -> Reply {
        let color = Color::parse(color)?;
        self.check_turn(color)?;
        if self.game.is_over() {
            return Ok("pass".into());
        }
        let empty = Hex::count(self.game.base()) as usize - self.game.ply();
        let limit = self.clock.budget(color, empty);
        let limit = limit.map_or(Limit::playouts(self.playouts), Limit::time);
        let choice = self.player.search(&self.game, limit);
        let choice = choice.ok_or_else(|| "the game is over".to_owned())?;
        // The other color is worth more.
        if self.game.can_swap() && choice.win_rate < 0.5 {
            if makes {
                self.game.swap().map_err(|error| format!("{error}"))?;
            }
            return Ok("swap".into());
        }
        if makes {
            self.place(color, choice.cell).map_err(|error| format!("{error}"))?;
        }
        Ok(self.word(choice.cell))
    }

    pub(super) fn winner(&self) -> &'static str {
        match self.game.winner() {
            Some(player) => self.color(player).name(),
            None if self.game.is_over() => "draw",
            None => "none",
        }
    }

    /// `havannah_solve [nodes]`: the value of the position, and a winning move.
    pub(super) fn solve(&self, arguments: &[&str]) -> Reply {
        let nodes = arguments.first().map_or(Ok(10_000), |word| word.parse());
        let nodes = nodes.map_err(|_| "the number of nodes is not a number".to_owned())?;
        let solver = Solver::new(64 << 20);
        let solution = solver.map_err(|error| format!("{error}"))?.solve(&self.game, nodes);
        let turn = self.game.turn();
        Ok(match solution.value {
            Value::Win => {
                let best = solution.best.map(|cell| self.word(cell)).unwrap_or_default();
                format!("{} {best}", self.color(turn).name())
            }
            Value::Loss => self.color(turn.other()).name().into(),
            Value::Draw => "draw".into(),
            Value::Unknown => "unknown".into(),
        })
    }
}
