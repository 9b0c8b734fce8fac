//! Errors of moves and positions.

use super::column::Column;

/// Error of a move that cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board does not have this column.
    #[error("column {column} does not exist")]
    NoSuchColumn {
        /// The column.
        column: Column,
    },
    /// The column has no empty cell.
    #[error("column {column} is full")]
    FullColumn {
        /// The column.
        column: Column,
    },
    /// The move wins. A [`Position`](crate::Position) is not won; a `Game` may be.
    #[error("a stone in column {column} wins, which ends the game")]
    Wins {
        /// The column.
        column: Column,
    },
    /// The game is already won.
    #[error("the game is already won")]
    Over,
}

/// Error of stones or a key that are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A stone lies off the board, or two stones on one cell.
    #[error("a stone lies off the board or on another stone")]
    OffBoard,
    /// A stone has an empty cell below it.
    #[error("a stone has an empty cell below it")]
    Floating,
    /// One player has too many stones.
    #[error(
        "expected equal numbers of stones, or one fewer of the player to move; found {to_move} and {other}"
    )]
    Turns {
        /// Stones of the player to move.
        to_move: u32,
        /// Stones of the other player.
        other: u32,
    },
    /// Four stones stand in a row.
    #[error("the game is already won")]
    Over,
    /// A number is not the key of a position.
    #[error("the number is not the key of a position")]
    Key,
}
