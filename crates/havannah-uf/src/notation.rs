//! How cells are written.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::cell::Hex;

/// A way to write cells. The letter schemes end at base 13, whose last column is Y; from there on
/// columns have two letters: Z, AA, AB …
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `x,y` as in Google Code Jam.
    Pair,
    /// A letter for x and the number y, so that |letter − number| < base: the classical scheme, also
    /// called grid coordinates. Base 4: `A1` to `A4`, `D1` to `D7`, `G4` to `G7`.
    Grid,
    /// A letter for x and a number from 1 in each column: Little Golem, HavannahGui and HGF. Base 4:
    /// `A1` to `A4`, `D1` to `D7`, `G1` to `G4`.
    #[default]
    LittleGolem,
}

/// Why a word names no cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CellError {
    /// It is not written as a cell is.
    #[error("{word:?} is no cell")]
    NotACell {
        /// At most the first 20 characters.
        word: String,
    },
    /// A number does not fit into 32 bits.
    #[error("{word:?} is too large")]
    TooLarge {
        /// At most the first 20 characters.
        word: String,
    },
    /// The board has no such cell.
    #[error("there is no cell {word} on a board of base {base}")]
    OffBoard {
        /// At most the first 20 characters.
        word: String,
        /// The base of the board.
        base: u32,
    },
}

impl Notation {
    /// Reads a cell of a board of base `base`; letters may be small.
    ///
    /// ```
    /// use havannah_uf::{Hex, Notation};
    ///
    /// let cell = Hex { x: 7, y: 5 };
    /// assert_eq!(Notation::Pair.parse("7,5", 4), Ok(cell));
    /// assert_eq!(Notation::Grid.parse("G5", 4), Ok(cell));
    /// assert_eq!(Notation::LittleGolem.parse("g2", 4), Ok(cell));
    /// ```
    ///
    /// # Errors
    /// [`CellError`] if it is no cell, or not one of this board.
    pub fn parse(self, word: &str, base: u32) -> Result<Hex, CellError> {
        let shown = || word.chars().take(20).collect();
        let (x, y) = match self {
            Self::Pair => word.split_once(',').map(|(x, y)| (number(x), number(y))),
            Self::Grid | Self::LittleGolem => {
                let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (letters, digits) = word.split_at(letters);
                Some((column(letters), number(digits)))
            }
        }
        .ok_or_else(|| CellError::NotACell { word: shown() })?;
        let part = |part: Result<u32, NumberError>| match part {
            Ok(number) => Ok(number),
            Err(NumberError::None) => Err(CellError::NotACell { word: shown() }),
            Err(NumberError::TooLarge) => Err(CellError::TooLarge { word: shown() }),
        };
        let (x, y) = (part(x)?, part(y)?);
        let shift = if self == Self::LittleGolem && y != 0 { x.saturating_sub(base) } else { 0 };
        let cell = y.checked_add(shift).map(|y| Hex { x, y });
        cell.filter(|cell| cell.is_on_board(base))
            .ok_or_else(|| CellError::OffBoard { word: shown(), base })
    }

    /// Writes a cell of a board of base `base`.
    #[must_use]
    pub fn write(self, cell: Hex, base: u32) -> String {
        match self {
            Self::Pair => format!("{},{}", cell.x, cell.y),
            Self::Grid => format!("{}{}", letters(cell.x), cell.y),
            Self::LittleGolem => {
                format!("{}{}", letters(cell.x), cell.y - cell.x.saturating_sub(base).min(cell.y))
            }
        }
    }

    /// `pair`, `grid` or `lg`.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

enum NumberError {
    None,
    TooLarge,
}

fn number(digits: &str) -> Result<u32, NumberError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::None);
    }
    digits.parse().map_err(|_| NumberError::TooLarge)
}

/// A = 1 … Z = 26, AA = 27 ….
fn column(letters: &str) -> Result<u32, NumberError> {
    if letters.is_empty() {
        return Err(NumberError::None);
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
    fn what_is_written_is_read() {
        for base in [2, 3, 8, 13, 14, 64] {
            for notation in [Notation::Pair, Notation::Grid, Notation::LittleGolem] {
                for cell in Hex::all(base) {
                    let word = notation.write(cell, base);
                    assert_eq!(notation.parse(&word, base), Ok(cell), "{word}");
                }
            }
        }
        assert_eq!(Notation::Grid.write(Hex { x: 27, y: 20 }, 14), "AA20");
    }

    #[test]
    fn nonsense_is_refused() {
        let all = [Notation::Pair, Notation::Grid, Notation::LittleGolem];
        for word in ["", ",", "1", "1,", "1,2,3", "a", "7", "a-1", "é1", "+1,+2", "1 ,2"] {
            for notation in all {
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
