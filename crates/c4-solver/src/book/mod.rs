//! Opening books: exact scores of all positions with up to some number of stones.
//!
//! Read [`Book`] first: it looks scores up in the bytes of a file (`file` has the format, `foreign`
//! those of other programs).
//! [`BookBuilder`] (`build`) lists the positions to solve, takes their scores, computes the others
//! by minimax and makes a book. Both check the position and the range of each score, the builder
//! also that a score is the best of those of the moves.

mod build;
mod file;
mod foreign;
mod sort;

pub use self::build::BookBuilder;
pub use self::file::Book;

/// Error of bytes or scores that are not an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first bytes are not those of a book.
    #[error("not an opening book of version {}, of bitbully or of Pons", file::MAGIC[7])]
    NotABook,
    /// The number of bytes does not fit the entries, or keys have another length.
    #[error("{bytes} bytes are not those of {entries} entries")]
    Length {
        /// Number of bytes found.
        bytes: usize,
        /// Number of entries by the header or, without one, of the complete file.
        entries: usize,
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
        depth: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// The keys of a hash table are too short for its positions.
    #[error("keys of {bytes} bytes are too short for positions with {depth} stones")]
    Keys {
        /// Bytes of a key.
        bytes: usize,
        /// The largest number of stones.
        depth: usize,
    },
    /// The checksum does not fit the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// An entry is wrong.
    #[error("entry {index}: {reason}")]
    Entry {
        /// The entry, from 0 in the order of the file; in a hash table its slot.
        index: usize,
        /// The reason why the entry is wrong.
        reason: EntryError,
    },
    /// The entries do not fit the file format.
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
        ply: usize,
    },
    /// There are more positions than the caller allows, or than fit into memory.
    #[error("more than {most} positions with {ply} stones, or too little memory")]
    TooMany {
        /// Stones on the board.
        ply: usize,
        /// The largest number allowed.
        most: usize,
    },
}

/// Error of an entry of a [book](crate::Book).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The bytes are not those that the format has for an entry.
    #[error("the bytes are not those of an entry")]
    Coding,
    /// The key is not above that of the entry before.
    #[error("the keys are not in ascending order")]
    Order,
    /// The key is not the symmetric key of a position that the book can hold.
    #[error("the key is not that of a position of the book")]
    Key,
    /// No position with this number of stones has this score.
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
