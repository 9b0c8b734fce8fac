//! Positions as two bitboards.

use bitboard_core::{Bits as _, Word};

use crate::board::{Board, Fixed, Standard};
use crate::error::PositionError;
use crate::lines::has_four;
use crate::shape::Shape;

/// A position that is not won yet, on 7×6 by default.
///
/// Two words hold it, in the bit order of [`Board`]: the stones of the player to move, and all
/// stones. The encoding is that of Pascal Pons' tutorial, part 6 ("Bitboard").
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
    #[inline]
    #[must_use]
    pub fn new(board: B) -> Self {
        Self { board, own: B::Word::ZERO, all: B::Word::ZERO }
    }

    /// The position with these stones of the player to move and of the other player.
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

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(self) -> B {
        self.board
    }

    /// How many stones have been played.
    #[inline]
    #[must_use]
    pub fn ply(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether all cells are taken.
    #[inline]
    #[must_use]
    pub fn is_full(self) -> bool {
        self.all == self.board.mask()
    }

    /// A number that no other position of the board shares: the stones of the player to move, and on top of
    /// each column a 1.
    #[inline]
    #[must_use]
    pub fn key(self) -> B::Word {
        self.own.wrapping_add(self.all).wrapping_add(self.board.bottom())
    }

    /// The smaller of the keys of this position and of its mirror image.
    #[inline]
    #[must_use]
    pub fn symmetric_key(self) -> B::Word {
        let key = self.key();
        key.min(self.board.mirror(key))
    }

    /// The position with this [`key`](Self::key).
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

    /// The mirror image.
    #[must_use]
    pub fn mirror(self) -> Self {
        let board = self.board;
        Self { board, own: board.mirror(self.own), all: board.mirror(self.all) }
    }

    /// Whether column `x`, counted from 0, exists and has room.
    #[inline]
    #[must_use]
    pub fn can_play(self, x: u32) -> bool {
        x < self.board.width() && !(self.moves() & self.board.column(x)).is_zero()
    }

    /// The cells on which a stone can land, at most one in each column.
    #[inline]
    #[must_use]
    pub fn moves(self) -> B::Word {
        self.all.wrapping_add(self.board.bottom()) & self.board.mask()
    }

    /// The position after a stone on `cell`, one of [`moves`](Self::moves).
    #[inline]
    #[must_use]
    pub(crate) fn after(self, cell: B::Word) -> Self {
        Self { board: self.board, own: self.own ^ self.all, all: self.all | cell }
    }

    /// The position after a stone in column `x`, counted from 0.
    ///
    /// # Errors
    /// [`PositionError`] if there is no such column, if it is full, or if the stone wins, which leaves nothing to
    /// solve.
    pub fn play(self, x: u32) -> Result<Self, PositionError> {
        let column = x.saturating_add(1);
        if x >= self.board.width() {
            return Err(PositionError::NoSuchColumn { column });
        }
        let cell = self.moves() & self.board.column(x);
        if cell.is_zero() {
            Err(PositionError::FullColumn { column })
        } else if has_four(self.board, self.own | cell) {
            Err(PositionError::Won { column })
        } else {
            Ok(self.after(cell))
        }
    }

    /// The moves that win at once.
    #[inline]
    #[must_use]
    pub fn winning_moves(self) -> B::Word {
        self.threats() & self.moves()
    }

    /// The empty cells that would give the player to move four in a row.
    #[inline]
    #[must_use]
    pub fn threats(self) -> B::Word {
        Shape::new(self.board).winning_cells(self.own, self.all)
    }

    /// The empty cells that would give the other player four in a row.
    #[inline]
    #[must_use]
    pub fn opponent_threats(self) -> B::Word {
        Shape::new(self.board).winning_cells(self.own ^ self.all, self.all)
    }

    /// The moves after which the opponent cannot win at once; for a position without
    /// [`winning_moves`](Self::winning_moves).
    #[inline]
    #[must_use]
    pub fn non_losing_moves(self) -> B::Word {
        Shape::new(self.board).non_losing(self.all, self.opponent_threats())
    }

    /// The stones of the player to move and those of the other player, in the bit order of [`Board`].
    #[inline]
    #[must_use]
    pub fn stones(self) -> [B::Word; 2] {
        [self.own, self.own ^ self.all]
    }

    /// The score of a win with the next stone, the highest there is.
    #[inline]
    #[must_use]
    pub fn win_score(self) -> i32 {
        (self.board.cells() as i32 + 1 - self.ply() as i32) / 2
    }
}

impl<B: Board> Position<B> {
    /// How many plies the game goes on, if this is the score and both players do their best.
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
