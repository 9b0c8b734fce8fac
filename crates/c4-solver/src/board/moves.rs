//! Strings of moves, one [symbol](Column) each.

use super::column::Column;
use super::error::PlayError;
use super::position::Position;
use super::size::Board;

/// Error of a string of moves that does not lead to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A character is not a column.
    #[error("move {ply}: expected a column from 1 to {last}, found {symbol:?}")]
    NotAColumn {
        /// The move, from 1.
        ply: u32,
        /// The character.
        symbol: char,
        /// The last column of the board.
        last: Column,
    },
    /// The move is against the rules, or ends the game.
    #[error("move {ply}: {reason}")]
    Illegal {
        /// The move, from 1.
        ply: u32,
        /// The reason why the move cannot be played.
        reason: PlayError,
    },
}

/// The moves of a text, with their numbers from 1.
pub(crate) fn moves<B: Board>(
    board: B,
    text: &str,
) -> impl Iterator<Item = Result<(u32, Column), MovesError>> {
    (1..).zip(text.chars()).map(move |(ply, symbol)| {
        let column = Column::from_symbol(symbol).filter(|column| column.index() < board.width());
        // A board has at least one column.
        let last = Column::all(board.width()).next_back().unwrap_or_default();
        column.map(|column| (ply, column)).ok_or(MovesError::NotAColumn { ply, symbol, last })
    })
}

impl Position {
    /// The position on 7×6 after a string of moves, one digit `1`–`7` for each column.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("44455")?.ply(), 5);
    /// assert_eq!(Position::from_moves("4448").unwrap_err().to_string(),
    ///     "move 4: expected a column from 1 to 7, found '8'");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// As [`play_moves`](Self::play_moves).
    pub fn from_moves(moves: &str) -> Result<Self, MovesError> {
        Self::EMPTY.play_moves(moves)
    }
}

impl<B: Board> Position<B> {
    /// The position after these moves, one [symbol](Column) each.
    ///
    /// ```
    /// use c4_solver::{AnySize, Position};
    ///
    /// let empty = Position::new(AnySize::<u128>::new(12, 5)?);
    /// assert_eq!(empty.play_moves("9a")?.play_moves("bc")?.ply(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] naming the ply, for a character that is not a column, a full column, or a move that wins.
    pub fn play_moves(self, moves: &str) -> Result<Self, MovesError> {
        let mut position = self;
        for played in self::moves(self.board, moves) {
            let (ply, column) = played?;
            let next = position.play(column);
            position = next.map_err(|reason| MovesError::Illegal { ply, reason })?;
        }
        Ok(position)
    }
}
