//! Errors of proofs.

use alloc::string::String;

use bitboard_core::Interrupted;

use super::Proof;
use crate::error::PlayError;
use crate::pns::Progress;

/// Error returned when no proof was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// Proofs are for small boards only.
    #[error("expected a base from 2 to {max} for a proof, found {base}", max = Proof::MAX_BASE)]
    Base {
        /// The base.
        base: u32,
    },
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted<Progress>),
}

/// Error of a proof that does not prove what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Proofs are for small boards only.
    #[error("expected a base from 2 to {max} for a proof, found {base}", max = Proof::MAX_BASE)]
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
