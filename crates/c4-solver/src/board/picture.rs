//! Positions as people type them: moves, or a picture of the board.
//!
//! Rows come from the top. Each one moves those before it up by one cell, so empty rows at the top
//! may be missing, and nothing is allocated.

use core::str::FromStr;

use super::column::Column;
use super::position::{Position, PositionError};
use super::shape::Shape;
use super::size::Board;

impl Position {
    /// Reads moves or a picture as people type it. A line that begins with a digit or the
    /// [symbol](Column) of a column of the board is moves, unless it is a whole row of stones and
    /// empty cells; anything else is a picture.
    ///
    /// A picture has a line for each row, from the top; empty rows at the top may be left out, and
    /// `/` separates rows in one line. `x` or `R` is a stone of the player who began, `o` or `Y`
    /// one of the other player, in either case. If there are more `Y` than `R`, `Y` began. An empty
    /// cell is `.`, `-`, `_`, or a blank within lines: `|x| |o|`, `| x o |`. Other blanks, lines
    /// around and between the rows, and numbers of the columns are ignored. A line `x to move` or
    /// `o to move` is compared with the stones, and tells who began if there are as many of both.
    ///
    /// ```
    /// use c4_solver::{Board, Position};
    ///
    /// let board = Board::new(4, 4)?;
    /// let position = Position::parse(board, "
    ///     | | | | |
    ///     | |Y| | |
    ///     | |R| |R|
    ///     +-+-+-+-+
    ///      1 2 3 4")?;
    /// assert_eq!(position, Position::parse(board, "224")?);
    /// assert_eq!(position, Position::parse(board, ".o../.x.x")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A position that no game leads to is accepted.
    ///
    /// # Errors
    /// [`PositionError`] naming the move, or the line and column of the picture.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        let line = text.trim();
        let is_move = |first: char| {
            first.is_ascii_digit() || Column::of_width(first, board.width()).is_some()
        };
        let is_moves = line.is_empty() || line.starts_with(is_move) && !is_row(board, line);
        if is_moves && !line.contains(['\n', '/']) {
            Self::new(board).after_moves(text)
        } else {
            read(board, text)
        }
    }
}

/// Returns whether a line is the lowest row of a picture, although its first stone is the symbol of
/// a column. A board with such a column has at most four rows, so as moves the line would have more
/// stones in the columns `o`, `r`, `x` and `y` than there is room for.
fn is_row(board: Board, line: &str) -> bool {
    let mut symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
    symbols.clone().count() == board.width() as usize
        && symbols.all(|symbol| stone(symbol).is_some() || is_empty_cell(symbol))
}

/// Reads moves or a picture on 7×6, as [`Position::parse`] does.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::parse(Board::STANDARD, text)
    }
}

/// Reads a picture.
fn read(board: Board, text: &str) -> Result<Position, PositionError> {
    let mut picture =
        Picture { board, stones: [0; 2], rows: 0, rules: 0, colors: false, to_move: None };
    for (line, text) in (1..).zip(text.lines()) {
        let mut start = 0;
        for row in text.split('/') {
            picture.read(Row { line, before: &text[..start], text: row })?;
            start += row.len() + 1;
        }
    }
    picture.position()
}

/// A part of a line that may be a row of the board.
#[derive(Clone, Copy)]
struct Row<'a> {
    line: usize,
    /// The text before it in its line.
    before: &'a str,
    text: &'a str,
}

/// The rows read so far.
struct Picture {
    board: Board,
    /// The stones of `x` or `R`, and those of `o` or `Y`. The last row is the lowest of the board.
    stones: [u128; 2],
    rows: u32,
    /// Lines of dashes since the last row: empty rows, or the line below the board.
    rules: u32,
    /// Whether a stone was `R` or `Y`.
    colors: bool,
    /// The player to move, by the index in `stones`.
    to_move: Option<usize>,
}

impl Picture {
    /// Reads a row, or what may stand around and between the rows.
    fn read(&mut self, row: Row<'_>) -> Result<(), PositionError> {
        let text = row.text.trim();
        if text.is_empty() || text == "drawn" || is_legend(text, self.board.width()) {
            return Ok(());
        }
        if let Some(player) = text.strip_suffix(" to move") {
            self.to_move = player.chars().next().and_then(stone);
            return Ok(());
        }
        if text.chars().all(|symbol| is_border(symbol) || symbol == ' ')
            && !text.chars().all(|symbol| is_bar(symbol) || symbol == ' ')
        {
            let dashes = text.chars().filter(|symbol| matches!(symbol, '-' | '_')).count();
            let symbols = text.chars().filter(|&symbol| symbol != ' ').count();
            let is_row = dashes == symbols && dashes == self.board.width() as usize;
            self.rules += u32::from(is_row && self.rows > 0);
            return Ok(());
        }
        let moved = self.rules + 1;
        (self.rules, self.rows) = (0, self.rows + moved);
        if self.rows > self.board.height() {
            return Ok(());
        }
        self.stones = self.stones.map(|stones| stones << moved);
        self.read_cells(row)
    }

    /// Reads the cells of a row: one for each field between bars, or for each symbol; between two
    /// bars, a blank is an empty cell.
    fn read_cells(&mut self, row: Row<'_>) -> Result<(), PositionError> {
        let width = self.board.width() as usize;
        let text = row.text.trim();
        let inner = text.strip_prefix(is_bar).unwrap_or(text);
        let is_framed = inner.len() < text.len() && inner.ends_with(is_bar);
        let inner = inner.strip_suffix(is_bar).unwrap_or(inner);
        let (fields, blank) = (inner.split(is_bar), |symbol: &char| symbol.is_whitespace());
        let symbols = inner.chars().filter(|symbol| !blank(symbol));
        let (found, length) = (symbols.clone().count(), inner.chars().count());
        if inner.contains(is_bar) {
            let is_cell = |field: &str| field.trim().chars().count() <= 1;
            if fields.clone().count() == width && fields.clone().all(is_cell) {
                return self
                    .place(row, fields.map(|field| field.trim().chars().next().unwrap_or(' ')));
            }
        } else if found == width {
            return self.place(row, symbols);
        } else if is_framed && length == width {
            return self.place(row, inner.chars());
        } else if is_framed && (length == 2 * width - 1 || length == 2 * width + 1) {
            // `x o` or ` x o `.
            let cells = inner.chars().skip(length / (2 * width)).step_by(2);
            if cells.clone().filter(|symbol| !blank(symbol)).count() == found {
                return self.place(row, cells);
            }
        }
        Err(PositionError::Row { line: row.line, expected: width, found })
    }

    /// Adds the cells of the lowest row.
    fn place(
        &mut self,
        row: Row<'_>,
        cells: impl Iterator<Item = char>,
    ) -> Result<(), PositionError> {
        let shape = Shape::new(self.board);
        for (column, symbol) in Column::all(self.board.width()).zip(cells) {
            if let Some(player) = stone(symbol) {
                self.stones[player] |= shape.cell(column, 0);
                self.colors |= matches!(symbol, 'r' | 'R' | 'y' | 'Y');
            } else if !is_empty_cell(symbol) && !symbol.is_whitespace() {
                let at = row.text.chars().position(|found| found == symbol).unwrap_or(0);
                let column = row.before.chars().count() + at + 1;
                return Err(PositionError::Symbol { line: row.line, column, found: symbol });
            }
        }
        Ok(())
    }

    /// The position of all rows.
    fn position(self) -> Result<Position, PositionError> {
        let (expected, found) = (self.board.height() as usize, self.rows as usize);
        if found == 0 || found > expected {
            return Err(PositionError::Rows { expected, found });
        }
        let [x, o] = self.stones.map(|stones| stones.count_ones() as usize);
        let to_move = match self.to_move {
            Some(player) => player,
            None if x == o => 0,
            None if x == o + 1 => 1,
            None if o == x + 1 && self.colors => 0,
            None => return Err(PositionError::Stones { x, o }),
        };
        Position::from_stones(self.board, self.stones[to_move], self.stones[1 - to_move])
    }
}

/// The index of the player of a stone.
fn stone(symbol: char) -> Option<usize> {
    match symbol {
        'x' | 'X' | 'r' | 'R' => Some(0),
        'o' | 'O' | 'y' | 'Y' => Some(1),
        _ => None,
    }
}

fn is_empty_cell(symbol: char) -> bool {
    matches!(symbol, '.' | '-' | '_')
}

fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '│' | '║')
}

/// Returns whether a character is of the lines around and between rows.
fn is_border(symbol: char) -> bool {
    is_bar(symbol) || matches!(symbol, '+' | '-' | '=' | '_' | '─'..='╿')
}

/// Returns whether a text has the numbers or [symbols](Column) of `width` columns, from 1 or 0.
fn is_legend(text: &str, width: u32) -> bool {
    let is_between = |symbol: char| symbol.is_whitespace() || is_border(symbol);
    let symbols = text.chars().filter(|&symbol| !is_between(symbol));
    let numbers = text.split(is_between).filter(|number| !number.is_empty());
    symbols.clone().eq(Column::all(width).map(Column::symbol))
        || [0, 1].into_iter().any(|first| {
            let columns = first..first + width;
            symbols.clone().eq(columns.clone().filter_map(|x| char::from_digit(x % 10, 10)))
                || numbers
                    .clone()
                    .map(str::parse)
                    .eq(columns.map(Ok::<u32, core::num::ParseIntError>))
        })
}
