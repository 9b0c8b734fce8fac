//! Positions as text: strings of moves, and pictures.
//!
//! A move is one symbol: `1` to `9` for the first nine columns, then `a` to `z` and `A` to `Z`. A picture has a row of the
//! board per line, the top row first: `x` for the player who began, `o` for the other, `.` for empty cells. Spaces
//! and empty lines are ignored.

use core::fmt;

use bitboard_core::{Bits as _, Word};

use crate::board::{Board, Standard};
use crate::error::{MovesError, PictureError};
use crate::position::Position;

/// The symbols of the columns.
const SYMBOLS: &[u8; 61] = b"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The symbol of column `x`, counted from 0; `?` from 61, which is more columns than a board can have.
#[must_use]
pub fn symbol(x: u32) -> char {
    SYMBOLS.get(x as usize).map_or('?', |&symbol| char::from(symbol))
}

/// The column, counted from 0, of a symbol.
#[must_use]
pub fn column(symbol: char) -> Option<u32> {
    SYMBOLS.iter().position(|&known| char::from(known) == symbol).map(|x| x as u32)
}

impl Position<Standard> {
    /// The position on 7×6 after a string of moves, one digit `1`–`7` for each column.
    ///
    /// # Errors
    /// As [`play_moves`](Self::play_moves).
    pub fn from_moves(moves: &str) -> Result<Self, MovesError> {
        Self::EMPTY.play_moves(moves)
    }

    /// The position on 7×6 in a picture.
    ///
    /// # Errors
    /// As [`parse_picture`](Self::parse_picture).
    pub fn from_picture(text: &str) -> Result<Self, PictureError> {
        Self::parse_picture(Standard::BOARD, text)
    }
}

impl<B: Board> Position<B> {
    /// The position after these moves, a [symbol](self::symbol) for each.
    ///
    /// # Errors
    /// [`MovesError`] naming the ply, for a character that is not a column, a full column, or a move that wins.
    pub fn play_moves(self, moves: &str) -> Result<Self, MovesError> {
        let (mut position, width) = (self, self.board.width());
        for (ply, symbol) in (1..).zip(moves.chars()) {
            let x = column(symbol).filter(|&x| x < width);
            let x = x.ok_or(MovesError::NotAColumn { ply, symbol, width })?;
            position = position.play(x).map_err(|source| MovesError::Illegal { ply, source })?;
        }
        Ok(position)
    }

    /// The position in a picture.
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
                if let (Some(player), true) = (player, inside) {
                    let (x, y) = (cells as u32 - 1, board.height() - rows as u32);
                    stones[player] |= B::Word::ONE << (x * (board.height() + 1) + y);
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

    /// The stone in column `x` and row `y`, counted from 0 at the bottom left: `x` for the player who began, `o` for the
    /// other, `None` for an empty cell or one that does not exist.
    #[must_use]
    pub fn stone(self, x: u32, y: u32) -> Option<char> {
        if x >= self.board.width() || y >= self.board.height() {
            return None;
        }
        let cell = B::Word::ONE << (x * (self.board.height() + 1) + y);
        let own = if self.ply().is_multiple_of(2) { 'x' } else { 'o' };
        let other = if own == 'x' { 'o' } else { 'x' };
        if (self.all & cell).is_zero() {
            None
        } else if (self.own & cell).is_zero() {
            Some(other)
        } else {
            Some(own)
        }
    }
}

/// The picture that [`Position::parse_picture`] reads.
impl<B: Board> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.board.height()).rev() {
            for x in 0..self.board.width() {
                let space = if x == 0 { "" } else { " " };
                write!(f, "{space}{}", self.stone(x, y).unwrap_or('.'))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
