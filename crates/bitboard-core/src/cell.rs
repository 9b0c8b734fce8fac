//! Cells and their names.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::geometry::{Chess, Geometry, Layout};

/// A cell that is guaranteed to lie on the board `G`.
///
/// Cells are ordered by their bits. They print as on a chess board, column letter and row number:
/// (4, 3) is `e4`; after `z` comes `aa`.
///
/// ```
/// use bitboard_core::{Cell, Chess};
///
/// let e4: Cell<Chess> = "e4".parse()?;
/// assert_eq!((e4.x(), e4.y(), e4.index()), (4, 3, 28));
/// assert_eq!(Cell::<Chess>::new(8, 0), None);
/// # Ok::<(), bitboard_core::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<G> {
    index: u16,
    geometry: PhantomData<G>,
}

impl<G: Geometry> Cell<G> {
    /// Number of cells of the board.
    pub const COUNT: u32 = {
        // Using this constant checks the geometry.
        let _ = Layout::<G>::BITS;
        G::MASK.count_ones()
    };

    /// The cell in column `x` and row `y`, both from 0, or `None` if the board has no such cell.
    ///
    /// ```
    /// use bitboard_core::{AxialHex, Cell};
    ///
    /// // A corner of the square around a hexagon of hexagons is off the board.
    /// assert_eq!(Cell::<AxialHex<4>>::new(6, 0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(x: usize, y: usize) -> Option<Self> {
        if x < G::WIDTH && y < G::HEIGHT { Self::from_index(Layout::<G>::bit(x, y)) } else { None }
    }

    /// The cell of bit `index`, or `None` if that bit is not a cell.
    ///
    /// ```
    /// use bitboard_core::{Cell, Chess};
    ///
    /// assert_eq!(Cell::<Chess>::from_index(28), Some(Cell::E4));
    /// assert_eq!(Cell::<Chess>::from_index(64), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_index(index: u32) -> Option<Self> {
        if index < Layout::<G>::BITS && G::MASK.bit(index) {
            Some(Self::from_valid_index(index))
        } else {
            None
        }
    }

    /// The cell of bit `index`, which must be a cell of the board.
    #[inline]
    pub(crate) const fn from_valid_index(index: u32) -> Self {
        Self { index: index as u16, geometry: PhantomData }
    }

    /// All cells of the board, lowest bit first.
    ///
    /// ```
    /// use bitboard_core::{Cell, RowMajor};
    ///
    /// let names: Vec<_> = Cell::<RowMajor<2, 2>>::all().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names, ["a1", "b1", "a2", "b2"]);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + FusedIterator + Clone {
        (0..Layout::<G>::BITS).filter_map(Self::from_index)
    }

    /// The bit of this cell, 0 to 511.
    ///
    /// ```
    /// use bitboard_core::{Cell, Columns};
    ///
    /// // A column of six cells and a guard bit takes seven bits.
    /// assert_eq!(Cell::<Columns<7, 6>>::new(1, 0).map(Cell::index), Some(7));
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index as u32
    }

    /// The column, from 0.
    #[inline]
    #[must_use]
    pub const fn x(self) -> usize {
        self.coords().0
    }

    /// The row, from 0.
    #[inline]
    #[must_use]
    pub const fn y(self) -> usize {
        self.coords().1
    }

    /// Column and row, from 0.
    #[inline]
    #[must_use]
    pub const fn coords(self) -> (usize, usize) {
        Layout::<G>::coords(self.index())
    }

    /// The cell `dx` columns and `dy` rows away, or `None` if the board has no such cell.
    ///
    /// ```
    /// use bitboard_core::{Cell, Chess};
    ///
    /// assert_eq!(Cell::<Chess>::E4.offset(1, 2), Some(Cell::F6));
    /// assert_eq!(Cell::<Chess>::E4.offset(-5, 0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn offset(self, dx: i32, dy: i32) -> Option<Self> {
        let (x, y) = self.coords();
        match (x.checked_add_signed(dx as isize), y.checked_add_signed(dy as isize)) {
            (Some(x), Some(y)) => Self::new(x, y),
            _ => None,
        }
    }
}

impl<G: Geometry> fmt::Display for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.coords();
        let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
        if x >= 26 {
            write!(f, "{}", letter(x / 26 - 1))?;
        }
        write!(f, "{}{}", letter(x), y + 1)
    }
}

impl<G: Geometry> fmt::Debug for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error returned when parsing a [`Cell`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CellError {
    /// The text does not start with a column letter.
    #[error("expected a column letter and a row number such as e4: the column letter is missing")]
    NoColumn,
    /// The column letters are not followed by a row number.
    #[error("expected a column letter and a row number such as e4: the row number is missing")]
    NoRow,
    /// The name is well-formed, but the board has no such cell.
    #[error("column {column}, row {row} is not a cell of this board")]
    OffBoard {
        /// The column, from 1.
        column: u32,
        /// The row, from 1.
        row: u32,
    },
}

impl<G: Geometry> FromStr for Cell<G> {
    type Err = CellError;

    /// Reads what [`Display`](fmt::Display) writes; upper-case letters are accepted too.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text[..text.len() - digits.len()];
        if letters.is_empty() {
            return Err(CellError::NoColumn);
        }
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(CellError::NoRow);
        }
        let column = letters.bytes().fold(0u32, |column, letter| {
            let digit = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
            column.saturating_mul(26).saturating_add(digit)
        });
        let row = digits.parse().unwrap_or(u32::MAX);
        let cell = (row > 0).then(|| Self::new(column as usize - 1, row as usize - 1)).flatten();
        cell.ok_or(CellError::OffBoard { column, row })
    }
}

/// The 64 squares by name, for constants.
macro_rules! squares {
    ($($name:ident)*) => {
        /// The squares of the chess board by name.
        #[allow(missing_docs, reason = "the name says all")]
        impl Cell<Chess> {
            $(pub const $name: Self = Self::from_valid_index(Square::$name as u32);)*
        }

        /// Numbers the squares.
        enum Square {
            $($name,)*
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}
