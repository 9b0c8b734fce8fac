//! Searches that continue after the program has ended.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bitboard_core::{Interrupted, Limits, StopReason};
use c4_solver::{Analysis, Board, Bounds, Position, SolveProgress, Solver};

use super::spinner::Spinner;
use crate::context::{self, Failure, LineFailure, say};
use crate::input::Source;
use crate::options::seconds;
use crate::save::{check, save};

/// The largest number of entries of the table in a checkpoint, about 40 MB on 7×6.
const ENTRIES: usize = 1 << 22;
/// The longest checkpoint that is read, in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Whether and how often to write checkpoints.
#[derive(clap::Args)]
pub(crate) struct Checkpoints {
    /// Write the state of the search to this file, and continue from it if it exists
    ///
    /// The file has the bounds of the score and the entries of the table that have cost most. It is replaced in one step, and
    /// removed when the score is printed. The table may have another size in another run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["analyze", "weak", "line", "check"])]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least as long as writing one takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "checkpoint")]
    checkpoint_every: Duration,
}

/// A score that was found.
pub(super) struct Solved {
    pub(super) score: i32,
    /// Why a checkpoint could not be written, if one could not.
    pub(super) unsaved: Option<String>,
}

impl Checkpoints {
    pub(super) fn are_written(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Checks that checkpoints can be written.
    pub(super) fn check(&self) -> context::Result {
        self.checkpoint.as_deref().map_or(Ok(()), check)
    }

    /// Removes the checkpoint of a score that is written. Until then, the search can be continued.
    pub(super) fn remove(&self) -> Result<(), LineFailure> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(LineFailure::Wrong(format!("{}: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// Finds the score of a position within a time limit. If a checkpoint cannot be written, says so and continues without it.
    pub(super) fn solve<B: Board>(
        &self,
        solver: &mut Solver<B>,
        position: Position<B>,
        time: Option<Duration>,
        spinner: &Spinner,
    ) -> Result<Solved, LineFailure> {
        let start = Instant::now();
        let mut bounds = Analysis::new(&position).position_bounds();
        let mut nodes_before = 0;
        if let Some(path) = &self.checkpoint
            && let Some(bytes) = read(path)?
        {
            let wrong = |reason: &str| LineFailure::Wrong(format!("{}: {reason}", path.display()));
            let checkpoint = solver.restore(&bytes).map_err(|error| wrong(&error.to_string()))?;
            if checkpoint.position != position {
                return Err(wrong("the checkpoint is of another position"));
            }
            (bounds, nodes_before) = (checkpoint.bounds, checkpoint.nodes);
        }
        let mut unsaved = None;
        let mut slice = self.checkpoint.as_ref().map(|_| self.checkpoint_every);
        loop {
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            let last = left <= slice && left.is_some() || slice.is_none();
            let nodes_so_far = nodes_before.saturating_add(solver.statistics().nodes);
            let show = |progress: &SolveProgress| {
                let nodes = nodes_so_far.saturating_add(progress.nodes);
                let mut progress = *progress;
                progress.nodes = nodes;
                spinner.show_search(&progress);
            };
            let limits = Limits::new().on_progress(&show);
            let limits = if last { left } else { slice }.map_or(limits, |time| limits.time(time));
            let result = solver.try_solve_from(&position, bounds, &limits);
            match (result, &self.checkpoint) {
                (Ok(score), _) => return Ok(Solved { score, unsaved }),
                (Err(found), None) => return Err(stopped(found)),
                (Err(found), Some(path)) => {
                    bounds = found.partial;
                    let begin = Instant::now();
                    let nodes = nodes_before.saturating_add(solver.statistics().nodes);
                    let written = solver
                        .checkpoint(&position, bounds, nodes, ENTRIES)
                        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
                        .and_then(|bytes| save(path, &bytes));
                    // The search is worth more than its checkpoint.
                    if let Err(failure) = written
                        && unsaved.is_none()
                    {
                        spinner.hide();
                        say(format_args!("boardbits: {failure}; the search continues"));
                        unsaved = Some(format!("a checkpoint was not written: {failure}"));
                    }
                    if last || found.reason != StopReason::Time {
                        return Err(stopped(found));
                    }
                    // A search that is stopped at once every time finds nothing.
                    slice = Some(self.checkpoint_every.max(begin.elapsed()));
                }
            }
        }
    }
}

/// The bytes of a file, `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, LineFailure> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => Source::File(path.to_owned())
            .read_all(MAX_BYTES)
            .map(Some)
            .map_err(|failure: Failure| LineFailure::Wrong(failure.to_string())),
    }
}

/// The error of a query that a limit stopped: the bounds of the score.
pub(super) fn stopped(stopped: Interrupted<Bounds>) -> LineFailure {
    let Interrupted { reason, partial: Bounds { low, high, .. } } = stopped;
    LineFailure::wrong(format_args!("{reason}: the score is from {low} to {high}"))
}
