//! Where a piece lies: its index and a set of cells.

use core::fmt;

/// Maximum number of cells of a board.
pub(crate) const MAX_CELLS: usize = 128;

/// A piece on the board of a puzzle.
///
/// [`Puzzle::placement`](crate::Puzzle::placement) makes one from the coordinates of its cells, and
/// [`Puzzle::coords`](crate::Puzzle::coords) lists these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// The piece: its index in [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// Its cells: bit i is cell i of [`Puzzle::cells`](crate::Puzzle::cells).
    #[cfg_attr(feature = "serde", serde(with = "hex"))]
    pub(crate) cells: u128,
}

/// Writes the index of the piece and those of its cells.
impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Placement");
        fields.field("piece", &self.piece).field("cells", &Listed(*self)).finish()
    }
}

impl Placement {
    /// The piece with this index on these cells, by their indices. `None` if a cell is not less
    /// than 128. [`Puzzle::place`](crate::Puzzle::place) checks the rest.
    #[must_use]
    pub fn new(piece: usize, cells: impl IntoIterator<Item = usize>) -> Option<Self> {
        let mut cells = cells.into_iter();
        let add = |set: u128, cell| (cell < MAX_CELLS).then(|| set | 1_u128 << cell);
        Some(Self { piece, cells: cells.try_fold(0, add)? })
    }

    /// Returns whether the piece covers cell `cell` of [`Puzzle::cells`](crate::Puzzle::cells).
    #[must_use]
    pub const fn covers(&self, cell: usize) -> bool {
        cell < 128 && self.cells >> cell & 1 != 0
    }

    /// The cells that the piece covers, as indices in [`Puzzle::cells`](crate::Puzzle::cells).
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let mut cells = self.cells;
        core::iter::from_fn(move || {
            let lowest = cells.trailing_zeros() as usize;
            cells &= cells.wrapping_sub(1);
            (lowest < MAX_CELLS).then_some(lowest)
        })
    }
}

/// The cells of a placement as a list.
struct Listed(Placement);

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.cells()).finish()
    }
}

/// Sets of cells as strings such as `"0x1f"` in readable formats: JavaScript has no 128-bit
/// integers.
#[cfg(feature = "serde")]
pub(crate) mod hex {
    use alloc::format;
    use alloc::string::String;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(cells: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&format!("{cells:#x}"))
        } else {
            cells.serialize(serializer)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u128, D::Error> {
        if !deserializer.is_human_readable() {
            return u128::deserialize(deserializer);
        }
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
        let number = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        number.ok_or_else(|| {
            Error::custom(format!("expected a set such as \"0x1f\", found {text:?}"))
        })
    }
}
