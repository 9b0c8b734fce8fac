//! Reads puzzle files.
//!
//! A file is read line by line: [`Words`] splits a line, [`Reader`] collects what the lines say,
//! and pieces stay texts ([`PieceText`]) until the grid is known. Each error names its line and
//! column.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::error::{MAX_PIECES, PuzzleError};
use crate::file::{FileError, FileReason, Place, PuzzleFile, error};
use crate::grid::{Coord, Grid};
use crate::piece::{self, Piece, walk_cells};
use crate::placement::MAX_CELLS;
use crate::puzzle::Puzzle;

/// The first word of a row of a picture, if the row is another line of the file: the empty line at
/// the end of the picture is missing. Cells may be written without blanks, but then the row has one
/// word, so a word that needs others after it can be cells.
fn keyword((line, text): (usize, &str)) -> Option<(Place, &str)> {
    let mut words = Words::new(line, text);
    let (place, word) = words.next()?;
    let is_keyword = match word {
        "board" => words.next().is_none(),
        "packing" => words.next().is_none_or(|(place, word)| range(place, word).is_ok()),
        "title" | "source" | "grid" | "solutions" | "distinct" | "set" | "piece" | "place" => {
            words.next().is_some()
        }
        _ => false,
    };
    is_keyword.then_some((place, word))
}

impl FromStr for PuzzleFile {
    type Err = FileError;

    fn from_str(text: &str) -> Result<Self, FileError> {
        let mut reader = Reader::default();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        while let Some((number, line)) = lines.next() {
            let mut picture = || {
                let mut rows = String::new();
                while let Some(row) = lines.next_if(|row| !row.1.trim().is_empty()) {
                    if let Some((place, word)) = keyword(row) {
                        let reason = FileReason::expected("an empty line after a picture", word);
                        return Err(error(place, reason));
                    }
                    rows.extend([row.1, "\n"]);
                }
                Ok(rows)
            };
            reader.line(Words::new(number, line), &mut picture)?;
        }
        reader.finish(text.lines().count() + 1)
    }
}

/// The words with which a line can start.
const KEYWORDS: &str =
    "title, source, grid, packing, solutions, distinct, set, board, piece or place";

/// The lines read so far.
#[derive(Default)]
struct Reader<'a> {
    title: Option<String>,
    source: String,
    grid: Option<Grid>,
    /// The range of the number of empty cells.
    packing: Option<RangeInclusive<u16>>,
    solutions: Option<u128>,
    distinct: Option<u128>,
    /// The line of the keyword and the picture in the lines after it.
    board: Option<(usize, String)>,
    pieces: Vec<PieceText<'a>>,
    placed: Vec<PlacedText<'a>>,
}

impl<'a> Reader<'a> {
    /// Reads a line; `picture` takes the lines that follow up to an empty one.
    fn line(
        &mut self,
        mut words: Words<'a>,
        picture: &mut dyn FnMut() -> Result<String, FileError>,
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
            "packing" => {
                let any = (words.line, words.column);
                let number = words.next().map(|(place, word)| range(place, word)).transpose()?;
                once(&mut self.packing, number.unwrap_or(0..=u16::MAX), any, "packing")?;
            }
            "solutions" => once(&mut self.solutions, words.number()?, place, "the number")?,
            "distinct" => once(&mut self.distinct, words.number()?, place, "the number")?,
            "set" => self.pieces.push(PieceText::set(&mut words)?),
            "board" => {
                words.end()?;
                once(&mut self.board, (place.0, picture()?), place, "the board")?;
            }
            "piece" => self.pieces.push(PieceText::piece(&mut words, picture)?),
            "place" => self.placed.push(placed(&mut words)?),
            _ => return Err(error(place, FileReason::expected(KEYWORDS, word))),
        }
        if let Some(text) = self.pieces.get(MAX_PIECES) {
            let reason = PuzzleError::PieceCount { found: MAX_PIECES + 1 };
            return Err(error(text.place, reason.into()));
        }
        words.end()
    }

    /// The puzzle, for a file that ends before line `end`.
    fn finish(self, end: usize) -> Result<PuzzleFile, FileError> {
        let grid = self.grid.unwrap_or(Grid::Square);
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        for text in &self.pieces {
            let more = text.pieces(grid)?;
            let count = pieces.len() + more.len();
            if count > MAX_PIECES {
                let reason = PuzzleError::PieceCount { found: count };
                return Err(error(text.place, reason.into()));
            }
            places.resize(count, text.place);
            pieces.extend(more);
        }
        let Some((line, board)) = &self.board else {
            return Err(error((end, 1), FileReason::Missing("a board")));
        };
        let made = Puzzle::from_picture(grid, board, pieces.iter().cloned());
        let mut puzzle = made.map_err(|reason| {
            let place = place_of(&reason, &pieces, &places, end).unwrap_or((*line, 1));
            in_picture(place, *line, reason)
        })?;
        if let Some(number) = self.packing {
            puzzle = puzzle.empty(number);
        }
        for (place, name, cells) in self.placed {
            let placed = puzzle.placement(name, cells).and_then(|placed| puzzle.place(placed));
            placed.map_err(|reason| error(place, reason.into()))?;
        }
        Ok(PuzzleFile {
            title: self.title.unwrap_or_default(),
            source: self.source,
            puzzle,
            solutions: self.solutions,
            distinct: self.distinct,
        })
    }
}

/// An error of a puzzle at `place`, or in a picture in the lines after `line`.
fn in_picture(place: Place, line: usize, reason: PuzzleError) -> FileError {
    match reason {
        PuzzleError::InPicture { line: row, column, reason } => {
            error((line + row, column), (*reason).into())
        }
        reason => error(place, reason.into()),
    }
}

/// The place of an error of a piece, or of missing pieces.
fn place_of(reason: &PuzzleError, pieces: &[Piece], places: &[Place], end: usize) -> Option<Place> {
    if let Some(name) = reason.piece() {
        let named = pieces.iter().zip(places).filter(|(piece, _)| piece.name == *name);
        // Of two with the same name the second is at fault.
        let first = usize::from(matches!(reason, PuzzleError::DuplicateName { .. }));
        return named.map(|(_, &place)| place).nth(first);
    }
    match reason {
        PuzzleError::PieceCount { found: 0 } => Some((end, 1)),
        _ => None,
    }
}

const GRIDS: &str = "square, hexagon, axial, triangle, cubes or spheres";

fn grid(words: &mut Words<'_>) -> Result<Grid, FileError> {
    let (place, name) = words.need("the grid")?;
    let unknown = || error(place, FileReason::expected(GRIDS, name));
    Grid::from_name(name).ok_or_else(unknown)
}

/// Sets a value, or returns an error if it was set before.
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

/// A piece or a set of pieces, before the grid is known.
struct PieceText<'a> {
    /// The place of its name.
    place: Place,
    /// The piece without its cells.
    piece: Piece,
    shape: Shape<'a>,
}

/// A piece on the board: the place of its name, the name, and its cells.
type PlacedText<'a> = (Place, &'a str, Vec<Coord>);

/// The text after the word `place`.
fn placed<'a>(words: &mut Words<'a>) -> Result<PlacedText<'a>, FileError> {
    let (place, name) = words.need("the name of the piece")?;
    let mut cells = Vec::from([cell(words.need("a cell")?)?]);
    while let Some(word) = words.next() {
        cells.push(cell(word)?);
    }
    Ok((place, name, cells))
}

/// A cell X,Y or X,Y,Z.
fn cell((place, word): (Place, &str)) -> Result<Coord, FileError> {
    let number = |text: &str| text.parse().ok().filter(|&number: &i32| number >= 0);
    let cell = word.split(',').map(number).collect::<Option<Vec<_>>>();
    match cell.as_deref() {
        Some(&[x, y]) => Ok(Coord { z: 0, y, x }),
        Some(&[x, y, z]) => Ok(Coord { z, y, x }),
        _ => Err(error(place, FileReason::expected("a cell X,Y or X,Y,Z of the board", word))),
    }
}

enum Shape<'a> {
    Picture(String),
    /// The directions and their places.
    Walk(Vec<(Place, &'a str)>),
    /// A whole set.
    Set,
}

impl<'a> PieceText<'a> {
    fn new((place, name): (Place, &'a str), shape: Shape<'a>) -> Self {
        Self { place, piece: Piece::new(name, [] as [Coord; 0]), shape }
    }

    /// The text after the word `set`.
    fn set(words: &mut Words<'a>) -> Result<Self, FileError> {
        Ok(Self::new(words.need("the set")?, Shape::Set))
    }

    /// The text after the word `piece`; `picture` takes the lines that follow.
    fn piece(
        words: &mut Words<'a>,
        picture: &mut dyn FnMut() -> Result<String, FileError>,
    ) -> Result<Self, FileError> {
        let nothing = Shape::Walk(Vec::new());
        let mut text = Self::new(words.need("the name of the piece")?, nothing);
        while let Some((place, word)) = words.next() {
            text.piece = match word {
                "one-sided" => text.piece.one_sided(),
                "mirrored" => text.piece.mirrored(),
                "fixed" => text.piece.fixed(),
                "walk" => {
                    let walk = core::iter::from_fn(|| words.next());
                    text.shape = Shape::Walk(walk.collect());
                    return Ok(text);
                }
                _ => text.piece.copies(range(place, word)?),
            }
        }
        text.shape = Shape::Picture(picture()?);
        Ok(text)
    }

    /// The pieces on this grid: one, unless it is a set.
    fn pieces(&self, grid: Grid) -> Result<Vec<Piece>, FileError> {
        let here = |reason: PuzzleError| error(self.place, reason.into());
        let name = self.piece.name();
        let shape = match &self.shape {
            Shape::Set => return piece::pieces(name, grid).map_err(here),
            Shape::Picture(rows) => Piece::from_picture(name, rows)
                .map_err(|reason| in_picture(self.place, self.place.0, reason))?,
            Shape::Walk(walk) => {
                let cells = walk_cells(grid, walk.iter().map(|&(_, direction)| direction));
                let wrong = |(i, reason): (usize, PuzzleError)| error(walk[i].0, reason.into());
                Piece::new(name, cells.map_err(wrong)?)
            }
        };
        let piece = Piece { cells: shape.cells, ..self.piece.clone() };
        piece.check(grid, MAX_CELLS).map_err(here)?;
        Ok(Vec::from([piece]))
    }
}

/// The number of copies: `3`, `1..3`, `..3` or `1..`.
fn range(place: Place, word: &str) -> Result<RangeInclusive<u16>, FileError> {
    let bad = || error(place, FileReason::expected("a number of copies", word));
    let number = |text: &str, default: u16| {
        if text.is_empty() { Some(default) } else { text.parse().ok() }
    };
    if let Some((min, max)) = word.split_once("..") {
        let (min, max) = number(min, 0).zip(number(max, u16::MAX)).ok_or_else(bad)?;
        return Ok(min..=max);
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(error(
            place,
            FileReason::expected("walk, one-sided, mirrored, fixed or a number", word),
        ));
    }
    let times = word.parse().map_err(|_| bad())?;
    Ok(times..=times)
}

/// The words of a line.
struct Words<'a> {
    line: usize,
    /// The text that has not been read.
    rest: &'a str,
    /// The column of the first character that has not been read.
    column: usize,
}

impl<'a> Words<'a> {
    fn new(line: usize, text: &'a str) -> Self {
        Self { line, rest: text, column: 1 }
    }

    fn next(&mut self) -> Option<(Place, &'a str)> {
        let start = self.rest.len() - self.rest.trim_start().len();
        let word = self.rest[start..].split_whitespace().next()?;
        self.pass(start);
        let place = (self.line, self.column);
        self.pass(word.len());
        Some((place, word))
    }

    /// Skips some bytes.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.column += passed.chars().count();
        self.rest = rest;
    }

    /// The next word, or an error if the line ends.
    fn need(&mut self, what: &'static str) -> Result<(Place, &'a str), FileError> {
        let end = (self.line, self.column);
        self.next().ok_or_else(|| error(end, FileReason::Missing(what)))
    }

    fn number(&mut self) -> Result<u128, FileError> {
        let (place, word) = self.need("the number")?;
        word.parse()
            .map_err(|_| error(place, FileReason::expected("a number less than 2^128", word)))
    }

    /// The rest of the line.
    fn text(&mut self) -> String {
        let text = self.rest.trim().to_owned();
        self.pass(self.rest.len());
        text
    }

    /// Returns an error unless the line ends.
    fn end(&mut self) -> Result<(), FileError> {
        match self.next() {
            Some((place, word)) => {
                Err(error(place, FileReason::expected("the end of the line", word)))
            }
            None => Ok(()),
        }
    }
}
