//! Games: a position with the moves that led to it.

use alloc::string::String;
use alloc::vec::Vec;

use bitboard_core::{Bits as _, Word};

use crate::board::{Board, Standard};
use crate::error::PositionError;
use crate::lines::has_four;
use crate::notation::symbol;
use crate::position::Position;

/// A game from the empty board. Moves can be undone, and the last one may win.
///
/// ```
/// use c4_solver::{Game, Outcome};
///
/// let mut game = Game::default();
/// for x in [0, 1, 0, 1, 0, 1, 0] {
///     game.play(x)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Won));
/// assert_eq!(game.moves(), "1212121");
/// assert_eq!(game.winning_line(), 0b1111);
/// assert_eq!(game.undo(), Some(0));
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), c4_solver::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game<B: Board = Standard> {
    /// The positions before each move.
    before: Vec<(Position<B>, u32)>,
    now: Position<B>,
}

impl Default for Game {
    /// A game without moves on 7×6.
    fn default() -> Self {
        Self::new(Standard::BOARD)
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The last move won.
    Won,
    /// The board is full.
    Drawn,
}

impl<B: Board> Game<B> {
    /// A game without moves.
    #[must_use]
    pub fn new(board: B) -> Self {
        Self { before: Vec::new(), now: Position::new(board) }
    }

    /// Plays in column `x`, counted from 0.
    ///
    /// # Errors
    /// [`PositionError`] if there is no such column, if it is full, or if the game is over.
    pub fn play(&mut self, x: u32) -> Result<(), PositionError> {
        if self.outcome() == Some(Outcome::Won) {
            return Err(PositionError::Over);
        }
        let next = match self.now.play(x) {
            Err(PositionError::Won { .. }) => {
                self.now.after(self.now.moves() & self.now.board.column(x))
            }
            next => next?,
        };
        self.before.push((self.now, x));
        self.now = next;
        Ok(())
    }

    /// Undoes the last move and returns its column.
    pub fn undo(&mut self) -> Option<u32> {
        let (position, x) = self.before.pop()?;
        self.now = position;
        Some(x)
    }

    /// The result, `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.winning_line().is_zero() {
            Some(Outcome::Won)
        } else if self.now.is_full() {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }

    /// The position. If the last move won, it must not be solved.
    #[must_use]
    pub fn position(&self) -> Position<B> {
        self.now
    }

    /// The stones of the four in a row that won, or more, in the bit order of [`Board`].
    #[must_use]
    pub fn winning_line(&self) -> B::Word {
        let (board, stones) = (self.now.board, self.now.own ^ self.now.all);
        if !has_four(board, stones) {
            return B::Word::ZERO;
        }
        let stride = board.height() + 1;
        let mut line = B::Word::ZERO;
        for d in [1, stride, stride - 1, stride + 1] {
            // Shorter boards have no room for four, and the shifts could exceed the word.
            if d == 1 || board.width() >= 4 {
                let pairs = stones & stones >> d;
                let first = pairs & pairs >> (2 * d);
                let two = first | first << d;
                line |= two | two << (2 * d);
            }
        }
        line
    }

    /// Whether the cell in column `x` and row `y`, counted from 0 at the bottom left, is part of the winning line.
    #[must_use]
    pub fn is_in_winning_line(&self, x: u32, y: u32) -> bool {
        let board = self.now.board;
        x < board.width()
            && y < board.height()
            && !(self.winning_line() >> (x * (board.height() + 1) + y) & B::Word::ONE).is_zero()
    }

    /// A drawing of the board, the winning line outlined.
    #[cfg(feature = "svg")]
    #[must_use]
    pub fn drawing(&self) -> bitboard_core::svg::Drawing {
        use bitboard_core::svg::{Drawing, EMPTY, PALETTE};
        let board = self.now.board;
        let (width, height) = (board.width(), board.height());
        let mut drawing =
            Drawing::new(bitboard_core::Lattice::Square, width as usize, height as usize)
                .row_0_at_the_bottom();
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let (column, row) = (x as usize, y as usize);
            drawing.cell(column, row, EMPTY);
            if let Some(stone) = self.now.stone(x, y) {
                drawing.disc(column, row, PALETTE[if stone == 'x' { 1 } else { 3 }]);
            }
            if self.is_in_winning_line(x, y) {
                drawing.outline(column, row, "#222222");
            }
        }
        drawing
    }

    /// The moves as [symbols](crate::notation).
    #[must_use]
    pub fn moves(&self) -> String {
        self.before.iter().map(|&(_, x)| symbol(x)).collect()
    }
}
