//! The field: three planes of bits.

use super::block::Block;
use super::cells::{ALL, COLUMN, COLUMNS, Cells, HIDDEN_ROW, ROWS, VISIBLE};
use super::error::FieldError;
use crate::board::Board;

/// A field of 6 columns, 12 rows and a hidden row above.
///
/// As text, rows go from top to bottom: `.` is empty, `0` a skull, `1` to `5` a color. With 13 rows, the
/// first is the hidden one. Rows are separated by newlines or slashes; white space in a row and blank
/// rows are ignored.
///
/// ```
/// use cc_table::chain::{Block, Field};
///
/// let mut field: Field = "....../....../....../....../....../....../....../....../....../\
///                         .1..../0211../1222..".parse()?;
/// field.set(4, 0, Block::Color(3))?;
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

    fn bit(x: usize, y: usize) -> Result<usize, FieldError> {
        if x < COLUMNS && y <= HIDDEN_ROW {
            Ok(COLUMN * x + y)
        } else {
            Err(FieldError::OffField { column: x, row: y })
        }
    }

    /// The block in column `x`, row `y` from the bottom; `None` if the cell is empty or does not exist.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set(2, 0, Block::Skull)?;
    /// assert_eq!((field.get(2, 0), field.get(2, 1)), (Some(Block::Skull), None));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<Block> {
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
    /// field.set(0, 0, Block::Color(1))?;
    /// field.set(0, 0, None)?;
    /// assert_eq!(field, Field::EMPTY);
    /// assert!(field.set(6, 0, Block::Skull).is_err());
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldError::OffField`] if the cell does not exist, [`FieldError::Color`] if the color does not exist.
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

    #[inline(always)]
    pub(super) const fn code(&self, code: u8) -> u128 {
        let [a, b, c] = self.planes;
        let a = if code & 1 == 0 { !a } else { a };
        let b = if code & 2 == 0 { !b } else { b };
        let c = if code & 4 == 0 { !c } else { c };
        a & b & c & ALL
    }

    /// The cells with a block of one kind, with those of the hidden row.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set(2, 12, Block::Color(4))?;
    /// assert_eq!(field.cells(Block::Color(4)).first().unwrap().coords(), (2, 12));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[must_use]
    pub fn cells(&self, block: Block) -> Cells {
        let code = block.code();
        code.map_or(Cells::EMPTY, |code| Cells::from_bits_truncate(self.code(code)))
    }

    /// The 12 visible rows of one kind of block as a board: bit = x + 6·y, row 0 at the top.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set(2, 0, Block::Color(4))?;
    /// assert_eq!(field.board(Block::Color(4)).first().unwrap().coords(), (2, 11));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[must_use]
    pub fn board(&self, block: Block) -> Board<6, 12> {
        let mut cells = self.cells(block).bits() & VISIBLE;
        let mut board = 0;
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            board |= 1 << (bit / COLUMN + COLUMNS * (ROWS - 1 - bit % COLUMN));
            cells &= cells - 1;
        }
        Board::from_bits_truncate(board)
    }

    /// The number of blocks in column `x`; 0 if the column does not exist.
    ///
    /// ```
    /// assert_eq!(cc_table::chain::Field::EMPTY.height(3), 0);
    /// ```
    #[must_use]
    pub const fn height(&self, x: usize) -> usize {
        if x >= COLUMNS {
            return 0;
        }
        (self.occupied() >> (COLUMN * x) & 0x1fff).count_ones() as usize
    }
}
