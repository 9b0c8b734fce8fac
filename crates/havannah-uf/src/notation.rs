//! Schemes to write cells.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::hex::{CellError, Hex, NumberError, number, shorten};

/// A scheme to write cells. In the schemes with letters, column 27 and later columns have two or more letters: AA,
/// AB …
///
/// The same cells of a board of base 2 in each scheme:
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
    /// A letter for x and the number y, so that |letter − number| < base: the classical scheme, also
    /// called grid coordinates. The columns of base 4 are `A1` to `A4`, `D1` to `D7`, `G4` to `G7`.
    Grid,
    /// A letter for x and a number from 1 in each column: Little Golem, HavannahGui and HGF. The columns of base 4 are
    /// `A1` to `A4`, `D1` to `D7`, `G1` to `G4`.
    #[default]
    LittleGolem,
}

impl Notation {
    /// All schemes.
    pub const ALL: [Self; 3] = [Self::Pair, Self::Grid, Self::LittleGolem];

    /// Reads a cell of a board of base `base`. Letters may be lower case.
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
    /// [`CellError`] if the word is not a cell of this board.
    pub fn parse(self, word: &str, base: u32) -> Result<Hex, CellError> {
        let (x, y) = match self {
            Self::Pair => word.parse().map(|Hex { x, y }| (x, y)),
            Self::Grid | Self::LittleGolem => {
                let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (letters, digits) = word.split_at(letters);
                let parts = column(letters).and_then(|x| Ok((x, number(digits)?)));
                parts.map_err(|error| CellError::of(word, error))
            }
        }?;
        let shift = if self == Self::LittleGolem && y != 0 { x.saturating_sub(base) } else { 0 };
        let cell = y.checked_add(shift).map(|y| Hex { x, y });
        cell.filter(|cell| cell.is_on_board(base))
            .ok_or_else(|| CellError::OffBoard { word: shorten(word), base })
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
    ///
    /// ```
    /// use havannah_uf::Notation;
    ///
    /// assert_eq!(Notation::ALL.map(Notation::name), ["pair", "grid", "lg"]);
    /// ```
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

/// The column of its letters: A = 1 … Z = 26, AA = 27 …
fn column(letters: &str) -> Result<u32, NumberError> {
    if letters.is_empty() {
        return Err(NumberError::NotANumber);
    }
    letters.bytes().try_fold(0_u32, |column, letter| {
        let digit = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        let column = column.checked_mul(26).and_then(|column| column.checked_add(digit));
        column.ok_or(NumberError::TooLarge)
    })
}

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
                assert!(matches!(error, CellError::NotACell { .. }), "{word}: {error}");
            }
        }
        for word in ["a0", "a5", "h1", "g5", "g0"] {
            let error = Notation::LittleGolem.parse(word, 4).unwrap_err();
            assert!(matches!(error, CellError::OffBoard { .. }), "{word}: {error}");
        }
        for (notation, word) in [
            (Notation::Pair, "1,99999999999"),
            (Notation::Grid, "zzzzzzzzz1"),
            (Notation::Grid, "a99999999999"),
        ] {
            let error = notation.parse(word, 4).unwrap_err();
            assert!(matches!(error, CellError::TooLarge { .. }), "{word}: {error}");
        }
    }
}
