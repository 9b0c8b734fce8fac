//! The demo on a terminal: pictures replace each other on the alternate screen.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{Part, Stage, comparison};
use crate::output::{Output, Picture};

/// Alternate screen, hidden cursor.
const OPEN: &str = "\x1b[?1049h\x1b[?25l\x1b[2J";
/// Visible cursor, normal screen. Also ends an update, whose end is lost if Ctrl-C is pressed: a
/// terminal then discards output that it has not shown.
const CLOSE: &str = "\x1b[?2026l\x1b[?25h\x1b[?1049l";
/// Begin and end of an update: a terminal that supports them shows everything in between at once.
const BEGIN: &str = "\x1b[?2026h\x1b[H";
const END: &str = "\x1b[J\x1b[?2026l";

/// The least size, in columns and rows.
const SIZE: (u16, u16) = (70, 22);
/// The time for which the solution of a part is shown.
const SOLUTION: Duration = Duration::from_millis(500);

/// A terminal that shows the demo. Dropping it restores the terminal.
struct Screen<'a> {
    out: &'a mut Output,
    /// The settings to restore, if stdin is a terminal, too.
    settings: Option<Termios>,
    /// The signal that was received, or 0.
    signal: Arc<AtomicUsize>,
    signals: Vec<signal_hook::SigId>,
    title: &'static str,
    /// The line below the picture.
    footer: String,
    skip: Skip,
    open: bool,
}

/// The pictures that the pressed keys skip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    No,
    Part,
    All,
}

/// Plays the demo, if stdout is a terminal for it. Returns whether it is.
pub(super) fn play(parts: &[Part], out: &mut Output) -> io::Result<bool> {
    let Some(mut screen) = Screen::open(out)? else { return Ok(false) };
    screen.play(parts)?;
    Ok(true)
}

impl<'a> Screen<'a> {
    /// Opens the screen, if stdout is a terminal of sufficient size that shows styles.
    fn open(out: &'a mut Output) -> io::Result<Option<Self>> {
        let size = tcgetwinsize(io::stdout()).ok();
        let fits = size.is_some_and(|size| size.ws_col >= SIZE.0 && size.ws_row >= SIZE.1);
        if !io::stdout().is_terminal() || !out.has_styles() || !fits {
            return Ok(None);
        }
        let signal = Arc::new(AtomicUsize::new(0));
        let register = |number| {
            signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)
        };
        let signals =
            [SIGINT, SIGTERM, SIGHUP].into_iter().filter_map(|number| register(number).ok());
        let signals = signals.collect();
        let settings = io::stdin().is_terminal().then(|| tcgetattr(io::stdin()).ok()).flatten();
        if let Some(settings) = &settings {
            let mut raw = settings.clone();
            // Single keys, without echo. Ctrl-C still sends its signal.
            raw.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            raw.special_codes[SpecialCodeIndex::VMIN] = 0;
            raw.special_codes[SpecialCodeIndex::VTIME] = 0;
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &raw);
        }
        let (title, footer, skip) = ("", String::new(), Skip::No);
        let screen = Self { out, settings, signal, signals, title, footer, skip, open: true };
        screen.out.write_all(OPEN.as_bytes())?;
        Ok(Some(screen))
    }

    fn play(&mut self, parts: &[Part]) -> io::Result<()> {
        for part in parts {
            (self.title, self.footer) = (part.title, String::new());
            self.skip = Skip::No;
            let mut last = Recorded { screen: self, picture: Picture::default() };
            let result = (part.play)(&mut last)?;
            let picture = last.picture;
            self.footer = format!("\n    {result}\n");
            if let Some((text, task)) = comparison(part.name) {
                self.footer += &format!("    {text}\n    ({task})\n");
            }
            self.footer += &format!("    Try: {}\n", part.command);
            if self.skip != Skip::All {
                self.skip = Skip::No;
                self.draw(&picture)?;
                self.wait(SOLUTION)?;
            }
            if self.skip == Skip::All {
                break;
            }
        }
        Ok(())
    }

    fn draw(&mut self, picture: &Picture) -> io::Result<()> {
        let title = anstyle::Style::new().bold().underline();
        let dim = anstyle::Style::new().dimmed();
        let mut text = format!("{title}{}{title:#}\n\n{picture}{}", self.title, self.footer);
        text += &format!("\n{dim}any key: next, q: quit{dim:#}");
        // The rest of each line is erased after it is written, so that it never blinks.
        let text = text.replace('\n', "\x1b[K\n");
        write!(self.out, "{BEGIN}{text}\x1b[K{END}")?;
        self.out.flush()
    }

    /// Waits for this time, or for a key. A signal ends the program.
    fn wait(&mut self, time: Duration) -> io::Result<()> {
        let end = Instant::now() + time;
        loop {
            self.obey_signal()?;
            let left = end.saturating_duration_since(Instant::now());
            let key = self.key(left)?;
            match key {
                Some(b'q' | 0x1b) => self.skip = Skip::All,
                Some(_) => self.skip = Skip::Part,
                None => {}
            }
            if key.is_some() || left.is_zero() {
                return self.obey_signal();
            }
        }
    }

    /// A key that is pressed within this time.
    fn key(&self, time: Duration) -> io::Result<Option<u8>> {
        // A signal must end the wait, and it can arrive just before.
        let time = time.min(Duration::from_millis(50));
        if self.settings.is_none() {
            std::thread::sleep(time);
            return Ok(None);
        }
        let stdin = io::stdin();
        let mut files = [PollFd::new(&stdin, PollFlags::IN)];
        let timeout = Timespec::try_from(time).map_err(io::Error::other)?;
        match poll(&mut files, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        // All bytes of the key: arrows send three.
        let mut bytes = [0; 16];
        let length = rustix::io::read(&stdin, &mut bytes)?;
        Ok(match bytes[..length] {
            [] => {
                std::thread::sleep(time);
                None
            }
            [key] => Some(key),
            _ => Some(b' '),
        })
    }

    /// Ends the program as the signal would have, if there was one.
    fn obey_signal(&mut self) -> io::Result<()> {
        let signal = self.signal.load(Ordering::Relaxed);
        if signal == 0 {
            return Ok(());
        }
        self.close();
        signal_hook::low_level::emulate_default_handler(signal as i32)
    }

    /// Restores the terminal.
    fn close(&mut self) {
        if !std::mem::replace(&mut self.open, false) {
            return;
        }
        // If the terminal is gone, nothing needs to be restored.
        let _ = self.out.write_all(CLOSE.as_bytes());
        let _ = self.out.flush();
        if let Some(settings) = &self.settings {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
        for id in self.signals.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Shows pictures, and keeps the last one.
struct Recorded<'a, 'b> {
    screen: &'a mut Screen<'b>,
    picture: Picture,
}

impl Stage for Recorded<'_, '_> {
    fn show(&mut self, picture: &Picture, time: Duration) -> io::Result<bool> {
        self.picture.clone_from(picture);
        if self.screen.skip == Skip::No && !time.is_zero() {
            self.screen.draw(picture)?;
            self.screen.wait(time)?;
        }
        Ok(self.screen.skip == Skip::No)
    }

    fn is_live(&self) -> bool {
        true
    }
}
