//! Measures what a query costs.

use core::sync::atomic::Ordering;
#[cfg(feature = "std")]
use std::time::Instant;

use crate::polyform::limits::{Limits, Progress, Stage, Stop};
#[cfg(feature = "parallel")]
use crate::polyform::team::Team;

/// Counts nodes and work, and checks the limits now and then.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    #[cfg(feature = "std")]
    end: Option<Instant>,
    nodes: u64,
    /// Nodes of other threads and earlier searches, at the last check.
    others: u64,
    /// The number of nodes at the last check and at the next.
    last_check: u64,
    next_check: u64,
    /// Work since the last check that is not counted as nodes.
    work: usize,
    stage: Stage,
    /// How much of the stage is done, of how much.
    done: (usize, usize),
    #[cfg(feature = "parallel")]
    team: Option<&'a Team>,
    /// The nodes that the team knows of.
    #[cfg(feature = "parallel")]
    told: u64,
}

/// Nodes between checks.
const CHECK_EVERY: u64 = 1 << 10;
/// Additions or the like between checks: some milliseconds.
const CHECK_EVERY_WORK: usize = 1 << 18;

impl<'a> Meter<'a> {
    /// The time begins to run.
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            #[cfg(feature = "std")]
            end: limits.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: 0,
            others: 0,
            last_check: 0,
            next_check: 0,
            work: 0,
            stage: Stage::Search,
            done: (0, 1),
            #[cfg(feature = "parallel")]
            team: None,
            #[cfg(feature = "parallel")]
            told: 0,
        }
    }

    /// The meter of one thread of a team that goes on with this query.
    #[cfg(feature = "parallel")]
    pub(crate) fn member<'b>(&self, team: &'b Team) -> Meter<'b>
    where
        'a: 'b,
    {
        Meter { team: Some(team), nodes: 0, last_check: 0, next_check: 0, told: 0, ..self.clone() }
    }

    /// Tells the team of all nodes.
    #[cfg(feature = "parallel")]
    pub(crate) fn tell(&mut self) {
        if let Some(team) = self.team {
            self.others = team.add_nodes(self.nodes - self.told) - self.nodes;
            self.told = self.nodes;
        }
    }

    /// Goes on after a search that went on from here and needed this many nodes in all.
    pub(crate) fn resume(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes = nodes;
        self.next_check = nodes;
        if nodes > self.limits.nodes { Err(Stop::Nodes) } else { Ok(()) }
    }

    /// The limit of memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.limits.memory
    }

    /// Counts one more node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stop> {
        if self.nodes == self.next_check { self.check() } else { Ok(()) }?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts more operations.
    #[inline]
    pub(crate) fn work(&mut self, operations: usize) -> Result<(), Stop> {
        self.work += operations;
        if self.work < CHECK_EVERY_WORK { Ok(()) } else { self.interrupted() }
    }

    /// Sets the stage and how much of it is done.
    #[inline]
    pub(crate) fn at(&mut self, stage: Stage, done: usize, of: usize) {
        self.stage = stage;
        self.done = (done, of.max(1));
    }

    /// Whether the last tick checked the limits.
    #[inline]
    pub(crate) fn has_checked(&self) -> bool {
        self.nodes == self.last_check + 1
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports progress.
    pub(crate) fn report(&self, stage: Stage, done: f64) {
        if let Some(watch) = self.limits.watch {
            (watch.0)(Progress { stage, done, nodes: self.nodes + self.others });
        }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        #[cfg(feature = "parallel")]
        self.tell();
        let left = self.limits.nodes.saturating_sub(self.nodes + self.others);
        if left == 0 {
            return Err(Stop::Nodes);
        }
        self.last_check = self.nodes;
        self.next_check = self.nodes + left.min(CHECK_EVERY);
        self.interrupted()
    }

    /// Checks the cancel flag and the clock.
    #[cold]
    pub(crate) fn interrupted(&mut self) -> Result<(), Stop> {
        self.work = 0;
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        #[cfg(feature = "parallel")]
        if self.team.is_some_and(Team::is_broken) {
            return Err(Stop::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Time);
        }
        if self.stage != Stage::Search {
            self.report(self.stage, self.done.0 as f64 / self.done.1 as f64);
        }
        Ok(())
    }
}
