//! Positions as two bitboards.

use bitboard_core::{Bits as _, Word};

use super::column::{Column, ColumnSet};
use super::error::{PlayError, PositionError};
use super::lines::has_four;
use super::masks::Masks;
use super::player::Player;
use super::shape::Shape;
use super::size::{Board, Fixed, Standard};

/// A position that is not won yet, on 7×6 by default.
///
/// Two words hold it: the stones of the player to move, and all stones. The cell in column x and row y, counted from 0 at the bottom
/// left, is bit y + (height + 1)·x. The encoding is that of Pascal Pons' tutorial, part 6 ("Bitboard").
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
/// assert_eq!(empty.play_moves("99")?.ply(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B: Board = Standard> {
    pub(crate) board: B,
    pub(crate) own: B::Word,
    pub(crate) all: B::Word,
}

/// The empty board. A board that does not fit its word is a compile-time error:
///
/// ```compile_fail,E0080
/// let _ = c4_solver::Position::<c4_solver::Fixed<9, 7>>::default();
/// ```
impl<B: Board + Default> Default for Position<B> {
    fn default() -> Self {
        Self::new(B::default())
    }
}

impl Position {
    /// The empty board of 7×6.
    pub const EMPTY: Self = Self { board: Fixed::BOARD, own: 0, all: 0 };
}

impl<B: Board> Position<B> {
    /// The empty board.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// assert_eq!(Position::new(Fixed::<8, 7>::BOARD).columns().count(), 8);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(board: B) -> Self {
        Self { board, own: B::Word::ZERO, all: B::Word::ZERO }
    }

    /// The position with these stones of the player to move and of the other player.
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
    /// [`PositionError`] if stones are off the board, lie on each other or have an empty cell below them, if one player has too
    /// many, or if the game is won.
    pub fn from_stones(board: B, own: B::Word, other: B::Word) -> Result<Self, PositionError> {
        let all = own | other;
        if !(all & !board.mask() | own & other).is_zero() {
            return Err(PositionError::OffBoard);
        }
        if !(all.wrapping_add(board.bottom()) & all).is_zero() {
            return Err(PositionError::Floating);
        }
        // The other player has moved last.
        let (own_count, other_count) = (own.count_ones(), other.count_ones());
        if own_count != other_count && own_count + 1 != other_count {
            return Err(PositionError::Turns { to_move: own_count, other: other_count });
        }
        if has_four(board, own) || has_four(board, other) {
            return Err(PositionError::Over);
        }
        Ok(Self { board, own, all })
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
        let stride = board.height() + 1;
        let column = board.column(0) | board.column(0) << 1;
        let (mut own, mut other) = (B::Word::ZERO, B::Word::ZERO);
        for x in 0..board.width() {
            // The highest bit is on top of the stones; below it, 1 is a stone of the player to move.
            let bits = key >> (x * stride) & column;
            if bits.is_zero() {
                return Err(PositionError::Key);
            }
            let stones = B::Word::ONE << (B::Word::BITS - 1 - bits.leading_zeros());
            let stones = stones.wrapping_sub(B::Word::ONE);
            own |= (bits & stones) << (x * stride);
            other |= (!bits & stones) << (x * stride);
        }
        let position = Self::from_stones(board, own, other)?;
        if position.key() == key { Ok(position) } else { Err(PositionError::Key) }
    }

    /// The board.
    ///
    /// ```
    /// use c4_solver::{Position, Standard};
    ///
    /// assert_eq!(Position::EMPTY.board(), Standard::BOARD);
    /// ```
    #[inline]
    #[must_use]
    pub fn board(self) -> B {
        self.board
    }

    /// Number of stones.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("44455")?.ply(), 5);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn ply(self) -> u32 {
        self.all.count_ones()
    }

    /// The player to move.
    ///
    /// ```
    /// use c4_solver::{Player, Position};
    ///
    /// assert_eq!(Position::from_moves("44455")?.to_move(), Player::Second);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn to_move(self) -> Player {
        Player::at(self.ply())
    }

    /// Returns whether all cells are taken.
    ///
    /// ```
    /// use c4_solver::{Fixed, Position};
    ///
    /// let board = Fixed::<2, 2>::BOARD;
    /// assert!(Position::new(board).play_moves("1122")?.is_full());
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_full(self) -> bool {
        self.all == self.board.mask()
    }

    /// The player whose stone is in this column and row, which is counted from 0 at the bottom. `None` if the cell is empty or not on the
    /// board.
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
        let cell = self.board.cell(column, row);
        if (self.all & cell).is_zero() {
            None
        } else if (self.own & cell).is_zero() {
            Some(self.to_move().other())
        } else {
            Some(self.to_move())
        }
    }

    /// The stones of the player to move and those of the other player.
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

    /// A number that no other position of the board shares: the stones of the player to move, and on top of
    /// each column a 1.
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
        self.own.wrapping_add(self.all).wrapping_add(self.board.bottom())
    }

    /// The smaller of the keys of this position and of its mirror image.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// let (left, right) = (Position::from_moves("12")?, Position::from_moves("76")?);
    /// assert_eq!(left.symmetric_key(), right.symmetric_key());
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn symmetric_key(self) -> B::Word {
        let key = self.key();
        key.min(self.board.mirror(key))
    }

    /// The mirror image.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("123")?.mirror(), Position::from_moves("765")?);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn mirror(self) -> Self {
        let board = self.board;
        Self { board, own: board.mirror(self.own), all: board.mirror(self.all) }
    }

    /// The cells on which a stone can land, at most one in each column.
    #[inline]
    pub(crate) fn moves(self) -> B::Word {
        self.all.wrapping_add(self.board.bottom()) & self.board.mask()
    }

    /// The cells on which a stone wins at once.
    #[inline]
    pub(crate) fn winning_moves(self) -> B::Word {
        self.threats() & self.moves()
    }

    /// The columns that are not full.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// let position = Position::from_moves("44444431")?;
    /// assert_eq!(position.columns().to_string(), "123567");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn columns(self) -> ColumnSet {
        self.board.columns_of(self.moves())
    }

    /// The columns in which a stone wins at once.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// let position = Position::from_moves("233445")?;
    /// assert_eq!(position.winning_columns().to_string(), "");
    /// let position = Position::from_moves("22334")?;
    /// assert_eq!(position.play_moves("7")?.winning_columns().to_string(), "15");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn winning_columns(self) -> ColumnSet {
        self.board.columns_of(self.winning_moves())
    }

    /// The columns after which the opponent cannot win at once; for a position without
    /// [`winning_columns`](Self::winning_columns).
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
        self.board.columns_of(Shape::new(self.board).non_losing(self.all, self.opponent_threats()))
    }

    /// Returns whether the column exists and is not full.
    ///
    /// ```
    /// use c4_solver::{Column, Position};
    ///
    /// let position = Position::from_moves("444444")?;
    /// assert!(!position.can_play(Column::new(3).unwrap()));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn can_play(self, column: Column) -> bool {
        !(self.moves() & self.board.column(column.index())).is_zero()
    }

    /// Returns whether a stone in this column wins at once.
    ///
    /// ```
    /// use c4_solver::{Column, Position};
    ///
    /// let position = Position::from_moves("414243")?;
    /// assert!(position.is_winning_move(Column::new(3).unwrap()));
    /// assert!(!position.is_winning_move(Column::new(4).unwrap()));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_winning_move(self, column: Column) -> bool {
        !(self.winning_moves() & self.board.column(column.index())).is_zero()
    }

    /// The position after a stone on `cell`, one of [`moves`](Self::moves).
    #[inline]
    pub(crate) fn after(self, cell: B::Word) -> Self {
        Self { board: self.board, own: self.own ^ self.all, all: self.all | cell }
    }

    /// The position after a stone in this column.
    ///
    /// ```
    /// use c4_solver::{Column, PlayError, Position};
    ///
    /// let column = Column::new(3).unwrap();
    /// assert_eq!(Position::EMPTY.play(column)?, Position::from_moves("4")?);
    /// let position = Position::from_moves("414243")?;
    /// assert_eq!(position.play(column), Err(PlayError::Wins { column }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the column does not exist, if it is full, or if the stone wins, because then there is nothing left to solve.
    pub fn play(self, column: Column) -> Result<Self, PlayError> {
        if column.index() >= self.board.width() {
            return Err(PlayError::NoSuchColumn { column });
        }
        let cell = self.moves() & self.board.column(column.index());
        if cell.is_zero() {
            Err(PlayError::FullColumn { column })
        } else if has_four(self.board, self.own | cell) {
            Err(PlayError::Wins { column })
        } else {
            Ok(self.after(cell))
        }
    }

    /// The empty cells that complete four in a row for the player to move.
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
        Shape::new(self.board).winning_cells(self.own, self.all)
    }

    /// The empty cells that complete four in a row for the other player.
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
        Shape::new(self.board).winning_cells(self.own ^ self.all, self.all)
    }

    /// The score of a win with the next stone, the highest there is.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::from_moves("112233")?.win_score(), 18);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn win_score(self) -> i32 {
        (self.board.cells() as i32 + 1 - self.ply() as i32) / 2
    }

    /// Number of plies to the end of the game, if this is the score and both players play perfectly.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::EMPTY.plies_to_end(1), 41);
    /// ```
    #[must_use]
    pub fn plies_to_end(self, score: i32) -> u32 {
        let left = self.board.cells() - self.ply();
        let not_played = score.unsigned_abs();
        match score {
            1.. => (2 * (left.div_ceil(2) + 1).saturating_sub(not_played)).saturating_sub(1),
            0 => left,
            _ => 2 * (left / 2 + 1).saturating_sub(not_played),
        }
    }
}
