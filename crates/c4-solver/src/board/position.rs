//! Positions as two bitboards, their texts, and the errors of moves, texts and stones.

use core::fmt;
use core::str::FromStr;

use bitboard_core::picture::{PictureError, expect_rows, rows};
use bitboard_core::{Bits as _, Player, Word};
#[cfg(feature = "svg")]
use bitboard_core::{Lattice, svg};

#[cfg(feature = "alloc")]
use super::bounds::Bounds;
use super::column::{Column, ColumnSet};
use super::shape::Shape;
use super::size::{BoardSize, Fixed, Standard};

/// A position that is not won yet, on 7×6 by default.
///
/// It is two words, the stones of the player to move and all stones, beside its board, which takes
/// no memory if its size is a constant. The cell in column x and row y, counted from 0 at the bottom
/// left, is bit y + (height + 1)·x. The encoding is that of Pascal Pons' tutorial, part 6
/// ("Bitboard").
///
/// ```
/// use c4_solver::{Position, AnySize};
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
/// // Other boards are made first.
/// let empty = Position::new(AnySize::<u64>::new(9, 5)?);
/// assert_eq!(empty.after_moves("99")?.ply(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B: BoardSize = Standard> {
    pub(crate) board: B,
    pub(crate) own: B::Word,
    pub(crate) all: B::Word,
}

/// The empty board. A board that does not fit its word is a compile-time error:
///
/// ```compile_fail,E0080
/// let _ = c4_solver::Position::<c4_solver::Fixed<9, 7>>::default();
/// ```
impl<B: BoardSize + Default> Default for Position<B> {
    fn default() -> Self {
        Self::new(B::default())
    }
}

impl Position {
    /// The empty board of 7×6.
    pub const EMPTY: Self = Self { board: Fixed::BOARD, own: 0, all: 0 };

    /// The position on 7×6 after a string of moves, one digit `1`–`7` for each column. White space
    /// is ignored.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("44 455")?.ply(), 5);
    /// assert_eq!(Position::from_moves("4448").unwrap_err().to_string(),
    ///     "move 4: expected a column from 1 to 7, found '8'");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// As [`after_moves`](Self::after_moves).
    pub fn from_moves(moves: &str) -> Result<Self, MovesError> {
        Self::EMPTY.after_moves(moves)
    }
}

impl<B: BoardSize> Position<B> {
    /// The empty board.
    #[inline]
    #[must_use]
    pub fn new(board: B) -> Self {
        Self { board, own: B::Word::ZERO, all: B::Word::ZERO }
    }

    /// The position with these stones of the player to move and of the other player, in the bits
    /// that [`Position`] describes.
    ///
    /// A position that no game leads to is accepted; `Game::reaching` returns whether a game leads
    /// to it.
    ///
    /// ```
    /// use c4_solver::{Position, Standard};
    ///
    /// // The second player is to move; the first has a stone in the lower left corner.
    /// assert_eq!(Position::from_stones(Standard::BOARD, 0, 1), Ok(Position::from_moves("1")?));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if stones are off the board, lie on each other or have an empty cell below
    /// them, if one player has too many, or if the game is won.
    pub fn from_stones(board: B, own: B::Word, other: B::Word) -> Result<Self, PositionError> {
        let (shape, all) = (Shape::<B::Word>::new(board), own | other);
        if !(all & !shape.cells | own & other).is_zero() {
            return Err(PositionError::OffBoard);
        }
        if !(all.wrapping_add(shape.bottom) & all).is_zero() {
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

    /// The position with this [`key`](Self::key).
    ///
    /// ```
    /// use c4_solver::{Position, Standard};
    ///
    /// let position = Position::from_moves("44455")?;
    /// assert_eq!(Position::from_key(Standard::BOARD, position.key()), Ok(position));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if it is not the key of a position.
    pub fn from_key(board: B, key: B::Word) -> Result<Self, PositionError> {
        let position = Self::of_key(board, key).ok_or(PositionError::Key)?;
        let position = Self::from_stones(board, position.own, position.all ^ position.own)?;
        if position.key() == key { Ok(position) } else { Err(PositionError::Key) }
    }

    /// The position with this key. The stones are not checked. `None` if a column has no bits.
    pub(crate) fn of_key(board: B, key: B::Word) -> Option<Self> {
        let stride = board.height() + 1;
        let column = Shape::<B::Word>::new(board).column(0);
        let column = column | column << 1;
        let mut position = Self::new(board);
        for x in 0..board.width() {
            // The highest bit is on top of the stones; below it, 1 is a stone of the player to
            // move.
            let bits = key >> (x * stride) & column;
            if bits.is_zero() {
                return None;
            }
            let stones = B::Word::ONE << (B::Word::BITS - 1 - bits.leading_zeros());
            let stones = stones.wrapping_sub(B::Word::ONE);
            position.own |= (bits & stones) << (x * stride);
            position.all |= stones << (x * stride);
        }
        Some(position)
    }

    /// Reads a [picture](bitboard_core::picture): `x` is a stone of the player who began, `o` one
    /// of the other player, `.` an empty cell.
    ///
    /// A position that no game leads to is accepted; `Game::reaching` returns whether a game leads
    /// to it.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// let position = Position::parse_picture(Fixed::<4, 4>::BOARD, "
    ///     . . . .
    ///     . . . .
    ///     . o . .
    ///     . x . x")?;
    /// assert_eq!(position, Position::new(Fixed::BOARD).after_moves("224")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError::Picture`] if the text is not a picture of the board, another one if the
    /// stones are not a position.
    pub fn parse_picture(board: B, text: &str) -> Result<Self, PositionError> {
        let shape = Shape::<B::Word>::new(board);
        let mut stones = [B::Word::ZERO; 2];
        for (row, y) in
            expect_rows(rows(text), board.height() as usize)?.zip((0..shape.height).rev())
        {
            row.read(board.width() as usize, ".xo".chars(), |x, symbol| {
                if let (Some(player), Some(column)) = (symbol.checked_sub(1), Column::new(x as u32))
                {
                    stones[player] |= shape.cell(column, y);
                }
            })?;
        }
        Self::from_players(board, stones)
    }

    /// The position of cells in reading order, row by row from the top: 0 is an empty cell, 1 a
    /// stone of the first player, 2 or −1 one of the second. Kaggle ConnectX has such lists.
    ///
    /// A position that no game leads to is accepted; `Game::reaching` returns whether a game leads
    /// to it.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// let cells = [[0, 0, 0, 0], [0, 2, 0, 0], [0, 1, 1, 0]];
    /// let position = Position::from_rows(Fixed::<4, 3>::BOARD, cells.as_flattened())?;
    /// assert_eq!(position.to_string(), ". . . .\n. o . .\n. x x .\n");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if the number of cells or a value is wrong, or if the stones are not a
    /// position.
    pub fn from_rows<T: Copy + Into<i64>>(board: B, cells: &[T]) -> Result<Self, PositionError> {
        let (width, expected) = (board.width() as usize, board.cells() as usize);
        if cells.len() != expected {
            return Err(PositionError::Length { expected, found: cells.len() });
        }
        for (row, cells) in (0..).zip(cells.chunks(width)) {
            for (column, value) in
                Column::all(board.width()).zip(cells.iter().map(|&cell| cell.into()))
            {
                if !(-1..=2).contains(&value) {
                    return Err(PositionError::Cell { column, row, value });
                }
            }
        }
        Self::from_cells(board, |column, row| {
            let from_top = (board.height() - 1 - row) as usize;
            match cells[from_top * width + column.index() as usize].into() {
                0 => None,
                1 => Some(Player::First),
                _ => Some(Player::Second),
            }
        })
    }

    /// The position with these stones: `stone` returns the player whose stone is in a column and
    /// row, which is counted from 0 at the bottom.
    ///
    /// ```
    /// use c4_solver::{Fixed, Player, Position};
    ///
    /// // Text with the top row first.
    /// let rows = ["....", ".o..", ".xx."];
    /// let position = Position::from_cells(Fixed::<4, 3>::BOARD, |column, row| {
    ///     match rows[2 - row as usize].as_bytes()[column.index() as usize] {
    ///         b'x' => Some(Player::First),
    ///         b'o' => Some(Player::Second),
    ///         _ => None,
    ///     }
    /// })?;
    /// assert_eq!(position.to_string(), ". . . .\n. o . .\n. x x .\n");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] if the stones are not a position.
    pub fn from_cells(
        board: B,
        stone: impl Fn(Column, u32) -> Option<Player>,
    ) -> Result<Self, PositionError> {
        let (shape, mut stones) = (Shape::<B::Word>::new(board), [B::Word::ZERO; 2]);
        for column in Column::all(shape.width) {
            for row in 0..shape.height {
                if let Some(player) = stone(column, row) {
                    stones[player.index()] |= shape.cell(column, row);
                }
            }
        }
        Self::from_players(board, stones)
    }

    /// The position with these stones of the first and of the second player.
    fn from_players(board: B, [first, second]: [B::Word; 2]) -> Result<Self, PositionError> {
        let [x, o] = [first, second].map(|stones| stones.count_ones() as usize);
        if x != o && x != o + 1 {
            return Err(PositionError::Stones { x, o });
        }
        let (own, other) = if x == o { (first, second) } else { (second, first) };
        Self::from_stones(board, own, other)
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(self) -> B {
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
        self.board.cells() - self.all.count_ones()
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
        self.all == self.shape().cells
    }

    /// The player whose stone is in this column and row, which is counted from 0 at the bottom.
    /// `None` if the cell is empty or not on the board.
    ///
    /// ```
    /// use c4_solver::{Column, Player, Position};
    ///
    /// let (position, column) = (Position::from_moves("44")?, Column::new(3).unwrap());
    /// let stones = [0, 1, 2].map(|row| position.stone(column, row));
    /// assert_eq!(stones, [Some(Player::First), Some(Player::Second), None]);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn stone(self, column: Column, row: u32) -> Option<Player> {
        let cell = self.shape().cell(column, row);
        if (self.all & cell).is_zero() {
            None
        } else if (self.own & cell).is_zero() {
            Some(self.turn().other())
        } else {
            Some(self.turn())
        }
    }

    /// The stones of the player to move and those of the other player, in the bits that
    /// [`Position`] describes.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("112")?.stones(), [0b10, 0b1 | 0b1 << 7]);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn stones(self) -> [B::Word; 2] {
        [self.own, self.own ^ self.all]
    }

    /// A number that no other position of the board shares: the stones of the player to move, and
    /// a 1 in the lowest empty cell of each column or, if it is full, in the bit above.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("1")?.key() ^ Position::EMPTY.key(), 0b11);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key(self) -> B::Word {
        self.shape().key(self.own, self.all)
    }

    /// The smaller of the keys of this position and of its mirror image.
    #[inline]
    #[must_use]
    pub fn symmetric_key(self) -> B::Word {
        let key = self.key();
        key.min(self.shape().mirror(key))
    }

    /// This position for another type of its board.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub(crate) fn on<C: BoardSize>(self, board: C) -> Position<C> {
        let size = (self.board.width(), self.board.height());
        assert_eq!(size, (board.width(), board.height()), "the position is of another board");
        let word = |word: B::Word| C::Word::from_u128(word.to_u128());
        Position { board, own: word(self.own), all: word(self.all) }
    }

    /// The mirror image.
    #[must_use]
    pub fn mirror(self) -> Self {
        let Self { board, own, all } = self;
        let shape = self.shape();
        Self { board, own: shape.mirror(own), all: shape.mirror(all) }
    }

    /// The masks of the board.
    #[inline(always)]
    pub(super) fn shape(self) -> Shape<B::Word> {
        Shape::new(self.board)
    }

    /// The cell on which a stone in this column lands; zero if it is full or does not exist.
    #[inline]
    pub(super) fn move_in(self, column: Column) -> B::Word {
        self.moves() & self.shape().column(column.index())
    }

    /// The cells on which a stone can land, at most one in each column.
    #[inline]
    pub(crate) fn moves(self) -> B::Word {
        self.shape().moves(self.all)
    }

    /// The cells on which a stone wins at once.
    #[inline]
    pub(crate) fn winning_moves(self) -> B::Word {
        self.threats() & self.moves()
    }

    /// The columns that are not full.
    #[must_use]
    pub fn columns(self) -> ColumnSet {
        self.shape().columns_of(self.moves())
    }

    /// The columns in which a stone wins at once.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// let position = Position::from_moves("233445")?;
    /// assert_eq!(position.winning_columns().to_string(), "");
    /// let position = Position::from_moves("22334")?;
    /// assert_eq!(position.after_moves("7")?.winning_columns().to_string(), "15");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn winning_columns(self) -> ColumnSet {
        self.shape().columns_of(self.winning_moves())
    }

    /// The columns after which the opponent cannot win at once, those that win included.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// // Only column 4 stops the three in it.
    /// let position = Position::from_moves("41424")?;
    /// assert_eq!(position.non_losing_columns().to_string(), "4");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn non_losing_columns(self) -> ColumnSet {
        let safe = self.shape().non_losing(self.all, self.opponent_threats());
        self.shape().columns_of(safe | self.winning_moves())
    }

    /// Returns whether the column exists and is not full.
    #[inline]
    #[must_use]
    pub fn can_play(self, column: Column) -> bool {
        !self.move_in(column).is_zero()
    }

    /// Returns whether a stone in this column wins at once.
    #[inline]
    #[must_use]
    pub fn is_winning_move(self, column: Column) -> bool {
        !(self.winning_moves() & self.shape().column(column.index())).is_zero()
    }

    /// The position after a stone on `cell`, one of [`moves`](Self::moves).
    #[inline]
    pub(crate) fn after_move(self, cell: B::Word) -> Self {
        Self { board: self.board, own: self.own ^ self.all, all: self.all | cell }
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
        if column.index() >= self.board.width() {
            return Err(PlayError::NoSuchColumn { column });
        }
        let cell = self.move_in(column);
        if cell.is_zero() {
            Err(PlayError::FullColumn { column })
        } else if has_four(self.board, self.own | cell) {
            Err(PlayError::Wins { column })
        } else {
            Ok(self.after_move(cell))
        }
    }

    /// The position after these moves, one [symbol](Column) each. White space is ignored.
    ///
    /// ```
    /// use c4_solver::{AnySize, Position};
    ///
    /// let empty = Position::new(AnySize::<u128>::new(12, 5)?);
    /// assert_eq!(empty.after_moves("9a")?.after_moves("b c")?.ply(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] naming the ply, for a character that is not a column, a full column, or a
    /// move that wins.
    pub fn after_moves(self, moves: &str) -> Result<Self, MovesError> {
        // A later move does not remove four in a row, so one test in the end is enough. The wrong
        // move is only looked for if there is one.
        let (board, shape) = (self.board, self.shape());
        let after = self::moves(board, moves).try_fold(self, |position, played| {
            let (_, column) = played.ok()?;
            let cell = shape.moves(position.all) & shape.column(column.index());
            (!cell.is_zero()).then(|| position.after_move(cell))
        });
        let is_won =
            |after: Self| has_four(board, after.own) || has_four(board, after.own ^ after.all);
        if let Some(after) = after.filter(|&after| !is_won(after)) {
            return Ok(after);
        }
        let mut position = self;
        for played in self::moves(self.board, moves) {
            let (ply, column) = played?;
            let next = position.after(column);
            position = next.map_err(|reason| MovesError::Illegal { ply, reason })?;
        }
        Ok(position)
    }

    /// A drawing of the board.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert!(Position::from_moves("445")?.drawing().to_string().starts_with("<svg"));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
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

    /// The empty cells that complete four in a row for the player to move, in the bits that
    /// [`Position`] describes.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// // The lowest cell of column 4.
    /// assert_eq!(Position::from_moves("112233")?.threats(), 1 << 21);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn threats(self) -> B::Word {
        self.shape().winning_cells(self.own, self.all)
    }

    /// The empty cells that complete four in a row for the other player, in the bits that
    /// [`Position`] describes.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// // The second cell of column 4.
    /// assert_eq!(Position::from_moves("112233")?.opponent_threats(), 1 << 22);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn opponent_threats(self) -> B::Word {
        self.shape().winning_cells(self.own ^ self.all, self.all)
    }

    /// The score of a win with the next stone, which is the highest possible score.
    #[inline]
    #[must_use]
    pub fn win_score(self) -> i32 {
        (self.empty_cells() as i32 + 1) / 2
    }

    /// The bounds of the scores of positions with as many stones in which no player wins at once.
    #[cfg(feature = "alloc")]
    pub(crate) fn possible_scores(self) -> Bounds {
        let empty_cells = self.empty_cells() as i32;
        Bounds { low: -empty_cells / 2, high: (empty_cells - 1) / 2 }
    }

    /// The bounds of the score that are known without a search.
    #[cfg(feature = "alloc")]
    pub(crate) fn known_score(self) -> Bounds {
        if self.winning_moves().is_zero() {
            self.possible_scores()
        } else {
            Bounds::exactly(self.win_score())
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
impl<B: BoardSize + Default> FromStr for Position<B> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::parse_picture(B::default(), text)
    }
}

/// Writes a [picture](Position::parse_picture). Each row ends with a newline.
impl<B: BoardSize> fmt::Display for Position<B> {
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

impl<B: BoardSize> fmt::Debug for Position<B> {
    /// The size of the board and the [`key`](Self::key), and for `{:#?}` the picture below it.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// let position = Position::new(Fixed::<2, 2>::BOARD).after_moves("1").unwrap();
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
pub(crate) fn moves<B: BoardSize>(
    board: B,
    text: &str,
) -> impl Iterator<Item = Result<(usize, Column), MovesError>> {
    (1..).zip(text.chars().filter(|c| !c.is_whitespace())).map(move |(ply, symbol)| {
        let column = Column::from_symbol(symbol).filter(|column| column.index() < board.width());
        // A board has at least one column.
        let last = Column::all(board.width()).next_back().unwrap_or_default();
        column.map(|column| (ply, column)).ok_or(MovesError::NotAColumn { ply, symbol, last })
    })
}

/// The error of the first stone with an empty cell below it, if there is one among `all`.
fn floating<B: BoardSize>(board: B, all: B::Word) -> PositionError {
    let shape = Shape::<B::Word>::new(board);
    let is_stone = |column, row| !(shape.cell(column, row) & all).is_zero();
    for column in Column::all(shape.width) {
        for row in 1..shape.height {
            if is_stone(column, row) && !is_stone(column, row - 1) {
                return PositionError::Floating { column, row };
            }
        }
    }
    PositionError::OffBoard
}

/// Returns whether a player with these stones has won.
#[inline(always)]
pub(crate) fn has_four<B: BoardSize>(board: B, stones: B::Word) -> bool {
    !Shape::new(board).fours(stones).is_zero()
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

/// Error of stones, a picture or a key that are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A stone lies off the board, or two stones on one cell.
    #[error("a stone lies off the board or on another stone")]
    OffBoard,
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
    /// A text is not a picture of the board.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Error of a string of moves that does not lead to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A character is not a column.
    #[error("move {ply}: expected a column from 1 to {last}, found {symbol:?}")]
    NotAColumn {
        /// The move, from 1.
        ply: usize,
        /// The character.
        symbol: char,
        /// The last column of the board.
        last: Column,
    },
    /// The move is against the rules, or ends the game.
    #[error("move {ply}: {reason}")]
    Illegal {
        /// The move, from 1.
        ply: usize,
        /// The reason why the move cannot be played.
        reason: PlayError,
    },
}
