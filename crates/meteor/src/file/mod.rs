//! Puzzle files: a puzzle with its published numbers as text.
//!
//! [`PuzzleFile`] is the type to read first. The chapter `reader` parses its text, line by line;
//! this file has the types, the errors and the writer.

mod reader;

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use crate::error::PuzzleError;
use crate::grid::Coord;
use crate::picture::{board_origin, write_cells};
use crate::puzzle::{ANY_NUMBER, Puzzle};
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
    /// The published number of [distinct](crate::Solver::count_distinct) solutions.
    pub distinct: Option<u128>,
}

impl PuzzleFile {
    /// A file with this title and puzzle, and no published numbers.
    #[must_use]
    pub fn new(title: impl Into<String>, puzzle: Puzzle) -> Self {
        let (title, source) = (title.into(), String::new());
        Self { title, source, puzzle, solutions: None, distinct: None }
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
        let number = match puzzle.empty {
            ANY_NUMBER => String::new(),
            (min, max) => format!(" {}", range(min, max)),
        };
        writeln!(out, "packing{number}")?;
    }
    if let Some(number) = file.solutions {
        writeln!(out, "solutions {number}")?;
    }
    if let Some(number) = file.distinct {
        writeln!(out, "distinct {number}")?;
    }
    let is_shown = puzzle.picture_shows_placed();
    let shown = if is_shown { puzzle.placed() } else { &[] };
    let placed: Solution = shown.iter().copied().collect();
    writeln!(out, "\nboard")?;
    let (grid, begin) = (puzzle.grid(), board_origin(puzzle.grid(), puzzle.cells()));
    write_cells(out, MARGIN, grid, puzzle.cells(), (begin, &puzzle.corners), '#', &|cell| {
        let symbol = |piece| puzzle.symbol(piece);
        placed.piece_at(cell).map_or_else(|| puzzle.empty_symbol(cell), symbol)
    })?;
    for piece in puzzle.pieces() {
        write!(out, "\npiece {}", piece.name())?;
        match (piece.min, piece.max) {
            (1, 1) => {}
            (min, max) => write!(out, " {}", range(min, max))?,
        }
        let option = match (piece.fixed, piece.one_sided, piece.mirrored) {
            (true, ..) => " fixed",
            (false, true, _) => " one-sided",
            (false, false, true) => " mirrored",
            (false, false, false) => "",
        };
        writeln!(out, "{option}")?;
        let begin = grid.origin(piece.cells());
        write_cells(out, MARGIN, grid, piece.cells(), (begin, &[]), '.', &|_| 'X')?;
    }
    for placement in puzzle.placed().iter().filter(|_| !is_shown) {
        write!(out, "\nplace {}", puzzle.pieces()[placement.piece].name())?;
        for Coord { x, y, z } in puzzle.coords(placement) {
            write!(out, " {}", Coord { z: z - begin.z, y: y - begin.y, x: x - begin.x })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The text of a range of numbers.
fn range(min: u16, max: u16) -> String {
    if min == max { min.to_string() } else { format!("{min}..{max}") }
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
    /// Something else is expected.
    #[error("expected {expected}, found {found:?}")]
    Expected {
        /// What is expected.
        expected: &'static str,
        /// The word that is found.
        found: String,
    },
    /// Something is missing at the end of a line or of the file.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A setting occurs twice.
    #[error("{0} is set twice")]
    Repeated(&'static str),
    /// The puzzle is not valid.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

impl FileReason {
    fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected { expected, found: found.into() }
    }
}

/// Line and column.
type Place = (usize, usize);

fn error((line, column): Place, reason: FileReason) -> FileError {
    FileError { line, column, reason }
}
