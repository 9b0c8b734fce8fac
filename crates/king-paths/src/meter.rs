//! Limits inside a query.
//!
//! A query with limits, whose name begins with `try_`, starts a [`Meter`] and takes nodes from it
//! as it goes: for each cell, or for as many cells of a BFS level as it gets. The meter gets them
//! from the limits in portions of about a millisecond, so a node that is taken costs a comparison
//! and a subtraction. A query without limits runs the same code with a meter that never stops it.

use bitboard_core::{Interrupted, Limits, Pace, Progress, StopReason, Watch, unlimited};

/// Error of a query with limits: the query failed, or a limit was reached.
///
/// ```
/// use king_paths::bitboard_core::{Limits, StopReason};
/// use king_paths::TryError;
/// use king_paths::grid::{Grid, StepKind};
///
/// let grid = Grid::from_fn(500, 500, |_, _| true)?;
/// let limits = Limits::new().nodes(1_000);
/// match grid.try_distances(&[(0, 0)], StepKind::King, &limits) {
///     Err(TryError::Interrupted(stopped)) => {
///         assert_eq!(stopped.reason, StopReason::Nodes);
///         // All cells up to some distance are known.
///         let known = stopped.partial;
///         assert!(known.max().is_some_and(|steps| known.get((steps as usize, 0)).is_some()));
///         assert_eq!(known.get((499, 499)), None);
///     }
///     _ => unreachable!("1,000 nodes are not enough"),
/// }
/// # Ok::<(), king_paths::grid::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TryError<E, T = ()> {
    /// The query failed. It would also fail without limits.
    #[error(transparent)]
    Failed(E),
    /// A limit was reached.
    #[error("{}", .0.reason)]
    Interrupted(Interrupted<T>),
}

impl<E, T> TryError<E, T> {
    /// Applies `f` to what an interrupted query found.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> TryError<E, U> {
        match self {
            Self::Failed(error) => TryError::Failed(error),
            Self::Interrupted(stopped) => TryError::Interrupted(stopped.map(f)),
        }
    }

    /// Converts the error of a query that failed.
    #[cfg(feature = "alloc")]
    pub(crate) fn map_failed<F>(self, f: impl FnOnce(E) -> F) -> TryError<F, T> {
        match self {
            Self::Failed(error) => TryError::Failed(f(error)),
            Self::Interrupted(stopped) => TryError::Interrupted(stopped),
        }
    }
}

impl<E, T: Default> From<StopReason> for TryError<E, T> {
    fn from(reason: StopReason) -> Self {
        Self::Interrupted(reason.into())
    }
}

impl<E, T> From<Interrupted<T>> for TryError<E, T> {
    fn from(stopped: Interrupted<T>) -> Self {
        Self::Interrupted(stopped)
    }
}

/// Runs a query without limits.
pub(crate) fn without_limits<A, E, T>(
    query: impl FnOnce(&Limits<'_>) -> Result<A, TryError<E, T>>,
) -> Result<A, E> {
    unlimited(|limits| match query(limits) {
        Ok(answer) => Ok(Ok(answer)),
        Err(TryError::Failed(error)) => Ok(Err(error)),
        Err(TryError::Interrupted(stopped)) => Err(stopped),
    })
}

/// The limits of a running query.
pub(crate) struct Meter<'a> {
    watch: Watch<'a>,
    pace: Pace,
    /// Nodes that were granted and not yet taken.
    left: u64,
    granted: u64,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits<'a>) -> Self {
        Self { watch: limits.start(), pace: Pace::new(u64::MAX), left: 0, granted: 0 }
    }

    /// Takes at most `most` nodes, and at least one if `most` is positive.
    #[inline(always)]
    pub(crate) fn take(&mut self, most: usize) -> Result<usize, StopReason> {
        if self.left == 0 && most > 0 {
            self.refill()?;
        }
        let taken = self.left.min(most as u64);
        self.left -= taken;
        Ok(taken as usize)
    }

    /// Takes `nodes` nodes if so many are left of the last portion.
    #[inline(always)]
    pub(crate) fn take_whole(&mut self, nodes: usize) -> bool {
        let left = self.left.checked_sub(nodes as u64);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Takes `nodes` nodes, fewer only if there are no more.
    #[cfg(feature = "simd")]
    #[cold]
    #[inline(never)]
    pub(crate) fn take_all(&mut self, nodes: usize) -> Result<usize, StopReason> {
        let mut taken = self.take(nodes)?;
        while taken < nodes {
            match self.take(nodes - taken) {
                Ok(more) => taken += more,
                Err(StopReason::Nodes) => break,
                Err(reason) => return Err(reason),
            }
        }
        Ok(taken)
    }

    /// Gets the next portion of nodes and reports progress.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<(), StopReason> {
        self.left = self.watch.grant_at(&mut self.pace)?;
        self.granted = self.granted.saturating_add(self.left);
        self.watch.report(|| Progress::new(self.granted));
        Ok(())
    }

    /// Checks the time and the cancel flag, for work that has no nodes.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.watch.check()
    }

    /// Begins a part of the query whose nodes take more or less time: gives back the nodes that are
    /// left, and lets the next portion be small.
    pub(crate) fn change_pace(&mut self) {
        self.granted -= self.left;
        self.watch.give_back(core::mem::take(&mut self.left));
        self.pace = Pace::new(u64::MAX);
    }
}
