//! Errors of moves, boards and memory.

use alloc::format;
use alloc::string::String;

use crate::dense::MIN_BASE;
use crate::hex::Hex;

/// Error of a move that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board does not have the cell.
    #[error("there is no cell {cell} on a board of base {base}")]
    OffBoard {
        /// The cell.
        cell: Hex,
        /// The base of the board.
        base: u32,
    },
    /// The cell has a stone.
    #[error("there is a stone on {cell} already")]
    Taken {
        /// The cell.
        cell: Hex,
    },
    /// A player has won.
    #[error("the game is over: {cell} comes after the win")]
    Over {
        /// The cell.
        cell: Hex,
    },
    /// The game is played without the swap rule.
    #[error("the game is played without the swap rule")]
    NoSwapRule,
    /// Swapping is only allowed directly after the first stone.
    #[error("swapping is only allowed directly after the first stone")]
    SwapTooLate,
    /// Memory for another stone cannot be allocated.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Error of a base that is too small or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a base {}, found {base}", bounds(*max))]
#[non_exhaustive]
pub struct BaseError {
    /// The base.
    pub base: u32,
    /// The largest base of the board or query.
    pub max: u32,
}

/// The bases from the smallest one to `max`.
fn bounds(max: u32) -> String {
    match max {
        u32::MAX => format!("of at least {MIN_BASE}"),
        max => format!("from {MIN_BASE} to {max}"),
    }
}

/// Error of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot allocate {bytes} bytes")]
pub struct OutOfMemory {
    /// The number of bytes asked for; `usize::MAX` if it is larger than that.
    pub bytes: usize,
}
