//! A running query: its limits and counts, shared by its threads.

use core::ops::{AddAssign, Sub};
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use bitboard_core::{StopReason, Watch};

use super::bounds::Bounds;

/// Nodes between two limit checks of a thread.
const CHUNK: u64 = 1 << 12;

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

/// Called with the nodes of the query.
pub(crate) type Report<'a> = dyn Fn(u64) + Sync + 'a;

/// The limits and counts of a query.
pub(crate) struct Query<'a> {
    watch: Watch<'a, ()>,
    /// Whether a thread of the query has panicked.
    panicked: AtomicBool,
    nodes: AtomicU64,
    hits: AtomicU64,
    /// The bounds of the score of the position that is searched, and the null-window question.
    question: [AtomicI32; 3],
}

impl<'a> Query<'a> {
    pub(crate) fn new(watch: Watch<'a, ()>) -> Self {
        Self {
            watch,
            panicked: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            question: [0, 0, 0].map(AtomicI32::new),
        }
    }

    /// Checks the flag and the time.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.watch.check()
    }

    /// Checks all limits and grants a thread up to [`CHUNK`] further nodes.
    pub(crate) fn grant(&self) -> Result<u64, StopReason> {
        if self.panicked.load(Relaxed) {
            return Err(StopReason::Cancelled);
        }
        self.watch.grant(CHUNK)
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

    /// Notes the question that is asked next.
    pub(crate) fn ask(&self, bounds: Bounds, beta: i32) {
        let values = [bounds.low, bounds.high, beta];
        self.question.iter().zip(values).for_each(|(place, value)| place.store(value, Relaxed));
    }

    /// The bounds and the question of [`ask`](Self::ask).
    pub(crate) fn question(&self) -> (Bounds, i32) {
        let [low, high, beta] = [0, 1, 2].map(|i: usize| self.question[i].load(Relaxed));
        (Bounds { low, high }, beta)
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
