//! Puzzle files.

mod error;
mod piece;
mod puzzle_file;
mod reader;
mod rows;
mod words;
mod writer;

pub use crate::file::error::{FileError, FileReason};
pub use crate::file::puzzle_file::PuzzleFile;
