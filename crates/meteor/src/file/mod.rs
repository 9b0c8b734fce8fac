#![doc = include_str!("grammar.md")]

mod error;
mod piece;
mod reader;
mod rows;
mod words;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::polyform::file::reader::Reader;
use crate::polyform::file::rows::Rows;
use crate::polyform::file::words::Words;
use crate::polyform::puzzle::Puzzle;

pub use crate::polyform::file::error::{FileError, FileReason};

/// What a puzzle file looks like, for people: the text of this page.
pub const GRAMMAR: &str = include_str!("grammar.md");

/// A puzzle and what is known about it.
///
/// ```
/// use meteor::polyform::PuzzleFile;
///
/// let file: PuzzleFile = "\
/// title Two of a kind
/// solutions 2
/// board
///   . . . .
///   . . . .
///
/// piece L 2
///   X X X
///   X . .
/// ".parse()?;
/// assert_eq!(file.title, "Two of a kind");
/// assert_eq!(file.puzzle.cells().len(), 8);
/// assert_eq!(file.solutions, Some(2));
///
/// let error = "board\n . .\n\npiece I walk E N X".parse::<PuzzleFile>().unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 18: there is no direction \"X\" on this grid");
/// # Ok::<(), meteor::polyform::FileError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PuzzleFile {
    /// What it is; empty if the file does not say so.
    pub title: String,
    /// Where it comes from, a line for each source.
    pub source: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions the file says there are.
    pub solutions: Option<u128>,
    /// How many solutions the file says there are up to symmetry.
    pub classes: Option<u128>,
}

impl FromStr for PuzzleFile {
    type Err = FileError;

    fn from_str(text: &str) -> Result<Self, FileError> {
        let mut reader = Reader::default();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        while let Some((number, line)) = lines.next() {
            let mut picture = || {
                let mut rows = Vec::new();
                while let Some(row) = lines.next_if(|row| !row.1.trim().is_empty()) {
                    rows.push(row);
                }
                Rows(rows)
            };
            reader.line(Words::new(number, line), &mut picture)?;
        }
        reader.finish(text.lines().count() + 1)
    }
}

impl PuzzleFile {
    /// The puzzle as a file that reads back as the same puzzle. Pieces are written as pictures.
    ///
    /// Placed pieces appear on the board by their [symbols](Puzzle::symbol), so they read back only if
    /// all names are single characters.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writer::write(&mut text, self);
        text
    }
}
