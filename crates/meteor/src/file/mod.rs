//! Puzzle files: a puzzle with its published numbers as text.
//!
//! [`PuzzleFile`] is the type to read first. The chapter `reader` parses its text, line by line;
//! this file has the types, the errors and the writer.

mod reader;

use alloc::string::String;
use core::fmt::Write;

use crate::error::PuzzleError;
use crate::grid::{board_origin, origin, write_cells};
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// A puzzle file: a puzzle and its published numbers.
#[doc = ""]
#[doc = include_str!("grammar.md")]
///
/// # Examples
///
/// ```
/// use meteor_puzzle::PuzzleFile;
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
/// let expected = "line 4, column 18: expected a direction (N, E, S, W), found \"X\"";
/// assert_eq!(error.to_string(), expected);
/// # Ok::<(), meteor_puzzle::FileError>(())
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
    /// The description of the format of puzzle files: the text of this page.
    pub const GRAMMAR: &str = include_str!("grammar.md");

    /// A file with this title and puzzle, and no published numbers.
    ///
    /// ```
    /// use meteor_puzzle::{PuzzleFile, presets};
    ///
    /// let file = PuzzleFile::new("Dominoes", presets::find("dominoes-8x8").unwrap().puzzle());
    /// assert!(file.to_text().starts_with("title Dominoes\ngrid square\n"));
    /// ```
    #[must_use]
    pub fn new(title: impl Into<String>, puzzle: Puzzle) -> Self {
        let (title, source) = (title.into(), String::new());
        Self { title, source, puzzle, solutions: None, solutions_up_to_symmetry: None }
    }

    /// The text of the file, with pieces as pictures. It reads back as the same puzzle, shifted to
    /// the origin.
    ///
    /// Placed pieces appear on the board by their names, or in lines of their own if a picture
    /// cannot show them.
    ///
    /// ```
    /// use meteor_puzzle::{PuzzleFile, presets};
    ///
    /// let file = presets::find("hexiamonds-6x6").unwrap().file();
    /// let again: PuzzleFile = file.to_text().parse()?;
    /// assert_eq!(again.to_text(), file.to_text());
    /// # Ok::<(), meteor_puzzle::FileError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write(&mut text, self);
        text
    }
}

/// The indentation of pictures.
const MARGIN: &str = "  ";

/// Writes the text of a file.
fn write(out: &mut String, file: &PuzzleFile) -> core::fmt::Result {
    let puzzle = &file.puzzle;
    if !file.title.is_empty() {
        // A title is one line.
        writeln!(out, "title {}", file.title.replace(['\n', '\r'], " "))?;
    }
    for line in file.source.lines().map(str::trim).filter(|line| !line.is_empty()) {
        writeln!(out, "source {line}")?;
    }
    writeln!(out, "grid {}", puzzle.grid())?;
    if puzzle.is_packing() {
        writeln!(out, "packing")?;
    }
    if let Some(number) = file.solutions {
        writeln!(out, "solutions {number}")?;
    }
    if let Some(number) = file.solutions_up_to_symmetry {
        writeln!(out, "classes {number}")?;
    }
    let is_shown = puzzle.picture_shows_placed();
    let shown = if is_shown { puzzle.placed() } else { &[] };
    let placed: Solution = shown.iter().copied().collect();
    writeln!(out, "\nboard")?;
    let (grid, begin) = (puzzle.grid(), board_origin(puzzle.grid(), puzzle.cells()));
    write_cells(out, MARGIN, grid, puzzle.cells(), begin, '#', &|cell| {
        placed.piece_at(cell).map_or('.', |piece| puzzle.symbol(piece))
    })?;
    for piece in puzzle.pieces() {
        write!(out, "\npiece {}", piece.name())?;
        match (piece.min, piece.max) {
            (1, 1) => {}
            (min, max) if min == max => write!(out, " {min}")?,
            (min, max) => write!(out, " {min}..{max}")?,
        }
        let option = match (piece.fixed, piece.one_sided) {
            (true, _) => " fixed",
            (false, true) => " one-sided",
            (false, false) => "",
        };
        writeln!(out, "{option}")?;
        let begin = origin(grid, piece.cells());
        write_cells(out, MARGIN, grid, piece.cells(), begin, '.', &|_| 'X')?;
    }
    let (left, top) = begin;
    for placement in puzzle.placed().iter().filter(|_| !is_shown) {
        write!(out, "\nplace {}", puzzle.pieces()[placement.piece].name())?;
        puzzle.coords(placement).try_for_each(|(x, y)| write!(out, " {},{}", x - left, y - top))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Error in a puzzle file, with its place. Lines and columns are counted from 1, columns in
/// characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The reason.
    pub reason: FileReason,
}

/// The reason of an error in a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileReason {
    /// A line starts with an unknown word.
    #[error(
        "expected title, source, grid, packing, solutions, classes, set, board, piece or place, found {0:?}"
    )]
    UnknownWord(String),
    /// Something is missing at the end of a line.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A line that starts with this word follows a picture without an empty line between them.
    #[error("expected an empty line before {0:?}, at the end of the picture")]
    MissingEmptyLine(String),
    /// A word is not allowed in this place.
    #[error("{0:?} is not allowed here")]
    Unexpected(String),
    /// A setting occurs twice.
    #[error("{0} is set twice")]
    Repeated(&'static str),
    /// The grid does not exist.
    #[error("expected square, hexagon, axial or triangle, found {0:?}")]
    UnknownGrid(String),
    /// A word is not a cell of the board.
    #[error("expected a cell X,Y of the board, found {0:?}")]
    BadCell(String),
    /// A word is not a number, or the number is too large.
    #[error("{0:?} is not a number, or too large")]
    BadNumber(String),
    /// The puzzle is not valid.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Line and column.
type Place = (usize, usize);

fn error((line, column): Place, reason: FileReason) -> FileError {
    FileError { line, column, reason }
}
