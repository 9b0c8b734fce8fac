//! Failures of the engines that need much memory.

use alloc::collections::TryReserveError;

use bitboard_core::StopReason;

use crate::count_error::TooManySolutions;
use crate::engine::fallible::OutOfMemory;

/// Error of a query that the graph of fillings does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The graph is too large for the memory of the solver, or memory cannot be allocated.
    TooLarge,
    TooManySolutions,
    Stopped(StopReason),
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<TooManySolutions> for Failure {
    fn from(_: TooManySolutions) -> Self {
        Self::TooManySolutions
    }
}

impl From<OutOfMemory> for Failure {
    fn from(_: OutOfMemory) -> Self {
        Self::TooLarge
    }
}

impl From<TryReserveError> for Failure {
    fn from(_: TryReserveError) -> Self {
        Self::TooLarge
    }
}
