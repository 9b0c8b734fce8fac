//! Errors of moves and memory.

use crate::cell::Hex;

/// Why a stone cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board has no such cell.
    #[error("there is no cell ({}, {}) on a board of base {base}", .cell.x, .cell.y)]
    OffBoard {
        /// The cell.
        cell: Hex,
        /// The base of the board.
        base: u32,
    },
    /// There is a stone already.
    #[error("there is a stone on ({}, {}) already", .cell.x, .cell.y)]
    Taken {
        /// The cell.
        cell: Hex,
    },
    /// Somebody has won.
    #[error("the game is over: ({}, {}) comes after the win", .cell.x, .cell.y)]
    Over {
        /// The cell.
        cell: Hex,
    },
    /// The board is too large for a method that holds all cells in memory.
    #[error("expected a base of at most {largest}, found {base}")]
    BaseTooLarge {
        /// The base of the board.
        base: u32,
        /// The largest base that the method takes.
        largest: u32,
    },
    /// There is no memory for another stone.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Memory that could not be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot allocate {bytes} bytes")]
pub struct OutOfMemory {
    /// The number of bytes asked for; `usize::MAX` if it is larger than that.
    pub bytes: usize,
}
