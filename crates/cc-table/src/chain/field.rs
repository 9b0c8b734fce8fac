//! Fields of blocks, as bits and as text.
//!
//! A [`Field`] keeps three bits for each cell, each in a plane of 128 bits: 0 for empty, 1 to 5 for
//! a color, 6 for a skull. A column takes 16 bits, from the bottom, of which three are always free:
//!
//! ```text
//! bit  0 ..= 11    column 0, the rows in which blocks vanish
//! bit  12          column 0, the hidden row
//! bit  13 ..= 15   free, so that no shift by one cell enters the next column
//! bit  16 ..= 31   column 1, and so on
//! ```

use core::fmt;
use core::str::FromStr;

use bitboard_core::picture::{PictureError, expect_rows, rows};
use bitboard_core::{Bitboard, Geometry, Lattice, Wide};

/// Columns of a field.
pub const COLUMNS: usize = 6;
/// Rows in which blocks vanish, without the hidden one.
pub const ROWS: usize = 12;
/// The row above them, counted from the bottom.
pub const HIDDEN_ROW: usize = ROWS;

/// The distance between the bits of neighbors in a row. Three bits above each column are free: they
/// keep columns apart.
pub(super) const COLUMN: usize = 16;
/// All cells, with the hidden row.
pub(super) const ALL: u128 = 0x1fff_1fff_1fff_1fff_1fff_1fff;
/// The cells of a column in which blocks vanish.
pub(super) const VISIBLE_COLUMN: u16 = 0x0fff;
/// The cells in which blocks vanish.
pub(super) const VISIBLE: u128 = 0x0fff_0fff_0fff_0fff_0fff_0fff;

/// The geometry of a field, 6 columns of 13 rows: bit = 16·x + y, y from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Shape;

impl Geometry for Shape {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = COLUMNS;
    const HEIGHT: usize = HIDDEN_ROW + 1;
    const X_STRIDE: u32 = COLUMN as u32;
    const Y_STRIDE: u32 = 1;
    const MASK: Wide<8> = Wide::from_u128(ALL);
    const UP: bool = true;
}

/// A set of cells of a field, with the hidden row on top.
pub type Cells = Bitboard<u128, Shape>;

/// A block, which fills one cell.
///
/// As text, `0` is a skull and `1` to `5` are colors.
///
/// ```
/// use cc_table::chain::Block;
///
/// assert_eq!("3".parse(), Ok(Block::Color(3)));
/// assert_eq!(Block::Skull.to_string(), "0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Block {
    /// Vanishes beside a component that vanishes, never by itself. Puyo Puyo calls it garbage.
    Skull,
    /// One of the colors, 1 to 5.
    Color(u8),
}

impl Block {
    /// The colors, 1 to 5.
    pub const COLORS: [Self; 5] =
        [Self::Color(1), Self::Color(2), Self::Color(3), Self::Color(4), Self::Color(5)];

    /// The value of the block in the three planes of a field: the color, or 6 for a skull; `None`
    /// for a color that does not exist.
    pub(super) const fn code(self) -> Option<u8> {
        match self {
            Self::Skull => Some(6),
            Self::Color(color @ 1..=5) => Some(color),
            Self::Color(_) => None,
        }
    }

    /// The inverse of [`code`](Self::code).
    pub(super) const fn from_code(code: u8) -> Option<Self> {
        match code {
            1..=5 => Some(Self::Color(code)),
            6 => Some(Self::Skull),
            _ => None,
        }
    }

    /// Reads one row of blocks, one symbol each.
    pub(super) fn parse_row<const N: usize>(text: &str) -> Result<[Self; N], FieldError> {
        let mut blocks = [Self::Skull; N];
        for row in expect_rows(rows(text), 1)? {
            row.read(N, SYMBOLS.chars().skip(1), |x, symbol| {
                blocks[x] = Self::from_code(symbol as u8 + 1).unwrap_or(Self::Skull);
            })?;
        }
        Ok(blocks)
    }
}

impl FromStr for Block {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        Self::parse_row(text).map(|[block]| block)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skull => f.write_str("0"),
            Self::Color(color) => write!(f, "{color}"),
        }
    }
}

/// A field of 6 columns, 12 rows and a hidden row above.
///
/// As text, rows go from top to bottom: `.` is empty, `0` a skull, `1` to `5` a color. With 13
/// rows, the first is the hidden one. Rows are separated by newlines or slashes; white space in a
/// row and blank rows are ignored.
///
/// ```
/// use cc_table::chain::{Block, Field};
///
/// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
///                         .1..../0211../1222..".parse()?;
/// field.set((4, 0), Block::Color(3))?;
/// assert!(field.to_string().ends_with("
/// . 1 . . . .
/// 0 2 1 1 . .
/// 1 2 2 2 3 ."));
/// # Ok::<(), cc_table::chain::FieldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Field {
    /// Three bits for each cell: 0 empty, 1 to 5 a color, 6 a skull. Bits are those of [`Cells`].
    pub(super) planes: [u128; 3],
}

impl Field {
    /// No blocks.
    pub const EMPTY: Self = Self { planes: [0; 3] };

    /// The bit of the cell in column `x`, row `y`.
    fn bit(x: usize, y: usize) -> Result<usize, FieldError> {
        if x < COLUMNS && y <= HIDDEN_ROW {
            Ok(COLUMN * x + y)
        } else {
            Err(FieldError::OffField { column: x, row: y })
        }
    }

    /// The block in column `x`, row `y` from the bottom; `None` if the cell is empty or does not
    /// exist.
    #[must_use]
    pub fn get(&self, (x, y): (usize, usize)) -> Option<Block> {
        let bit = Self::bit(x, y).ok()?;
        let plane = |i: usize| (self.planes[i] >> bit & 1) as u8;
        Block::from_code(plane(0) | plane(1) << 1 | plane(2) << 2)
    }

    /// Puts a block, or `None`, into column `x`, row `y` from the bottom. Nothing falls before
    /// [`settle`](Self::settle) or [`play`](Self::play).
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set((0, 0), Block::Color(1))?;
    /// field.set((0, 0), None)?;
    /// assert_eq!(field, Field::EMPTY);
    /// assert!(field.set((6, 0), Block::Skull).is_err());
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldError::OffField`] if the cell does not exist, [`FieldError::Color`] if the color does
    /// not exist.
    pub fn set(
        &mut self,
        (x, y): (usize, usize),
        block: impl Into<Option<Block>>,
    ) -> Result<(), FieldError> {
        let bit = Self::bit(x, y)?;
        let code = match block.into() {
            None => 0,
            Some(Block::Skull) => 6,
            Some(Block::Color(color)) => {
                Block::Color(color).code().ok_or(FieldError::Color { color })?
            }
        };
        for (i, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << bit) | u128::from(code >> i & 1) << bit;
        }
        Ok(())
    }

    /// The bits of the cells that are not empty.
    #[inline(always)]
    pub(super) const fn occupied(&self) -> u128 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The cells of blocks with this [code](Block::code), with those of the hidden row.
    #[inline(always)]
    pub(super) const fn code(&self, code: u8) -> u128 {
        let [a, b, c] = self.planes;
        let a = if code & 1 == 0 { !a } else { a };
        let b = if code & 2 == 0 { !b } else { b };
        let c = if code & 4 == 0 { !c } else { c };
        a & b & c & ALL
    }

    /// The cells with a block of one kind, with those of the hidden row.
    #[must_use]
    pub fn cells(&self, block: Block) -> Cells {
        let code = block.code();
        code.map_or(Cells::EMPTY, |code| Cells::from_bits_truncate(self.code(code)))
    }

    /// The number of blocks in column `x`; 0 if the column does not exist.
    #[must_use]
    pub const fn height(&self, x: usize) -> usize {
        if x >= COLUMNS {
            return 0;
        }
        (self.occupied() >> (COLUMN * x) & 0x1fff).count_ones() as usize
    }
}

/// The symbols of an empty cell and of the blocks with the [codes](Block::code) from 1.
const SYMBOLS: &str = ".123450";

impl FromStr for Field {
    type Err = FieldError;

    /// Reads a [picture](bitboard_core::picture) of 12 rows, or of 13 with the hidden one: `.` is
    /// an empty cell, `0` a skull, `1` to `5` a color. Of fewer rows, the last one is the lowest.
    fn from_str(text: &str) -> Result<Self, FieldError> {
        let height = rows(text).count().clamp(1, ROWS + 1);
        let mut field = Self::EMPTY;
        for (row, y) in expect_rows(rows(text), height)?.zip((0..height).rev()) {
            row.read(COLUMNS, SYMBOLS.chars(), |x, code| {
                // Cannot fail: the field has the cell.
                let _ = field.set((x, y), Block::from_code(code as u8));
            })?;
        }
        Ok(field)
    }
}

impl Field {
    /// Writes 12 rows, or 13 if there is a block in the hidden one.
    fn write(&self, f: &mut fmt::Formatter<'_>, cells: &str, rows: &str) -> fmt::Result {
        let height = if self.occupied() & !VISIBLE == 0 { ROWS } else { ROWS + 1 };
        for y in (0..height).rev() {
            for x in 0..COLUMNS {
                match self.get((x, y)) {
                    Some(block) => write!(f, "{block}")?,
                    None => f.write_str(".")?,
                }
                f.write_str(if x + 1 < COLUMNS { cells } else { "" })?;
            }
            f.write_str(if y > 0 { rows } else { "" })?;
        }
        Ok(())
    }

    /// The field in one line, with slashes between rows.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set((0, 0), Block::Color(3))?;
    /// let line = field.line().to_string();
    /// assert!(line.ends_with("/....../3....."));
    /// assert_eq!(line.parse(), Ok(field));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn line(self) -> impl fmt::Display {
        Line(self)
    }
}

struct Line(Field);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, "", "/")
    }
}

impl fmt::Display for Field {
    /// A picture of 12 rows, or of 13 if there is a block in the hidden one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, " ", "\n")
    }
}

impl fmt::Debug for Field {
    /// The field in one line, and for `{:#?}` the picture below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({})", self.line())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// Error returned when a text or a cell is not one of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// The text is not a picture of a field or of blocks.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The cell does not exist.
    #[error("expected a cell in columns 0 to 5 and rows 0 to 12, found column {column}, row {row}")]
    OffField {
        /// The column, from 0.
        column: usize,
        /// The row, from 0 at the bottom.
        row: usize,
    },
    /// The color does not exist.
    #[error("expected a color from 1 to 5, found {color}")]
    Color {
        /// The color.
        color: u8,
    },
}
