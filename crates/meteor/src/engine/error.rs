//! Errors of queries.

use alloc::collections::TryReserveError;

use bitboard_core::{StopReason, TryError};

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
        Err(Failure::TooMany) => Err(TryError::Failed(TooManySolutions)),
        Err(Failure::Stopped(reason)) => Err(reason.into()),
    }
}

/// Error of a query that counts.
pub(crate) type CountError = TryError<TooManySolutions>;

/// Error of a puzzle with too many solutions: their number does not fit a `u128`.
///
/// ```
/// use meteor_puzzle::{GridKind, Piece, Puzzle, Solver, TooManySolutions};
///
/// // Each of 128 cells is empty or has a piece of one of two kinds: 3^128 solutions.
/// let board = ". . . . . . . . . . . . . . . .\n".repeat(8);
/// let kinds = ["a", "b"].map(|name| Piece::new(name, [(0, 0)]).copies(0..=128));
/// let puzzle = Puzzle::from_picture(GridKind::Square, &board, kinds)?.packing();
/// assert_eq!(Solver::new(puzzle).count(), Err(TooManySolutions));
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("there are 2^128 solutions or more")]
pub struct TooManySolutions;
