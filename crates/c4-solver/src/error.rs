//! Errors of moves, positions and books.

/// Why a move cannot be played, or stones are not a position.
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
    /// The move wins, which leaves nothing to solve.
    #[error("a stone in column {column} wins, which ends the game")]
    Won {
        /// The column, from 1.
        column: u32,
    },
    /// A stone lies off the board, or two stones on one cell.
    #[error("a stone lies off the board or on another stone")]
    OffBoard,
    /// A stone has nothing below it.
    #[error("a stone has an empty cell below it")]
    Floating,
    /// One player has too many stones.
    #[error(
        "expected as many stones of the player to move as of the other one, or one fewer; found {to_move} and {other}"
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

/// Why a string of moves does not lead to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A character is not a column.
    #[error("move {ply}: expected a column from 1 to {}, found {symbol:?}", crate::notation::symbol(width - 1))]
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

/// Why a text is not a picture of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A character other than `x`, `o`, `.` and space.
    #[error("row {row}, column {column}: expected 'x', 'o' or '.', found {symbol:?}")]
    Symbol {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// A row of the wrong length.
    #[error("row {row}: expected {expected} cells, found {cells}")]
    Width {
        /// The row, from 1 at the top.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The columns of the board.
        expected: u32,
    },
    /// The wrong number of rows.
    #[error("expected {expected} rows, found {rows}")]
    Height {
        /// The rows of the picture.
        rows: usize,
        /// The rows of the board.
        expected: u32,
    },
    /// The stones are not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Why bytes or scores are not an opening book.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first bytes are not those of a book.
    #[error("not an opening book of version 1")]
    NotABook,
    /// The number of bytes does not fit the number of entries.
    #[error("expected {expected} bytes, found {bytes}")]
    Length {
        /// Number of bytes found.
        bytes: usize,
        /// Number of bytes according to the header.
        expected: usize,
    },
    /// The book is for another board.
    #[error("the book is for {width}×{height}")]
    Board {
        /// Columns of its board.
        width: u32,
        /// Rows of its board.
        height: u32,
    },
    /// The depth is more than the cells of the board.
    #[error("expected a depth of at most {cells} plies, found {depth}")]
    Depth {
        /// Depth in plies.
        depth: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// The checksum does not fit the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// An entry is wrong.
    #[error("entry {index}: {source}")]
    Entry {
        /// The entry, from 0 in ascending order of keys.
        index: usize,
        /// What is wrong with it.
        source: EntryError,
    },
    /// The file format has no room for the entries.
    #[error("expected at most 4294967295 entries, found {entries}")]
    Entries {
        /// Number of entries.
        entries: usize,
    },
    /// A complete book needs more of the deepest positions.
    #[error("{missing} positions with {ply} stones are missing")]
    Missing {
        /// Number of missing positions.
        missing: usize,
        /// Stones on the board.
        ply: u32,
    },
    /// There are more positions than the caller allows, or than fit into memory.
    #[error("more than {most} positions with {ply} stones, or too little memory")]
    TooMany {
        /// Stones on the board.
        ply: u32,
        /// The largest number allowed.
        most: usize,
    },
}

/// What is wrong with an entry of a [book](crate::Book).
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The key is not above that of the entry before.
    #[error("the keys are not in ascending order")]
    Order,
    /// The key is not the symmetric key of a position that the book can hold.
    #[error("the key is not that of a position of the book")]
    Key,
    /// No position with as many stones has this score.
    #[error("expected a score from {low} to {high}, found {score}")]
    Score {
        /// The score.
        score: i32,
        /// The lowest possible score.
        low: i32,
        /// The highest possible score.
        high: i32,
    },
    /// The score is not that of the best move.
    #[error("score {score} contradicts the best move, which scores {expected}")]
    Contradiction {
        /// The score.
        score: i32,
        /// The score of the best move in the book.
        expected: i32,
    },
}
