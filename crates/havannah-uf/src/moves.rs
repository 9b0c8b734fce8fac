//! Moves.

use core::fmt;
use core::str::FromStr;

use crate::hex::{CellError, Hex};

/// A turn of a player.
///
/// A cell converts into a move, so [`Havannah::play`](crate::Havannah::play) takes both. A move is written as
/// `x,y` or `swap`.
///
/// ```
/// use havannah_uf::{Hex, Move};
///
/// assert_eq!(Move::from(Hex::new(4, 2)), Move::Stone(Hex::new(4, 2)));
/// assert_eq!("4,2".parse(), Ok(Move::Stone(Hex::new(4, 2))));
/// assert_eq!(Move::Swap.to_string(), "swap");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Move {
    /// Places a stone.
    Stone(Hex),
    /// Takes over the first stone. It changes its color, and it is the turn of the first player again.
    Swap,
}

impl Move {
    /// The cell of the stone.
    ///
    /// ```
    /// use havannah_uf::{Hex, Move};
    ///
    /// assert_eq!(Move::Stone(Hex::new(4, 2)).cell(), Some(Hex::new(4, 2)));
    /// assert_eq!(Move::Swap.cell(), None);
    /// ```
    #[must_use]
    pub const fn cell(self) -> Option<Hex> {
        match self {
            Self::Stone(cell) => Some(cell),
            Self::Swap => None,
        }
    }
}

impl From<Hex> for Move {
    #[inline]
    fn from(cell: Hex) -> Self {
        Self::Stone(cell)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(cell) => cell.fmt(f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = CellError;

    fn from_str(word: &str) -> Result<Self, CellError> {
        if word == "swap" { Ok(Self::Swap) } else { word.parse().map(Self::Stone) }
    }
}
