//! Limits of queries, and their progress.

use core::sync::atomic::AtomicBool;
#[cfg(feature = "std")]
use std::time::Duration;

/// Limits of a query: nodes, time, memory and a cancel flag. The default limits only the memory, to 256 MiB.
///
/// Each query starts with its whole limits. A query that is stopped returns [`Stop`], never a partial answer, and leaves the
/// [`Solver`](crate::polyform::Solver) as it was.
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
    pub(crate) cancel: Option<&'a AtomicBool>,
    #[cfg(feature = "std")]
    pub(crate) time: Option<Duration>,
    pub(crate) watch: Option<Watch<'a>>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Limits<'a> {
    /// Limits only the memory, to 256 MiB.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nodes: u64::MAX,
            memory: 256 << 20,
            cancel: None,
            #[cfg(feature = "std")]
            time: None,
            watch: None,
        }
    }

    /// Stops a query that needs more than `nodes` nodes: partial solutions, or fillings of the graph.
    ///
    /// All stages and threads of a query share the limit. With several threads, each may search up to 1,024 nodes more before it
    /// stops; whether the query is answered does not depend on the number of threads.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Bytes for the graph of fillings. If it does not fit, or the memory cannot be allocated, the query is answered by search, which needs
    /// very little memory.
    #[must_use]
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Stops a few milliseconds after `flag` becomes true, or at once if it is true already. The flag is never changed.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls `watch` every few milliseconds with the progress of the query, always in the thread of the caller.
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// use meteor::polyform::{Limits, Solver, Stage, ready};
    ///
    /// let puzzle = ready::find("pentominoes-6x10").unwrap().puzzle();
    /// let stages = Mutex::new(Vec::new());
    /// let watch = |progress: meteor::polyform::Progress| stages.lock().unwrap().push(progress.stage);
    /// assert_eq!(Solver::new(&puzzle).limits(Limits::new().watch(&watch)).count(), Ok(9_356));
    /// assert_eq!(stages.lock().unwrap().first(), Some(&Stage::Graph));
    /// assert_eq!(stages.lock().unwrap().last(), Some(&Stage::Families));
    /// ```
    #[must_use]
    pub const fn watch(mut self, watch: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.watch = Some(Watch(watch));
        self
    }

    /// Time for each query. [`Duration::MAX`] is no limit.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }
}

/// Progress of a query.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// An estimate of the part of this stage that is done, from 0 to 1.
    pub done: f64,
    /// Nodes so far: partial solutions, or fillings of the graph.
    pub nodes: u64,
}

/// A stage of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// Building the graph of fillings. If it does not fit the memory, a search follows.
    Graph,
    /// Counting the ways to make or complete each filling.
    Families,
    /// The depth-first search. With several threads, `done` is that of one of them.
    Search,
    /// Counting the solutions that a symmetry of the puzzle leaves unchanged. `done` is not estimated.
    Symmetries,
}

/// A progress callback.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a>(pub(crate) &'a (dyn Fn(Progress) + Sync));

impl core::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Watch")
    }
}

/// Why a query was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The limit of nodes was reached.
    #[error("the limit of nodes was reached")]
    Nodes,
    /// The limit of time was reached.
    #[error("the limit of time was reached")]
    Time,
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
    /// There are more solutions than a `u128` can count.
    #[error("more solutions than 2^128")]
    Overflow,
}
