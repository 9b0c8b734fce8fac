use std::io::{IsTerminal, Write};
use std::time::Duration;

use meteor::polyform::{Placement, Puzzle};

use crate::commands::meteor::answers::coloured;

/// Draws the board on stderr whenever a piece is put on it or taken off, one picture over the other if that is a terminal.
pub(super) struct Animation<'a> {
    puzzle: &'a Puzzle,
    placements: Vec<Placement>,
    pause: Duration,
    /// Whether there is a picture to be drawn over.
    drawn: bool,
}

impl<'a> Animation<'a> {
    /// So many pictures a second; the fastest is without pauses.
    pub(super) fn new(puzzle: &'a Puzzle, speed: f64) -> Self {
        let pause = Duration::try_from_secs_f64(1.0 / speed.max(0.01)).unwrap_or_default();
        Self { puzzle, placements: puzzle.placed().to_vec(), pause, drawn: false }
    }

    pub(super) fn placed(&mut self, placement: Placement) {
        self.placements.push(placement);
        self.draw();
    }

    pub(super) fn removed(&mut self, placement: Placement) {
        self.placements.retain(|other| *other != placement);
        self.draw();
    }

    fn draw(&mut self) {
        let picture = self.puzzle.picture(&self.placements).to_string();
        let rows = picture.lines().count();
        let mut stderr = anstream::stderr();
        let up = if self.drawn && std::io::stderr().is_terminal() {
            format!("\u{1b}[{}A", rows + 1)
        } else {
            String::new()
        };
        // Whoever looks on may go away; the search goes on.
        let _ = writeln!(stderr, "{up}{}", coloured(self.puzzle, &picture));
        self.drawn = true;
        std::thread::sleep(self.pause);
    }
}
