//! Limits of a search, and word from it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "std")]
use std::time::{Duration, Instant};

/// A search looks up every so many nodes.
const NODES_BETWEEN: u64 = 1 << 12;

/// What a search tells while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Positions searched since the solver was made.
    pub nodes: u64,
}

/// Why a search has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// It has searched as many positions as it may.
    #[error("the limit of nodes is reached")]
    Nodes,
    /// It has taken as long as it may.
    #[error("the limit of time is reached")]
    Time,
    /// Somebody has set the flag.
    #[error("cancelled")]
    Cancelled,
}

type Listener = Box<dyn FnMut(Progress) + Send>;

#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) node_limit: Option<u64>,
    #[cfg(feature = "std")]
    pub(crate) time_limit: Option<Duration>,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
    pub(crate) listener: Option<Listener>,
    /// Set when another thread has found the answer.
    pub(crate) finished: Option<Arc<AtomicBool>>,
    /// Whether limits hold for the search that runs.
    armed: bool,
    last_node: u64,
    #[cfg(feature = "std")]
    deadline: Option<Instant>,
    stopped: Option<Reason>,
}

impl Watch {
    /// A search begins.
    pub(crate) fn start(&mut self, nodes: u64, armed: bool) {
        self.armed = armed;
        self.stopped = None;
        self.last_node = self.node_limit.map_or(u64::MAX, |limit| nodes.saturating_add(limit));
        #[cfg(feature = "std")]
        {
            // A limit beyond the end of time is none.
            self.deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        }
    }

    #[inline(always)]
    pub(crate) fn is_due(nodes: u64) -> bool {
        nodes.is_multiple_of(NODES_BETWEEN)
    }

    pub(crate) fn look_up(&mut self, nodes: u64) {
        if let Some(listener) = &mut self.listener {
            listener(Progress { nodes });
        }
        if self.finished.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stopped = Some(Reason::Cancelled);
        }
        if !self.armed || self.stopped.is_some() {
            return;
        }
        if nodes >= self.last_node {
            self.stopped = Some(Reason::Nodes);
        }
        #[cfg(feature = "std")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stopped = Some(Reason::Time);
        }
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stopped = Some(Reason::Cancelled);
        }
    }

    /// Forgets why it was stopped: somebody else has found the answer.
    #[cfg(feature = "parallel")]
    pub(crate) fn resume(&mut self) {
        self.stopped = None;
    }

    #[inline(always)]
    pub(crate) fn stopped(&self) -> Option<Reason> {
        self.stopped
    }
}
