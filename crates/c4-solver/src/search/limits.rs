//! A running query: its limits, the work that its threads share, and its progress.
//!
//! A [`Shared`] belongs to one call of a public function and is dropped with it. Its threads share
//! the limits of nodes and time, the cancel flag and the counts. Every reason to leave a search
//! early is a [`ThreadStop`], and a stop is never a score.
//!
//! A thread takes nodes from its [`Meter`] in portions of about a millisecond and does not look at
//! the limits in between. [`Shared::check`] and [`Meter::next_portion`] are the only places that
//! compare the clock, the flags and the node limit; `threads` adds the two reasons that another
//! thread gives: it has left the search, or has decided a position on the path.

use core::ops::{AddAssign, Sub};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::limits::{Meter, ThreadStop, Watch};

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

/// Work of a search.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    /// Nodes decided by the transposition table.
    pub(crate) hits: u64,
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { nodes: self.nodes - other.nodes, hits: self.hits - other.hits }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.hits += other.hits;
    }
}

/// The state that the threads of a query share: its limits, the listener for progress, and the
/// counts.
pub(crate) struct Shared<'a> {
    watch: Watch<'a>,
    /// Whether a thread of the query has panicked.
    panicked: AtomicBool,
    nodes: AtomicU64,
    hits: AtomicU64,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(watch: Watch<'a>) -> Self {
        let (nodes, hits) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { watch, panicked: AtomicBool::new(false), nodes, hits }
    }

    /// Checks everything but the node limit.
    pub(crate) fn check(&self) -> Result<(), ThreadStop> {
        if self.panicked.load(Relaxed) {
            return Err(ThreadStop::Panicked);
        }
        Ok(self.watch.check()?)
    }

    /// Returns a meter for a thread, whose portions have at most `most` nodes.
    pub(crate) fn meter(&'a self, most: u64) -> Meter<'a> {
        Meter::in_portions(&self.watch, most)
    }

    /// Adds the work of a thread.
    pub(crate) fn add(&self, counts: Counts) {
        self.nodes.fetch_add(counts.nodes, Relaxed);
        self.hits.fetch_add(counts.hits, Relaxed);
    }

    /// The work that all threads have added. While threads search, only the nodes are read.
    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.nodes.load(Relaxed), hits: self.hits.load(Relaxed) }
    }

    /// Reports the nodes so far, with this detail, if there is a listener.
    pub(crate) fn report(&self, detail: impl FnOnce() -> SolveProgress) {
        self.watch.report_with(|| (self.counts().nodes, detail()));
    }

    /// Returns a guard that stops the query if its thread panics.
    #[cfg(feature = "parallel")]
    pub(crate) fn stop_on_panic(&self) -> StopOnPanic<'_> {
        StopOnPanic(&self.panicked)
    }
}

/// Stops a query if it is dropped by a panic.
#[cfg(feature = "parallel")]
pub(crate) struct StopOnPanic<'a>(&'a AtomicBool);

#[cfg(feature = "parallel")]
impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
