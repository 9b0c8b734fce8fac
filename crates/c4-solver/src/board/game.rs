//! Games: a position with the moves that led to it.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::Player;
#[cfg(feature = "svg")]
use bitboard_core::svg;

use super::bounds::Outcome;
use super::column::Column;
use super::position::{PlayError, Position, PositionError, has_four, moves};
use super::shape::Shape;
use super::size::Board;

/// A game from the empty board. Moves can be undone, and the last one may win. From a position
/// without moves, such as a picture, [`Position::after`] plays on, and returns
/// [`PlayError::Wins`] for the stone that wins.
///
/// A game is displayed as its moves, one [symbol](Column) each. `{:#?}` adds the picture of the
/// board.
///
/// ```
/// use c4_solver::{Game, Outcome, Player};
///
/// let mut game = Game::from_moves("1212121")?;
/// assert_eq!(game.outcome(), Some(Outcome::Won(Player::First)));
/// assert_eq!(game.undo().map(|column| column.symbol()), Some('1'));
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.to_string(), "121212");
/// # Ok::<(), c4_solver::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Game {
    /// The positions before each move.
    before: Vec<(Position, Column)>,
    now: Position,
}

/// A game on 7×6 without moves.
impl Default for Game {
    fn default() -> Self {
        Self::new(Board::STANDARD)
    }
}

impl Game {
    /// The game on 7×6 with these moves, one digit `1`–`7` for each column. White space between
    /// them is ignored.
    ///
    /// # Errors
    /// As [`play_moves`](Self::play_moves).
    pub fn from_moves(moves: &str) -> Result<Self, PositionError> {
        let mut game = Self::default();
        game.play_moves(moves)?;
        Ok(game)
    }

    /// A game without moves.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self { before: Vec::new(), now: Position::new(board) }
    }

    /// Plays the moves of a text, one [symbol](Column) each. White space is ignored. If one of the
    /// moves cannot be played, those before it stay played.
    ///
    /// ```
    /// use c4_solver::Game;
    ///
    /// let mut game = Game::default();
    /// let error = game.play_moves("12121212").unwrap_err();
    /// assert_eq!(error.to_string(), "move 8: the game is already won");
    /// assert_eq!(game.to_string(), "1212121");
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] naming the move.
    pub fn play_moves(&mut self, text: &str) -> Result<(), PositionError> {
        for played in moves(self.now.board, text) {
            let (ply, column) = played?;
            self.play(column).map_err(|reason| PositionError::Move { ply, reason })?;
        }
        Ok(())
    }

    /// Plays a stone in a column, which may win the game.
    ///
    /// # Errors
    /// [`PlayError`] if the column does not exist, if it is full, or if the game is over.
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        if self.is_won() {
            return Err(PlayError::Over);
        }
        let (next, _) = self.now.after_stone(column)?;
        self.before.push((self.now, column));
        self.now = next;
        Ok(())
    }

    /// Undoes the last move and returns its column.
    pub fn undo(&mut self) -> Option<Column> {
        let (position, column) = self.before.pop()?;
        self.now = position;
        Some(column)
    }

    /// The player to move; after the end of the game, the player who would move.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.now.turn()
    }

    /// The outcome of the game; `None` while it is running.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(Outcome::Won(self.turn().other()));
        }
        self.now.is_full().then_some(Outcome::Drawn)
    }

    /// Returns whether the last move has won.
    fn is_won(&self) -> bool {
        has_four(self.now.board, self.now.own ^ self.now.all)
    }

    /// The position. If the last move won it has four in a row, and its score has no meaning.
    #[must_use]
    pub fn position(&self) -> Position {
        self.now
    }

    /// The moves from the first to the last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Column> + DoubleEndedIterator {
        self.before.iter().map(|&(_, column)| column)
    }

    /// The cells of the winning line, four or more, as column and row, which is counted from 0 at
    /// the bottom.
    ///
    /// ```
    /// use c4_solver::{Column, Game};
    ///
    /// let game = Game::from_moves("1212121")?;
    /// let column = Column::new(0).unwrap();
    /// assert!(game.winning_line().eq((0..4).map(|row| (column, row))));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn winning_line(&self) -> impl Iterator<Item = (Column, u32)> {
        let shape = Shape::<u128>::new(self.now.board);
        let line = shape.lines_of_four(self.now.own ^ self.now.all);
        let cells = Column::all(shape.width)
            .flat_map(move |column| (0..shape.height).map(move |row| (column, row)));
        cells.filter(move |&(column, row)| line & shape.cell(column, row) != 0)
    }

    /// A drawing of the board, with the winning line outlined.
    #[cfg(feature = "svg")]
    #[must_use]
    pub fn drawing(&self) -> svg::Drawing {
        let mut drawing = self.position().drawing();
        for (column, row) in self.winning_line() {
            drawing.outline((column.index() as usize, row as usize), "#222222");
        }
        drawing
    }
}

impl fmt::Debug for Game {
    /// The size of the board and the moves, and for `{:#?}` the picture below them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.now.board.width(), self.now.board.height());
        write!(f, "Game({width}×{height}, \"{self}\")")?;
        if f.alternate() { write!(f, "\n{}", self.now) } else { Ok(()) }
    }
}

/// Writes the moves.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves().try_for_each(|column| write!(f, "{column}"))
    }
}
