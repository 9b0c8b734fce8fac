//! The twelve symmetries of the board.

use crate::cell::Hex;

/// One of the twelve rotations and reflections of a hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Self = Self(0);

    /// All twelve: six rotations, then the same after swapping x and y.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }

    /// Where a cell of a board of base `base` goes.
    ///
    /// ```
    /// use havannah_uf::{Hex, Symmetry};
    ///
    /// let corner = Hex { x: 1, y: 1 };
    /// let images: Vec<Hex> = Symmetry::all().take(3).map(|symmetry| symmetry.apply(corner, 3)).collect();
    /// assert_eq!(images, [Hex { x: 1, y: 1 }, Hex { x: 3, y: 1 }, Hex { x: 5, y: 3 }]);
    /// ```
    #[must_use]
    pub const fn apply(self, cell: Hex, base: u32) -> Hex {
        let base = base as i64;
        let (mut u, mut v) = (cell.x as i64 - base, cell.y as i64 - base);
        if self.0 >= 6 {
            (u, v) = (v, u);
        }
        let mut turns = self.0 % 6;
        while turns > 0 {
            (u, v) = (u - v, u);
            turns -= 1;
        }
        Hex { x: (u + base) as u32, y: (v + base) as u32 }
    }
}
