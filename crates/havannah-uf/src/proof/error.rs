//! Errors of proofs.

use alloc::string::String;

use crate::error::PlayError;

/// Error of a proof that does not prove what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Proofs are for small boards only.
    #[error("expected a base from 2 to 5, found {base}")]
    Base {
        /// The base.
        base: u32,
    },
    /// A move that leads to the position is not legal.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
    /// A move of the plan is not legal.
    #[error("move {number} of the plan: {source}")]
    Plan {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
    /// The game is over after a reply, and the winner has not won.
    #[error("after move {used} of the plan, a reply ends the game without a win")]
    NotWon {
        /// The number of moves of the plan that have been made.
        used: usize,
    },
    /// The plan ends before all replies have an answer.
    #[error("the plan ends before all replies have an answer")]
    Incomplete,
    /// The plan has more moves than are needed.
    #[error("the plan has {left} more moves than are needed")]
    Unused {
        /// The number of moves that were not made.
        left: usize,
    },
}

/// Error returned when reading a [`Proof`](super::Proof).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found:?}")]
#[non_exhaustive]
pub struct ProofError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What belongs there.
    pub expected: &'static str,
    /// The first 20 characters of what is there.
    pub found: String,
}
