//! How long a question may take.

use core::sync::atomic::AtomicBool;
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
    pub(crate) cancel: Option<&'a AtomicBool>,
    #[cfg(feature = "std")]
    time: Option<Duration>,
    /// When the time is over, once the question was asked.
    #[cfg(feature = "std")]
    pub(crate) end: Option<Instant>,
    pub(crate) watch: Option<Watch<'a>>,
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
            #[cfg(feature = "std")]
            end: None,
            watch: None,
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

    /// Calls `watch` every few milliseconds while a question is worked on, to tell how far it is.
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

    /// Now the question is asked: time begins to run, unless it does already.
    pub(crate) fn started(mut self) -> Self {
        #[cfg(feature = "std")]
        if self.end.is_none() {
            self.end = self.time.and_then(|time| Instant::now().checked_add(time));
        }
        #[cfg(not(feature = "std"))]
        let _ = &mut self;
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

/// How far a question is.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is worked on.
    pub stage: Stage,
    /// How much of this stage is done, from 0 to 1, as far as can be told.
    pub done: f64,
    /// How many nodes there were so far: partial solutions, or fillings of the graph.
    pub nodes: u64,
}

/// What is worked on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// The graph of fillings. It may turn out too large for the memory; then a search follows.
    Graph,
    /// In which ways each filling can be made or completed.
    Families,
    /// The depth-first search. Of several threads, one tells how far it is.
    Search,
    /// The solutions that a symmetry of the puzzle leaves as they are. It is not known how many there are to come.
    Symmetries,
}

/// Somebody to be told about progress.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a>(pub(crate) &'a (dyn Fn(Progress) + Sync));

impl core::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Watch")
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
