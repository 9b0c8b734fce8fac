//! The twelve symmetries of the board.

use crate::cell::Hex;

/// One of the twelve rotations and reflections of a hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// All twelve: six rotations, then the same after swapping x and y.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }

    /// The image of a cell of a board of base `base`. `None` if the board has no such cell, or if its coordinates
    /// do not fit in 32 bits (with bases above 2³¹).
    ///
    /// ```
    /// use havannah_uf::{Hex, Symmetry};
    ///
    /// let corner = Hex { x: 1, y: 1 };
    /// let images: Vec<Hex> = Symmetry::all().filter_map(|symmetry| symmetry.apply(corner, 3)).collect();
    /// assert_eq!(images[..3], [Hex { x: 1, y: 1 }, Hex { x: 3, y: 1 }, Hex { x: 5, y: 3 }]);
    /// ```
    #[must_use]
    pub const fn apply(self, cell: Hex, base: u32) -> Option<Hex> {
        let (x, y) = self.image(cell, base);
        if cell.is_on_board(base) && x <= u32::MAX as i64 && y <= u32::MAX as i64 {
            Some(Hex { x: x as u32, y: y as u32 })
        } else {
            None
        }
    }

    /// [`apply`](Self::apply) for a cell of a board of base at most 2³¹.
    pub(crate) const fn apply_on_board(self, cell: Hex, base: u32) -> Hex {
        let (x, y) = self.image(cell, base);
        Hex { x: x as u32, y: y as u32 }
    }

    const fn image(self, cell: Hex, base: u32) -> (i64, i64) {
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
        (u + base, v + base)
    }
}
