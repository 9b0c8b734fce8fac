//! The limits of a query: nodes, time, the cancel flag, and memory.
//!
//! One [`Meter`] goes through all stages of a query. Loops report their work to it:
//! [`Meter::tick`] counts a node, [`Meter::work`] counts operations that are not nodes, and both
//! check the limits about every millisecond. Lists that can become long grow by [`Meter::push`] and
//! [`Meter::reserve`], which subtract their memory from that of the query, so no stage has to know
//! what the others use.

use alloc::collections::TryReserveError;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::{Limits, Pace, StopReason, Watch};

#[cfg(feature = "parallel")]
use crate::engine::team::Team;

/// Error of a query that the transfer graph does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The graph is too large for the memory of the query, or memory cannot be allocated.
    TooLarge,
    /// A number of solutions does not fit its type.
    TooMany,
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<TryReserveError> for Failure {
    fn from(_: TryReserveError) -> Self {
        Self::TooLarge
    }
}

/// Counts nodes, work and memory, and checks the limits about every millisecond.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    watches: Arc<Watches<'a>>,
    pace: Pace,
    nodes: u64,
    /// Nodes of other threads and of meters that this one continues.
    others: u64,
    /// The number of nodes at the last check and at the next.
    last_check: u64,
    next_check: u64,
    /// Operations until the next check.
    work_left: u64,
    work_pace: Pace,
    stage: Stage,
    /// The part of the stage that is done, and the whole.
    done: (usize, usize),
    /// Bytes that the graph and its counts can still take.
    memory: usize,
    #[cfg(feature = "parallel")]
    team: Option<&'a Team>,
    /// Nodes of this thread of a team that were subtracted from the limit.
    #[cfg(feature = "parallel")]
    paid: u64,
}

/// The limits of a query.
#[derive(Debug)]
struct Watches<'a> {
    nodes: Watch<'a, Progress>,
    /// The same limits without that of nodes: grants operations, and the nodes of a thread of a
    /// team, which are subtracted from the limit afterwards.
    clock: Watch<'a, Progress>,
}

/// Nodes between checks, at most.
const MOST_NODES: u64 = 1 << 10;
/// Additions or similar operations between checks, at most.
const MOST_WORK: u64 = 1 << 18;
/// The smallest capacity of a list that grows.
const FIRST_CAPACITY: usize = 16;
/// The number of values of a new list that are written between two reports of work.
const PORTION: usize = 1 << 14;

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits<'a, Progress>) -> Self {
        Self {
            watches: Arc::new(Watches {
                nodes: limits.start(),
                clock: limits.clone().nodes(u64::MAX).start(),
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
            memory: 0,
            #[cfg(feature = "parallel")]
            team: None,
            #[cfg(feature = "parallel")]
            paid: 0,
        }
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), StopReason> {
        if self.nodes == self.next_check {
            self.check_nodes()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts operations that are not nodes.
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

    /// Sets the memory for the graph and the counts of the next stages.
    pub(crate) fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// Bytes that the graph and the counts can still take.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    /// Adds a value to the end of a list.
    #[inline]
    pub(crate) fn push<T>(&mut self, values: &mut Vec<T>, value: T) -> Result<(), Failure> {
        self.reserve(values, 1)?;
        values.push(value);
        Ok(())
    }

    /// Makes room for `more` values.
    #[inline]
    pub(crate) fn reserve<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<(), Failure> {
        if values.capacity() - values.len() >= more { Ok(()) } else { self.grow(values, more) }
    }

    /// While a list grows, its old and its new block are both in memory. Only one of them is
    /// charged.
    #[cold]
    fn grow<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<(), Failure> {
        let capacity = (values.len() + more).max(2 * values.capacity()).max(FIRST_CAPACITY);
        self.charge((capacity - values.capacity()) * size_of::<T>())?;
        Ok(values.try_reserve_exact(capacity - values.len())?)
    }

    /// A list of `len` equal values.
    pub(crate) fn filled<T: Clone>(&mut self, len: usize, value: T) -> Result<Vec<T>, Failure> {
        self.charge(len * size_of::<T>())?;
        let mut values = Vec::new();
        values.try_reserve_exact(len)?;
        // The first write to each page takes long, because the system has to map it.
        while values.len() < len {
            let next = len.min(values.len() + PORTION);
            self.work(next - values.len())?;
            values.resize(next, value.clone());
        }
        Ok(values)
    }

    /// Returns the memory of a list that is dropped.
    pub(crate) fn free<T>(&mut self, values: Vec<T>) {
        self.memory += values.capacity() * size_of::<T>();
    }

    /// Subtracts bytes from the memory of the query.
    fn charge(&mut self, bytes: usize) -> Result<(), Failure> {
        self.memory = self.memory.checked_sub(bytes).ok_or(Failure::TooLarge)?;
        Ok(())
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

    /// Nodes until the next check. A thread of a team takes its nodes from the limit afterwards,
    /// because nodes that are granted in advance and not used would be missing in other threads.
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

/// Progress of a query, for [`Limits::on_progress`](bitboard_core::Limits::on_progress).
///
/// ```
/// use std::sync::Mutex;
///
/// use meteor::bitboard_core::Limits;
/// use meteor::{Progress, Solver, Stage, presets};
///
/// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
/// let stages = Mutex::new(Vec::new());
/// let listener = |progress: &Progress| stages.lock().unwrap().push(progress.stage);
/// assert_eq!(solver.try_count(&Limits::new().on_progress(&listener)), Ok(9_356));
/// assert_eq!(stages.lock().unwrap().first(), Some(&Stage::Graph));
/// assert_eq!(stages.lock().unwrap().last(), Some(&Stage::Counts));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// An estimate of the part of this stage that is done, from 0 to 1.
    pub done: f64,
    /// Nodes so far: partial solutions, or states of the transfer graph.
    pub nodes: u64,
}

/// A stage of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stage {
    /// Building the transfer graph. If it does not fit the memory, a search follows.
    Graph,
    /// Counting the ways to make or complete each state of the graph.
    Counts,
    /// The depth-first search. With several threads, `done` is that of one of them.
    Search,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_charged_for_their_room() {
        const MEMORY: usize = 1 << 20;
        let mut meter = Meter::new(&Limits::new());
        meter.set_memory(MEMORY);
        let mut list: Vec<u32> = Vec::new();
        for more in [1, 100, 1000, 3, 5000] {
            meter.reserve(&mut list, more).unwrap();
            let len = list.len() + more;
            assert!((len..=2 * len.max(FIRST_CAPACITY)).contains(&list.capacity()));
            assert_eq!(meter.memory(), MEMORY - 4 * list.capacity());
            list.resize(len, 0);
        }
        let before = meter.memory();
        let other = meter.filled(1000, 0_u64).unwrap();
        assert_eq!((other.len(), meter.memory()), (1000, before - 8000));
        meter.free(other);
        assert_eq!(meter.memory(), before);
        meter.free(list);
        assert_eq!(meter.memory(), MEMORY);
        let refused = meter.reserve(&mut Vec::<u8>::new(), MEMORY + 1);
        assert!(matches!(refused, Err(Failure::TooLarge)));
    }
}
