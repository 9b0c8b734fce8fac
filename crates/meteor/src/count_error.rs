//! Errors of queries that count.

use bitboard_core::{Interrupted, StopReason};

/// Error of a count that does not fit a `u128`: there are at least 2¹²⁸ solutions.
///
/// ```
/// use meteor::{Grid, Piece, Puzzle, Solver, TooManySolutions};
///
/// // Each of 128 cells is empty or has a piece of one of two kinds: 3^128 solutions.
/// let board = ". . . . . . . . . . . . . . . .\n".repeat(8);
/// let kinds = ["a", "b"].map(|name| Piece::new(name, [(0, 0)]).copies(0..=128));
/// let puzzle = Puzzle::from_picture(Grid::Square, &board, kinds)?.packing();
/// assert_eq!(Solver::new(puzzle).count(), Err(TooManySolutions));
/// # Ok::<(), meteor::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("there are 2^128 solutions or more")]
pub struct TooManySolutions;

/// Error of a limited query that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The number does not fit a `u128`.
    #[error(transparent)]
    TooManySolutions(#[from] TooManySolutions),
}

impl CountError {
    /// Takes apart what stopped a count, which a count without limits cannot have, and what is its answer.
    pub(crate) fn split<T>(
        counted: Result<T, Self>,
    ) -> Result<Result<T, TooManySolutions>, Interrupted> {
        match counted {
            Ok(count) => Ok(Ok(count)),
            Err(Self::TooManySolutions(error)) => Ok(Err(error)),
            Err(Self::Interrupted(stopped)) => Err(stopped),
        }
    }
}

impl From<StopReason> for CountError {
    fn from(reason: StopReason) -> Self {
        Self::Interrupted(reason.into())
    }
}
