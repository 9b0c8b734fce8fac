//! Boards as text, written and read: pictures, lists of cell names, and numbers.
//!
//! [`Picture`] and [`write_picture`] write pictures, [`parse_picture`] reads them.

use core::fmt::{self, Write};
use core::marker::PhantomData;
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
    for line in 0..G::HEIGHT {
        if line > 0 {
            f.write_char('\n')?;
        }
        let y = row_of_line::<G>(line);
        let mut written = 0;
        for cell in cells::<G>(y) {
            // `column_of` counts two columns of text for each cell, one for its character and one
            // for the separator. Here they are `width + 1`.
            let start = column_of::<G>(cell.x(), y) * (width + 1) / 2;
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

/// The rows that have cells, in the order in which they are drawn.
fn rows<G: Geometry>() -> impl Iterator<Item = usize> {
    (0..G::HEIGHT).map(row_of_line::<G>).filter(|&y| cells::<G>(y).next().is_some())
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
fn column_of<G: Geometry>(x: usize, y: usize) -> usize {
    match G::LATTICE {
        Lattice::Square => 2 * x,
        Lattice::OffsetHex => 2 * x + y % 2,
        // The same x lies half a cell further left in each row than in the row before.
        Lattice::AxialHex => 2 * x + Indent::<G>::COLUMNS - y,
    }
}

/// The indentation of pictures of [`Lattice::AxialHex`].
struct Indent<G>(PhantomData<G>);

impl<G: Geometry> Indent<G> {
    /// The column of text of cell (0, 0): the smallest with no cell of the board left of column 0.
    const COLUMNS: usize = {
        let mut columns = 0;
        let mut y = 0;
        while y < G::HEIGHT {
            let mut x = 0;
            while x < G::WIDTH {
                if Cell::<G>::new(x, y).is_some() && 2 * x + columns < y {
                    columns = y - 2 * x;
                }
                x += 1;
            }
            y += 1;
        }
        columns
    };
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

/// Error returned when parsing a picture. Rows and columns of the text count from 1; blank lines
/// count as rows of text, but not as rows of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// An unknown symbol.
    #[error("row {row}, column {column}: unknown symbol {symbol:?}")]
    UnknownSymbol {
        /// The symbol.
        symbol: char,
        /// The row of the text.
        row: usize,
        /// The column of the text.
        column: usize,
    },
    /// A row with too few cells.
    #[error("row {row}: {found} cells where the board has {expected}")]
    RowTooShort {
        /// The row of the text.
        row: usize,
        /// Number of cells in the row of the text.
        found: usize,
        /// Number of cells in the row of the board.
        expected: usize,
    },
    /// A row with too many cells.
    #[error("row {row}, column {column}: a cell beyond the {expected} that the board has here")]
    RowTooLong {
        /// The row of the text.
        row: usize,
        /// The column of the text.
        column: usize,
        /// Number of cells in the row of the board.
        expected: usize,
    },
    /// Too few rows.
    #[error("{found} rows where the board has {expected}")]
    TooFewRows {
        /// Number of rows of the text.
        found: usize,
        /// Number of rows of the board.
        expected: usize,
    },
    /// Too many rows.
    #[error("row {row}: a row beyond the {expected} that the board has")]
    TooManyRows {
        /// The row of the text.
        row: usize,
        /// Number of rows of the board.
        expected: usize,
    },
}

/// Reads a picture with `N` symbols into one set each.
///
/// Rows are separated by newlines or slashes, and drawn as [`Picture`] draws them, row 0 on the
/// side that the geometry says. White space between cells and blank lines are ignored. Cells that
/// do not exist are left out, and so are rows without any.
///
/// ```
/// use bitboard_core::{Columns, PictureError, parse_picture};
///
/// let [x, o] = parse_picture::<u64, Columns<4, 3>, 2>("..../.ox./.xxo", '.', ['x', 'o'])?;
/// assert_eq!((x.len(), o.len()), (3, 2));
///
/// let error = parse_picture::<u64, Columns<4, 3>, 2>("..../.ox./.x?o", '.', ['x', 'o']);
/// assert_eq!(error.unwrap_err().to_string(), "row 3, column 3: unknown symbol '?'");
/// # Ok::<(), PictureError>(())
/// ```
///
/// # Errors
/// A [`PictureError`] naming row and column of the text, for an unknown symbol and for rows or
/// cells that are missing or too many.
pub fn parse_picture<W: Word, G: Geometry, const N: usize>(
    text: &str,
    empty: char,
    symbols: [char; N],
) -> Result<[Bitboard<W, G>; N], PictureError> {
    let mut sets = [Bitboard::EMPTY; N];
    let (expected, mut found) = (rows::<G>().count(), 0);
    let mut rows = rows::<G>();
    let lines = (1..).zip(text.split(['\n', '/'])).filter(|(_, line)| !line.trim().is_empty());
    for (row, line) in lines {
        let y = rows.next().ok_or(PictureError::TooManyRows { row, expected })?;
        parse_row(row, line, y, empty, &symbols, &mut sets)?;
        found += 1;
    }
    if found < expected {
        return Err(PictureError::TooFewRows { found, expected });
    }
    Ok(sets)
}

/// Puts the cells of row `y` into the sets of their symbols. `row` counts rows of the text.
fn parse_row<W: Word, G: Geometry>(
    row: usize,
    line: &str,
    y: usize,
    empty: char,
    symbols: &[char],
    sets: &mut [Bitboard<W, G>],
) -> Result<(), PictureError> {
    let mut cells = cells::<G>(y);
    let expected = cells.clone().count();
    for (column, symbol) in (1..).zip(line.chars()).filter(|(_, c)| !c.is_whitespace()) {
        let cell = cells.next().ok_or(PictureError::RowTooLong { row, column, expected })?;
        match symbols.iter().position(|&known| known == symbol) {
            Some(set) => {
                sets[set].insert(cell);
            }
            None if symbol == empty => {}
            None => return Err(PictureError::UnknownSymbol { symbol, row, column }),
        }
    }
    match cells.count() {
        0 => Ok(()),
        missing => Err(PictureError::RowTooShort { row, found: expected - missing, expected }),
    }
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

macro_rules! impl_format {
    ($trait:ident) => {
        impl<W: Word, G: Geometry> fmt::$trait for Bitboard<W, G> {
            /// The bits as a number.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.bits(), f)
            }
        }
    };
}

impl_format!(LowerHex);
impl_format!(UpperHex);
impl_format!(Binary);
