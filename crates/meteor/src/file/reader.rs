//! Reads puzzle files.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::str::FromStr;

use crate::capacity::MAX_PIECES;
use crate::error::PuzzleError;
use crate::file::error::{FileError, FileReason, Place, error};
use crate::file::piece::PieceText;
use crate::file::puzzle_file::PuzzleFile;
use crate::file::rows::Rows;
use crate::file::words::Words;
use crate::grid::Grid;
use crate::piece::Piece;
use crate::puzzle::Puzzle;

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

/// The lines read so far.
#[derive(Default)]
pub(super) struct Reader<'a> {
    title: Option<String>,
    source: String,
    grid: Option<Grid>,
    packing: bool,
    solutions: Option<u128>,
    solutions_up_to_symmetry: Option<u128>,
    board: Option<Board<'a>>,
    pieces: Vec<PieceText<'a>>,
}

struct Board<'a> {
    /// The line of its keyword.
    line: usize,
    rows: Rows<'a>,
}

impl<'a> Reader<'a> {
    /// Reads a line; `picture` takes the lines that follow up to an empty one.
    pub(super) fn line(
        &mut self,
        mut words: Words<'a>,
        picture: &mut dyn FnMut() -> Rows<'a>,
    ) -> Result<(), FileError> {
        let Some((place, word)) = words.next() else { return Ok(()) };
        match word {
            _ if word.starts_with("//") => return Ok(()),
            "title" => once(&mut self.title, words.text(), place, "the title")?,
            "source" => {
                let text = words.text();
                if text.is_empty() {
                    return Ok(());
                }
                let separator = if self.source.is_empty() { "" } else { "\n" };
                // Writing to a string cannot fail.
                let _ = write!(self.source, "{separator}{text}");
            }
            "grid" => once(&mut self.grid, grid(&mut words)?, place, "the grid")?,
            "packing" => self.packing = true,
            "solutions" => once(&mut self.solutions, words.number()?, place, "the number")?,
            "classes" => {
                once(&mut self.solutions_up_to_symmetry, words.number()?, place, "the number")?;
            }
            "set" => self.pieces.push(PieceText::set(&mut words)?),
            "board" => {
                words.end()?;
                let board = Board { line: place.0, rows: picture() };
                once(&mut self.board, board, place, "the board")?;
            }
            "piece" => self.pieces.push(PieceText::piece(&mut words, picture)?),
            _ => return Err(error(place, FileReason::UnknownWord(word.into()))),
        }
        if let Some(text) = self.pieces.get(MAX_PIECES) {
            return Err(error(text.place, PuzzleError::TooManyPieces.into()));
        }
        words.end()
    }

    /// The puzzle, for a file that ends before line `end`.
    pub(super) fn finish(self, end: usize) -> Result<PuzzleFile, FileError> {
        let grid = self.grid.unwrap_or(Grid::Square);
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        for text in &self.pieces {
            let more = text.pieces(grid)?;
            if pieces.len() + more.len() > MAX_PIECES {
                return Err(error(text.place, PuzzleError::TooManyPieces.into()));
            }
            places.resize(places.len() + more.len(), text.place);
            pieces.extend(more);
        }
        let Some(board) = &self.board else {
            return Err(error((end, 1), FileReason::Missing("a board")));
        };
        let made = Puzzle::from_picture(grid, &board.rows.text(), pieces.iter().cloned());
        let puzzle = made.map_err(|reason| {
            let place = place_of(&reason, &board.rows, &pieces, &places, end);
            error(place.unwrap_or((board.line, 1)), reason.into())
        })?;
        Ok(PuzzleFile {
            title: self.title.unwrap_or_default(),
            source: self.source,
            puzzle: if self.packing { puzzle.packing() } else { puzzle },
            solutions: self.solutions,
            solutions_up_to_symmetry: self.solutions_up_to_symmetry,
        })
    }
}

/// The place of an error, unless it is the board as a whole: a placed piece on the board, another piece in its
/// description.
fn place_of(
    reason: &PuzzleError,
    board: &Rows<'_>,
    pieces: &[Piece],
    places: &[Place],
    end: usize,
) -> Option<Place> {
    if let Some(cell) = reason.board_cell() {
        return board.place_of_cell(cell);
    }
    if let Some(name) = reason.piece() {
        let named = pieces.iter().zip(places).filter(|(piece, _)| piece.name == *name);
        // Of two with the same name the second is at fault.
        let first = usize::from(matches!(reason, PuzzleError::DuplicateName { .. }));
        return named.map(|(_, &place)| place).nth(first);
    }
    match reason {
        PuzzleError::NoPieces => Some((end, 1)),
        PuzzleError::UnknownPiece { name } => board.place_of_symbol(name),
        _ => None,
    }
}

fn grid(words: &mut Words<'_>) -> Result<Grid, FileError> {
    let (place, name) = words.need("the grid")?;
    name.parse().map_err(|_| error(place, FileReason::UnknownGrid(name.into())))
}

fn once<T>(
    slot: &mut Option<T>,
    value: T,
    place: Place,
    what: &'static str,
) -> Result<(), FileError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(error(place, FileReason::Repeated(what))),
    }
}
