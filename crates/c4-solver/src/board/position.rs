//! Positions as two bitboards, and the errors of moves and positions.

use core::fmt;

use bitboard_core::{Bits as _, Player, Word as _};
#[cfg(feature = "svg")]
use bitboard_core::{Lattice, svg};

#[cfg(feature = "alloc")]
use super::bounds::Bounds;
use super::column::{Column, ColumnSet};
use super::shape::Shape;
use super::size::{Board, Standard};

/// A position that is not won yet.
///
/// It is a [`Board`] and two words, the stones of the player to move and all stones. The cell in
/// column x and row y, counted from 0 at the bottom left, is bit y + (height + 1)·x. The encoding
/// is that of Pascal Pons' tutorial, part 6 ("Bitboard").
///
/// ```
/// use c4_solver::{Board, Position};
///
/// let position = Position::from_moves("44455")?;
/// assert_eq!(position.to_string(), "\
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . x . . .
/// . . . o x . .
/// . . . x o . .
/// ");
/// // As people type it. Other boards are made first.
/// assert_eq!("|...x...|\n|...ox..|\n|...xo..|\n+1234567+".parse(), Ok(position));
/// let empty = Position::new(Board::new(9, 5)?);
/// assert_eq!(empty.after_moves("99")?.ply(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) own: u128,
    pub(crate) all: u128,
}

/// Evaluates a formula on the stones of the player to move and all stones, with the masks of the
/// board: those of 7×6 as constants, others in the smallest word that holds them.
macro_rules! formula {
    ($position:expr, |$shape:ident, $own:ident, $all:ident| $result:expr) => {{
        let Position { board, own, all } = $position;
        if board.is_standard() {
            let ($shape, $own, $all) = (Shape::new(Standard), own as u64, all as u64);
            $result
        } else if let Some(board) = board.narrow() {
            let ($shape, $own, $all) = (Shape::new(board), own as u64, all as u64);
            $result
        } else {
            let ($shape, $own, $all) = (Shape::new(board), own, all);
            $result
        }
    }};
}

/// The empty board of 7×6.
impl Default for Position {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Position {
    /// The empty board of 7×6.
    pub const EMPTY: Self = Self { board: Board::STANDARD, own: 0, all: 0 };

    /// The empty board.
    #[inline]
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self { board, own: 0, all: 0 }
    }

    /// The position on 7×6 after a string of moves, one digit `1`–`7` for each column. White space
    /// is ignored.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("44 455")?.ply(), 5);
    /// assert_eq!(Position::from_moves("4448").unwrap_err().to_string(),
    ///     "move 4: expected a column from 1 to 7, found '8'");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// As [`after_moves`](Self::after_moves).
    pub fn from_moves(moves: &str) -> Result<Self, PositionError> {
        Self::EMPTY.after_moves(moves)
    }

    /// The position of cells in reading order, row by row from the top: 0 is an empty cell, 1 a
    /// stone of the first player, 2 or −1 one of the second. Kaggle ConnectX has such lists.
    ///
    /// A position that no game leads to is accepted.
    ///
    /// ```
    /// use c4_solver::{Board, Position};
    ///
    /// let cells = [[0, 0, 0, 0], [0, 2, 0, 0], [0, 1, 1, 0]];
    /// let position = Position::from_rows(Board::new(4, 3)?, cells.as_flattened())?;
    /// assert_eq!(position.to_string(), ". . . .\n. o . .\n. x x .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if the number of cells or a value is wrong, or if the stones are not a
    /// position.
    pub fn from_rows<T: Copy + Into<i64>>(
        board: Board,
        cells: &[T],
    ) -> Result<Self, PositionError> {
        let (shape, expected) = (Shape::new(board), board.cells() as usize);
        if cells.len() != expected {
            return Err(PositionError::Length { expected, found: cells.len() });
        }
        let mut stones = [0; 2];
        for (row, cells) in (0..).zip(cells.chunks(board.width() as usize)) {
            for (column, &cell) in Column::all(board.width()).zip(cells) {
                let player = match cell.into() {
                    0 => continue,
                    1 => Player::First,
                    2 | -1 => Player::Second,
                    value => return Err(PositionError::Cell { column, row, value }),
                };
                stones[player.index()] |= shape.cell(column, board.height() - 1 - row);
            }
        }
        let [x, o] = stones.map(|stones| stones.count_ones() as usize);
        if x != o && x != o + 1 {
            return Err(PositionError::Stones { x, o });
        }
        let to_move = x - o;
        Self::from_stones(board, stones[to_move], stones[1 - to_move])
    }

    /// The position with this [`key`](Self::key).
    ///
    /// ```
    /// use c4_solver::{Board, Position};
    ///
    /// let position = Position::from_moves("44455")?;
    /// assert_eq!(Position::from_key(Board::STANDARD, position.key()), Ok(position));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if it is not the key of a position.
    pub fn from_key(board: Board, key: u128) -> Result<Self, PositionError> {
        let position = Self::of_key(board, key).ok_or(PositionError::Key)?;
        let position = Self::from_stones(board, position.own, position.all ^ position.own)?;
        if position.key() == key { Ok(position) } else { Err(PositionError::Key) }
    }

    /// The position with this key. The stones are not checked. `None` if a column has no bits.
    pub(crate) fn of_key(board: Board, key: u128) -> Option<Self> {
        let stride = board.height() + 1;
        let column = u128::MAX >> (u128::BITS - stride);
        let mut position = Self::new(board);
        for x in 0..board.width() {
            // The highest bit is on top of the stones; below it, 1 is a stone of the player to
            // move.
            let bits = key >> (x * stride) & column;
            let stones = (1 << bits.checked_ilog2()?) - 1;
            position.own |= (bits & stones) << (x * stride);
            position.all |= stones << (x * stride);
        }
        Some(position)
    }

    /// The position with these stones of the player to move and of the other player, which lie on
    /// the board, and not on each other.
    pub(crate) fn from_stones(board: Board, own: u128, other: u128) -> Result<Self, PositionError> {
        let (shape, all) = (Shape::new(board), own | other);
        if all.wrapping_add(shape.bottom) & all != 0 {
            return Err(floating(board, all));
        }
        // The other player has moved last.
        let [own_count, other_count] = [own, other].map(|stones| stones.count_ones() as usize);
        if own_count != other_count && own_count + 1 != other_count {
            return Err(PositionError::Turns { to_move: own_count, other: other_count });
        }
        let position = Self { board, own, all };
        match (has_four(board, own), has_four(board, other)) {
            (false, false) => Ok(position),
            (true, true) => Err(PositionError::BothWon),
            (true, false) => Err(PositionError::Over { winner: position.turn() }),
            (false, true) => Err(PositionError::Over { winner: position.turn().other() }),
        }
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(self) -> Board {
        self.board
    }

    /// Number of stones.
    #[inline]
    #[must_use]
    pub fn ply(self) -> usize {
        self.all.count_ones() as usize
    }

    /// Number of empty cells.
    #[inline]
    pub(crate) fn empty_cells(self) -> u32 {
        // Most boards have 64 bits, and counting takes a dozen instructions for each word.
        let (low, high) = (self.all as u64, (self.all >> 64) as u64);
        self.board.cells() - low.count_ones() - if high == 0 { 0 } else { high.count_ones() }
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub fn turn(self) -> Player {
        Player::at(self.ply())
    }

    /// Returns whether all cells are taken.
    #[inline]
    #[must_use]
    pub fn is_full(self) -> bool {
        self.empty_cells() == 0
    }

    /// The player whose stone is in this column and row, which is counted from 0 at the bottom.
    /// `None` if the cell is empty or not on the board.
    #[must_use]
    pub fn stone(self, column: Column, row: u32) -> Option<Player> {
        let cell = Shape::new(self.board).cell(column, row);
        if self.all & cell == 0 {
            None
        } else if self.own & cell == 0 {
            Some(self.turn().other())
        } else {
            Some(self.turn())
        }
    }

    /// The stones of the player to move and those of the other player, in the bits that
    /// [`Position`] describes.
    #[inline]
    #[must_use]
    pub fn stones(self) -> [u128; 2] {
        [self.own, self.own ^ self.all]
    }

    /// A number that no other position of the board shares: the stones of the player to move, and
    /// a 1 in the lowest empty cell of each column or, if it is full, in the bit above.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("1")?.key() ^ Position::EMPTY.key(), 0b11);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key(self) -> u128 {
        formula!(self, |shape, own, all| shape.key(own, all).to_u128())
    }

    /// The smaller of the keys of this position and of its mirror image.
    #[inline]
    #[must_use]
    pub fn symmetric_key(self) -> u128 {
        formula!(self, |shape, own, all| {
            let key = shape.key(own, all);
            key.min(shape.mirror(key)).to_u128()
        })
    }

    /// The mirror image.
    #[must_use]
    pub fn mirror(self) -> Self {
        let [own, all] = formula!(self, |shape, own, all| {
            [shape.mirror(own).to_u128(), shape.mirror(all).to_u128()]
        });
        Self { board: self.board, own, all }
    }

    /// Returns whether the player to move can win at once.
    #[inline]
    pub(crate) fn wins_at_once(self) -> bool {
        formula!(self, |shape, own, all| {
            !(shape.winning_cells(own, all) & shape.moves(all)).is_zero()
        })
    }

    /// The columns that are not full.
    #[must_use]
    pub fn columns(self) -> ColumnSet {
        formula!(self, |shape, _own, all| shape.columns_of(shape.moves(all)))
    }

    /// The columns in which a stone wins at once.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// let position = Position::from_moves("223347")?;
    /// assert_eq!(position.winning_columns().to_string(), "15");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn winning_columns(self) -> ColumnSet {
        formula!(self, |shape, own, all| {
            shape.columns_of(shape.winning_cells(own, all) & shape.moves(all))
        })
    }

    /// The columns after which the opponent cannot win at once, those that win included.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// // Only column 4 stops the three in it.
    /// let position = Position::from_moves("41424")?;
    /// assert_eq!(position.non_losing_columns().to_string(), "4");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn non_losing_columns(self) -> ColumnSet {
        formula!(self, |shape, own, all| {
            let safe = shape.non_losing(all, shape.winning_cells(own ^ all, all));
            shape.columns_of(safe | shape.winning_cells(own, all) & shape.moves(all))
        })
    }

    /// The position after a stone in this column, and whether the stone wins.
    #[inline]
    pub(super) fn after_stone(self, column: Column) -> Result<(Self, bool), PlayError> {
        let Self { board, own, all } = self;
        if column.index() >= board.width() {
            return Err(PlayError::NoSuchColumn { column });
        }
        let (cell, wins) = formula!(self, |shape, own, all| {
            let cell = shape.moves(all) & shape.column(column.index());
            (cell.to_u128(), !shape.fours(own | cell).is_zero())
        });
        if cell == 0 {
            return Err(PlayError::FullColumn { column });
        }
        Ok((Self { board, own: own ^ all, all: all | cell }, wins))
    }

    /// The position after a stone in this column, if it does not end the game.
    ///
    /// ```
    /// use c4_solver::{Column, PlayError, Position};
    ///
    /// let column = Column::new(3).unwrap();
    /// assert_eq!(Position::EMPTY.after(column)?, Position::from_moves("4")?);
    /// let position = Position::from_moves("414243")?;
    /// assert_eq!(position.after(column), Err(PlayError::Wins { column }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the column does not exist, if it is full, or if the stone wins: a
    /// [`Position`] is not won. `Game::play` accepts a winning move.
    pub fn after(self, column: Column) -> Result<Self, PlayError> {
        let (next, wins) = self.after_stone(column)?;
        if wins { Err(PlayError::Wins { column }) } else { Ok(next) }
    }

    /// The position after these moves, one [symbol](Column) each. White space is ignored.
    ///
    /// ```
    /// use c4_solver::{Board, Position};
    ///
    /// let empty = Position::new(Board::new(12, 5)?);
    /// assert_eq!(empty.after_moves("9a")?.after_moves("b c")?.ply(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] naming the move, for a character that is not a column, a full column, or a
    /// move that wins.
    pub fn after_moves(self, moves: &str) -> Result<Self, PositionError> {
        let mut position = self;
        for played in self::moves(self.board, moves) {
            let (ply, column) = played?;
            let next = position.after(column);
            position = next.map_err(|reason| PositionError::Move { ply, reason })?;
        }
        Ok(position)
    }

    /// A drawing of the board.
    #[cfg(feature = "svg")]
    #[must_use]
    pub fn drawing(self) -> svg::Drawing {
        let (width, height) = (self.board.width(), self.board.height());
        let drawing = svg::Drawing::new(Lattice::Square, width as usize, height as usize);
        let mut drawing = drawing.row_0_at_the_bottom();
        for column in Column::all(width) {
            for y in 0..height {
                let cell = (column.index() as usize, y as usize);
                drawing.cell(cell, svg::EMPTY);
                if let Some(player) = self.stone(column, y) {
                    drawing.disc(cell, svg::PALETTE[if player == Player::First { 1 } else { 3 }]);
                }
            }
        }
        drawing
    }

    /// The score of a win with the next stone, which is the highest possible score.
    #[inline]
    #[must_use]
    pub fn win_score(self) -> i32 {
        (self.empty_cells() as i32 + 1) / 2
    }

    /// The bounds of the score that are known without a search.
    #[cfg(feature = "alloc")]
    pub(crate) fn known_score(self) -> Bounds {
        if self.wins_at_once() {
            Bounds::exactly(self.win_score())
        } else {
            Bounds::possible(self.empty_cells())
        }
    }

    /// Number of plies to the end of the game, if this is the score and both players play
    /// perfectly.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::EMPTY.plies_to_end(1), 41);
    /// ```
    #[must_use]
    pub fn plies_to_end(self, score: i32) -> usize {
        let left = self.empty_cells() as usize;
        let not_played = score.unsigned_abs() as usize;
        match score {
            1.. => (2 * (left.div_ceil(2) + 1).saturating_sub(not_played)).saturating_sub(1),
            0 => left,
            _ => 2 * (left / 2 + 1).saturating_sub(not_played),
        }
    }
}

/// Writes a [picture](Position::parse). Each row ends with a newline.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.board.height()).rev() {
            for column in Column::all(self.board.width()) {
                let space = if column.index() == 0 { "" } else { " " };
                let symbol = self.stone(column, row).map_or('.', Player::symbol);
                write!(f, "{space}{symbol}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    /// The size of the board and the [`key`](Self::key), and for `{:#?}` the picture below it.
    ///
    /// ```
    /// use c4_solver::{Board, Position};
    ///
    /// let position = Position::new(Board::new(2, 2).unwrap()).after_moves("1").unwrap();
    /// assert_eq!(format!("{position:?}"), "Position(2×2, 0xa)");
    /// assert_eq!(format!("{position:#?}"), "Position(2×2, 0xa)\n. .\nx .\n");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.board.width(), self.board.height());
        write!(f, "Position({width}×{height}, {:#x})", self.key())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// The moves of a text without white space, with their numbers from 1.
pub(super) fn moves(
    board: Board,
    text: &str,
) -> impl Iterator<Item = Result<(usize, Column), PositionError>> {
    (1..).zip(text.chars().filter(|c| !c.is_whitespace())).map(move |(ply, symbol)| {
        let column = Column::of_width(symbol, board.width());
        // A board has at least one column.
        let last = Column::all(board.width()).next_back().unwrap_or_default();
        column.map(|column| (ply, column)).ok_or(PositionError::NotAColumn { ply, symbol, last })
    })
}

/// The error of the first stone with an empty cell below it, if there is one among `all`.
fn floating(board: Board, all: u128) -> PositionError {
    let shape = Shape::<u128>::new(board);
    let is_floating = |&(column, row): &(Column, u32)| {
        shape.cell(column, row) & all != 0 && shape.cell(column, row - 1) & all == 0
    };
    let cells = Column::all(board.width())
        .flat_map(|column| (1..board.height()).map(move |row| (column, row)));
    let found = cells.into_iter().find(is_floating);
    found.map_or(PositionError::Key, |(column, row)| PositionError::Floating { column, row })
}

/// Returns whether a player with these stones has won.
#[inline]
pub(super) fn has_four(board: Board, stones: u128) -> bool {
    let stones = Position { board, own: stones, all: stones };
    formula!(stones, |shape, stones, _all| !shape.fours(stones).is_zero())
}

/// Error of a move that cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board does not have this column.
    #[error("column {column} does not exist")]
    NoSuchColumn {
        /// The column.
        column: Column,
    },
    /// The column has no empty cell.
    #[error("column {column} is full")]
    FullColumn {
        /// The column.
        column: Column,
    },
    /// The move wins. A [`Position`](crate::Position) is not won; a `Game` may be.
    #[error("a stone in column {column} wins, which ends the game")]
    Wins {
        /// The column.
        column: Column,
    },
    /// The game is already won.
    #[error("the game is already won")]
    Over,
}

/// Error of moves, a picture, cells or a key that are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A character of a string of moves is not a column.
    #[error("move {ply}: expected a column from 1 to {last}, found {symbol:?}")]
    NotAColumn {
        /// The move, from 1.
        ply: usize,
        /// The character.
        symbol: char,
        /// The last column of the board.
        last: Column,
    },
    /// A move is against the rules, or ends the game.
    #[error("move {ply}: {reason}")]
    Move {
        /// The move, from 1.
        ply: usize,
        /// The reason why the move cannot be played.
        reason: PlayError,
    },
    /// A character of a picture is not a cell. Lines and columns of text count from 1.
    #[error(
        "line {line}, column {column}: expected '.', 'x' or 'o' (or 'R' and 'Y'), found {found:?}"
    )]
    Symbol {
        /// The line.
        line: usize,
        /// The column of the text.
        column: usize,
        /// The character.
        found: char,
    },
    /// A row of a picture has too few or too many cells.
    #[error("line {line}: expected a row of {expected} cells, found {found}")]
    Row {
        /// The line.
        line: usize,
        /// Columns of the board.
        expected: usize,
        /// Cells of the row.
        found: usize,
    },
    /// A picture has no rows, or too many.
    #[error("expected 1 to {expected} rows, found {found}")]
    Rows {
        /// Rows of the board.
        expected: usize,
        /// Rows of the picture.
        found: usize,
    },
    /// A list has too few or too many cells.
    #[error("expected {expected} cells, found {found}")]
    Length {
        /// Cells of the board.
        expected: usize,
        /// Cells of the list.
        found: usize,
    },
    /// A number does not stand for a cell. The message counts rows from 1.
    #[error("column {column}, row {} from the top: expected 0, 1, 2 or -1, found {value}", row + 1)]
    Cell {
        /// The column.
        column: Column,
        /// The row, from 0 at the top.
        row: u32,
        /// The number.
        value: i64,
    },
    /// A number is not the key of a position.
    #[error("the number is not the key of a position")]
    Key,
    /// A stone has an empty cell below it. The message counts rows from 1.
    #[error("the stone in column {column}, row {} from the bottom, has an empty cell below it", row + 1)]
    Floating {
        /// The column of the first such stone.
        column: Column,
        /// The row of the lowest such stone in this column, from 0 at the bottom.
        row: u32,
    },
    /// One player has too many stones for it to be the turn of the player to move.
    #[error(
        "expected as many stones of the other player as of the player to move, or one more, found {other} and {to_move}"
    )]
    Turns {
        /// Stones of the player to move.
        to_move: usize,
        /// Stones of the other player.
        other: usize,
    },
    /// One player has too many stones. The first player, `x`, moves first.
    #[error("expected as many stones of x as of o, or one more, found {x} of x and {o} of o")]
    Stones {
        /// Stones of the first player.
        x: usize,
        /// Stones of the second player.
        o: usize,
    },
    /// Four stones stand in a row.
    #[error("the game is already won by {}", winner.symbol())]
    Over {
        /// The player with four in a row.
        winner: Player,
    },
    /// Both players have four stones in a row.
    #[error("both players have four in a row")]
    BothWon,
}
