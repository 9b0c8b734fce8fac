//! Pictures of positions.

use core::fmt;
use core::str::FromStr;

use bitboard_core::Word;

use super::column::Column;
use super::error::PositionError;
use super::masks::Masks;
use super::player::Player;
use super::position::Position;
use super::size::Board;

/// Error of a text that is not a picture of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A character other than `x`, `o`, `.` and space.
    #[error("row {row}, column {column}: expected 'x', 'o' or '.', found {symbol:?}")]
    Symbol {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// A row of the wrong length.
    #[error("row {row}: expected {expected} cells, found {cells}")]
    Width {
        /// The row, from 1 at the top.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The columns of the board.
        expected: u32,
    },
    /// The wrong number of rows.
    #[error("expected {expected} rows, found {rows}")]
    Height {
        /// The rows of the picture.
        rows: usize,
        /// The rows of the board.
        expected: u32,
    },
    /// The stones are not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl<B: Board> Position<B> {
    /// The position in a picture: a row of the board per line, the top row first. `x` is a stone of the player who began, `o`
    /// one of the other player, `.` an empty cell. Spaces and empty lines are ignored.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// let position = Position::parse_picture(Fixed::<4, 4>::BOARD, "
    ///     . . . .
    ///     . . . .
    ///     . o . .
    ///     . x . x")?;
    /// assert_eq!(position, Position::new(Fixed::BOARD).play_moves("224")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PictureError`] naming row and column, if the text is not a picture of the board, or if the stones are not a position.
    pub fn parse_picture(board: B, text: &str) -> Result<Self, PictureError> {
        let mut stones = [B::Word::ZERO; 2];
        let mut rows = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            rows += 1;
            let mut cells = 0;
            for symbol in line.chars().filter(|symbol| !symbol.is_whitespace()) {
                cells += 1;
                let player = match symbol {
                    'x' => Some(0),
                    'o' => Some(1),
                    '.' => None,
                    _ => return Err(PictureError::Symbol { row: rows, column: cells, symbol }),
                };
                let inside = cells <= board.width() as usize && rows <= board.height() as usize;
                if let (Some(player), true) = (player, inside)
                    && let Some(column) = Column::new(cells as u32 - 1)
                {
                    stones[player] |= board.cell(column, board.height() - rows as u32);
                }
            }
            if cells != board.width() as usize {
                return Err(PictureError::Width { row: rows, cells, expected: board.width() });
            }
        }
        if rows != board.height() as usize {
            return Err(PictureError::Height { rows, expected: board.height() });
        }
        let [x, o] = stones;
        let (own, other) = if x.count_ones() == o.count_ones() { (x, o) } else { (o, x) };
        Ok(Self::from_stones(board, own, other)?)
    }
}

/// Reads a [picture](Position::parse_picture).
///
/// ```
/// use c4_solver::Position;
///
/// let position: Position = "
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . x . . .
///     . . . o x . .
///     . . . x o . .".parse()?;
/// assert_eq!(position, Position::from_moves("44455")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<B: Board + Default> FromStr for Position<B> {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Self, PictureError> {
        Self::parse_picture(B::default(), text)
    }
}

/// Writes a [picture](Position::parse_picture).
impl<B: Board> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.board.height()).rev() {
            for column in Column::all(self.board.width()) {
                let space = if column.index() == 0 { "" } else { " " };
                write!(f, "{space}{}", self.stone(column, row).map_or('.', Player::symbol))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
