use core::fmt;
use core::str::FromStr;

use crate::Grid;

/// Columns of a field.
pub const COLUMNS: usize = 6;
/// Rows in which blocks vanish, without the hidden one.
pub const ROWS: usize = 12;
/// The row above them, counted from the bottom.
pub const HIDDEN_ROW: usize = ROWS;

/// How far apart the bits of neighbours in a row are. Three bits above each column are free: they
/// keep columns apart.
pub(super) const COLUMN: usize = 16;
/// All cells, the hidden row among them.
pub(super) const ALL: u128 = 0x1fff_1fff_1fff_1fff_1fff_1fff;
/// The cells in which blocks vanish.
pub(super) const VISIBLE: u128 = 0x0fff_0fff_0fff_0fff_0fff_0fff;

/// What can be in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// Vanishes beside a group, never by itself. Puyo Puyo calls it garbage.
    Skull,
    /// One of the colours, 1 to 5.
    Colour(u8),
}

impl Block {
    /// What the three planes hold for it: the colour, or 6; `None` for a colour that is none.
    const fn code(self) -> Option<u8> {
        match self {
            Self::Skull => Some(6),
            Self::Colour(colour @ 1..=5) => Some(colour),
            Self::Colour(_) => None,
        }
    }

    const fn from_code(code: u8) -> Option<Self> {
        match code {
            1..=5 => Some(Self::Colour(code)),
            6 => Some(Self::Skull),
            _ => None,
        }
    }
}

impl FromStr for Block {
    type Err = FieldError;

    /// `0` is a skull, `1` to `5` are colours.
    fn from_str(text: &str) -> Result<Self, FieldError> {
        let mut symbols = text.chars();
        match (symbols.next(), symbols.next()) {
            (Some('0'), None) => Ok(Self::Skull),
            (Some(colour @ '1'..='5'), None) => Ok(Self::Colour(colour as u8 - b'0')),
            (symbol, _) => {
                Err(FieldError::Symbol { row: 1, column: 1, symbol: symbol.unwrap_or(' ') })
            }
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skull => f.write_str("0"),
            Self::Colour(colour) => write!(f, "{colour}"),
        }
    }
}

/// Why a text or a cell is wrong. Rows and columns are counted from 1, rows from the top of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// Neither 12 rows nor 13.
    #[error("{found} rows; a field has 12, or 13 with the hidden one")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row that is not 6 cells long.
    #[error("row {row}: {found} cells; a row has 6")]
    RowLength {
        /// Which one.
        row: usize,
        /// Its length.
        found: usize,
    },
    /// Not one of `.`, `0`, `1` to `5`.
    #[error("row {row}, column {column}: {symbol:?} is none of `.`, `0` and `1` to `5`")]
    Symbol {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// What is there.
        symbol: char,
    },
    /// No such cell.
    #[error("no cell in column {column}, row {row} from the bottom")]
    OffField {
        /// The column, from 0.
        column: usize,
        /// The row, from 0 at the bottom.
        row: usize,
    },
    /// No such colour.
    #[error("colour {colour}; there are colours 1 to 5")]
    Colour {
        /// The colour asked for.
        colour: u8,
    },
}

/// A field of 6 columns, 12 rows and a hidden row above.
///
/// As text, rows go from top to bottom with `/` between them; `.` is empty, `0` a skull, `1` to `5` a
/// colour. With 13 rows, the first is the hidden one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Field {
    /// Three bits for each cell: 0 empty, 1 to 5 a colour, 6 a skull. Cell (x, y), y from the
    /// bottom, is bit 16·x + y.
    pub(super) planes: [u128; 3],
}

impl Field {
    /// No blocks.
    pub const EMPTY: Self = Self { planes: [0; 3] };

    fn bit(x: usize, y: usize) -> Result<usize, FieldError> {
        if x < COLUMNS && y <= HIDDEN_ROW {
            Ok(COLUMN * x + y)
        } else {
            Err(FieldError::OffField { column: x, row: y })
        }
    }

    /// What is in column `x`, row `y` from the bottom; `None` if nothing, or if there is no such cell.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<Block> {
        let bit = Self::bit(x, y).ok()?;
        let plane = |i: usize| (self.planes[i] >> bit & 1) as u8;
        Block::from_code(plane(0) | plane(1) << 1 | plane(2) << 2)
    }

    /// Puts a block, or nothing, into column `x`, row `y` from the bottom. Nothing falls before
    /// [`settle`](Self::settle) or [`play`](Self::play).
    ///
    /// # Errors
    /// [`FieldError::OffField`] if there is no such cell, [`FieldError::Colour`] if there is no such colour.
    pub fn set(
        &mut self,
        x: usize,
        y: usize,
        block: impl Into<Option<Block>>,
    ) -> Result<(), FieldError> {
        let bit = Self::bit(x, y)?;
        let code = match block.into() {
            None => 0,
            Some(Block::Skull) => 6,
            Some(Block::Colour(colour)) => {
                Block::Colour(colour).code().ok_or(FieldError::Colour { colour })?
            }
        };
        for (i, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << bit) | u128::from(code >> i & 1) << bit;
        }
        Ok(())
    }

    /// The cells that are not empty, bit = 16·x + y from the bottom.
    #[inline(always)]
    pub(super) const fn occupied(&self) -> u128 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    #[inline(always)]
    pub(super) const fn skulls(&self) -> u128 {
        self.planes[1] & self.planes[2]
    }

    /// The cells of a colour, in the layout of the field.
    #[inline(always)]
    pub(super) const fn colour(&self, colour: u8) -> u128 {
        let [a, b, c] = self.planes;
        let a = if colour & 1 == 0 { !a } else { a };
        let b = if colour & 2 == 0 { !b } else { b };
        let c = if colour & 4 == 0 { !c } else { c };
        a & b & c & ALL
    }

    /// The 12 rows of one kind of block as a board: bit = x + 6·y, row 0 at the top.
    #[must_use]
    pub fn board(&self, block: Block) -> Grid<6, 12> {
        let Some(code) = block.code() else { return Grid::EMPTY };
        let mut cells = self.colour(code) & VISIBLE;
        let mut board = 0;
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            board |= 1 << (bit / COLUMN + COLUMNS * (ROWS - 1 - bit % COLUMN));
            cells &= cells - 1;
        }
        Grid::from_bits_truncate(board)
    }

    /// How many blocks there are in column `x`; 0 if there is no such column.
    #[must_use]
    pub const fn height(&self, x: usize) -> usize {
        if x >= COLUMNS {
            return 0;
        }
        (self.occupied() >> (COLUMN * x) & 0x1fff).count_ones() as usize
    }
}

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let rows = text.split('/').count();
        if rows != ROWS && rows != ROWS + 1 {
            return Err(FieldError::Rows { found: rows });
        }
        let mut field = Self::EMPTY;
        for (i, line) in text.split('/').enumerate() {
            let found = line.chars().count();
            if found != COLUMNS {
                return Err(FieldError::RowLength { row: i + 1, found });
            }
            for (x, symbol) in line.chars().enumerate() {
                let block = match symbol {
                    '.' => None,
                    '0' => Some(Block::Skull),
                    '1'..='5' => Some(Block::Colour(symbol as u8 - b'0')),
                    _ => return Err(FieldError::Symbol { row: i + 1, column: x + 1, symbol }),
                };
                field.set(x, rows - 1 - i, block)?;
            }
        }
        Ok(field)
    }
}

impl fmt::Display for Field {
    /// 12 rows, or 13 if there is something in the hidden one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = if self.occupied() & !VISIBLE == 0 { ROWS } else { ROWS + 1 };
        for y in (0..rows).rev() {
            for x in 0..COLUMNS {
                match self.get(x, y) {
                    Some(block) => block.fmt(f)?,
                    None => f.write_str(".")?,
                }
            }
            if y > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
