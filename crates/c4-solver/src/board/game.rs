//! Games: a position with the moves that led to it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::limits::{Meter, unlimited};
#[cfg(feature = "svg")]
use bitboard_core::svg;
use bitboard_core::{Bits as _, Interrupted, Limits, Player};

use super::bounds::Outcome;
use super::column::Column;
use super::position::{MovesError, PlayError, Position, has_four, moves};
use super::size::{BoardSize, Standard};

/// A game from the empty board, on 7×6 by default. Moves can be undone, and the last one may win.
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
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Game<B: BoardSize = Standard> {
    /// The positions before each move.
    before: Vec<(Position<B>, Column)>,
    now: Position<B>,
}

/// A game without moves.
impl<B: BoardSize + Default> Default for Game<B> {
    fn default() -> Self {
        Self::new(B::default())
    }
}

impl Game {
    /// A game on 7×6 without moves.
    pub const EMPTY: Self = Self { before: Vec::new(), now: Position::EMPTY };

    /// The game on 7×6 with these moves, one digit `1`–`7` for each column. White space between
    /// them is ignored.
    ///
    /// ```
    /// use c4_solver::Game;
    ///
    /// assert_eq!(Game::from_moves("44 45")?.moves().len(), 4);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// As [`play_moves`](Self::play_moves).
    pub fn from_moves(moves: &str) -> Result<Self, MovesError> {
        let mut game = Self::EMPTY;
        game.play_moves(moves)?;
        Ok(game)
    }
}

impl<B: BoardSize> Game<B> {
    /// A game without moves.
    #[must_use]
    pub fn new(board: B) -> Self {
        Self { before: Vec::new(), now: Position::new(board) }
    }

    /// A game that leads to a position, such as one from a picture. `None` if no moves do.
    ///
    /// The stones must be placed in turn, and each on the one below. This takes stones off again,
    /// in depth-first order, and visits no position twice.
    ///
    /// ```
    /// use c4_solver::{Game, Position};
    ///
    /// let position = Position::from_moves("44455")?;
    /// let game = Game::reaching(position).unwrap();
    /// assert_eq!(game.position(), position);
    /// // The second player did not begin.
    /// let [own, other] = [0b10 | 0b10 << 7, 0b01 | 0b01 << 7];
    /// let position = Position::from_stones(position.board(), own, other).unwrap();
    /// assert_eq!(Game::reaching(position), None);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn reaching(position: Position<B>) -> Option<Self> {
        unlimited(|limits| Self::try_reaching(position, limits))
    }

    /// [`reaching`](Self::reaching) within limits. A node is a position visited.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached or the cancel flag is set.
    pub fn try_reaching(
        position: Position<B>,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Interrupted<()>> {
        let (shape, watch) = (position.shape(), limits.start());
        let mut meter = Meter::new(&watch);
        // The positions before each move, the last move first.
        let mut before: Vec<(Position<B>, Column)> = Vec::new();
        let (mut seen, mut now, mut untried) = (BTreeSet::new(), position, shape.width);
        while !now.all.is_zero() {
            let other = now.own ^ now.all;
            let undo = |column: Column| {
                let stones = now.all & shape.column(column.index());
                let highest = stones ^ (stones & stones >> 1);
                let found = Position { own: other ^ highest, all: now.all ^ highest, ..now };
                (!(highest & other).is_zero()).then_some((found, column))
            };
            let mut found = Column::all(untried).rev().filter_map(undo);
            match found.find(|(found, _)| !seen.contains(&found.all)) {
                Some((found, column)) => {
                    meter.take_all(1).map_err(|reason| Interrupted::new(reason, ()))?;
                    seen.insert(found.all);
                    before.push((found, column));
                    (now, untried) = (found, shape.width);
                }
                None => {
                    let Some((_, column)) = before.pop() else { return Ok(None) };
                    now = before.last().map_or(position, |&(before, _)| before);
                    untried = column.index();
                }
            }
        }
        before.reverse();
        Ok(Some(Self { before, now: position }))
    }

    /// Plays the moves of a text, one [symbol](Column) each. White space is ignored. If one of the
    /// moves cannot be played, those before it stay played.
    ///
    /// ```
    /// use c4_solver::Game;
    ///
    /// let mut game = Game::EMPTY;
    /// let error = game.play_moves("12121212").unwrap_err();
    /// assert_eq!(error.to_string(), "move 8: the game is already won");
    /// assert_eq!(game.to_string(), "1212121");
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] naming the move.
    pub fn play_moves(&mut self, text: &str) -> Result<(), MovesError> {
        for played in moves(self.now.board, text) {
            let (ply, column) = played?;
            self.play(column).map_err(|reason| MovesError::Illegal { ply, reason })?;
        }
        Ok(())
    }

    /// Plays a stone in a column, which may win the game.
    ///
    /// # Errors
    /// [`PlayError`] if the column does not exist, if it is full, or if the game is over.
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        if self.winner().is_some() {
            return Err(PlayError::Over);
        }
        let next = match self.now.after(column) {
            Err(PlayError::Wins { .. }) => self.now.after_move(self.now.move_in(column)),
            next => next?,
        };
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
        match self.winner() {
            Some(player) => Some(Outcome::Won(player)),
            None => self.now.is_full().then_some(Outcome::Drawn),
        }
    }

    /// The player who has won; `None` if the game is running or drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let player = self.turn().other();
        has_four(self.now.board, self.now.own ^ self.now.all).then_some(player)
    }

    /// The position. If the last move won it has four in a row, and its score has no meaning.
    #[must_use]
    pub fn position(&self) -> Position<B> {
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
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn winning_line(&self) -> impl Iterator<Item = (Column, u32)> {
        let shape = self.now.shape();
        let line = shape.lines_of_four(self.now.own ^ self.now.all);
        let cells = Column::all(shape.width)
            .flat_map(move |column| (0..shape.height).map(move |row| (column, row)));
        cells.filter(move |&(column, row)| !(line & shape.cell(column, row)).is_zero())
    }

    /// A drawing of the board, with the winning line outlined.
    ///
    /// ```
    /// use c4_solver::Game;
    ///
    /// let game = Game::from_moves("1212121")?;
    /// assert!(game.drawing().to_string().starts_with("<svg"));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
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

impl<B: BoardSize> fmt::Debug for Game<B> {
    /// The size of the board and the moves, and for `{:#?}` the picture below them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.now.board.width(), self.now.board.height());
        write!(f, "Game({width}×{height}, \"{self}\")")?;
        if f.alternate() { write!(f, "\n{}", self.now) } else { Ok(()) }
    }
}

/// Writes the moves.
impl<B: BoardSize> fmt::Display for Game<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves().try_for_each(|column| write!(f, "{column}"))
    }
}
