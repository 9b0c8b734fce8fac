//! A running query: its limits and counts, shared by its threads.

use core::ops::{AddAssign, Sub};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::{Pace, StopReason, Watch};

use super::bounds::Bounds;

/// Why a thread leaves a search before it has a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A limit of the query was reached, or its cancel flag set.
    Limit(StopReason),
    /// Another thread of the query has panicked. Its panic reaches the caller.
    Panic,
    /// Another thread of the team has left the search first.
    Finished,
    /// Another thread has decided a position on the path of this one.
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

/// Called with the nodes of the query, and the question that is searched.
pub(crate) type Report<'a> = dyn Fn(u64, Question) + Sync + 'a;

/// The limits and counts of a query.
pub(crate) struct Query<'a> {
    watch: Watch<'a, ()>,
    /// Whether a thread of the query has panicked.
    panicked: AtomicBool,
    nodes: AtomicU64,
    hits: AtomicU64,
}

impl<'a> Query<'a> {
    pub(crate) fn new(watch: Watch<'a, ()>) -> Self {
        Self {
            watch,
            panicked: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        }
    }

    /// Checks the flag and the time.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.watch.check()
    }

    /// Checks all limits and grants a thread the number of further nodes that its `pace` chooses.
    pub(crate) fn grant(&self, pace: &mut Pace) -> Result<u64, Stop> {
        if self.panicked.load(Relaxed) {
            return Err(Stop::Panic);
        }
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

    /// The work that all threads have added.
    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.nodes.load(Relaxed), hits: self.hits.load(Relaxed) }
    }
}

#[cfg(feature = "parallel")]
impl Query<'_> {
    /// Returns a guard that stops the query if its thread panics.
    pub(crate) fn stop_on_panic(&self) -> StopOnPanic<'_> {
        StopOnPanic(&self.panicked)
    }
}

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
