//! The budget of a query: nodes, time, the cancel flag, and memory.
//!
//! Each thread of a query has a [`Budget`]. Loops report their work to it: [`Budget::tick`] counts a
//! node, [`Budget::work`] counts operations that are not nodes, and both check the limits about
//! every millisecond. Lists that can become long grow by [`Budget::push`] and [`Budget::reserve`],
//! which subtract their memory from what is left, so no stage has to know what the others use.

use alloc::vec::Vec;

use bitboard_core::limits::{Meter, Watch};
use bitboard_core::{StopReason, TryError};

use crate::error::CountError;

/// The result of a stage that can reach a limit, need too much memory, or count too much.
pub(crate) type Result<T, E = TryError<CountError>> = core::result::Result<T, E>;

/// The error of a stage whose lists do not fit the memory.
pub(crate) const OUT_OF_MEMORY: TryError<CountError> = TryError::Failed(CountError::OutOfMemory);
/// The error of a count that does not fit its type.
pub(crate) const OVERFLOW: TryError<CountError> = TryError::Failed(CountError::Overflow);

/// Nodes between checks, at most.
const MOST_NODES: u64 = 1 << 10;
/// Additions or similar operations between checks.
const MOST_WORK: usize = 1 << 16;
/// The smallest capacity of a list that grows.
const FIRST_CAPACITY: usize = 16;
/// The number of values of a new list that are written between two checks.
const PORTION: usize = 1 << 14;

/// What a thread may still use. It reports the progress of the query.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    watch: &'a Watch<'a>,
    nodes: Meter<'a>,
    /// The operations since the last check.
    work: usize,
    /// The bytes that lists can still take.
    pub(crate) memory: usize,
    /// `None` in the threads that help the one of the caller.
    progress: Option<StageProgress>,
    /// The nodes of the last report.
    reported: u64,
}

impl<'a> Budget<'a> {
    /// The budget of the thread of the caller.
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        let progress = StageProgress { stage: Stage::Search, done: 0.0 };
        Self { progress: Some(progress), ..Self::helper(watch) }
    }

    /// The budget of another thread. It reports nothing.
    pub(crate) fn helper(watch: &'a Watch<'a>) -> Self {
        let nodes = Meter::in_portions(watch, MOST_NODES);
        Self { watch, nodes, work: 0, memory: 0, progress: None, reported: 0 }
    }

    /// The limits of the query.
    #[cfg(feature = "parallel")]
    pub(crate) fn watch(&self) -> &'a Watch<'a> {
        self.watch
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), StopReason> {
        if self.nodes.take_whole(1) { Ok(()) } else { self.next_nodes(None) }
    }

    /// Counts a node of a search, of which `done` is the part that is done.
    #[inline]
    pub(crate) fn tick_search(&mut self, done: impl FnOnce() -> f64) -> Result<(), StopReason> {
        if self.nodes.take_whole(1) { Ok(()) } else { self.next_nodes(Some(done())) }
    }

    #[cold]
    fn next_nodes(&mut self, done: Option<f64>) -> Result<(), StopReason> {
        self.nodes.next_portion(u64::MAX)?;
        if let (Some(progress), Some(done)) = (&mut self.progress, done) {
            progress.done = done;
        }
        self.report();
        self.nodes.take_whole(1);
        Ok(())
    }

    /// Counts operations that are not nodes.
    #[inline]
    pub(crate) fn work(&mut self, operations: usize) -> Result<(), StopReason> {
        self.work += operations;
        if self.work < MOST_WORK { Ok(()) } else { self.check_after_work() }
    }

    #[cold]
    fn check_after_work(&mut self) -> Result<(), StopReason> {
        self.work = 0;
        self.watch.check()?;
        self.report();
        Ok(())
    }

    /// Checks the cancel flag and the clock.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.watch.check()
    }

    /// Sets the stage and how much of it is done.
    #[inline]
    pub(crate) fn at(&mut self, stage: Stage, done: usize, of: usize) {
        if let Some(progress) = &mut self.progress {
            *progress = StageProgress { stage, done: done as f64 / of.max(1) as f64 };
        }
    }

    /// Reports progress. When threads give nodes back, the number of nodes does not fall.
    pub(crate) fn report(&mut self) {
        if let Some(progress) = self.progress {
            self.reported = self.reported.max(self.watch.granted());
            self.watch.report_with(|| (self.reported, progress));
        }
    }

    /// Adds a value to the end of a list.
    #[inline]
    pub(crate) fn push<T>(&mut self, values: &mut Vec<T>, value: T) -> Result<()> {
        self.reserve(values, 1)?;
        values.push(value);
        Ok(())
    }

    /// Makes room for `more` values.
    #[inline]
    pub(crate) fn reserve<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<()> {
        if values.capacity() - values.len() >= more { Ok(()) } else { self.grow(values, more) }
    }

    /// While a list grows, its old and its new block are both in memory. Only one of them is
    /// charged.
    #[cold]
    fn grow<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<()> {
        let capacity = (values.len() + more).max(2 * values.capacity()).max(FIRST_CAPACITY);
        self.charge((capacity - values.capacity()) * size_of::<T>())?;
        values.try_reserve_exact(capacity - values.len()).map_err(|_| OUT_OF_MEMORY)
    }

    /// A list of `len` equal values.
    pub(crate) fn filled<T: Clone>(&mut self, len: usize, value: T) -> Result<Vec<T>> {
        self.charge(len * size_of::<T>())?;
        let mut values = Vec::new();
        values.try_reserve_exact(len).map_err(|_| OUT_OF_MEMORY)?;
        // The first write to each page takes long, because the system has to map it.
        while values.len() < len {
            let next = len.min(values.len() + PORTION);
            self.work(next - values.len())?;
            values.resize(next, value.clone());
        }
        Ok(values)
    }

    /// Drops a list and returns its memory.
    pub(crate) fn free<T>(&mut self, values: Vec<T>) {
        self.memory += values.capacity() * size_of::<T>();
    }

    /// Subtracts bytes from the memory.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<()> {
        self.memory = self.memory.checked_sub(bytes).ok_or(OUT_OF_MEMORY)?;
        Ok(())
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
    /// Building the transfer graph. If it does not fit the memory, a search follows.
    Graph,
    /// Counting the ways to make or complete each state of the graph.
    Counts,
    /// The depth-first search.
    Search,
}

#[cfg(test)]
mod tests {
    use bitboard_core::Limits;

    use super::*;

    #[test]
    fn lists_are_charged_for_their_room() {
        const MEMORY: usize = 1 << 20;
        let watch = Limits::new().start();
        let mut budget = Budget { memory: MEMORY, ..Budget::new(&watch) };
        let mut list: Vec<u32> = Vec::new();
        for more in [1, 100, 1000, 3, 5000] {
            budget.reserve(&mut list, more).unwrap();
            let len = list.len() + more;
            assert!((len..=2 * len.max(FIRST_CAPACITY)).contains(&list.capacity()));
            assert_eq!(budget.memory, MEMORY - 4 * list.capacity());
            list.resize(len, 0);
        }
        let before = budget.memory;
        let other = budget.filled(1000, 0_u64).unwrap();
        assert_eq!((other.len(), budget.memory), (1000, before - 8000));
        budget.free(other);
        assert_eq!(budget.memory, before);
        budget.free(list);
        assert_eq!(budget.memory, MEMORY);
        assert_eq!(budget.reserve(&mut Vec::<u8>::new(), MEMORY + 1), Err(OUT_OF_MEMORY));
    }
}
