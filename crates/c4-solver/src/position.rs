//! Positions as two bitboards.

use bitboard_core::{Bitboard, Columns, parse_picture};

use crate::error::{MovesError, PositionError};

/// Columns of the board.
pub const WIDTH: usize = 7;
/// Rows of the board.
pub const HEIGHT: usize = 6;
/// Cells of the board.
pub const CELLS: u32 = (WIDTH * HEIGHT) as u32;

/// The bits of one column, the guard bit on top of it included.
const COLUMN: u64 = (1 << (HEIGHT + 1)) - 1;
/// Bit 0 of every column.
const BOTTOM: u64 = ((1 << ((HEIGHT + 1) * WIDTH)) - 1) / COLUMN;
/// All cells.
const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);

/// The board as a geometry: bit = y + 7·x, row 0 at the bottom, a guard bit on top of each column.
pub type Geometry = Columns<WIDTH, HEIGHT>;

/// A position of Connect 4 on 7 columns and 6 rows that nobody has won yet.
///
/// Two words hold it, in the bit order of [`Geometry`]: the stones of the player to move, and all
/// stones. The encoding is that of Pascal Pons' tutorial, part 6 ("Bitboard").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    own: u64,
    all: u64,
}

impl Position {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, all: 0 };

    /// How many stones have been played.
    #[inline]
    #[must_use]
    pub const fn ply(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether all cells are taken.
    #[inline]
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.all == BOARD
    }

    /// A number that no other position shares: the stones of the player to move, and on top of each
    /// column a 1.
    #[inline]
    #[must_use]
    pub const fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// The smaller of the keys of this position and of its mirror image.
    #[must_use]
    pub fn symmetric_key(self) -> u64 {
        let (key, mut mirrored) = (self.key(), 0);
        for x in 0..WIDTH {
            mirrored = mirrored << (HEIGHT + 1) | key >> (x * (HEIGHT + 1)) & COLUMN;
        }
        key.min(mirrored)
    }

    /// Whether column `x`, counted from 0, exists and has room.
    #[inline]
    #[must_use]
    pub const fn can_play(self, x: usize) -> bool {
        x < WIDTH && self.moves() & column(x) != 0
    }

    /// The cells on which a stone can land, at most one in each column.
    #[inline]
    #[must_use]
    pub const fn moves(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a stone on `cell`, one of [`moves`](Self::moves).
    #[inline]
    #[must_use]
    pub(crate) const fn after(self, cell: u64) -> Self {
        Self { own: self.own ^ self.all, all: self.all | cell }
    }

    /// The position after a stone in column `x`, counted from 0.
    ///
    /// # Errors
    /// [`PositionError`] if there is no such column, if it is full, or if the stone wins: what would
    /// follow is no position to be solved.
    pub fn play(self, x: usize) -> Result<Self, PositionError> {
        if x >= WIDTH {
            return Err(PositionError::NoSuchColumn { column: x + 1 });
        }
        match self.moves() & column(x) {
            0 => Err(PositionError::FullColumn { column: x + 1 }),
            cell if is_alignment(self.own | cell) => Err(PositionError::Won { column: x + 1 }),
            cell => Ok(self.after(cell)),
        }
    }

    /// The moves that win at once.
    #[inline]
    #[must_use]
    pub const fn winning_moves(self) -> u64 {
        self.threats() & self.moves()
    }

    /// The empty cells that would give the player to move four in a row.
    #[inline]
    #[must_use]
    pub const fn threats(self) -> u64 {
        winning_cells(self.own, self.all)
    }

    /// The empty cells that would give the other player four in a row.
    #[inline]
    #[must_use]
    pub const fn opponent_threats(self) -> u64 {
        winning_cells(self.own ^ self.all, self.all)
    }

    /// The moves after which the opponent cannot win at once; for a position without
    /// [`winning_moves`](Self::winning_moves).
    #[inline]
    #[must_use]
    pub const fn non_losing_moves(self) -> u64 {
        let mut moves = self.moves();
        let threats = self.opponent_threats();
        let forced = moves & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            moves = forced;
        }
        // A stone below a threat lets the opponent in.
        moves & !(threats >> 1)
    }

    /// The stones of the player to move and those of the other player.
    #[must_use]
    pub fn stones(self) -> [Bitboard<u64, Geometry>; 2] {
        [Bitboard::from_word(self.own), Bitboard::from_word(self.own ^ self.all)]
    }

    /// The position after a string of moves, one digit `1`–`7` for each column.
    ///
    /// # Errors
    /// [`MovesError`] naming the ply, for another character, a full column, or a move after (or that
    /// is itself) the end of the game.
    pub fn from_moves(moves: &str) -> Result<Self, MovesError> {
        let mut position = Self::EMPTY;
        for (ply, symbol) in (1..).zip(moves.chars()) {
            let column = symbol.to_digit(10).filter(|digit| (1..=WIDTH as u32).contains(digit));
            let column = column.ok_or(MovesError::NotAColumn { ply, symbol })?;
            position = position
                .play(column as usize - 1)
                .map_err(|source| MovesError::Illegal { ply, source })?;
        }
        Ok(position)
    }

    /// The position in a picture: `x` for the player who began, `o` for the other, `.` for empty
    /// cells, top row first.
    ///
    /// # Errors
    /// [`PositionError`] if the text is no picture of the board, if a stone hangs in the air, if the
    /// numbers of stones do not fit players who move in turn, or if somebody has won.
    pub fn from_picture(text: &str) -> Result<Self, PositionError> {
        let [first, second] = parse_picture::<u64, Geometry, 2>(text, '.', ['x', 'o'])?;
        let (first, second) = (first.word(), second.word());
        let all = first | second;
        if (all + BOTTOM) & all != 0 {
            return Err(PositionError::Floating);
        }
        let (begun, answered) = (first.count_ones(), second.count_ones());
        if begun != answered && begun != answered + 1 {
            return Err(PositionError::Turns { begun, answered });
        }
        if is_alignment(first) || is_alignment(second) {
            return Err(PositionError::Over);
        }
        Ok(Self { own: if begun == answered { first } else { second }, all })
    }
}

pub(crate) const fn column(x: usize) -> u64 {
    COLUMN << (x * (HEIGHT + 1))
}

/// Whether four stones of a player stand in a row.
#[must_use]
pub(crate) const fn is_alignment(stones: u64) -> bool {
    let mut i = 0;
    while i < DIRECTIONS.len() {
        let pairs = stones & stones >> DIRECTIONS[i];
        if pairs & pairs >> (2 * DIRECTIONS[i]) != 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// Shifts along columns, rows and both diagonals.
const DIRECTIONS: [u32; 4] = [1, HEIGHT as u32 + 1, HEIGHT as u32, HEIGHT as u32 + 2];

/// The empty cells that complete four in a row for `stones`.
const fn winning_cells(stones: u64, all: u64) -> u64 {
    // Vertically, only on top of three.
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    let mut i = 1;
    while i < DIRECTIONS.len() {
        let d = DIRECTIONS[i];
        let right = stones << d & stones << (2 * d);
        let left = stones >> d & stones >> (2 * d);
        cells |= right & (stones << (3 * d) | stones >> d);
        cells |= left & (stones >> (3 * d) | stones << d);
        i += 1;
    }
    cells & BOARD & !all
}
