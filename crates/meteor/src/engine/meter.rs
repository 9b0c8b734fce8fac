//! The cost of a query, and its limits.

use alloc::sync::Arc;

use bitboard_core::{Limits, Pace, StopReason, Watch};

#[cfg(feature = "parallel")]
use crate::engine::team::Team;
use crate::progress::{Progress, Stage};

/// Counts nodes and work, and checks the limits about every millisecond. One meter goes through all stages of
/// a query.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    watches: Arc<Watches<'a>>,
    pace: Pace,
    nodes: u64,
    /// Nodes of other threads.
    others: u64,
    /// The number of nodes at the last check and at the next.
    last_check: u64,
    next_check: u64,
    /// Work until the next check that is not counted as nodes.
    work_left: u64,
    work_pace: Pace,
    stage: Stage,
    /// The part of the stage that is done, and the whole.
    done: (usize, usize),
    #[cfg(feature = "parallel")]
    team: Option<&'a Team>,
    /// Nodes that this thread of a team has paid for.
    #[cfg(feature = "parallel")]
    paid: u64,
}

/// The limits of a query.
#[derive(Debug)]
struct Watches<'a> {
    nodes: Watch<'a, Progress>,
    /// The same without the limit of nodes: grants work, and nodes that are paid for afterwards.
    clock: Watch<'a, Progress>,
}

/// Nodes between checks, at most.
const MOST_NODES: u64 = 1 << 10;
/// Additions or similar operations between checks, at most.
const MOST_WORK: u64 = 1 << 18;

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits<'a, Progress>) -> Self {
        Self {
            watches: Arc::new(Watches {
                nodes: limits.start(),
                clock: limits.nodes(u64::MAX).start(),
            }),
            pace: Pace::new(MOST_NODES),
            nodes: 0,
            others: 0,
            last_check: 0,
            next_check: 0,
            work_left: 0,
            work_pace: Pace::new(MOST_WORK),
            stage: Stage::Search,
            done: (0, 1),
            #[cfg(feature = "parallel")]
            team: None,
            #[cfg(feature = "parallel")]
            paid: 0,
        }
    }

    /// Counts one more node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), StopReason> {
        if self.nodes == self.next_check {
            self.check_nodes()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts more operations.
    #[inline]
    pub(crate) fn work(&mut self, operations: usize) -> Result<(), StopReason> {
        match self.work_left.checked_sub(operations as u64) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => self.check_work(),
        }
    }

    /// Sets the stage and how much of it is done.
    #[inline]
    pub(crate) fn at(&mut self, stage: Stage, done: usize, of: usize) {
        self.stage = stage;
        self.done = (done, of.max(1));
    }

    /// Returns whether the last tick checked the limits.
    #[inline]
    pub(crate) fn has_checked(&self) -> bool {
        self.nodes == self.last_check + 1
    }

    /// Nodes that this meter has counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports progress.
    pub(crate) fn report(&self, stage: Stage, done: impl FnOnce() -> f64) {
        let nodes = self.nodes + self.others;
        self.watches.nodes.report(|| Progress { stage, done: done(), nodes });
    }

    #[cold]
    fn check_nodes(&mut self) -> Result<(), StopReason> {
        self.next_check = self.nodes + self.grant()?;
        self.last_check = self.nodes;
        self.check()
    }

    /// Nodes until the next check. A thread of a team pays for its nodes afterwards: granted nodes
    /// that it does not need would be missing elsewhere.
    fn grant(&mut self) -> Result<u64, StopReason> {
        #[cfg(feature = "parallel")]
        if self.team.is_some() {
            self.pay()?;
            return self.watches.clock.grant_at(&mut self.pace);
        }
        self.watches.nodes.grant_at(&mut self.pace)
    }

    #[cold]
    fn check_work(&mut self) -> Result<(), StopReason> {
        self.work_left = self.watches.clock.grant_at(&mut self.work_pace)?;
        self.check()
    }

    /// Checks the cancel flag and the clock.
    #[cold]
    pub(crate) fn check(&mut self) -> Result<(), StopReason> {
        self.watches.nodes.check()?;
        #[cfg(feature = "parallel")]
        if self.team.is_some_and(Team::is_broken) {
            return Err(StopReason::Cancelled);
        }
        if self.stage != Stage::Search {
            self.report(self.stage, || self.done.0 as f64 / self.done.1 as f64);
        }
        Ok(())
    }
}

#[cfg(feature = "parallel")]
impl Meter<'_> {
    /// Returns granted nodes to the limits: other threads continue this query.
    pub(crate) fn give_back(&mut self) {
        self.watches.nodes.give_back(self.next_check - self.nodes);
        self.next_check = self.nodes;
    }

    /// Adds the nodes of a team that continued this query.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.others += nodes;
    }

    /// The meter of one thread of a team that continues this query.
    pub(crate) fn member<'b>(&self, team: &'b Team) -> Meter<'b>
    where
        Self: 'b,
    {
        let others = self.nodes + self.others;
        let meter = Meter { team: Some(team), nodes: 0, last_check: 0, ..self.clone() };
        Meter { next_check: 0, paid: 0, others, ..meter }
    }

    /// Adds the nodes since the last payment to those of the team and subtracts them from the
    /// limit.
    pub(crate) fn pay(&mut self) -> Result<(), StopReason> {
        let Some(team) = self.team else { return Ok(()) };
        let nodes = self.nodes - self.paid;
        self.paid = self.nodes;
        self.others = team.before + team.add_nodes(nodes) - self.nodes;
        if nodes > 0 && self.watches.nodes.grant(nodes)? < nodes {
            return Err(StopReason::Nodes);
        }
        Ok(())
    }
}
