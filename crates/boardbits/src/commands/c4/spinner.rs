//! The progress of a search, on stderr if that is a terminal.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use c4_solver::SolveProgress;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// It must be hidden before anything is printed.
pub(super) struct Spinner {
    quiet: bool,
    shown: Mutex<Option<Shown>>,
}

struct Shown {
    bar: ProgressBar,
    start: Instant,
    /// Nodes before the first report.
    nodes: u64,
}

impl Spinner {
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet, shown: Mutex::new(None) }
    }

    pub(super) fn show(&self, nodes: u64) {
        self.update(nodes, "");
    }

    /// Shows the question of a search, and the use of its table.
    pub(super) fn show_search(&self, progress: &SolveProgress) {
        let SolveProgress { nodes, bounds, question, table_fill, .. } = *progress;
        let fill = 100.0 * table_fill;
        self.update(nodes, &format!(", score {bounds}: at least {question}? table {fill:.0} %"));
    }

    fn update(&self, nodes: u64, rest: &str) {
        if self.quiet {
            return;
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let Shown { bar, start, nodes: before } = shown.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
            let bar = ProgressBar::new_spinner();
            let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
            Shown { bar, start: Instant::now(), nodes }
        });
        let speed = nodes.saturating_sub(*before) as f64 / start.elapsed().as_secs_f64().max(0.1);
        let (nodes, speed) = (HumanCount(nodes), HumanCount(speed as u64));
        bar.set_message(format!("{nodes} positions, {speed}/s{rest}"));
        bar.tick();
    }

    pub(super) fn hide(&self) {
        if let Some(shown) = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
            shown.bar.finish_and_clear();
        }
    }
}
