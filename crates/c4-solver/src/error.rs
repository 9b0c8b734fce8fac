//! What can be wrong with moves and positions.

/// Why a move cannot be played, or stones are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The board has no such column.
    #[error("there is no column {column}")]
    NoSuchColumn {
        /// The column, from 1.
        column: u32,
    },
    /// The column has no room.
    #[error("column {column} is full")]
    FullColumn {
        /// The column, from 1.
        column: u32,
    },
    /// The move wins: there is nothing left to solve.
    #[error("a stone in column {column} wins, which ends the game")]
    Won {
        /// The column, from 1.
        column: u32,
    },
    /// A stone lies off the board, or two stones on one cell.
    #[error("a stone lies off the board or on another stone")]
    OffBoard,
    /// A stone has nothing below it.
    #[error("a stone hangs in the air")]
    Floating,
    /// One player has moved too often.
    #[error(
        "{to_move} stones of the player to move and {other} of the other one do not come from moves in turn"
    )]
    Turns {
        /// Stones of the player to move.
        to_move: u32,
        /// Stones of the other player.
        other: u32,
    },
    /// Four stones stand in a row.
    #[error("somebody has won already")]
    Over,
    /// A number is the key of no position.
    #[error("no position has this key")]
    Key,
}

/// Why a string of moves leads to no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A character is no column.
    #[error("move {ply}: {symbol:?} is no column from 1 to {}", crate::notation::symbol(width - 1))]
    NotAColumn {
        /// The move, from 1.
        ply: u32,
        /// The character.
        symbol: char,
        /// How many columns there are.
        width: u32,
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

/// Why a text is no picture of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Something else than `x`, `o`, `.` and space.
    #[error("row {row}, column {column}: {symbol:?} is none of x, o and .")]
    Symbol {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// A row of the wrong length.
    #[error("row {row} has {cells} cells instead of {expected}")]
    Width {
        /// The row, from 1 at the top.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The columns of the board.
        expected: u32,
    },
    /// The wrong number of rows.
    #[error("{rows} rows instead of {expected}")]
    Height {
        /// The rows of the picture.
        rows: usize,
        /// The rows of the board.
        expected: u32,
    },
    /// The stones are no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
