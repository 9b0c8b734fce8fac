//! The grid, its text and its errors.
//!
//! A grid is the set of its free cells, a bit for each. Everything that depends on its size is
//! allocated by [`filled`], so that a map whose header promises too much is an error.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::{FromStr, Lines};

use bitboard_core::limits::Meter;
use bitboard_core::picture::{Row, expect_rows, rows};
use bitboard_core::{Bitboard, Geometry, PictureError, RowMajor, TryError};

/// A cell: column and row from 0.
pub type Point = (usize, usize);

/// 8 × 8 cells.
pub(super) type Tile = RowMajor<8, 8>;

/// Some cells of a tile.
pub(super) type Cells = Bitboard<u64, Tile>;

/// A rectangle of cells, each of them free or not.
///
/// It prints as a map with `.` for free cells and `#` for others, which can be parsed. Octile maps
/// can be parsed too.
///
/// ```
/// use king_paths::grid::Grid;
///
/// let grid: Grid = "
///     ..#
///     ...".parse()?;
/// assert_eq!((grid.width(), grid.height(), grid.free_cells()), (3, 2, 5));
/// assert_eq!(grid.to_string(), "..#\n...");
/// # Ok::<(), king_paths::grid::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Words per row. Bit x % 64 of word x / 64; the bits behind the last column are clear.
    pub(super) stride: usize,
    pub(super) words: Vec<u64>,
}

impl Grid {
    /// Creates a grid without free cells.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// assert_eq!(Grid::new(3, 2)?.to_string(), "###\n###");
    /// assert!(Grid::new(3, 0).is_err());
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn new(width: usize, height: usize) -> Result<Self, GridError> {
        check_size(width, height)?;
        let stride = width.div_ceil(64);
        let words = zeros((width, height), height, stride)?;
        Ok(Self { width, height, stride, words })
    }

    /// Creates a grid whose free cells are those for which `is_free(x, y)` is true.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid = Grid::from_fn(4, 2, |x, y| x != 2 || y == 1)?;
    /// assert_eq!(grid.to_string(), "..#.\n....");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_free: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(width, height)?;
        for y in 0..height {
            for x in (0..width).filter(|&x| is_free(x, y)) {
                let word = grid.word(x, y);
                grid.words[word] |= 1 << (x % 64);
            }
        }
        Ok(grid)
    }

    /// Creates a grid with the given free cells.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid = Grid::from_cells(3, 2, [(0, 0), (1, 0), (2, 1)])?;
    /// assert_eq!(grid.to_string(), "..#\n##.");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`GridError::OffGrid`] if a cell lies outside.
    pub fn from_cells(
        width: usize,
        height: usize,
        cells: impl IntoIterator<Item = Point>,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(width, height)?;
        for cell in cells {
            grid.set(cell, true)?;
        }
        Ok(grid)
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of free cells.
    #[must_use]
    pub fn free_cells(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The free cells, row by row.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = ".#.\n##.".parse()?;
    /// assert_eq!(grid.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (2, 1)]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let row = |y| (0..self.width).map(move |x| (x, y));
        (0..self.height).flat_map(row).filter(|&cell| self.is_free(cell))
    }

    /// Returns whether a cell is free. Cells outside of the grid are not.
    #[inline]
    #[must_use]
    pub fn is_free(&self, (x, y): Point) -> bool {
        self.contains(x, y) && self.words[self.word(x, y)] >> (x % 64) & 1 == 1
    }

    /// Sets whether a cell is free.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let mut grid = Grid::new(3, 1)?;
    /// grid.set((1, 0), true)?;
    /// assert_eq!(grid.to_string(), "#.#");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if the cell lies outside.
    pub fn set(&mut self, (x, y): Point, free: bool) -> Result<(), GridError> {
        self.check(&[(x, y)])?;
        let word = self.word(x, y);
        self.words[word] = self.words[word] & !(1 << (x % 64)) | u64::from(free) << (x % 64);
        Ok(())
    }

    pub(super) fn contains(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height
    }

    fn word(&self, x: usize, y: usize) -> usize {
        y * self.stride + x / 64
    }

    /// The free cells of a tile. There are none outside of the grid.
    pub(super) fn tile(&self, column: usize, row: usize) -> Cells {
        let rows = (0..8).filter(|i| 8 * row + i < self.height);
        let byte = |i| self.words[(8 * row + i) * self.stride + column / 8] >> (column % 8 * 8);
        let bytes = rows.map(|i| (byte(i) & 0xff) << (8 * i));
        Bitboard::from_bits_truncate(bytes.fold(0, |tile, byte| tile | byte))
    }

    /// Checks that all points lie on the grid.
    pub(super) fn check(&self, points: &[Point]) -> Result<(), GridError> {
        match points.iter().find(|&&(x, y)| !self.contains(x, y)) {
            None => Ok(()),
            Some(&(x, y)) => {
                let (width, height) = (self.width, self.height);
                Err(GridError::OffGrid { x, y, width, height })
            }
        }
    }

    /// The free cells of a window whose middle is a cell of the grid.
    #[inline]
    pub(super) fn window<G: Geometry>(&self, x: usize, y: usize) -> Bitboard<u64, G> {
        let reach = G::WIDTH / 2;
        let mut window = 0;
        for i in 0..G::HEIGHT {
            let row = (y + i).wrapping_sub(reach);
            if row < self.height {
                // The first cell may be in the word before.
                let words = &self.words[row * self.stride..][..self.stride];
                let start = x + 64 - reach;
                let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
                let bits = word(start / 64) << 64 | word((start / 64).wrapping_sub(1));
                let bits = (bits >> (start % 64)) as u64 & ((1 << G::WIDTH) - 1);
                window |= bits << (i * G::WIDTH);
            }
        }
        Bitboard::from_bits_truncate(window)
    }

    /// Writes the map, with the symbols of some free cells replaced. Cells come row by row.
    pub(super) fn draw(
        &self,
        f: &mut fmt::Formatter<'_>,
        mut mark: impl FnMut(Point) -> Option<char>,
    ) -> fmt::Result {
        for y in 0..self.height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            for x in 0..self.width {
                let symbol = if self.is_free((x, y)) { '.' } else { '#' };
                f.write_char(mark((x, y)).unwrap_or(symbol))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, |_| None)
    }
}

impl fmt::Debug for Grid {
    /// The size and the number of free cells, and for `{:#?}` the map below it.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = "..#\n...".parse()?;
    /// assert_eq!(format!("{grid:?}"), "Grid(3 × 2, 5 free)");
    /// assert_eq!(format!("{grid:#?}"), "Grid(3 × 2, 5 free)\n..#\n...");
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({} × {}, {} free)", self.width, self.height, self.free_cells())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// The most columns or rows.
const MAX_SIDE: u64 = u32::MAX as u64;

/// Checks that a grid may have this size.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), GridError> {
    if width == 0 || height == 0 {
        return Err(GridError::Empty { width, height });
    }
    // A side of 2³² is not allowed, so that every distance fits a `u32` that is not the largest.
    let longest = width.max(height) as u64;
    if longest > MAX_SIDE || width as u64 * height as u64 > 1 << 32 {
        return Err(GridError::TooLarge { width, height });
    }
    Ok(())
}

/// Number of values that are written between two checks of the limits.
const BLOCK: usize = 1 << 14;

/// Room for `rows` times `stride` values for a grid of the given width and height.
pub(super) fn reserved<T>(
    (width, height): (usize, usize),
    rows: usize,
    stride: usize,
) -> Result<Vec<T>, GridError> {
    let mut values = Vec::new();
    if values.try_reserve_exact(rows.saturating_mul(stride)).is_err() {
        let bytes = [rows, stride, size_of::<T>()];
        let bytes = bytes.into_iter().fold(1, |all: u64, factor| all.saturating_mul(factor as u64));
        return Err(GridError::OutOfMemory { bytes, width, height });
    }
    Ok(values)
}

/// `rows` times `stride` zeros.
fn zeros(size: (usize, usize), rows: usize, stride: usize) -> Result<Vec<u64>, GridError> {
    let mut values = reserved(size, rows, stride)?;
    values.resize(rows * stride, 0);
    Ok(values)
}

/// `rows` times `stride` values for a grid of the given width and height, within limits.
pub(super) fn filled<T: Clone>(
    size: (usize, usize),
    value: T,
    rows: usize,
    stride: usize,
    meter: &Meter<'_>,
) -> Result<Vec<T>, TryError<GridError>> {
    let mut values = reserved(size, rows, stride)?;
    let len = rows * stride;
    while values.len() < len {
        meter.check()?;
        values.resize(len.min(values.len() + BLOCK), value.clone());
    }
    Ok(values)
}

/// Error of a grid or of a query about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A side is 0.
    #[error("a grid of {width} × {height} has no cells")]
    Empty {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// There are more than 2³² cells, or a side has more than 2³² − 1.
    #[error("a grid of {width} × {height} is larger than 2^32 cells or has a side of 2^32")]
    TooLarge {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The memory for a grid or an answer is not available.
    #[error("{bytes} bytes of memory for a grid of {width} × {height} are not available")]
    OutOfMemory {
        /// Number of bytes that were requested.
        bytes: u64,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// There are too many kinds of steps.
    #[error("expected at most {most} steps, found {found}")]
    TooManySteps {
        /// Number of steps.
        found: usize,
        /// The most steps.
        most: usize,
    },
    /// A cell lies outside of the grid.
    #[error("column {x}, row {y} lies outside the grid of {width} × {height}")]
    OffGrid {
        /// Column, from 0.
        x: usize,
        /// Row, from 0.
        y: usize,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
}

impl<P> From<GridError> for TryError<GridError, P> {
    fn from(error: GridError) -> Self {
        Self::Failed(error)
    }
}

/// Error of parsing a map. Lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// A line of the header is missing or wrong.
    #[error("line {line}: expected `{expected}`")]
    Header {
        /// The line.
        line: usize,
        /// The expected text.
        expected: &'static str,
    },
    /// The map has no cells or too many.
    #[error("line {line}: {source}")]
    Size {
        /// The line at which the size is known.
        line: usize,
        /// The reason.
        source: GridError,
    },
    /// A symbol is unknown, or a row or their number is not as long as expected.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// The lines of a text with their numbers.
struct Numbered<'a> {
    lines: Lines<'a>,
    line: usize,
}

impl<'a> Numbered<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next().map(str::trim_end)
    }

    /// Reads a line that must be `expected`.
    fn header(&mut self, expected: &'static str) -> Result<(), MapError> {
        let found = self.next();
        let line = self.line;
        if found == Some(expected) { Ok(()) } else { Err(MapError::Header { line, expected }) }
    }

    /// Reads a line of a name and a number.
    fn number(&mut self, name: &str, expected: &'static str) -> Result<usize, MapError> {
        let value = self.next().and_then(|line| line.strip_prefix(name));
        let number = value.and_then(|value| value.trim().parse().ok());
        number.ok_or(MapError::Header { line: self.line, expected })
    }
}

impl FromStr for Grid {
    type Err = MapError;

    /// Reads a [picture](bitboard_core::picture) with `.` for free cells and `#` for others. If the
    /// first line is `type octile`, the text is an octile map: `.`, `G` and `S` are free cells,
    /// `#`, `@`, `O`, `T` and `W` others.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let octile = "type octile\nheight 1\nwidth 3\nmap\n.T.\n";
    /// assert_eq!(octile.parse::<Grid>()?, ".#.".parse()?);
    /// let error = "..\n.x".parse::<Grid>().unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 2: expected '.' or '#', found 'x'");
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, MapError> {
        if text.starts_with("type") { octile(text) } else { plain(text) }
    }
}

/// Reads an octile map of the MovingAI benchmarks.
fn octile(text: &str) -> Result<Grid, MapError> {
    let mut lines = Numbered { lines: text.lines(), line: 0 };
    lines.header("type octile")?;
    let height = lines.number("height ", "height NUMBER")?;
    let width = lines.number("width ", "width NUMBER")?;
    check_size(width, height).map_err(|source| MapError::Size { line: lines.line, source })?;
    lines.header("map")?;
    // The lines of the header are rows too.
    let rows = expect_rows(rows(text).skip(4), height)?;
    read_rows((width, height), rows, ".GS", "#@OTW")
}

/// Reads a map without a header.
fn plain(text: &str) -> Result<Grid, MapError> {
    let width = rows(text).next().map_or(0, |row| row.symbols().count());
    let height = rows(text).count();
    let line = rows(text).next().map_or(1, |row| row.place(0).0);
    check_size(width, height).map_err(|source| MapError::Size { line, source })?;
    read_rows((width, height), rows(text), ".", "#")
}

/// Reads rows with these symbols for free cells and for others.
fn read_rows<'a>(
    (width, height): Point,
    rows: impl Iterator<Item = Row<'a>>,
    free: &str,
    others: &str,
) -> Result<Grid, MapError> {
    // Words are added as the rows come, because the first one may be longer than all others.
    let mut grid = Grid { width, height, stride: width.div_ceil(64), words: Vec::new() };
    let symbols = free.chars().chain(others.chars());
    for row in rows {
        let start = grid.words.len();
        row.read(width, symbols.clone(), |x, symbol| {
            if x % 64 == 0 {
                grid.words.push(0);
            }
            grid.words[start + x / 64] |= u64::from(symbol < free.len()) << (x % 64);
        })?;
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use bitboard_core::Limits;

    use super::*;

    #[test]
    fn an_error_names_the_bytes_asked_for() {
        let failed = reserved::<u32>((3, 5), usize::MAX / 16, 2);
        let bytes = (usize::MAX / 16) as u64 * 8;
        assert_eq!(failed, Err(GridError::OutOfMemory { bytes, width: 3, height: 5 }));
        assert!(reserved::<u64>((3, 5), usize::MAX, usize::MAX).is_err());
        let watch = Limits::new().start();
        let meter = Meter::new(&watch);
        assert_eq!(filled((3, 5), 7u8, 2, 2, &meter), Ok(alloc::vec![7; 4]));
    }
}
