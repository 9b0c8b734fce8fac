//! Errors of queries.

use alloc::collections::TryReserveError;

use bitboard_core::{Interrupted, StopReason};

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

/// `None` if the graph is too large.
pub(crate) fn if_it_fits<T>(result: Result<T, Failure>) -> Result<Option<T>, CountError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Failure::TooLarge) => Ok(None),
        Err(Failure::TooMany) => Err(CountError::TooManySolutions),
        Err(Failure::Stopped(reason)) => Err(reason.into()),
    }
}

/// Error of a query that counts.
///
/// ```
/// use meteor_puzzle::{CountError, Grid, Piece, Puzzle, Solver};
///
/// // Each of 128 cells is empty or has a piece of one of two kinds: 3^128 solutions.
/// let board = ". . . . . . . . . . . . . . . .\n".repeat(8);
/// let kinds = ["a", "b"].map(|name| Piece::new(name, [(0, 0)]).copies(0..=128));
/// let puzzle = Puzzle::from_picture(Grid::Square, &board, kinds)?.packing();
/// assert_eq!(Solver::new(puzzle).count(), Err(CountError::TooManySolutions));
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A limit was reached. Queries without limits do not return this.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The number does not fit a `u128`.
    #[error("there are 2^128 solutions or more")]
    TooManySolutions,
}

impl<T> From<Interrupted<T>> for CountError {
    fn from(stopped: Interrupted<T>) -> Self {
        Self::Stopped(stopped.reason)
    }
}
