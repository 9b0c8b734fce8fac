//! What a file says, line by line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::polyform::MAX_PIECES;
use crate::polyform::error::PuzzleError;
use crate::polyform::file::PuzzleFile;
use crate::polyform::file::error::{FileError, FileReason, Place, error};
use crate::polyform::file::piece::PieceText;
use crate::polyform::file::rows::Rows;
use crate::polyform::file::words::Words;
use crate::polyform::grid::Grid;
use crate::polyform::piece::Piece;
use crate::polyform::puzzle::Puzzle;

/// What was read so far.
#[derive(Default)]
pub(super) struct Reader<'a> {
    title: Option<String>,
    source: String,
    grid: Option<Grid>,
    packing: bool,
    solutions: Option<u128>,
    classes: Option<u128>,
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
                let separator = if self.source.is_empty() { "" } else { "\n" };
                // Writing to a string cannot fail.
                let _ = write!(self.source, "{separator}{}", words.text());
            }
            "grid" => once(&mut self.grid, grid(&mut words)?, place, "the grid")?,
            "packing" => self.packing = true,
            "solutions" => once(&mut self.solutions, words.number()?, place, "the number")?,
            "classes" => once(&mut self.classes, words.number()?, place, "the number")?,
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

    /// What was read, the file having ended before line `end`.
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
            classes: self.classes,
        })
    }
}

/// Where what is wrong with a puzzle stands, if it is not the board as a whole: a placed piece is at fault where it lies, a piece where it
/// is described.
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
    Grid::from_name(name).ok_or_else(|| error(place, FileReason::UnknownGrid(name.into())))
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
