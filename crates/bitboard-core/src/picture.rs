//! Boards as text, written and read: pictures, lists of cell names, and numbers.
//!
//! [`Picture`] and [`write_picture`] write pictures. [`parse_picture`] reads them into sets, and
//! [`rows`] is for readers of other types, such as grids of any size. All follow one grammar.
//!
//! # Grammar of pictures
//!
//! A picture has a symbol, one character, for each cell, and the rows from top to bottom:
//!
//! - Rows end with a newline or `/`. Rows without symbols are ignored.
//! - White space is ignored, so that pictures can be indented.
//! - A row with too few or too many symbols is an error. A picture without a given size has the
//!   width of its first row.
//! - Letters are read in either case, unless both cases are symbols of the picture.
//! - An error names line and column of the text, both from 1, and what was expected and found.
//!
//! | symbol | meaning |
//! | --- | --- |
//! | `.` | an empty or free cell |
//! | `X` | a cell of the set |
//! | `x` | a stone of the first player, see [`Player::symbol`](crate::Player::symbol) |
//! | `o` | a stone of the second player |
//! | `#` | a wall, or no cell of the board |
//!
//! ```
//! use bitboard_core::{Bitboard, RowMajor};
//!
//! type Board = Bitboard<u64, RowMajor<3, 2>>;
//! let board: Board = "
//!     . X X
//!     X . .".parse()?;
//! assert_eq!(".xx/x..".parse(), Ok(board));
//! assert_eq!(
//!     ".X.\n.#X".parse::<Board>().unwrap_err().to_string(),
//!     "line 2, column 2: expected '.' or 'X', found '#'"
//! );
//! # Ok::<(), bitboard_core::PictureError>(())
//! ```

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::cell::{Cell, CellError};
use crate::geometry::{Geometry, Lattice};
use crate::word::Word;

/// The symbol of a cell in the set, in pictures of one set.
const SET: char = 'X';
/// The symbol of a cell in no set.
const EMPTY: char = '.';

/// Several sets of cells in one picture, each with its own symbol. A cell in several sets
/// shows the first one.
///
/// Cells of a row are separated by a space; rows of hexagons are shifted as the cells lie; cells
/// that do not exist are blank. There is no newline at the end.
///
/// ```
/// use bitboard_core::{Bitboard, Columns, Picture};
///
/// type Board = Bitboard<u64, Columns<7, 6>>;
/// let first = Board::from_coords(&[(3, 0), (4, 0), (3, 1)]);
/// let second = Board::from_coords(&[(2, 0), (3, 2)]);
/// assert_eq!(Picture::new('.', &[('x', first), ('o', second)]).to_string(), "\
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . o . . .
/// . . . x . . .
/// . . o x x . .");
/// ```
#[derive(Clone, Copy)]
pub struct Picture<'a, W, G> {
    empty: char,
    layers: &'a [(char, Bitboard<W, G>)],
}

impl<'a, W: Word, G: Geometry> Picture<'a, W, G> {
    /// A picture with a symbol for each set, and `empty` for cells in none.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Picture, RowMajor};
    ///
    /// let set = Bitboard::<u64, RowMajor<3, 1>>::from_bits_truncate(0b100);
    /// assert_eq!(Picture::new('-', &[('#', set)]).to_string(), "- - #");
    /// ```
    #[must_use]
    pub fn new(empty: char, layers: &'a [(char, Bitboard<W, G>)]) -> Self {
        Self { empty, layers }
    }

    /// The symbol of the first set that has the cell.
    fn symbol(&self, cell: Cell<G>) -> char {
        let seen = self.layers.iter().find(|(_, set)| set.contains(cell));
        seen.map_or(self.empty, |&(symbol, _)| symbol)
    }
}

impl<W: Word, G: Geometry> fmt::Display for Picture<'_, W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_picture(f, 1, |f, cell, _| f.write_char(self.symbol(cell)))
    }
}

/// Writes a picture of the board `G` with a text for each cell, laid out as [`Picture`] does.
///
/// `write` gets each cell with the number of characters that it must write for it: `width`, or one
/// more on boards of hexagons if `width` is even, because their rows are shifted by half a cell.
///
/// ```
/// use bitboard_core::picture::write_picture;
/// use bitboard_core::{Cell, OffsetHex};
///
/// let mut text = String::new();
/// write_picture(&mut text, 2, |f, cell: Cell<OffsetHex<3, 2>>, width| {
///     use std::fmt::Write;
///     write!(f, "{:>width$}", cell.index() * 5)
/// })?;
/// assert_eq!(text, "  0   5  10\n   15  20  25");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
/// Those of `f` and of `write`.
pub fn write_picture<G: Geometry, F: Write>(
    f: &mut F,
    width: usize,
    mut write: impl FnMut(&mut F, Cell<G>, usize) -> fmt::Result,
) -> fmt::Result {
    let width = if matches!(G::LATTICE, Lattice::Square) { width } else { width | 1 };
    let indent = indent::<G>();
    for line in 0..G::HEIGHT {
        if line > 0 {
            f.write_char('\n')?;
        }
        let y = row_of_line::<G>(line);
        let mut written = 0;
        for cell in cells::<G>(y) {
            // `column_of` counts two columns of text for each cell, one for its character and one
            // for the separator. Here they are `width + 1`.
            let start = column_of::<G>(cell.x(), y, indent) * (width + 1) / 2;
            write!(f, "{:blank$}", "", blank = start - written)?;
            write(f, cell, width)?;
            written = start + width;
        }
    }
    Ok(())
}

impl<W: Word, G: Geometry> fmt::Debug for Picture<'_, W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cells of row `y`, from left to right.
fn cells<G: Geometry>(y: usize) -> impl Iterator<Item = Cell<G>> + Clone {
    (0..G::WIDTH).filter_map(move |x| Cell::new(x, y))
}

/// The row drawn in the given line, both from 0.
fn row_of_line<G: Geometry>(line: usize) -> usize {
    if G::UP { G::HEIGHT - 1 - line } else { line }
}

/// The column of text in which a cell is drawn, from 0.
fn column_of<G: Geometry>(x: usize, y: usize, indent: usize) -> usize {
    match G::LATTICE {
        Lattice::Square => 2 * x,
        Lattice::OffsetHex => 2 * x + y % 2,
        // The same x lies half a cell further left in each row than in the row before.
        Lattice::AxialHex => 2 * x + indent - y,
    }
}

/// The column of text of cell (0, 0) of [`Lattice::AxialHex`]: the smallest with no cell of the
/// board left of column 0.
fn indent<G: Geometry>() -> usize {
    Cell::<G>::all().map(|cell| cell.y().saturating_sub(2 * cell.x())).max().unwrap_or(0)
}

impl<W: Word, G: Geometry> fmt::Display for Bitboard<W, G> {
    /// The board as a picture: `X` for cells in the set, `.` for the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Picture::new(EMPTY, &[(SET, *self)]), f)
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Bitboard<W, G> {
    /// The word, and for `{:#?}` the board as a picture below it.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor};
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 2>>::row(1);
    /// assert_eq!(format!("{board:?}"), "Bitboard(0x38)");
    /// assert_eq!(format!("{board:#?}"), "Bitboard(0x38)\n. . .\nX X X");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x})", self.bits())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// The symbols that a picture may have, for errors. Prints as `'.', 'x' or 'o'`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbols {
    /// The first symbols. A blank is not a symbol.
    first: [char; 12],
    and_others: bool,
}

impl Symbols {
    fn new(mut symbols: impl Iterator<Item = char>) -> Self {
        let first = core::array::from_fn(|_| symbols.next().unwrap_or(' '));
        Self { first, and_others: symbols.next().is_some() }
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut symbols = self.first.iter().filter(|&&symbol| symbol != ' ').peekable();
        let mut separator = "";
        while let Some(symbol) = symbols.next() {
            let is_last = symbols.peek().is_none() && !self.and_others;
            let or = if is_last && !separator.is_empty() { " or " } else { separator };
            write!(f, "{or}{symbol:?}")?;
            separator = ", ";
        }
        f.write_str(if self.and_others { " or another" } else { "" })
    }
}

/// Error of a text that is not a picture of a board. Lines and columns of the text count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// An unknown symbol.
    #[error("line {line}, column {column}: expected {expected}, found {found:?}")]
    Symbol {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The known symbols.
        expected: Symbols,
        /// The symbol.
        found: char,
    },
    /// A row with too few or too many cells.
    #[error("line {line}, column {column}: expected a row of {expected} cells, found {found}")]
    RowLength {
        /// The line.
        line: usize,
        /// The column of the first cell of the row.
        column: usize,
        /// Number of cells of the row on the board.
        expected: usize,
        /// Number of cells of the row in the text.
        found: usize,
    },
    /// Too few or too many rows.
    #[error("line {line}: expected {expected} rows, found {found}")]
    RowCount {
        /// The line of the first row that is too much, or the last line.
        line: usize,
        /// Number of rows of the board.
        expected: usize,
        /// Number of rows of the text.
        found: usize,
    },
}

/// The rows of a picture that have symbols.
///
/// ```
/// use bitboard_core::picture::rows;
///
/// let lengths = rows("\n  ..x / ..\n\n .").map(|row| row.symbols().count());
/// assert!(lengths.eq([3, 2, 1]));
/// ```
pub fn rows(text: &str) -> impl Iterator<Item = Row<'_>> + Clone {
    let rows = (1..).zip(text.lines()).flat_map(|(line, text)| {
        let mut start = 0;
        text.split('/').map(move |row| {
            let (before, end) = (&text[..start], start + row.len());
            start = end + 1;
            Row { line, before, text: &text[end - row.len()..end] }
        })
    });
    rows.filter(|row| row.symbols().next().is_some())
}

/// Checks that there are as many rows as expected.
///
/// ```
/// use bitboard_core::picture::{expect_rows, rows};
///
/// assert!(expect_rows(rows("../.x"), 2).is_ok());
/// let error = expect_rows(rows("../.x\n.."), 2).err().unwrap();
/// assert_eq!(error.to_string(), "line 2: expected 2 rows, found 3");
/// ```
///
/// # Errors
/// [`PictureError::RowCount`].
pub fn expect_rows<'a, R: Iterator<Item = Row<'a>> + Clone>(
    rows: R,
    expected: usize,
) -> Result<R, PictureError> {
    let found = rows.clone().count();
    if found == expected {
        return Ok(rows);
    }
    let surplus = rows.clone().nth(expected);
    let line = surplus.or_else(|| rows.last()).map_or(1, |row| row.line);
    Err(PictureError::RowCount { line, expected, found })
}

/// A row of a picture. Made by [`rows`].
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    line: usize,
    /// The part of the line before the row.
    before: &'a str,
    text: &'a str,
}

impl<'a> Row<'a> {
    /// The symbols of the cells, from left to right.
    pub fn symbols(self) -> impl Iterator<Item = char> + Clone + 'a {
        self.text.chars().filter(|symbol| !symbol.is_whitespace())
    }

    /// Line and column of cell `x`, both from 1, or of the end of the row if it has fewer cells.
    #[must_use]
    pub fn place(self, x: usize) -> (usize, usize) {
        let cells = self.text.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace());
        let column = cells.map(|(column, _)| column).nth(x);
        let column = column.unwrap_or_else(|| self.text.chars().count());
        (self.line, self.before.chars().count() + column + 1)
    }

    /// Reads a row of `len` cells. Calls `cell` with the column of each, from 0, and the index of
    /// its symbol in `symbols`.
    ///
    /// ```
    /// use bitboard_core::picture::rows;
    ///
    /// let mut found = Vec::new();
    /// for row in rows(". x / O .") {
    ///     row.read(2, ".xo".chars(), |x, symbol| found.push((x, symbol)))?;
    /// }
    /// assert_eq!(found, [(0, 0), (1, 1), (0, 2), (1, 0)]);
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    ///
    /// # Errors
    /// [`PictureError::Symbol`] and [`PictureError::RowLength`].
    pub fn read(
        self,
        len: usize,
        symbols: impl Iterator<Item = char> + Clone,
        mut cell: impl FnMut(usize, usize),
    ) -> Result<(), PictureError> {
        let found = self.symbols().count();
        if found != len {
            let (line, column) = self.place(0);
            return Err(PictureError::RowLength { line, column, expected: len, found });
        }
        for (x, found) in self.symbols().enumerate() {
            let exact = symbols.clone().position(|symbol| symbol == found);
            let either = || symbols.clone().position(|symbol| symbol.eq_ignore_ascii_case(&found));
            let Some(index) = exact.or_else(either) else {
                let ((line, column), expected) = (self.place(x), Symbols::new(symbols));
                return Err(PictureError::Symbol { line, column, expected, found });
            };
            cell(x, index);
        }
        Ok(())
    }
}

/// Reads a picture with `N` symbols into one set each, by the [grammar](crate::picture).
///
/// Row 0 is on the side that the geometry says, as [`Picture`] draws it. Cells that do not exist
/// are left out, and so are rows without any.
///
/// ```
/// use bitboard_core::{Columns, PictureError, parse_picture};
///
/// let [x, o] = parse_picture::<u64, Columns<4, 3>, 2>("..../.ox./.xxo", '.', ['x', 'o'])?;
/// assert_eq!((x.len(), o.len()), (3, 2));
///
/// let error = parse_picture::<u64, Columns<4, 3>, 2>("..../.ox./.x?o", '.', ['x', 'o']);
/// let expected = "line 1, column 13: expected '.', 'x' or 'o', found '?'";
/// assert_eq!(error.unwrap_err().to_string(), expected);
/// # Ok::<(), PictureError>(())
/// ```
///
/// # Errors
/// [`PictureError`] for an unknown symbol, and for rows or cells that are missing or too many.
pub fn parse_picture<W: Word, G: Geometry, const N: usize>(
    text: &str,
    empty: char,
    symbols: [char; N],
) -> Result<[Bitboard<W, G>; N], PictureError> {
    let mut sets = [Bitboard::EMPTY; N];
    let board_rows = (0..G::HEIGHT).map(row_of_line::<G>).map(cells::<G>);
    let board_rows = board_rows.filter(|cells| cells.clone().next().is_some());
    for (row, mut cells) in expect_rows(rows(text), board_rows.clone().count())?.zip(board_rows) {
        row.read(cells.clone().count(), [empty].into_iter().chain(symbols), |_, symbol| {
            let cell = cells.next();
            if let (Some(cell), Some(set)) = (cell, symbol.checked_sub(1)) {
                sets[set].insert(cell);
            }
        })?;
    }
    Ok(sets)
}

impl<W: Word, G: Geometry> FromStr for Bitboard<W, G> {
    type Err = PictureError;

    /// Reads what [`Display`](fmt::Display) writes: `X` for cells in the set, `.` for the others.
    fn from_str(text: &str) -> Result<Self, PictureError> {
        let [set] = parse_picture(text, EMPTY, [SET])?;
        Ok(set)
    }
}

/// Error returned by [`Bitboard::from_names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cell {number} of the list: {source}")]
pub struct NamesError {
    /// The position of the name in the list, from 1.
    pub number: usize,
    /// The kind of error.
    pub source: CellError,
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// Reads a set from cell names, separated by white space or commas.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// type Board = Bitboard<u64, Chess>;
    ///
    /// assert_eq!(Board::from_names("e4 h8")?, Board::from(Cell::E4) | Cell::H8);
    /// assert_eq!(
    ///     Board::from_names("e4, i9").unwrap_err().to_string(),
    ///     "cell 2 of the list: column 9, row 9 is not a cell of this board",
    /// );
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    ///
    /// # Errors
    /// If a name is not that of a cell of the board.
    pub fn from_names(names: &str) -> Result<Self, NamesError> {
        let mut set = Self::EMPTY;
        let separator = |c: char| c.is_whitespace() || c == ',';
        for (number, name) in (1..).zip(names.split(separator).filter(|name| !name.is_empty())) {
            let cell: Cell<G> = name.parse().map_err(|source| NamesError { number, source })?;
            set.insert(cell);
        }
        Ok(set)
    }
}

impl<W: Word, G: Geometry> fmt::LowerHex for Bitboard<W, G> {
    /// The bits as a number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.bits(), f)
    }
}
