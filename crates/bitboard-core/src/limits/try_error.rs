//! The error of a query that can fail and can be stopped.

use crate::limits::{Interrupted, Limits, StopReason, unlimited};

/// Error of a query with limits: the query failed, or a limit was reached.
///
/// `E` is the error of the query without limits, `P` what a stopped query has found. A query that
/// cannot fail returns [`Interrupted`] instead.
///
/// ```
/// use bitboard_core::limits::Meter;
/// use bitboard_core::{Interrupted, Limits, StopReason, TryError};
///
/// /// Halves `n` until it is odd. A node is a division.
/// fn odd_part(mut n: u64, limits: &Limits) -> Result<u64, TryError<&'static str, u64>> {
///     let watch = limits.start();
///     let mut meter = Meter::new(&watch);
///     if n == 0 {
///         return Err(TryError::Failed("expected a positive number"));
///     }
///     while n % 2 == 0 {
///         meter.take_all(1).map_err(|reason| Interrupted::new(reason, n))?;
///         n /= 2;
///     }
///     Ok(n)
/// }
///
/// let limits = Limits::new().nodes(3);
/// assert_eq!(odd_part(24, &limits), Ok(3));
/// let stopped = odd_part(48, &limits).unwrap_err();
/// assert_eq!((stopped.stop_reason(), stopped.partial()), (Some(StopReason::Nodes), Some(&6)));
/// assert_eq!(odd_part(0, &limits).unwrap_err().stop_reason(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum TryError<E, P = ()> {
    /// The query failed. It would also fail without limits.
    #[error(transparent)]
    Failed(E),
    /// A limit was reached.
    #[error("{}", .0.reason)]
    Interrupted(Interrupted<P>),
}

impl<E, P> TryError<E, P> {
    /// The limit that was reached, or `None` if the query failed.
    #[must_use]
    pub const fn stop_reason(&self) -> Option<StopReason> {
        match self {
            Self::Failed(_) => None,
            Self::Interrupted(stopped) => Some(stopped.reason),
        }
    }

    /// What the query found before it was stopped, or `None` if it failed.
    #[must_use]
    pub const fn partial(&self) -> Option<&P> {
        match self {
            Self::Failed(_) => None,
            Self::Interrupted(stopped) => Some(&stopped.partial),
        }
    }

    /// The interruption.
    ///
    /// # Errors
    /// If the query failed.
    pub fn interrupted(self) -> Result<Interrupted<P>, E> {
        match self {
            Self::Failed(error) => Err(error),
            Self::Interrupted(stopped) => Ok(stopped),
        }
    }

    /// Applies `f` to what a stopped query found.
    #[must_use]
    pub fn map<Q>(self, f: impl FnOnce(P) -> Q) -> TryError<E, Q> {
        match self {
            Self::Failed(error) => TryError::Failed(error),
            Self::Interrupted(stopped) => TryError::Interrupted(stopped.map(f)),
        }
    }
}

impl<E, P: Default> From<StopReason> for TryError<E, P> {
    fn from(reason: StopReason) -> Self {
        Self::Interrupted(reason.into())
    }
}

impl<E, P> From<Interrupted<P>> for TryError<E, P> {
    fn from(stopped: Interrupted<P>) -> Self {
        Self::Interrupted(stopped)
    }
}

/// [`unlimited`] for a query that can fail.
///
/// ```
/// use bitboard_core::limits::{Meter, unlimited_fallible};
/// use bitboard_core::{Limits, TryError};
///
/// fn try_half(n: u64, limits: &Limits) -> Result<u64, TryError<&'static str>> {
///     Meter::new(&limits.start()).take_all(1)?;
///     if n % 2 == 0 { Ok(n / 2) } else { Err(TryError::Failed("expected an even number")) }
/// }
///
/// assert_eq!(unlimited_fallible(|limits| try_half(42, limits)), Ok(21));
/// assert_eq!(unlimited_fallible(|limits| try_half(7, limits)), Err("expected an even number"));
/// ```
///
/// # Errors
/// If the query fails.
///
/// # Panics
/// If the query is stopped anyway, which is a defect of the query.
#[track_caller]
pub fn unlimited_fallible<T, E, P>(
    query: impl FnOnce(&Limits<'_>) -> Result<T, TryError<E, P>>,
) -> Result<T, E> {
    unlimited(|limits| match query(limits).map_err(TryError::interrupted) {
        Ok(answer) => Ok(Ok(answer)),
        Err(Ok(stopped)) => Err(stopped),
        Err(Err(error)) => Ok(Err(error)),
    })
}
