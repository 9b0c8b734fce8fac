//! The commands of an engine that play or search moves, and its clock.
//!
//! The protocol names colors, and either may begin. So the color of the first player is that of the
//! first move. A move is searched for the number of playouts, or, with a clock, for a share of the
//! time that is left, from which the time of the search is subtracted.

use std::time::{Duration, Instant};

use bitboard_core::Limits;

use super::Engine;
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Move, PlayError, Player};

/// White or black. Either may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    White,
    Black,
}

impl Color {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    pub(super) fn parse(word: &str) -> Result<Self, String> {
        match word.to_ascii_lowercase().as_str() {
            "w" | "white" => Ok(Self::White),
            "b" | "black" => Ok(Self::Black),
            _ => Err(format!("expected white or black, found {word:?}")),
        }
    }
}

/// The time of both players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// Main time in seconds, then the seconds and the stones of each period after it (Canadian
    /// byo-yomi); `None` without a clock.
    settings: Option<[u32; 3]>,
    /// Time and stones left; `None` at the start of the game.
    left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    /// A clock at the start of a game: seconds of main time, seconds and stones of a period.
    pub(super) fn new(settings: [u32; 3]) -> Self {
        Self { settings: Some(settings), left: [None; 2] }
    }

    /// Both players have all of their time again.
    fn restart(&mut self) {
        self.left = [None; 2];
    }

    /// Sets the time left and the stones of the period, 0 in the main time. Without a clock, starts
    /// one that has this main time.
    pub(super) fn set(&mut self, color: Color, [seconds, stones]: [u32; 2]) {
        self.left[color as usize] = Some((Duration::from_secs(seconds.into()), stones));
        self.settings.get_or_insert([seconds, 0, 0]);
    }

    /// The time and the stones of a period; `None` without periods.
    fn period(&self) -> Option<(Duration, u32)> {
        let [_, seconds, stones] = self.settings?;
        (stones > 0).then_some((Duration::from_secs(seconds.into()), stones))
    }

    /// The time left, and the stones of the period, 0 in the main time; `None` without a time
    /// limit.
    fn left(&self, color: Color) -> Option<(Duration, u32)> {
        let [main, byo_time, byo_stones] = self.settings?;
        if byo_time > 0 && byo_stones == 0 {
            return None;
        }
        Some(self.left[color as usize].unwrap_or((Duration::from_secs(main.into()), 0)))
    }

    /// The time for a move when `empty` cells are empty; `None` without a time limit.
    fn budget(&self, color: Color, empty: usize) -> Option<Duration> {
        let (left, stones) = self.left(color)?;
        // Few games fill more than half of the board.
        let moves = if stones > 0 { f64::from(stones) } else { (empty as f64 / 4.0).max(8.0) };
        let share = left.div_f64(moves);
        // A move at the end of the main time has as much time as one in a period.
        let in_period = self.period().filter(|_| stones == 0);
        let in_period = in_period.map_or(Duration::ZERO, |(time, stones)| time / stones);
        Some(share.max(in_period).mul_f64(0.9))
    }

    /// Subtracts the time of a move. A period starts when the main time is over, and when all
    /// stones of the last one are placed.
    fn spend(&mut self, color: Color, mut used: Duration) {
        let Some((mut left, mut stones)) = self.left(color) else { return };
        if stones == 0
            && used >= left
            && let Some(period) = self.period()
        {
            used -= left;
            (left, stones) = period;
        }
        left = left.saturating_sub(used);
        if stones == 1 {
            (left, stones) = self.period().unwrap_or((left, 0));
        } else {
            stones = stones.saturating_sub(1);
        }
        self.left[color as usize] = Some((left, stones));
    }
}

/// The text of a response; `Err` if the command has failed.
pub(super) type Reply = Result<String, String>;

impl Engine {
    /// Starts a new game by the same rules.
    pub(super) fn start(&mut self, base: u32) -> Reply {
        let game = Game::new(base, self.game.rule()).map_err(|_| "unacceptable size".to_owned())?;
        self.game = if self.game.has_swap_rule() { game.with_swap_rule() } else { game };
        (self.first, self.resigned) = (None, None);
        self.clock.restart();
        Ok(String::new())
    }

    /// The cell in the notation of the engine.
    pub(super) fn word(&self, cell: Hex) -> String {
        self.notation.write(cell, self.game.base())
    }

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

    /// `play COLOR VERTEX`, where the vertex is a cell, `swap`, `pass` or `resign`.
    pub(super) fn play(&mut self, arguments: &[&str]) -> Reply {
        let &[color, vertex, ..] = arguments else {
            return Err("a color or a cell is missing".into());
        };
        let color = Color::parse(color)?;
        if vertex.eq_ignore_ascii_case("pass") {
            // Front ends end games by passing.
            let over = self.is_over().then(String::new);
            return over.ok_or_else(|| "illegal move: passing is not allowed".into());
        }
        if let Some(player) = self.resigned {
            let name = self.color(player).name();
            return Err(format!("illegal move: the game is over: {name} has resigned"));
        }
        self.check_turn(color)?;
        if vertex.eq_ignore_ascii_case("resign") {
            if self.is_over() {
                return Err("illegal move: the game is over".into());
            }
            self.first.get_or_insert(color);
            self.resigned = Some(self.game.turn());
            return Ok(String::new());
        }
        if vertex.eq_ignore_ascii_case("swap") {
            self.game.play(Move::Swap).map_err(|error| format!("illegal move: {error}"))?;
            return Ok(String::new());
        }
        let cell = self.notation.parse(vertex, self.game.base());
        let cell = cell.map_err(|error| format!("illegal move: {error}"))?;
        let placed = self.place(color, cell);
        // With the cell in the notation of the engine.
        placed.map_err(|error| match error {
            PlayError::Taken { cell } => {
                format!("illegal move: there is a stone on {} already", self.word(cell))
            }
            PlayError::Over { cell } => {
                format!("illegal move: the game is over: {} comes after the win", self.word(cell))
            }
            error => format!("illegal move: {error}"),
        })?;
        Ok(String::new())
    }

    /// Places a stone, and remembers the color of the first one.
    fn place(&mut self, color: Color, cell: Hex) -> Result<(), PlayError> {
        self.game.play(cell)?;
        self.first.get_or_insert(color);
        Ok(())
    }

    /// `undo`
    pub(super) fn undo(&mut self) -> Reply {
        if self.resigned.take().is_none() {
            self.game.undo().ok_or_else(|| "cannot undo".to_owned())?;
        }
        if self.game.moves().next().is_none() {
            self.first = None;
        }
        Ok(String::new())
    }

    /// `genmove COLOR`: searches a move and makes it.
    pub(super) fn genmove(&mut self, color: &str) -> Reply {
        let color = Color::parse(color)?;
        self.check_turn(color)?;
        if self.is_over() {
            return Ok("pass".into());
        }
        let empty = Hex::count(self.game.base()) as usize - self.game.ply();
        let limits = match self.clock.budget(color, empty) {
            Some(time) => Limits::new().time(time),
            None => Limits::new().nodes(self.playouts),
        };
        let start = Instant::now();
        let searched = self.player.try_search(&self.game, &limits);
        self.clock.spend(color, start.elapsed());
        let choice = searched.unwrap_or_else(|stopped| stopped.partial);
        let choice = choice.ok_or_else(|| "the game is over".to_owned())?;
        // The other color wins more often.
        if self.game.can_swap() && choice.win_rate < 0.5 {
            self.game.play(Move::Swap).map_err(|error| error.to_string())?;
            return Ok("swap".into());
        }
        self.place(color, choice.cell).map_err(|error| error.to_string())?;
        Ok(self.word(choice.cell))
    }

    /// Returns whether the game has ended, also by a resignation.
    fn is_over(&self) -> bool {
        self.game.is_over() || self.resigned.is_some()
    }

    /// `havannah_winner`: a color, `draw`, or `none` while the game is running.
    pub(super) fn winner(&self) -> &'static str {
        match self.game.winner().or(self.resigned.map(Player::other)) {
            Some(player) => self.color(player).name(),
            None if self.game.is_over() => "draw",
            None => "none",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out() {
        let seconds = |settings, left: Option<[u32; 2]>| {
            let mut clock = Clock::new(settings);
            left.into_iter().for_each(|left| clock.set(Color::White, left));
            clock.budget(Color::White, 160).map(|time| time.as_secs_f64())
        };
        assert_eq!(seconds([0, 1, 0], None), None);
        assert_eq!(seconds([0, 10, 1], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], None), Some(9.0));
        assert_eq!(seconds([400, 0, 0], Some([40, 0])), Some(0.9));
        assert_eq!(seconds([400, 30, 5], Some([20, 2])), Some(9.0));
        assert_eq!(seconds([400, 100, 5], Some([20, 0])), Some(18.0));
        assert_eq!(Clock::default().budget(Color::Black, 160), None);
    }

    #[test]
    fn time_lasts_for_all_moves_of_a_game() {
        for (settings, least) in [([60, 0, 0], 0.01), ([60, 50, 5], 1.4), ([0, 50, 5], 8.9)] {
            let mut clock = Clock::new(settings);
            for empty in (1..=169).rev().step_by(2) {
                let (left, _) = clock.left(Color::White).unwrap();
                let time = clock.budget(Color::White, empty).unwrap();
                assert!(time.as_secs_f64() > least, "{settings:?}: {time:?} with {empty} empty");
                assert!(settings[1] > 0 || time < left, "{settings:?}: {time:?} of {left:?}");
                clock.spend(Color::White, time);
            }
        }
    }

    #[test]
    fn periods_start_after_the_main_time() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new([60, 30, 2]);
        let mut spend = |used| {
            clock.spend(Color::Black, seconds(used));
            clock.left(Color::Black)
        };
        assert_eq!(spend(50), Some((seconds(10), 0)));
        assert_eq!(spend(15), Some((seconds(25), 1)));
        assert_eq!(spend(20), Some((seconds(30), 2)));
        assert_eq!(spend(31), Some((Duration::ZERO, 1)));
        assert_eq!(clock.left(Color::White), Some((seconds(60), 0)));
    }

    #[test]
    fn the_time_of_a_search_is_subtracted() {
        let game = Game::new(3, crate::rules::RingRule::Any).unwrap();
        let mut engine = Engine::new(game, crate::mcts::Mcts::new());
        for line in ["time_settings 1 0 0", "genmove white"] {
            engine.respond(line);
        }
        let budgets =
            [Color::White, Color::Black].map(|color| engine.clock.budget(color, 0).unwrap());
        assert!(budgets[0] < budgets[1], "{budgets:?}");
    }
}
