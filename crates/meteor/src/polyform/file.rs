#![doc = include_str!("grammar.md")]

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::str::FromStr;

use crate::polyform::error::PuzzleError;
use crate::polyform::grid::{Coord, Grid};
use crate::polyform::piece::Piece;
use crate::polyform::puzzle::Puzzle;
use crate::polyform::ready;

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

/// What is wrong with a puzzle file, and where. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub reason: FileReason,
}

/// What can be wrong with a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileReason {
    /// A line starts with a word that means nothing.
    #[error("{0:?} is none of title, source, grid, packing, solutions, classes, set, board, piece")]
    UnknownWord(String),
    /// Something is missing at the end of a line.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something is too much.
    #[error("{0:?} was not expected here")]
    Unexpected(String),
    /// Something is said twice.
    #[error("{0} was given before")]
    Repeated(&'static str),
    /// There is no such grid.
    #[error("{0:?} is no grid: square, hexagon, axial or triangle")]
    UnknownGrid(String),
    /// There is no such set of pieces.
    #[error(
        "{0:?} is no set of pieces: tetrominoes, pentominoes, hexiamonds, tetrahexes or pentahexes"
    )]
    UnknownSet(String),
    /// A set of pieces does not fit the grid.
    #[error("{0} are not made for this grid")]
    SetOfOtherGrid(String),
    /// A number is none, or too large.
    #[error("{0:?} is no number, or one that is too large")]
    BadNumber(String),
    /// The puzzle makes no sense.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
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
                rows
            };
            reader.line(Words::new(number, line), &mut picture)?;
        }
        reader.finish(text.lines().count() + 1)
    }
}

/// A picture, row by row, with the numbers of its lines.
type Rows<'a> = Vec<(usize, &'a str)>;

/// Where something stands: line and column.
type Place = (usize, usize);

/// What was read so far.
#[derive(Default)]
struct Reader<'a> {
    title: Option<String>,
    source: String,
    grid: Option<Grid>,
    packing: bool,
    solutions: Option<u128>,
    classes: Option<u128>,
    board: Option<(usize, Rows<'a>)>,
    pieces: Vec<PieceText<'a>>,
}

/// A piece whose grid is not known yet.
struct PieceText<'a> {
    place: Place,
    name: &'a str,
    shape: Shape<'a>,
    min: u16,
    max: u16,
    one_sided: bool,
    fixed: bool,
}

enum Shape<'a> {
    Picture(Rows<'a>),
    /// The directions and where they stand.
    Walk(Vec<(Place, &'a str)>),
    /// A whole set.
    Set,
}

impl<'a> Reader<'a> {
    fn line(
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
            "grid" => {
                let (at, name) = words.need("the grid")?;
                let unknown = || error(at, FileReason::UnknownGrid(name.into()));
                let grid = Grid::from_name(name).ok_or_else(unknown)?;
                once(&mut self.grid, grid, place, "the grid")?;
            }
            "packing" => self.packing = true,
            "solutions" => once(&mut self.solutions, words.number()?, place, "the number")?,
            "classes" => once(&mut self.classes, words.number()?, place, "the number")?,
            "set" => {
                let (place, name) = words.need("the set")?;
                let (shape, one_sided, fixed) = (Shape::Set, false, false);
                let text = PieceText { place, name, shape, min: 1, max: 1, one_sided, fixed };
                self.pieces.push(text);
            }
            "board" => {
                words.end()?;
                once(&mut self.board, (place.0, picture()), place, "the board")?;
            }
            "piece" => {
                let piece = piece(&mut words, picture)?;
                self.pieces.push(piece);
            }
            _ => return Err(error(place, FileReason::UnknownWord(word.into()))),
        }
        words.end()
    }

    fn finish(self, end: usize) -> Result<PuzzleFile, FileError> {
        let grid = self.grid.unwrap_or(Grid::Square);
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        for text in &self.pieces {
            let more = text.pieces(grid)?;
            places.resize(places.len() + more.len(), text.place);
            pieces.extend(more);
        }
        let Some((line, rows)) = &self.board else {
            return Err(error((end, 1), FileReason::Missing("a board")));
        };
        let names: Vec<_> = pieces.iter().map(|piece| piece.name.clone()).collect();
        let puzzle = Puzzle::from_picture(grid, &joined(rows), pieces).map_err(|reason| {
            // A placed piece is at fault where it lies, a piece where it is described.
            let of_piece = |name: &String| {
                let of_name = |(other, _): &(&String, &Place)| *other == name;
                let mut found = names.iter().zip(&places).filter(of_name).map(|found| *found.1);
                let first = found.next();
                if matches!(reason, PuzzleError::DuplicateName { .. }) {
                    found.next()
                } else {
                    first
                }
            };
            let place = match (reason.piece(), reason.board_cell()) {
                (_, Some(cell)) => cell_place(rows, cell),
                (Some(name), None) => of_piece(name),
                (None, None) => match (&reason, places.get(super::MAX_PIECES)) {
                    (PuzzleError::TooManyPieces { .. }, Some(&place)) => Some(place),
                    (PuzzleError::NoPieces, _) => Some((end, 1)),
                    (PuzzleError::TooManyCells { .. } | PuzzleError::EmptyBoard, _) => None,
                    (PuzzleError::UnknownPiece { name }, _) => symbol_place(rows, name),
                    _ => None,
                },
            };
            error(place.unwrap_or((*line, 1)), reason.into())
        })?;
        let puzzle = if self.packing { puzzle.packing() } else { puzzle };
        Ok(PuzzleFile {
            title: self.title.unwrap_or_default(),
            source: self.source,
            puzzle,
            solutions: self.solutions,
            classes: self.classes,
        })
    }
}

impl PieceText<'_> {
    fn pieces(&self, grid: Grid) -> Result<Vec<Piece>, FileError> {
        let at = |place: Place| move |reason: PuzzleError| error(place, reason.into());
        let mut piece = match &self.shape {
            Shape::Set => return self.set(grid),
            Shape::Picture(rows) => {
                Piece::from_picture(self.name, &joined(rows)).map_err(at(self.place))?
            }
            Shape::Walk(walk) => {
                // One direction after the other, to know which one is wrong.
                let mut cells = Vec::from([(0, 0)]);
                let mut here = (0, 0);
                for &(place, direction) in walk {
                    let bad = || PuzzleError::BadDirection { direction: direction.into() };
                    here = grid.step(here, direction).ok_or_else(bad).map_err(at(place))?;
                    super::piece::check_distance(here).map_err(at(place))?;
                    if !cells.contains(&here) {
                        cells.push(here);
                    }
                }
                Piece::new(self.name, cells)
            }
        };
        piece = piece.used(self.min..=self.max);
        (piece.one_sided, piece.fixed) = (self.one_sided, self.fixed);
        piece.check(grid).map_err(at(self.place))?;
        Ok(Vec::from([piece]))
    }

    fn set(&self, grid: Grid) -> Result<Vec<Piece>, FileError> {
        let unknown = || error(self.place, FileReason::UnknownSet(self.name.into()));
        let (fits, pieces) = ready::set(self.name, grid).ok_or_else(unknown)?;
        if fits {
            Ok(pieces)
        } else {
            Err(error(self.place, FileReason::SetOfOtherGrid(self.name.into())))
        }
    }
}

fn piece<'a>(
    words: &mut Words<'a>,
    picture: &mut dyn FnMut() -> Rows<'a>,
) -> Result<PieceText<'a>, FileError> {
    let (place, name) = words.need("the name of the piece")?;
    let mut piece = PieceText {
        place,
        name,
        shape: Shape::Set,
        min: 1,
        max: 1,
        one_sided: false,
        fixed: false,
    };
    while let Some((place, word)) = words.next() {
        match word {
            "one-sided" => piece.one_sided = true,
            "fixed" => piece.fixed = true,
            "walk" => {
                piece.shape = Shape::Walk(core::iter::from_fn(|| words.next()).collect());
                return Ok(piece);
            }
            _ => {
                let bad = || error(place, FileReason::BadNumber(word.into()));
                let number = |text: &str, default: u16| {
                    if text.is_empty() { Some(default) } else { text.parse().ok() }
                };
                (piece.min, piece.max) = match word.split_once("..") {
                    Some((min, max)) => {
                        let range = number(min, 0).zip(number(max, u16::MAX));
                        range.ok_or_else(bad)?
                    }
                    None if word.starts_with(|c: char| c.is_ascii_digit()) => {
                        let times = word.parse().map_err(|_| bad())?;
                        (times, times)
                    }
                    None => return Err(error(place, FileReason::Unexpected(word.into()))),
                };
            }
        }
    }
    piece.shape = Shape::Picture(picture());
    Ok(piece)
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

fn error((line, column): Place, reason: FileReason) -> FileError {
    FileError { line, column, reason }
}

fn joined(rows: &Rows<'_>) -> String {
    let mut text = String::new();
    for (_, row) in rows {
        text.push_str(row);
        text.push('\n');
    }
    text
}

/// Where a cell stands in a picture.
fn cell_place(rows: &Rows<'_>, (x, y): Coord) -> Option<Place> {
    let &(line, row) = rows.get(usize::try_from(y).ok()?)?;
    let mut chars = row.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
    chars.nth(usize::try_from(x).ok()?).map(|(i, _)| (line, i + 1))
}

/// Where a character first stands in a picture.
fn symbol_place(rows: &Rows<'_>, symbol: &str) -> Option<Place> {
    let found = |&(line, row): &(usize, &str)| {
        row.chars().position(|c| symbol.chars().eq([c])).map(|i| (line, i + 1))
    };
    rows.iter().find_map(found)
}

/// The words of a line.
struct Words<'a> {
    line: usize,
    text: &'a str,
    /// How many bytes have been read.
    at: usize,
}

impl<'a> Words<'a> {
    fn new(line: usize, text: &'a str) -> Self {
        Self { line, text, at: 0 }
    }

    fn next(&mut self) -> Option<(Place, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some((self.place(start), word))
    }

    fn place(&self, at: usize) -> Place {
        (self.line, self.text[..at].chars().count() + 1)
    }

    fn need(&mut self, what: &'static str) -> Result<(Place, &'a str), FileError> {
        let end = self.place(self.text.trim_end().len());
        self.next().ok_or_else(|| error(end, FileReason::Missing(what)))
    }

    fn number(&mut self) -> Result<u128, FileError> {
        let (place, word) = self.need("the number")?;
        word.parse().map_err(|_| error(place, FileReason::BadNumber(word.into())))
    }

    /// All that is left.
    fn text(&mut self) -> String {
        let text = self.text[self.at..].trim().to_owned();
        self.at = self.text.len();
        text
    }

    fn end(&mut self) -> Result<(), FileError> {
        match self.next() {
            Some((place, word)) => Err(error(place, FileReason::Unexpected(word.into()))),
            None => Ok(()),
        }
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
        let _ = write_file(&mut text, self);
        text
    }
}

fn write_file(out: &mut String, file: &PuzzleFile) -> core::fmt::Result {
    let puzzle = &file.puzzle;
    if !file.title.is_empty() {
        writeln!(out, "title {}", file.title)?;
    }
    for line in file.source.lines() {
        writeln!(out, "source {line}")?;
    }
    writeln!(out, "grid {}", puzzle.grid())?;
    if puzzle.is_packing() {
        writeln!(out, "packing")?;
    }
    if let Some(number) = file.solutions {
        writeln!(out, "solutions {number}")?;
    }
    if let Some(number) = file.classes {
        writeln!(out, "classes {number}")?;
    }
    let placed = super::Solution::new(puzzle.placed().iter().copied());
    writeln!(out, "\nboard")?;
    write_picture(out, puzzle.grid(), puzzle.cells(), '#', |cell| {
        let piece = puzzle.cell_index(cell).and_then(|i| placed.piece_at(i));
        piece.map_or('.', |piece| puzzle.symbol(piece))
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
        write_picture(out, puzzle.grid(), piece.cells(), '.', |_| 'X')?;
    }
    Ok(())
}

/// Cells as a picture, shifted so that it has no empty rows above and columns to the left that the grid does
/// not need: on grids on which rows or cells differ by parity, by an even number.
fn write_picture(
    out: &mut String,
    grid: Grid,
    cells: &[Coord],
    nothing: char,
    symbol: impl Fn(Coord) -> char,
) -> core::fmt::Result {
    let mut left = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
    let mut top = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
    match grid {
        Grid::OffsetHexagon => top -= top & 1,
        Grid::Triangle => left -= (left + top) & 1,
        _ => {}
    }
    let bottom = cells.iter().map(|cell| cell.1).max().unwrap_or_default();
    for y in top..=bottom {
        let right = cells.iter().filter(|cell| cell.1 == y).map(|cell| cell.0).max();
        let indent = match grid {
            Grid::OffsetHexagon => (y & 1) as usize,
            Grid::AxialHexagon => (y - top) as usize,
            _ => 0,
        };
        write!(out, " {:indent$}", "")?;
        for x in left..=right.unwrap_or(left) {
            let cell = (x, y);
            write!(out, " {}", if cells.contains(&cell) { symbol(cell) } else { nothing })?;
        }
        writeln!(out)?;
    }
    Ok(())
}
