//! Errors of queries with limits, whose names begin with `try_`. A query without limits runs the
//! same code with a meter that never stops it.

use bitboard_core::{Interrupted, Limits, StopReason, unlimited};

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
