use std::io::{IsTerminal, Write};
use std::time::Duration;

use meteor::{Placement, Puzzle};

use crate::commands::meteor::answers::colored;

/// Draws the board on stderr whenever it changes, one picture over the other if stderr is a terminal.
pub(super) struct Animation<'a> {
    puzzle: &'a Puzzle,
    /// The board of the last picture.
    drawn: Option<Vec<Placement>>,
    pause: Duration,
}

impl<'a> Animation<'a> {
    /// Draws about `speed` pictures a second, 0.01 to 1,000.
    pub(super) fn new(puzzle: &'a Puzzle, speed: f64) -> Self {
        Self { puzzle, drawn: None, pause: Duration::from_secs_f64(1.0 / speed) }
    }

    /// Draws the board unless it is the last one drawn.
    pub(super) fn show(&mut self, board: Vec<Placement>) {
        if self.drawn.as_ref() == Some(&board) {
            return;
        }
        let picture = self.puzzle.picture(&board).to_string();
        let rows = picture.lines().count();
        let mut stderr = anstream::stderr();
        let up = if self.drawn.is_some() && std::io::stderr().is_terminal() {
            format!("\u{1b}[{}A", rows + 1)
        } else {
            String::new()
        };
        // The search continues if stderr is closed.
        let _ = writeln!(stderr, "{up}{}", colored(self.puzzle, &picture));
        self.drawn = Some(board);
        std::thread::sleep(self.pause);
    }
}
