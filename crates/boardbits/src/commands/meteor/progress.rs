use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};
use meteor::{Progress, Stage};

/// A progress bar, on a terminal only.
pub(super) struct Bar(ProgressBar);

/// Steps of the bar.
const STEPS: f64 = 1e4;

impl Bar {
    pub(super) fn new(hidden: bool) -> Self {
        if hidden || !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(STEPS as u64);
        let template = "{msg} {bar:30} {percent_precise} % {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub(super) fn show(&self, progress: &Progress) {
        let nodes = progress.nodes;
        self.0.set_position((progress.done * STEPS) as u64);
        self.0.set_message(match progress.stage {
            Stage::Graph => format!("graph, {nodes} states"),
            Stage::Counts => format!("counts, {nodes} states"),
            Stage::Symmetries => format!("symmetries, {nodes} nodes"),
            _ => format!("search, {nodes} nodes"),
        });
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }

    /// Hides the bar while something else is printed.
    pub(super) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }
}
