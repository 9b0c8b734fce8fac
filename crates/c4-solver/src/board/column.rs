//! Columns, and sets of columns.

use core::fmt;

/// The symbols of the columns.
const SYMBOLS: &[u8; Column::COUNT as usize] =
    b"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A column of a board, counted from 0 at the left.
///
/// As text a column is one symbol: `1` to `9` for the first nine columns, then `a` to `z` and `A`
/// to `Z`.
///
/// ```
/// use c4_solver::Column;
///
/// let column = Column::from_symbol('4').unwrap();
/// assert_eq!(column.index(), 3);
/// assert_eq!(Column::new(9).unwrap().to_string(), "a");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Column(u8);

impl Column {
    /// The number of columns with a symbol, which is the largest width of a board.
    pub const COUNT: u32 = 61;

    /// The column with this index, from 0. `None` if it is not less than [`COUNT`](Self::COUNT).
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// All columns of a board of this width, from the center outwards, with their distances from
    /// the center. Of two with the same distance the left one comes first.
    #[inline(always)]
    pub(crate) fn outwards(width: u32) -> impl Iterator<Item = (Self, u32)> {
        let center = width / 2;
        (0..width).map(move |i| {
            let distance = i.div_ceil(2);
            let x = if i % 2 == 1 { center - distance } else { center + distance };
            (Self(x as u8), distance)
        })
    }

    /// The index, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The column with this symbol.
    #[must_use]
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let index = SYMBOLS.iter().position(|&found| char::from(found) == symbol)?;
        Self::new(index as u32)
    }

    /// The column with this symbol of a board of this width.
    pub(super) fn of_width(symbol: char, width: u32) -> Option<Self> {
        Self::from_symbol(symbol).filter(|column| column.index() < width)
    }

    /// The symbol.
    #[must_use]
    pub const fn symbol(self) -> char {
        SYMBOLS[self.0 as usize] as char
    }

    /// The first `width` columns, from left to right, at most [`COUNT`](Self::COUNT).
    pub fn all(width: u32) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..width.min(Self::COUNT) as u8).map(Self)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.symbol(), f)
    }
}

/// A set of columns, listed from left to right. As text it is their [symbols](Column).
///
/// ```
/// use c4_solver::{Column, Position};
///
/// let position = Position::from_moves("44444432")?;
/// assert_eq!(position.columns().to_string(), "123567");
/// assert!(!position.columns().contains(Column::new(3).unwrap()));
/// assert_eq!(position.columns().iter().map(Column::index).sum::<u32>(), 18);
/// # Ok::<(), c4_solver::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ColumnSet(u64);

impl ColumnSet {
    /// Returns whether the set contains `column`.
    #[must_use]
    pub const fn contains(self, column: Column) -> bool {
        self.0 >> column.0 & 1 != 0
    }

    /// The number of columns.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The columns from left to right.
    #[must_use]
    pub const fn iter(self) -> ColumnIter {
        ColumnIter(self)
    }

    /// Adds a column.
    pub(crate) fn insert(&mut self, column: Column) {
        self.0 |= 1 << column.0;
    }
}

impl IntoIterator for ColumnSet {
    type Item = Column;
    type IntoIter = ColumnIter;

    fn into_iter(self) -> ColumnIter {
        self.iter()
    }
}

/// The iterator over a [`ColumnSet`].
#[derive(Clone, Debug)]
pub struct ColumnIter(ColumnSet);

impl Iterator for ColumnIter {
    type Item = Column;

    fn next(&mut self) -> Option<Column> {
        let set = &mut self.0.0;
        let column = Column::new(set.trailing_zeros())?;
        *set &= *set - 1;
        Some(column)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for ColumnIter {}

/// Writes the symbols.
impl fmt::Display for ColumnSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.into_iter().try_for_each(|column| write!(f, "{column}"))
    }
}

impl FromIterator<Column> for ColumnSet {
    fn from_iter<I: IntoIterator<Item = Column>>(columns: I) -> Self {
        Self(columns.into_iter().fold(0, |set, column| set | 1 << column.0))
    }
}
