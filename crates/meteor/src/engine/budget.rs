//! The limits of a query: nodes, time and the cancel flag.
//!
//! A query starts [`Watches`], from which each of its threads has a [`Budget`] for all stages.
//! Loops report their work to it: [`Budget::tick`] counts a node, [`Budget::work`] counts
//! operations that are not nodes, and both check the limits about every millisecond.

use bitboard_core::limits::{Meter, Watch};
use bitboard_core::{Limits, StopReason};

/// The limits of a running query.
#[derive(Debug)]
pub(crate) struct Watches<'a> {
    nodes: Watch<'a>,
    /// The same limits without that of nodes, for operations that are not nodes.
    clock: Watch<'a>,
}

/// Nodes between checks, at most.
const MOST_NODES: u64 = 1 << 10;
/// Additions or similar operations between checks, at most.
const MOST_WORK: u64 = 1 << 18;

impl<'a> Watches<'a> {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits<'a>) -> Self {
        Self { nodes: limits.start(), clock: limits.clone().nodes(u64::MAX).start() }
    }

    /// The nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.granted()
    }

    /// The budget of a thread.
    pub(crate) fn budget(&self) -> Budget<'_> {
        Budget {
            watches: self,
            nodes: Meter::in_portions(&self.nodes, MOST_NODES),
            work: Meter::in_portions(&self.clock, MOST_WORK),
            stage: Stage::Search,
            done: (0, 1),
            reported: 0,
        }
    }
}

/// Counts the nodes and the work of a thread, and checks the limits about every millisecond.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    pub(crate) watches: &'a Watches<'a>,
    nodes: Meter<'a>,
    work: Meter<'a>,
    stage: Stage,
    /// The part of the stage that is done, and the whole.
    done: (usize, usize),
    /// The nodes of the last report.
    reported: u64,
}

impl Budget<'_> {
    /// Counts a node. Returns whether the limits were checked.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<bool, StopReason> {
        if self.nodes.take_whole(1) { Ok(false) } else { self.next_nodes() }
    }

    #[cold]
    fn next_nodes(&mut self) -> Result<bool, StopReason> {
        self.nodes.next_portion(u64::MAX)?;
        self.report_stage();
        Ok(self.nodes.take_whole(1))
    }

    /// Counts operations that are not nodes.
    #[inline]
    pub(crate) fn work(&mut self, operations: usize) -> Result<(), StopReason> {
        if self.work.take_whole(operations) { Ok(()) } else { self.next_work(operations) }
    }

    #[cold]
    fn next_work(&mut self, operations: usize) -> Result<(), StopReason> {
        while !self.work.take_whole(operations) {
            self.work.next_portion(u64::MAX)?;
            self.report_stage();
        }
        Ok(())
    }

    /// Checks the cancel flag and the clock.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.nodes.check()
    }

    /// Gives back the nodes that are left, so that other threads can continue this query.
    #[cfg(feature = "parallel")]
    pub(crate) fn give_back(&mut self) {
        self.nodes.change_pace();
    }

    /// Sets the stage and how much of it is done.
    #[inline]
    pub(crate) fn at(&mut self, stage: Stage, done: usize, of: usize) {
        self.stage = stage;
        self.done = (done, of.max(1));
    }

    /// Reports the progress of a stage, except for the search, which knows its own.
    fn report_stage(&mut self) {
        if self.stage != Stage::Search {
            self.report(self.done.0 as f64 / self.done.1 as f64);
        }
    }

    /// Reports progress. A thread that gives nodes back does not let their number fall.
    pub(crate) fn report(&mut self, done: f64) {
        self.reported = self.reported.max(self.watches.nodes());
        self.watches
            .nodes
            .report_with(|| (self.reported, StageProgress { stage: self.stage, done }));
    }
}

/// Detail of the [`Progress`](bitboard_core::Progress) of a query.
///
/// ```
/// use std::sync::Mutex;
///
/// use meteor_puzzle::{Limits, Progress, Solver, Stage, StageProgress, presets};
///
/// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
/// let stages = Mutex::new(Vec::new());
/// let listener = |progress: &Progress| {
///     if let Some(StageProgress { stage, .. }) = progress.detail() {
///         stages.lock().unwrap().push(*stage);
///     }
/// };
/// assert_eq!(solver.try_count(&Limits::new().on_progress(&listener)), Ok(9_356));
/// assert_eq!(stages.lock().unwrap().first(), Some(&Stage::Graph));
/// assert_eq!(stages.lock().unwrap().last(), Some(&Stage::Counts));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StageProgress {
    /// The current stage.
    pub stage: Stage,
    /// An estimate of the part of this stage that is done, from 0 to 1. A stage can begin again,
    /// and can end before it reaches 1.
    pub done: f64,
}

/// A stage of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stage {
    /// Building the transfer graph. If it or its numbers do not fit the memory, a search follows.
    Graph,
    /// Counting the ways to make or complete each state of the graph.
    Counts,
    /// The depth-first search. With several threads, `done` is that of one of them.
    Search,
}
