//! Puzzles with their published numbers.

use alloc::string::String;

use crate::puzzle::Puzzle;

/// A puzzle file: a puzzle and its published numbers.
#[doc = ""]
#[doc = include_str!("grammar.md")]
///
/// # Examples
///
/// ```
/// use meteor::PuzzleFile;
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
/// # Ok::<(), meteor::FileError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PuzzleFile {
    /// The title; empty if there is none.
    pub title: String,
    /// The sources of the puzzle and its numbers, one a line. A file has no empty ones.
    pub source: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The published number of solutions.
    pub solutions: Option<u128>,
    /// The published number of solutions up to symmetry.
    pub solutions_up_to_symmetry: Option<u128>,
}

impl PuzzleFile {
    /// The description of puzzle files for people: the text of this page.
    pub const GRAMMAR: &str = include_str!("grammar.md");

    /// A file with this title and puzzle, and no published numbers.
    ///
    /// ```
    /// use meteor::{PuzzleFile, presets};
    ///
    /// let file = PuzzleFile::new("Dominoes", presets::find("dominoes-8x8").unwrap().puzzle());
    /// assert!(file.to_text().starts_with("title Dominoes\ngrid square\n"));
    /// ```
    #[must_use]
    pub fn new(title: impl Into<String>, puzzle: Puzzle) -> Self {
        let (title, source) = (title.into(), String::new());
        Self { title, source, puzzle, solutions: None, solutions_up_to_symmetry: None }
    }
}
