//! Opening books.
//!
//! From bottom to top: errors, the positions of a book, checks and coding of entries, the file, the contents of a complete book.

mod check;
mod coding;
mod complete;
mod error;
mod file;
mod positions;

pub use self::error::{BookError, EntryError};
pub use self::file::Book;
