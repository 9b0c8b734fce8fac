//! The grid, its text and its errors.
//!
//! A grid is the set of its free cells, a bit for each. Everything that depends on its size is
//! allocated by [`reserved`], so that a map whose header promises too much is an error.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::{FromStr, SplitWhitespace};

use bitboard_core::PictureError;
use bitboard_core::picture::{expect_rows, rows};

use super::bits::{PaddedBits, stride};
use super::size::{GridError, Point, check_size};
use super::walls::{WALLS, Walls};

/// A rectangle of cells, each of them free or not.
///
/// It prints as a map with `.` for free cells and `#` for others, which can be parsed. Octile maps
/// can be parsed too. A [`Legend`](super::Legend) reads the symbols of a game. Steps between cells
/// can be closed, in one direction or both ([`set_step`](Self::set_step),
/// [`set_wall`](Self::set_wall)).
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
    /// The free cells.
    pub(super) cells: PaddedBits,
    /// The closed steps, unless there are none. Answers share them until they change.
    pub(super) walls: Option<Arc<Walls>>,
}

impl Grid {
    /// Creates a grid without free cells.
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn new(width: usize, height: usize) -> Result<Self, GridError> {
        check_size(width, height)?;
        Ok(Self { width, height, cells: PaddedBits::new((width, height))?, walls: None })
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
            grid.cells.fill_row(grid.place((0, y)), width, |x| is_free(x, y));
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
        self.cells.count()
    }

    /// The free cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let row = |y| (0..self.width).map(move |x| (x, y));
        (0..self.height).flat_map(row).filter(|&cell| self.is_free(cell))
    }

    /// Returns whether a cell is free. Cells outside of the grid are not.
    #[inline]
    #[must_use]
    pub fn is_free(&self, (x, y): Point) -> bool {
        self.contains(x, y) && self.cells.contains(self.place((x, y)))
    }

    /// Sets whether a cell is free.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if the cell lies outside.
    pub fn set(&mut self, (x, y): Point, free: bool) -> Result<(), GridError> {
        self.check(&[(x, y)])?;
        self.cells.set(self.place((x, y)), free);
        Ok(())
    }

    /// Sets whether cells are free.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let mut grid: Grid = "...\n...".parse()?;
    /// grid.set_all([(0, 0), (1, 0)], false)?;
    /// assert_eq!(grid.to_string(), "##.\n...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell lies outside; those before it are set.
    pub fn set_all(
        &mut self,
        cells: impl IntoIterator<Item = Point>,
        free: bool,
    ) -> Result<(), GridError> {
        cells.into_iter().try_for_each(|cell| self.set(cell, free))
    }

    /// A copy, if there is memory for it. Closed steps are shared.
    pub(super) fn try_clone(&self) -> Result<Self, GridError> {
        let mut grid = Self::new(self.width, self.height)?;
        grid.cells.with_set(&self.cells, |_, free| free);
        grid.walls.clone_from(&self.walls);
        Ok(grid)
    }

    pub(super) fn contains(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> Point {
        (self.width, self.height)
    }

    /// Entries per row of a table with an entry for each cell.
    pub(super) fn stride(&self) -> usize {
        stride(self.width)
    }

    /// The entry of a cell.
    #[inline(always)]
    pub(super) fn place(&self, (x, y): Point) -> usize {
        y * self.stride() + x
    }

    /// The cell of an entry.
    #[inline(always)]
    pub(super) fn point(&self, place: usize) -> Point {
        (place % self.stride(), place / self.stride())
    }

    /// Checks that all points lie on the grid.
    pub(super) fn check(&self, points: &[Point]) -> Result<(), GridError> {
        let (width, height) = self.size();
        let outside = points.iter().find(|&&(x, y)| !self.contains(x, y));
        outside.map_or(Ok(()), |&(x, y)| Err(GridError::OffGrid { x, y, width, height }))
    }

    /// Checks cells where paths begin or end: all lie on the grid and, unless there are none, at
    /// least one is free. All queries do this.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] or [`GridError::Blocked`].
    pub fn check_free(&self, points: &[Point]) -> Result<(), GridError> {
        self.check(points)?;
        let is_free = points.iter().any(|&cell| self.is_free(cell));
        match points.first() {
            Some(&(x, y)) if !is_free => Err(GridError::Blocked { x, y }),
            _ => Ok(()),
        }
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
        self.draw(f, |_| None)?;
        self.write_walls(f)
    }
}

impl fmt::Debug for Grid {
    /// The size and the number of free cells, and for `{:#?}` the map below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}×{}, {} free)", self.width, self.height, self.free_cells())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// Sorts cells by rows and removes duplicates.
pub(super) fn in_order(mut cells: Vec<Point>) -> Vec<Point> {
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells.dedup();
    cells
}

/// The place of a cell in a list [in order](in_order).
pub(super) fn position(cells: &[Point], (x, y): Point) -> Option<usize> {
    cells.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok()
}

/// Error of parsing a map. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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
    /// A symbol is not in the [`Legend`](super::Legend).
    #[error("line {line}, column {column}: expected one of {legend}, found {found:?}")]
    Symbol {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The symbol.
        found: char,
        /// The symbols of the legend with their meanings.
        legend: String,
    },
    /// A symbol is unknown, or a row or their number is not as long as expected.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl FromStr for Grid {
    type Err = MapError;

    /// Reads a [picture](bitboard_core::picture) with `.` for free cells and `#` for others. If the
    /// first line is `type octile` or `type tile`, the text is a map of the MovingAI benchmarks:
    /// `.` and `G` (ground) and `S` (swamp) are free cells; `@` and `O` (out of bounds), `T`
    /// (trees), `W` (water) and `#` are not. Its rows are those of a picture too: letters are read
    /// in either case. A byte order mark is skipped.
    ///
    /// Closed steps follow after a row `walls:`, as two hexadecimal digits for each cell: the
    /// diagonal steps, then the straight ones. Digits have the bits 1, 2, 4 and 8 for the steps up,
    /// right, down and left, and up right, down right, down left and up left. A wall
    /// between two cells is in both.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let mut grid: Grid = "..\n..".parse()?;
    /// grid.set_wall((0, 0), (1, 0), true)?;
    /// assert_eq!(grid.to_string(), "..\n..\nwalls:\n02 08\n00 00");
    /// assert_eq!(grid.to_string().parse::<Grid>()?, grid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        match without_mark(text) {
            octile_text if octile_text.starts_with("type") => octile(octile_text),
            _ => plain(text, ".#".chars(), &mut |_, symbol| symbol == 0),
        }
    }
}

/// Reads an octile map of the MovingAI benchmarks. Height and width may come in either order, and
/// fields are separated by white space.
fn octile(text: &str) -> Result<Grid, MapError> {
    let mut lines = (1..).zip(text.lines().map(|line| line.split_whitespace()));
    let wrong = |line, expected| Err(MapError::Header { line, expected });
    let is_type = |mut words: SplitWhitespace<'_>| {
        words.next() == Some("type") && matches!(words.next(), Some("octile" | "tile"))
    };
    if !lines.next().is_some_and(|(_, words)| is_type(words)) {
        return wrong(1, "type octile");
    }
    let (mut height, mut width) = (None, None);
    for line in 2..=3 {
        let mut words = lines.next().into_iter().flat_map(|(_, words)| words);
        let name = words.next();
        let number: Option<usize> = words.next().and_then(|number| number.parse().ok());
        match (name, number) {
            (Some("height"), Some(_)) if height.is_none() => height = number,
            (Some("width"), Some(_)) if width.is_none() => width = number,
            _ if width.is_none() && (height.is_some() || name == Some("width")) => {
                return wrong(line, "width NUMBER");
            }
            _ => return wrong(line, "height NUMBER"),
        }
    }
    let (height, width) = (height.unwrap_or_default(), width.unwrap_or_default());
    check_size(width, height).map_err(|source| MapError::Size { line: 3, source })?;
    if !lines.next().is_some_and(|(_, words)| words.eq(["map"])) {
        return wrong(4, "map");
    }
    // The lines of the header are rows too.
    expect_rows(rows(text).skip(4), height).map(drop)?;
    read_rows((width, height), text, 4, ".GS#@OTW".chars(), &mut |_, symbol| symbol < 3)
}

/// Returns a text without the byte order mark that some editors begin it with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a map without a header. `is_free` is asked for each cell, row by row, with the number of
/// its symbol.
pub(super) fn plain(
    text: &str,
    symbols: impl Iterator<Item = char> + Clone,
    is_free: &mut dyn FnMut(Point, usize) -> bool,
) -> Result<Grid, MapError> {
    let text = without_mark(text);
    let first = rows(text).next();
    let end = rows(text).position(|row| row.symbols().eq(WALLS.chars()));
    let height = end.unwrap_or_else(|| rows(text).count());
    let size = (first.map_or(0, |row| row.symbols().count()), height);
    let mut grid = read_rows(size, text, 0, symbols, is_free)?;
    if end.is_some() {
        grid.read_walls(rows(text).skip(height + 1))?;
    }
    Ok(grid)
}

/// Reads rows after a header, as [`plain`].
fn read_rows(
    (width, height): Point,
    text: &str,
    header: usize,
    symbols: impl Iterator<Item = char> + Clone,
    is_free: &mut dyn FnMut(Point, usize) -> bool,
) -> Result<Grid, MapError> {
    let rows = rows(text).skip(header).take(height);
    let line = rows.clone().next().map_or(1, |row| row.place(0).0);
    check_size(width, height).map_err(|source| MapError::Size { line, source })?;
    // Before memory is allocated, because the first row may be longer than all others.
    if let Some(row) = rows.clone().find(|row| row.symbols().count() != width) {
        row.read(width, symbols.clone(), |_, _| ())?;
    }
    let grid = Grid::new(width, height);
    let mut grid = grid.map_err(|source| MapError::Size { line, source })?;
    for (y, row) in rows.enumerate() {
        row.read(width, symbols.clone(), |x, symbol| {
            grid.cells.set(grid.place((x, y)), is_free((x, y), symbol));
        })?;
    }
    Ok(grid)
}
