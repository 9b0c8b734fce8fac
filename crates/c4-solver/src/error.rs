//! What can be wrong with moves and positions.

use bitboard_core::PictureError;

/// Why a move cannot be played or a picture is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The board has no such column.
    #[error("there is no column {column}")]
    NoSuchColumn {
        /// The column, from 1.
        column: usize,
    },
    /// The column has no room.
    #[error("column {column} is full")]
    FullColumn {
        /// The column, from 1.
        column: usize,
    },
    /// The move wins: there is nothing left to solve.
    #[error("a stone in column {column} wins, which ends the game")]
    Won {
        /// The column, from 1.
        column: usize,
    },
    /// The text is no picture of the board.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A stone has nothing below it.
    #[error("a stone hangs in the air")]
    Floating,
    /// One player has moved too often.
    #[error("{begun} stones x and {answered} stones o do not come from moves in turn, x first")]
    Turns {
        /// Stones of the first player.
        begun: u32,
        /// Stones of the second player.
        answered: u32,
    },
    /// Four stones stand in a row.
    #[error("somebody has won already")]
    Over,
}

/// Why a string of moves leads to no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A character is no column.
    #[error("move {ply}: {symbol:?} is no column from 1 to 7")]
    NotAColumn {
        /// The move, from 1.
        ply: u32,
        /// The character.
        symbol: char,
    },
    /// The move is against the rules, or ends the game.
    #[error("move {ply}: {source}")]
    Illegal {
        /// The move, from 1.
        ply: u32,
        /// What is wrong with it.
        source: PositionError,
    },
}
