//! Maps as text: plain rows, and the octile maps of the MovingAI benchmarks.

use alloc::vec::Vec;
use core::str::{FromStr, Lines};

use super::error::GridError;
use super::map::{Grid, check_size};

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
    /// A row has another length than the header or the first row.
    #[error("line {line}: expected {expected} cells, found {found}")]
    Width {
        /// The line.
        line: usize,
        /// Cells in this line.
        found: usize,
        /// Expected number of cells.
        expected: u32,
    },
    /// The map has fewer rows than its header declares.
    #[error("line {line}: expected {expected} rows, found {found}")]
    TooFewRows {
        /// The line at which the map ends.
        line: usize,
        /// Rows in the text.
        found: u32,
        /// Rows according to the header.
        expected: u32,
    },
    /// The map has more rows than its header declares.
    #[error("line {line}: expected {expected} rows, found more")]
    TooManyRows {
        /// The line.
        line: usize,
        /// Rows according to the header.
        expected: u32,
    },
    /// A symbol is unknown.
    #[error("line {line}, column {column}: expected '.' or '#', found {symbol:?}")]
    Symbol {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The symbol.
        symbol: char,
    },
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

    fn header(&mut self, expected: &'static str) -> Result<(), MapError> {
        let found = self.next();
        let line = self.line;
        if found == Some(expected) { Ok(()) } else { Err(MapError::Header { line, expected }) }
    }

    fn number(&mut self, name: &str, expected: &'static str) -> Result<u32, MapError> {
        let value = self.next().and_then(|line| line.strip_prefix(name));
        let number = value.and_then(|value| value.trim().parse().ok());
        number.ok_or(MapError::Header { line: self.line, expected })
    }
}

impl FromStr for Grid {
    type Err = MapError;

    /// Reads rows of `.`, `G` and `S` for free cells, `#`, `@`, `O`, `T` and `W` for others. If the first line is
    /// `type octile`, it is the header of an octile map. Otherwise blanks around rows are ignored, so that maps can be
    /// indented, and so are blank lines before and after the map.
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

fn octile(text: &str) -> Result<Grid, MapError> {
    let mut lines = Numbered { lines: text.lines(), line: 0 };
    lines.header("type octile")?;
    let height = lines.number("height ", "height NUMBER")?;
    let width = lines.number("width ", "width NUMBER")?;
    check_size(width, height).map_err(|source| MapError::Size { line: lines.line, source })?;
    lines.header("map")?;
    // Rows are added as they come, because a header may promise any number.
    let mut grid = without_rows(width, height);
    for found in 0..height {
        let row = lines.next();
        let line = lines.line;
        let row = row.ok_or(MapError::TooFewRows { line, found, expected: height })?;
        read_row(row, line, &mut grid)?;
    }
    while let Some(rest) = lines.next() {
        if !rest.is_empty() {
            return Err(MapError::TooManyRows { line: lines.line, expected: height });
        }
    }
    Ok(grid)
}

fn plain(text: &str) -> Result<Grid, MapError> {
    let blank = text.lines().take_while(|line| line.trim().is_empty()).count();
    let rows = text.trim_end().lines().map(str::trim).skip(blank);
    let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let width = size(rows.clone().next().map_or(0, |row| row.chars().count()));
    let height = size(rows.clone().count());
    check_size(width, height).map_err(|source| MapError::Size { line: blank + 1, source })?;
    let mut grid = without_rows(width, height);
    for (row, line) in rows.zip(blank + 1..) {
        read_row(row, line, &mut grid)?;
    }
    Ok(grid)
}

/// A grid to which rows must be added.
fn without_rows(width: u32, height: u32) -> Grid {
    Grid { width, height, stride: width.div_ceil(64) as usize, words: Vec::new() }
}

fn read_row(row: &str, line: usize, grid: &mut Grid) -> Result<(), MapError> {
    let start = grid.words.len();
    let mut found = 0;
    for symbol in row.chars() {
        let free = match symbol {
            '.' | 'G' | 'S' => 1,
            '#' | '@' | 'O' | 'T' | 'W' => 0,
            _ => return Err(MapError::Symbol { line, column: found + 1, symbol }),
        };
        if found % 64 == 0 {
            grid.words.push(0);
        }
        grid.words[start + found / 64] |= free << (found % 64);
        found += 1;
    }
    let expected = grid.width;
    if found as u64 == u64::from(expected) {
        Ok(())
    } else {
        Err(MapError::Width { line, found, expected })
    }
}
