//! Cells of boards of any size, and the notations for them.

use std::fmt;
use std::str::FromStr;

use bitboard_core::Symmetry;

/// A cell, given by column x and row y. Both count **from 1**, on every board.
///
/// These are the coordinates of Google Code Jam 2012, round 3, problem B. A board of base S has
/// the cells with 1 ≤ x, y ≤ 2S − 1 and |x − y| < S. The first cell is (1, 1), the middle is
/// (S, S), and no cell has a coordinate 0. A cell touches (x ± 1, y), (x, y ± 1), (x + 1, y + 1)
/// and (x − 1, y − 1). Base 3:
///
/// ```text
///          1,1 2,1 3,1
///        1,2 2,2 3,2 4,2
///      1,3 2,3 3,3 4,3 5,3
///        2,4 3,4 4,4 5,4
///          3,5 4,5 5,5
/// ```
///
/// A cell is written as `x,y`; [`Notation`](crate::Notation) has other ways.
///
/// ```
/// use havannah_uf::Hex;
///
/// let cell: Hex = "4,2".parse()?;
/// assert_eq!(cell, Hex::new(4, 2));
/// assert_eq!(cell.to_string(), "4,2");
/// assert!("d2".parse::<Hex>().is_err());
/// # Ok::<(), havannah_uf::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hex {
    /// The column, from 1.
    pub x: u32,
    /// The row, from 1.
    pub y: u32,
}

/// The six directions in the order in which they lie around a cell.
const AROUND: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The number of rows of a board of base `base`; `u32::MAX` if it is larger than that.
const fn side(base: u32) -> u32 {
    match base.checked_sub(1) {
        Some(before) => before.saturating_mul(2).saturating_add(1),
        None => 0,
    }
}

impl Hex {
    /// The cell in column `x` and row `y`, both counted from 1: `Hex::new(1, 1)` is the upper left
    /// corner of every board. Any numbers are accepted; [`is_on_board`](Self::is_on_board) tests
    /// them.
    #[inline]
    #[must_use]
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }

    /// Returns whether a board of base `base` has this cell.
    #[must_use]
    pub const fn is_on_board(self, base: u32) -> bool {
        let side = side(base);
        let (x, y) = (self.x, self.y);
        1 <= x && x <= side && 1 <= y && y <= side && x.abs_diff(y) < base
    }

    /// All cells of a board of base `base`, row by row.
    ///
    /// ```
    /// use havannah_uf::Hex;
    ///
    /// let cells: Vec<String> = Hex::all(2).map(|cell| cell.to_string()).collect();
    /// assert_eq!(cells, ["1,1", "2,1", "1,2", "2,2", "3,2", "2,3", "3,3"]);
    /// ```
    pub fn all(base: u32) -> impl Iterator<Item = Self> {
        let side = side(base);
        (1..=side).flat_map(move |y| {
            let first = y.saturating_sub(base) + 1;
            let last = y.saturating_add(base - 1).min(side);
            (first..=last).map(move |x| Self { x, y })
        })
    }

    /// The number of cells of a board of base `base`: 3·base·(base − 1) + 1.
    #[must_use]
    pub const fn count(base: u32) -> u64 {
        let base = base as u64;
        if base == 0 {
            return 0;
        }
        // 3·(2³² − 1)·(2³² − 2) + 1 does not fit into 64 bits.
        base.saturating_mul(base.saturating_sub(1)).saturating_mul(3).saturating_add(1)
    }

    /// The neighbors on a board of base `base`, in the order in which they lie around the cell.
    ///
    /// ```
    /// use havannah_uf::Hex;
    ///
    /// assert_eq!(Hex::new(3, 3).neighbors(3).count(), 6);
    /// let corner: Vec<Hex> = Hex::new(1, 1).neighbors(3).collect();
    /// assert_eq!(corner, [Hex::new(2, 1), Hex::new(2, 2), Hex::new(1, 2)]);
    /// ```
    pub fn neighbors(self, base: u32) -> impl Iterator<Item = Self> {
        self.around(base).into_iter().flatten()
    }

    /// The image under a symmetry of the board of base `base`. [`Symmetry::HEXAGON`] lists the
    /// twelve symmetries. `None` if the board does not have the cell, or if the coordinates of the
    /// image do not fit in 32 bits, which is possible for bases above 2³¹.
    ///
    /// ```
    /// use havannah_uf::Hex;
    /// use havannah_uf::bitboard_core::Symmetry;
    ///
    /// let corner = Hex::new(1, 1);
    /// assert_eq!(corner.transform(Symmetry::HEX_ROTATE_60, 3), Some(Hex::new(3, 1)));
    /// assert_eq!(corner.transform(Symmetry::ROTATE_180, 3), Some(Hex::new(5, 5)));
    /// ```
    #[must_use]
    pub const fn transform(self, symmetry: Symmetry, base: u32) -> Option<Self> {
        let (x, y) = self.image(symmetry, base);
        if self.is_on_board(base) && 0 < x && x <= u32::MAX as i64 && 0 < y && y <= u32::MAX as i64
        {
            Some(Self { x: x as u32, y: y as u32 })
        } else {
            None
        }
    }

    /// [`transform`](Self::transform) for a cell of a board of base at most 2³¹ and a symmetry of
    /// hexagons.
    pub(crate) const fn transform_on_board(self, symmetry: Symmetry, base: u32) -> Self {
        let (x, y) = self.image(symmetry, base);
        Self { x: x as u32, y: y as u32 }
    }

    const fn image(self, symmetry: Symmetry, base: u32) -> (i64, i64) {
        let base = base as i64;
        let (x, y) = symmetry.apply_vector((self.x as i64 - base, self.y as i64 - base));
        (x + base, y + base)
    }

    /// The neighbor in one of the six directions, which may be off the board.
    #[inline]
    pub(crate) const fn step(self, direction: usize) -> Self {
        let (dx, dy) = AROUND[direction];
        Self { x: self.x.wrapping_add_signed(dx), y: self.y.wrapping_add_signed(dy) }
    }

    /// The neighbors in the order in which they lie around the cell, `None` for those off the
    /// board.
    pub(crate) fn around(self, base: u32) -> [Option<Self>; 6] {
        AROUND.map(|(dx, dy)| {
            let cell =
                Self { x: self.x.checked_add_signed(dx)?, y: self.y.checked_add_signed(dy)? };
            cell.is_on_board(base).then_some(cell)
        })
    }

    /// Returns whether the cell is on the board of base `base`, and not on its border.
    #[inline]
    pub(crate) const fn is_inside(self, base: u32) -> bool {
        let (low, high) = if self.x < self.y { (self.x, self.y) } else { (self.y, self.x) };
        let base = base as u64;
        low > 1 && high as u64 + 1 < 2 * base && (high - low) as u64 + 1 < base
    }

    /// A bit for the corner (0 to 5) or the edge (6 to 11) that the cell of a board of base `base`
    /// lies on. A corner is not on an edge. Base 3:
    ///
    /// ```text
    ///     0  11   5
    ///   6   .   .  10
    /// 1   .   .   .   4
    ///   7   .   .   9
    ///     2   8   3
    /// ```
    pub(crate) fn border(self, base: u32) -> u16 {
        if self.is_inside(base) {
            return 0;
        }
        let (x, y, base) = (u64::from(self.x), u64::from(self.y), u64::from(base));
        let side = 2 * base - 1;
        let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
        if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
            return 1 << corner;
        }
        let edges = [x == 1, y + 1 == x + base, y == side, x == side, x + 1 == y + base, y == 1];
        edges.iter().position(|&on| on).map_or(0, |edge| 1 << (6 + edge))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Error returned when parsing a cell, a move or the name of a ring rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The word does not have the expected form.
    #[error("expected {expected}, found {word:?}")]
    Form {
        /// The expected words.
        expected: &'static str,
        /// The first 20 characters of the word.
        word: String,
    },
    /// A coordinate does not fit in 32 bits.
    #[error("expected coordinates of at most 32 bits, found {word:?}")]
    TooLarge {
        /// The first 20 characters of the word.
        word: String,
    },
    /// The board does not have the cell.
    #[error("expected a cell of a board of base {base}, found {word}")]
    OffBoard {
        /// The first 20 characters of the word.
        word: String,
        /// The base of the board.
        base: u32,
    },
}

impl ParseError {
    pub(crate) fn form(expected: &'static str, word: &str) -> Self {
        Self::Form { expected, word: shorten(word) }
    }

    fn not_a_cell(word: &str) -> Self {
        Self::form("a cell", word)
    }

    fn too_large(word: &str) -> Self {
        Self::TooLarge { word: shorten(word) }
    }
}

/// The first 20 characters of a word.
pub(crate) fn shorten(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Reads a coordinate of decimal digits, which is a part of `word`.
fn number(digits: &str, word: &str) -> Result<u32, ParseError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseError::not_a_cell(word));
    }
    digits.parse().map_err(|_| ParseError::too_large(word))
}

impl FromStr for Hex {
    type Err = ParseError;

    /// Reads `x,y`, both counted from 1. The cell may be off every board.
    fn from_str(word: &str) -> Result<Self, ParseError> {
        let (x, y) = word.split_once(',').ok_or_else(|| ParseError::not_a_cell(word))?;
        Ok(Self { x: number(x, word)?, y: number(y, word)? })
    }
}

/// A notation for cells. In those with letters, column 27 and later columns have two or more
/// letters: AA, AB …
///
/// The same cells of a board of base 2 in each notation:
///
/// ```text
///      1,1 2,1           A1  B1           A1  B1
///    1,2 2,2 3,2       A2  B2  C2       A2  B2  C1
///      2,3 3,3           B3  C3           B3  C2
///        Pair             Grid         LittleGolem
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Notation {
    /// `x,y` as in Google Code Jam.
    Pair,
    /// A letter for x and the number y, so that |letter − number| < base: the classical scheme,
    /// also called grid coordinates. The columns of base 4 are `A1` to `A4`, `D1` to `D7`, `G4` to
    /// `G7`.
    Grid,
    /// A letter for x and a number from 1 in each column: Little Golem, HavannahGui and HGF. The
    /// columns of base 4 are `A1` to `A4`, `D1` to `D7`, `G1` to `G4`.
    #[default]
    LittleGolem,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Pair, Self::Grid, Self::LittleGolem];

    /// Reads a cell of a board of base `base`. Letters may be lower case. A `swap` is not a cell:
    /// see [`Move`](crate::Move).
    ///
    /// ```
    /// use havannah_uf::{Hex, Notation};
    ///
    /// let cell = Hex::new(7, 5);
    /// assert_eq!(Notation::Pair.parse("7,5", 4), Ok(cell));
    /// assert_eq!(Notation::Grid.parse("G5", 4), Ok(cell));
    /// assert_eq!(Notation::LittleGolem.parse("g2", 4), Ok(cell));
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] if the word is not a cell of this board.
    pub fn parse(self, word: &str, base: u32) -> Result<Hex, ParseError> {
        let Hex { x, y } = match self {
            Self::Pair => word.parse()?,
            Self::Grid | Self::LittleGolem => {
                let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (letters, digits) = word.split_at(letters);
                Hex { x: column(letters, word)?, y: number(digits, word)? }
            }
        };
        let shift = if self == Self::LittleGolem && y != 0 { x.saturating_sub(base) } else { 0 };
        let cell = y.checked_add(shift).map(|y| Hex { x, y });
        cell.filter(|cell| cell.is_on_board(base))
            .ok_or_else(|| ParseError::OffBoard { word: shorten(word), base })
    }

    /// Writes a cell of a board of base `base`.
    ///
    /// ```
    /// use havannah_uf::{Hex, Notation};
    ///
    /// let words = Notation::ALL.map(|notation| notation.write(Hex::new(7, 5), 4));
    /// assert_eq!(words, ["7,5", "G5", "G2"]);
    /// ```
    #[must_use]
    pub fn write(self, cell: Hex, base: u32) -> String {
        match self {
            Self::Pair => format!("{cell}"),
            Self::Grid => format!("{}{}", letters(cell.x), cell.y),
            Self::LittleGolem => {
                format!("{}{}", letters(cell.x), cell.y - cell.x.saturating_sub(base).min(cell.y))
            }
        }
    }

    /// The name: `pair`, `grid` or `lg`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Grid => "grid",
            Self::LittleGolem => "lg",
        }
    }
}

impl fmt::Display for Notation {
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The column of its letters, which are a part of `word`: A = 1 … Z = 26, AA = 27 …
fn column(letters: &str, word: &str) -> Result<u32, ParseError> {
    if letters.is_empty() {
        return Err(ParseError::not_a_cell(word));
    }
    letters.bytes().try_fold(0_u32, |column, letter| {
        let digit = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        let column = column.checked_mul(26).and_then(|column| column.checked_add(digit));
        column.ok_or_else(|| ParseError::too_large(word))
    })
}

/// The letters of a column from 1, as in [`column`].
fn letters(mut column: u32) -> String {
    let mut letters = [0; 7];
    let mut first = letters.len();
    while column > 0 {
        column -= 1;
        first -= 1;
        letters[first] = b'A' + (column % 26) as u8;
        column /= 26;
    }
    letters[first..].iter().map(|&letter| char::from(letter)).collect()
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn cells_inside_have_six_neighbors() {
        for base in [0, 1, 2, 3, 6, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX] {
            let near = |at: u32| (0..4).map(move |i| at.saturating_sub(2).saturating_add(i));
            let places = [2, base, side(base), u32::MAX - 3];
            let all = || places.into_iter().flat_map(near).filter(|&at| at < u32::MAX);
            for cell in all().flat_map(|x| all().map(move |y| Hex { x, y })) {
                let six = cell.neighbors(base).count() == 6;
                let inside = cell.is_on_board(base) && six;
                assert_eq!(cell.is_inside(base), inside, "{cell} on base {base}");
            }
        }
    }

    #[test]
    fn corners_and_edges_are_numbered_around_the_board() {
        let rows =
            [&[0, 11, 5][..], &[6, 16, 16, 10], &[1, 16, 16, 16, 4], &[7, 16, 16, 9], &[2, 8, 3]];
        let borders = Hex::all(3).map(|cell| cell.border(3).trailing_zeros());
        assert_eq!(borders.collect::<Vec<_>>(), rows.concat());
        for base in 2..8 {
            for border in 0..12 {
                let cells = Hex::all(base).filter(|cell| cell.border(base) == 1 << border);
                assert_eq!(cells.count(), if border < 6 { 1 } else { base as usize - 2 });
            }
        }
    }

    #[test]
    fn cells_are_read_as_written() {
        for base in [2, 3, 8, 13, 14, 64] {
            for notation in Notation::ALL {
                for cell in Hex::all(base) {
                    let word = notation.write(cell, base);
                    assert_eq!(notation.parse(&word, base), Ok(cell), "{word}");
                }
            }
        }
        assert_eq!(Notation::Grid.write(Hex::new(27, 20), 14), "AA20");
    }

    #[test]
    fn words_that_are_not_cells_are_errors() {
        for word in ["", ",", "1", "1,", "1,2,3", "a", "7", "a-1", "é1", "+1,+2", "1 ,2"] {
            for notation in Notation::ALL {
                let error = notation.parse(word, 4).unwrap_err();
                assert!(matches!(error, ParseError::Form { .. }), "{word}: {error}");
            }
        }
        for word in ["a0", "a5", "h1", "g5", "g0"] {
            let error = Notation::LittleGolem.parse(word, 4).unwrap_err();
            assert!(matches!(error, ParseError::OffBoard { .. }), "{word}: {error}");
        }
        for (notation, word) in [
            (Notation::Pair, "1,99999999999"),
            (Notation::Grid, "zzzzzzzzz1"),
            (Notation::Grid, "a99999999999"),
        ] {
            let error = notation.parse(word, 4).unwrap_err();
            assert!(matches!(error, ParseError::TooLarge { .. }), "{word}: {error}");
        }
    }
}
