//! Progress of a run, on stderr.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Steps that are done, and the estimated time of the others: a line that is replaced on a
/// terminal, and one line after another elsewhere.
pub(super) struct Progress {
    start: Instant,
    done: usize,
    all: usize,
    is_terminal: bool,
}

impl Progress {
    pub(super) fn new(all: usize) -> Self {
        Self { start: Instant::now(), done: 0, all, is_terminal: stderr().is_terminal() }
    }

    /// Prints a result on stdout and the state on stderr after more steps.
    pub(super) fn print(&mut self, steps: usize, result: &str) {
        self.clear();
        println!("{result}");
        self.done += steps;
        if self.done < self.all {
            let state = state(self.done, self.all, self.start.elapsed());
            if self.is_terminal { eprint!("{state}") } else { eprintln!("{state}") }
        }
    }

    /// Removes the state from a terminal.
    fn clear(&self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The state in words. The other steps take as long as those that are done.
fn state(done: usize, all: usize, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64() * (all - done) as f64 / done.max(1) as f64;
    let left = match seconds.ceil() as u64 {
        seconds @ ..=120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    };
    format!("{} %, about {left} left", 100 * done / all.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_what_is_done() {
        assert_eq!(state(1, 4, Duration::from_secs(10)), "25 %, about 30 s left");
        assert_eq!(state(1, 31, Duration::from_millis(9_900)), "3 %, about 5 min left");
    }
}
