//! Octile maps: the text format of the MovingAI benchmarks.

use core::str::{FromStr, Lines};

use super::{Grid, GridError, check_size};

/// Why a text is no octile map. Lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// A line of the header is missing or says something else.
    #[error("line {line}: expected `{expected}`")]
    Header {
        /// The line.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The size in the header is none of a grid.
    #[error("line {line}: {error}")]
    Size {
        /// The line in which the header ends.
        line: usize,
        /// What is wrong with the size.
        error: GridError,
    },
    /// A row has another length than the header says.
    #[error("line {line}: {found} cells where the header says {expected}")]
    Width {
        /// The line.
        line: usize,
        /// Cells in this line.
        found: usize,
        /// Cells according to the header.
        expected: u32,
    },
    /// There are fewer rows than the header says.
    #[error("line {line}: the map ends after {found} rows where the header says {expected}")]
    TooFewRows {
        /// The line at which the map ends.
        line: usize,
        /// Rows in the text.
        found: u32,
        /// Rows according to the header.
        expected: u32,
    },
    /// There are more rows than the header says.
    #[error("line {line}: a row beyond the {expected} that the header says")]
    TooManyRows {
        /// The line.
        line: usize,
        /// Rows according to the header.
        expected: u32,
    },
    /// A symbol that stands for nothing.
    #[error("line {line}, column {column}: unknown symbol {symbol:?}")]
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

    /// Reads an octile map: `.`, `G` and `S` are free, `@`, `O`, `T` and `W` are not.
    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut lines = Numbered { lines: text.lines(), line: 0 };
        lines.header("type octile")?;
        let height = lines.number("height ", "height NUMBER")?;
        let width = lines.number("width ", "width NUMBER")?;
        check_size(width, height).map_err(|error| MapError::Size { line: lines.line, error })?;
        lines.header("map")?;
        // Rows are added as they come: a header may say anything.
        let stride = width.div_ceil(64) as usize;
        let mut grid = Self { width, height, stride, words: alloc::vec::Vec::new() };
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
}

fn read_row(row: &str, line: usize, grid: &mut Grid) -> Result<(), MapError> {
    let start = grid.words.len();
    let mut found = 0;
    for symbol in row.chars() {
        let free = match symbol {
            '.' | 'G' | 'S' => 1,
            '@' | 'O' | 'T' | 'W' => 0,
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
