//! How long a question may take.

use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "std")]
use std::time::{Duration, Instant};

/// What a question may cost. Without limits it takes as long as it takes, but no more than 256 MiB.
///
/// ```
/// use meteor::polyform::{Limits, Solver, Stop, ready};
///
/// let puzzle = ready::find("pentominoes-6x10").unwrap().puzzle();
/// let solver = Solver::new(&puzzle).limits(Limits::new().nodes(1_000).memory(0));
/// assert_eq!(solver.count(), Err(Stop::Nodes));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    pub(crate) nodes: u64,
    pub(crate) memory: usize,
    cancel: Option<&'a AtomicBool>,
    #[cfg(feature = "std")]
    time: Option<Duration>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Limits<'a> {
    /// No limit but that of memory.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nodes: u64::MAX,
            memory: 256 << 20,
            cancel: None,
            #[cfg(feature = "std")]
            time: None,
        }
    }

    /// At most so many nodes: partial solutions, or fillings of the graph.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// At most so many bytes for the graph of fillings. If it does not fit, the question is answered by search, which needs next
    /// to no memory.
    #[must_use]
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Stops soon after `flag` becomes true, whoever sets it.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// At most so long, for each question.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }
}

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The limit of nodes was reached.
    #[error("the limit of nodes was reached")]
    Nodes,
    /// The limit of time was reached.
    #[error("the limit of time was reached")]
    Time,
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// There are more solutions than a `u128` can count.
    #[error("more solutions than 2^128")]
    Overflow,
}

/// Measures what a question costs.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// At how many nodes to look at the clock and the flag again.
    look: u64,
    #[cfg(feature = "std")]
    end: Option<Instant>,
}

const LOOK_EVERY: u64 = 1 << 10;

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            nodes: 0,
            look: 0,
            #[cfg(feature = "std")]
            end: limits.time.and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// One more node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stop> {
        if self.nodes == self.look { self.looked() } else { Ok(()) }?;
        self.nodes += 1;
        Ok(())
    }

    /// Whether the last tick was one at which the clock was looked at.
    #[inline]
    pub(crate) fn has_looked(&self) -> bool {
        self.nodes + LOOK_EVERY == self.look + 1
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    fn looked(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.limits.nodes {
            return Err(Stop::Nodes);
        }
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Time);
        }
        self.look = self.limits.nodes.min(self.nodes + LOOK_EVERY);
        Ok(())
    }
}
