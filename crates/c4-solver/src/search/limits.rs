//! A running query: the reasons for which its threads stop, their counts, and its progress.
//!
//! A [`Query`] belongs to one call of a public function and is dropped with it. Its threads share
//! the limits of nodes and time, the cancel flag and the counts. Every reason to leave a search
//! early is a value of [`Stop`], and a stop is never a score.
//!
//! A thread takes nodes in portions of about a millisecond ([`Pace`]) and checks nothing in
//! between. [`Query::grant`] and [`Query::check`] are the only places that compare the clock, the
//! flags and the node limit; `threads` adds the two reasons that another thread gives: it has left
//! the search, or has decided a position on the path.

use core::ops::{AddAssign, Sub};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::{Pace, StopReason, Watch};

use super::bounds::Bounds;

/// Reason for which a thread leaves a search before it has a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A limit of the query was reached, or its cancel flag set.
    Limit(StopReason),
    /// Another thread of the query has panicked. Its panic reaches the caller.
    Panic,
    /// Another thread of the team has left the search first.
    Finished,
    /// Another thread has decided a position on the path of this one, which returns to that
    /// position and continues there.
    Decided,
}

impl Stop {
    /// Returns the limit that ends the query.
    ///
    /// # Panics
    /// If the reason ends the work of one thread only: the query continues or panics.
    pub(crate) fn reason(self) -> StopReason {
        match self {
            Self::Limit(reason) => reason,
            Self::Panic | Self::Finished | Self::Decided => {
                unreachable!("{self:?} stops a thread, not a query")
            }
        }
    }
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Self::Limit(reason)
    }
}

/// A null-window question about a position: is its score at least `beta`?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The bounds of the score that are known so far.
    pub(crate) bounds: Bounds,
    pub(crate) beta: i32,
}

/// The progress of a query at one moment. The thread that asks the questions also reports, so the
/// nodes belong to the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Snapshot {
    /// Nodes of all threads so far.
    pub(crate) nodes: u64,
    /// The question that is searched.
    pub(crate) question: Question,
}

/// Called with the progress of the query about every millisecond.
pub(crate) type Report<'a> = dyn Fn(Snapshot) + Sync + 'a;

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

/// The limits and counts of a query, shared by its threads.
pub(crate) struct Query<'a> {
    watch: Watch<'a, ()>,
    /// Whether a thread of the query has panicked.
    panicked: AtomicBool,
    nodes: AtomicU64,
    hits: AtomicU64,
}

impl<'a> Query<'a> {
    pub(crate) fn new(watch: Watch<'a, ()>) -> Self {
        let (nodes, hits) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { watch, panicked: AtomicBool::new(false), nodes, hits }
    }

    /// Checks everything but the node limit.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        if self.panicked.load(Relaxed) {
            return Err(Stop::Panic);
        }
        Ok(self.watch.check()?)
    }

    /// Checks the limits and grants a thread the number of further nodes that its `pace` chooses.
    pub(crate) fn grant(&self, pace: &mut Pace) -> Result<u64, Stop> {
        Ok(self.watch.grant_at(pace)?)
    }

    /// Takes back nodes that were granted but not searched.
    pub(crate) fn give_back(&self, nodes: u64) {
        self.watch.give_back(nodes);
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
