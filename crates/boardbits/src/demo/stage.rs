//! What a part of the demo is, and where it is shown.

use std::io;
use std::time::Duration;

/// A part of the demo.
pub(super) struct Part {
    /// Its name in [`figures`](super::figures).
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// A command to try next.
    pub(super) command: &'static str,
    /// Shows pictures, the last of them the solution, and returns the result in one line.
    pub(super) play: fn(&mut dyn Stage) -> io::Result<String>,
}

/// Shows pictures: lines of text with ANSI styles.
pub(super) trait Stage {
    /// Shows a picture for this time. Returns whether further pictures are wanted.
    fn show(&mut self, picture: &str, time: Duration) -> io::Result<bool>;

    /// Whether pictures are shown one after the other, so that long work is worth watching.
    fn is_live(&self) -> bool;
}

/// Keeps the last picture.
#[derive(Default)]
pub(super) struct Last(pub(super) String);

impl Stage for Last {
    fn show(&mut self, picture: &str, _: Duration) -> io::Result<bool> {
        picture.clone_into(&mut self.0);
        Ok(true)
    }

    fn is_live(&self) -> bool {
        false
    }
}
