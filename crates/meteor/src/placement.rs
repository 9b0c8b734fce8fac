//! Placements of pieces.

/// A piece on the board of a puzzle.
///
/// [`Puzzle::placement`](crate::Puzzle::placement) makes one from the coordinates of its cells, and
/// [`Puzzle::coords`](crate::Puzzle::coords) lists these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// The piece: its index in [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// Its cells: bit i is cell i of [`Puzzle::cells`](crate::Puzzle::cells).
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_hex"))]
    pub cells: u128,
}

impl Placement {
    /// Returns whether the piece covers cell `cell` of [`Puzzle::cells`](crate::Puzzle::cells).
    ///
    /// ```
    /// let placement = meteor::Placement { piece: 0, cells: 0b110 };
    /// assert!(placement.covers(2) && !placement.covers(0) && !placement.covers(1_000));
    /// ```
    #[must_use]
    pub const fn covers(&self, cell: usize) -> bool {
        cell < 128 && self.cells >> cell & 1 != 0
    }
}
