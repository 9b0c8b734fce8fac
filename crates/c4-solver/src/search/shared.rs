//! The limits of a query.
//!
//! A [`Shared`] belongs to one call of a public function and is dropped with it. Its threads share
//! the limits of nodes and time, the cancel flag and the nodes. Every reason to leave a search
//! early is a [`ThreadStop`], and a stop is never a score.
//!
//! A thread takes nodes from its `Meter` in portions of about a millisecond and does not look at
//! the limits in between. [`Shared::check`] and `Meter::next_portion` are the only places that
//! compare the clock, the flags and the node limit; `threads` adds the two reasons that another
//! thread gives: it has left the search, or has decided a position on the path.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::limits::{ThreadStop, Watch};

#[cfg(feature = "parallel")]
use super::threads::SetOnDrop;
use crate::board::{Bounds, Column};

/// Detail of the [`Progress`](bitboard_core::Progress) of a query of a [`Solver`](crate::Solver):
/// the null-window test that it runs.
///
/// Queries about several positions report the one that they search. All reports come from the
/// thread that has called the query.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolveProgress {
    /// The column whose score is searched. `None` if it is the score of the position itself.
    pub column: Option<Column>,
    /// The bounds of the score so far. They leave out scores that the query does not distinguish.
    pub bounds: Bounds,
    /// The null-window test that the search runs: whether the score is at least this. `None` if a
    /// search for the column has just ended.
    pub beta: Option<i32>,
    /// The part of the slots of the transposition table that have an entry, from 0 to 1, of those
    /// that the search may use.
    pub table_fill: f64,
}

/// The state that the threads of a query share: its limits, the listener for progress, and the
/// nodes.
pub(crate) struct Shared<'a> {
    pub(super) watch: Watch<'a>,
    /// Whether a thread of the query has panicked.
    panicked: AtomicBool,
    /// The nodes that all threads have added.
    pub(super) nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(watch: Watch<'a>) -> Self {
        Self { watch, panicked: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Checks everything but the node limit.
    pub(crate) fn check(&self) -> Result<(), ThreadStop> {
        if self.panicked.load(Relaxed) {
            return Err(ThreadStop::Panicked);
        }
        Ok(self.watch.check()?)
    }

    /// The nodes that all threads have added.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Reports the nodes so far, with this detail, if there is a listener.
    pub(crate) fn report(&self, detail: impl FnOnce() -> SolveProgress) {
        self.watch.report_with(|| (self.nodes(), detail()));
    }

    /// Returns a guard that stops the query when it is dropped, as by a panic.
    #[cfg(feature = "parallel")]
    pub(crate) fn stop_on_drop(&self) -> SetOnDrop<'_> {
        SetOnDrop(&self.panicked)
    }
}
