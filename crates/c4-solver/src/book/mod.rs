//! Opening books: exact scores of all positions with up to some number of stones.
//!
//! Read [`Book`] first: it looks scores up in the bytes of a file (`file` has the format).
//! [`BookBuilder`] (`build`) lists the positions to solve, takes their scores, computes the others
//! by minimax and makes a book. `convert` does that with the files of other programs.

mod build;
mod convert;
mod file;

pub use self::build::BookBuilder;
pub use self::file::Book;
pub(crate) use self::file::{has_checksum, write_checksum};

/// Error of bytes or scores that are not an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first bytes are not those of a book.
    #[error("not an opening book of version {}", file::MAGIC[7])]
    NotABook,
    /// The bytes are not a book of a program that [`Book::convert`] knows.
    #[error("not an opening book of bitbully or of Pons")]
    NotConvertible,
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
    /// A checkpoint is of a book of another depth.
    #[error("expected a checkpoint of {expected} plies, found {found}")]
    Plies {
        /// Depth of the builder in plies.
        expected: usize,
        /// Depth of the checkpoint in plies.
        found: usize,
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
    /// An entry is damaged, its key is not that of a position that the book can hold, or the keys
    /// do not ascend.
    #[error("entry {index} is not that of a position of the book")]
    Entry {
        /// The entry, from 0 in the order of the file; in a hash table its slot.
        index: usize,
    },
    /// No position with this number of stones has this score.
    #[error("entry {index}: expected a score from {low} to {high}, found {score}")]
    Score {
        /// The entry, as in [`Entry`](Self::Entry).
        index: usize,
        /// The score.
        score: i32,
        /// The lowest possible score.
        low: i32,
        /// The highest possible score.
        high: i32,
    },
    /// A complete book needs more of the deepest positions.
    #[error("{missing} positions with {ply} stones are missing")]
    Missing {
        /// Number of missing positions.
        missing: usize,
        /// Stones on the board.
        ply: usize,
    },
    /// There are more positions than are listed, or than fit into memory.
    #[error("more than {most} positions with {ply} stones, or too little memory")]
    TooMany {
        /// Stones on the board.
        ply: usize,
        /// The largest number.
        most: usize,
    },
}
