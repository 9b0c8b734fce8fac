//! Progress on stderr: bars and spinners.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The time before progress is drawn, so that it does not flicker before fast answers.
const DELAY: Duration = Duration::from_millis(200);

/// Whether progress is shown: `--quiet`, which all subcommands have.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    pub(crate) quiet: bool,
}

impl Progress {
    /// A bar of a length, or a spinner without one. It is drawn only if stderr is a terminal. In
    /// the template, `{speed}` is the number of steps per second.
    pub(crate) fn bar(self, length: Option<u64>, template: &'static str) -> Bar {
        Bar { quiet: self.quiet, length, template, shown: Mutex::new(None) }
    }
}

/// A bar or spinner. It begins with its first [`update`](Self::update), and is drawn from the first
/// update that comes [`DELAY`] later. It must be [hidden](Self::hide) before anything is printed.
pub(crate) struct Bar {
    quiet: bool,
    length: Option<u64>,
    template: &'static str,
    shown: Mutex<Option<Shown>>,
}

struct Shown {
    bar: ProgressBar,
    start: Instant,
    is_drawn: bool,
}

impl Bar {
    /// Changes the bar with `change`, which also gets the time since the first update.
    pub(crate) fn update(&self, change: impl FnOnce(&ProgressBar, Duration)) {
        if self.quiet {
            return;
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = shown.get_or_insert_with(|| self.begin());
        let elapsed = shown.start.elapsed();
        if !shown.is_drawn && elapsed >= DELAY {
            shown.bar.set_draw_target(ProgressDrawTarget::stderr());
            shown.is_drawn = true;
        }
        change(&shown.bar, elapsed);
    }

    /// Shows a message after the spinner.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        self.update(|bar, _| {
            bar.set_message(message());
            bar.tick();
        });
    }

    /// Removes the bar. The next update begins another one.
    pub(crate) fn hide(&self) {
        if let Some(shown) = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
            shown.bar.finish_and_clear();
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        match &*self.shown.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Shown { bar, is_drawn: true, .. }) => bar.suspend(print),
            _ => print(),
        }
    }

    fn begin(&self) -> Shown {
        let bar = ProgressBar::with_draw_target(self.length, ProgressDrawTarget::hidden());
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Writing to the line cannot fail.
            let _ = write!(text, "{}/s", HumanCount(state.per_sec() as u64));
        };
        let style = ProgressStyle::with_template(self.template);
        let bar = match style {
            Ok(style) => bar.with_style(style.with_key("speed", speed)),
            Err(_) => bar,
        };
        Shown { bar, start: Instant::now(), is_drawn: false }
    }
}
