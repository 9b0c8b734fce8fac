//! The contents of a cell.

use core::fmt;
use core::str::FromStr;

use super::error::FieldError;

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
    ///
    /// ```
    /// use cc_table::chain::Block;
    ///
    /// assert!(Block::COLORS.into_iter().eq((1..=5).map(Block::Color)));
    /// ```
    pub const COLORS: [Self; 5] =
        [Self::Color(1), Self::Color(2), Self::Color(3), Self::Color(4), Self::Color(5)];

    /// The value of the block in the three planes of a field: the color, or 6 for a skull; `None` for a
    /// color that does not exist.
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

    pub(super) const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '0' => Some(Self::Skull),
            '1'..='5' => Some(Self::Color(symbol as u8 - b'0')),
            _ => None,
        }
    }
}

impl FromStr for Block {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let mut symbols = text.chars();
        let symbol = symbols.next();
        let block = symbol.and_then(Self::from_symbol).filter(|_| symbols.next().is_none());
        block.ok_or(FieldError::Symbol { row: 1, column: 1, symbol: symbol.unwrap_or(' ') })
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
