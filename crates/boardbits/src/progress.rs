//! Progress on stderr: bars and spinners.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
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

    /// Shows a message while `work` runs, which reports no progress.
    pub(crate) fn during<R>(self, message: &str, work: impl FnOnce() -> R) -> R {
        if self.quiet || !io::stderr().is_terminal() {
            return work();
        }
        let bar = self.bar(None, "{spinner} {msg} {elapsed}");
        let (done, is_done) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while is_done.recv_timeout(DELAY / 2) == Err(RecvTimeoutError::Timeout) {
                    bar.say(|| message.to_owned());
                }
                bar.hide();
            });
            let result = work();
            drop(done);
            result
        })
    }
}

/// A bar or spinner. It begins with its first [`update`](Self::update), and is drawn from the first
/// update that comes [`DELAY`] later. It must be [hidden](Self::hide) before anything is printed.
pub(crate) struct Bar {
    quiet: bool,
    length: Option<u64>,
    template: &'static str,
    shown: Mutex<Option<DrawnBar>>,
}

/// A bar since its first update.
struct DrawnBar {
    start: Instant,
    /// `None` before the delay is over: parsing the template takes longer than many answers.
    bar: Option<ProgressBar>,
}

impl Bar {
    /// Changes the bar with `change`, if it is drawn.
    pub(crate) fn update(&self, change: impl FnOnce(&ProgressBar)) {
        if self.quiet {
            return;
        }
        let mut shown = self.shown();
        let start = Instant::now();
        let shown = shown.get_or_insert(DrawnBar { start, bar: None });
        if let Some(bar) = &shown.bar {
            change(bar);
        } else if shown.start.elapsed() >= DELAY {
            let bar = self.begin(shown.start.elapsed());
            change(&bar);
            // The speed is that of the steps from now on.
            bar.reset_eta();
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.tick();
            shown.bar = Some(bar);
        }
    }

    /// Shows a message after the spinner.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        self.update(|bar| {
            bar.set_message(message());
            bar.tick();
        });
    }

    /// Removes the bar. The next update begins another one.
    pub(crate) fn hide(&self) {
        if let Some(bar) = self.shown().take().and_then(|shown| shown.bar) {
            bar.finish_and_clear();
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        match self.shown().as_ref().and_then(|shown| shown.bar.as_ref()) {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn shown(&self) -> MutexGuard<'_, Option<DrawnBar>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, elapsed: Duration) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(self.length, ProgressDrawTarget::hidden());
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Writing to the line cannot fail.
            let _ = write!(text, "{}/s", HumanCount(state.per_sec() as u64));
        };
        let bar = bar.with_elapsed(elapsed);
        match ProgressStyle::with_template(self.template) {
            Ok(style) => bar.with_style(style.with_key("speed", speed)),
            Err(_) => bar,
        }
    }
}
