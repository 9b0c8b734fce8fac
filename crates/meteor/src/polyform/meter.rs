//! Measures what a question costs.

use core::sync::atomic::Ordering;
#[cfg(feature = "std")]
use std::time::Instant;

use crate::polyform::limits::{Limits, Progress, Stage, Stop};

/// Counts nodes and work, and looks at the limits now and then.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// At how many nodes to look at the clock and the flag again.
    look: u64,
    /// How much work there was since the last look that is not counted as nodes.
    work: usize,
    stage: Stage,
    /// How much of the stage is done, of how much.
    done: (usize, usize),
}

const LOOK_EVERY: u64 = 1 << 10;
/// Additions or the like: some milliseconds.
const LOOK_EVERY_WORK: usize = 1 << 18;

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        let limits = limits.started();
        Self { limits, nodes: 0, look: 0, work: 0, stage: Stage::Search, done: (0, 1) }
    }

    /// One more node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stop> {
        if self.nodes == self.look { self.looked() } else { Ok(()) }?;
        self.nodes += 1;
        Ok(())
    }

    /// So many more operations.
    #[inline]
    pub(crate) fn work(&mut self, operations: usize) -> Result<(), Stop> {
        self.work += operations;
        if self.work < LOOK_EVERY_WORK { Ok(()) } else { self.interrupted() }
    }

    /// What is worked on, and how much of it is done.
    #[inline]
    pub(crate) fn at(&mut self, stage: Stage, done: usize, of: usize) {
        self.stage = stage;
        self.done = (done, of.max(1));
    }

    /// Whether the last tick was one at which the clock was looked at.
    #[inline]
    pub(crate) fn has_looked(&self) -> bool {
        self.nodes + LOOK_EVERY == self.look + 1
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells how far it is.
    pub(crate) fn report(&self, stage: Stage, done: f64) {
        if let Some(watch) = self.limits.watch {
            (watch.0)(Progress { stage, done, nodes: self.nodes });
        }
    }

    #[cold]
    fn looked(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.limits.nodes {
            return Err(Stop::Nodes);
        }
        self.look = self.limits.nodes.min(self.nodes + LOOK_EVERY);
        self.interrupted()
    }

    /// Looks at the flag and the clock.
    #[cold]
    fn interrupted(&mut self) -> Result<(), Stop> {
        self.work = 0;
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.limits.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Time);
        }
        if self.stage != Stage::Search {
            self.report(self.stage, self.done.0 as f64 / self.done.1 as f64);
        }
        Ok(())
    }
}
