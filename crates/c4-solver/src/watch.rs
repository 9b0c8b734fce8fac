//! Search limits and progress reports.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::Sub;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "std")]
use std::time::{Duration, Instant};

/// Nodes between two limit checks of a thread.
const CHUNK: u64 = 1 << 12;

/// Progress of a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes searched by all threads since the solver was built. Each thread adds its share every 4,096 nodes.
    pub nodes: u64,
}

/// Why a search was stopped before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The node limit was reached.
    #[error("the node limit was reached")]
    Nodes,
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
}

pub(crate) type Listener = Box<dyn FnMut(Progress) + Send>;

/// Limits of a query. The default is none.
#[derive(Clone, Default)]
pub(crate) struct Limits {
    pub(crate) nodes: Option<u64>,
    #[cfg(feature = "std")]
    pub(crate) time: Option<Duration>,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
}

/// What the searches of a solver have done so far.
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

/// The limits and counts of a running query, shared by all of its threads.
pub(crate) struct Watch {
    /// Nodes within the limit that no thread has been granted yet.
    nodes_left: AtomicU64,
    #[cfg(feature = "std")]
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    nodes: AtomicU64,
    hits: AtomicU64,
}

impl Watch {
    /// Starts a query. `before` are the counts of earlier queries.
    pub(crate) fn start(limits: Limits, before: Counts) -> Self {
        Self {
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            // A deadline that an `Instant` cannot represent is never reached.
            #[cfg(feature = "std")]
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel,
            nodes: AtomicU64::new(before.nodes),
            hits: AtomicU64::new(before.hits),
        }
    }

    /// Checks the flag and the time.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
            return Err(StopReason::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// Checks all limits and grants a thread up to [`CHUNK`] further nodes.
    pub(crate) fn grant(&self) -> Result<u64, StopReason> {
        self.check()?;
        let take = |left: u64| (left > 0).then(|| left.saturating_sub(CHUNK));
        let left = self.nodes_left.fetch_update(Relaxed, Relaxed, take);
        left.map(|left| left.min(CHUNK)).map_err(|_| StopReason::Nodes)
    }

    /// Takes back nodes that were granted but not searched.
    pub(crate) fn give_back(&self, nodes: u64) {
        self.nodes_left.fetch_add(nodes, Relaxed);
    }

    /// Adds what a thread has done.
    pub(crate) fn add(&self, counts: Counts) {
        self.nodes.fetch_add(counts.nodes, Relaxed);
        self.hits.fetch_add(counts.hits, Relaxed);
    }

    /// What all threads have added, and earlier queries.
    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.nodes.load(Relaxed), hits: self.hits.load(Relaxed) }
    }
}
