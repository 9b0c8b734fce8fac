//! Cells of boards of any size.

/// A cell, in the coordinates of Google Code Jam 2012, round 3, problem B: on a board of base S,
/// 1 ≤ x, y ≤ 2S − 1 and |x − y| < S; it touches (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and
/// (x − 1, y − 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex {
    /// The column, from 1.
    pub x: u32,
    /// The row, from 1.
    pub y: u32,
}

/// The six directions in the order in which they lie around a cell.
const AROUND: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// How many rows a board of base `base` has, as far as 32 bits can count them.
const fn side(base: u32) -> u32 {
    match base.checked_sub(1) {
        Some(before) => before.saturating_mul(2).saturating_add(1),
        None => 0,
    }
}

impl Hex {
    /// Whether a board of base `base` has this cell.
    #[must_use]
    pub const fn is_on_board(self, base: u32) -> bool {
        let side = side(base);
        let (x, y) = (self.x, self.y);
        1 <= x && x <= side && 1 <= y && y <= side && x.abs_diff(y) < base
    }

    /// All cells of a board of base `base`, row by row.
    pub fn all(base: u32) -> impl Iterator<Item = Self> {
        let side = side(base);
        (1..=side).flat_map(move |y| {
            let first = y.saturating_sub(base) + 1;
            let last = y.saturating_add(base - 1).min(side);
            (first..=last).map(move |x| Self { x, y })
        })
    }

    /// How many cells a board of base `base` has: 3·base·(base − 1) + 1.
    ///
    /// ```
    /// use havannah_uf::Hex;
    ///
    /// assert_eq!(Hex::count(4), 37);
    /// assert_eq!(Hex::all(4).count(), 37);
    /// ```
    #[must_use]
    pub const fn count(base: u32) -> u64 {
        let base = base as u64;
        if base == 0 {
            return 0;
        }
        // 3·(2³² − 1)·(2³² − 2) + 1 does not fit into 64 bits.
        base.saturating_mul(base.saturating_sub(1)).saturating_mul(3).saturating_add(1)
    }

    /// The neighbor in one of the six directions, which may be off the board.
    #[inline]
    pub(crate) const fn step(self, direction: usize) -> Self {
        let (dx, dy) = AROUND[direction];
        Self { x: self.x.wrapping_add_signed(dx), y: self.y.wrapping_add_signed(dy) }
    }

    /// The neighbors as they lie around the cell, `None` for those off the board.
    pub(crate) fn around(self, base: u32) -> [Option<Self>; 6] {
        AROUND.map(|(dx, dy)| {
            let cell =
                Self { x: self.x.checked_add_signed(dx)?, y: self.y.checked_add_signed(dy)? };
            cell.is_on_board(base).then_some(cell)
        })
    }

    /// A bit for the corner (0 to 5) or the edge (6 to 11) that the cell of a board of base `base`
    /// lies on; corners lie on no edge.
    pub(crate) fn border(self, base: u32) -> u16 {
        let (x, y, base) = (u64::from(self.x), u64::from(self.y), u64::from(base));
        let side = 2 * base - 1;
        // Most cells are inside.
        if x > 1 && y > 1 && x < side && y < side && x.abs_diff(y) + 1 < base {
            return 0;
        }
        let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
        if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
            return 1 << corner;
        }
        let edges = [x == 1, y + 1 == x + base, y == side, x == side, x + 1 == y + base, y == 1];
        edges.iter().position(|&on| on).map_or(0, |edge| 1 << (6 + edge))
    }
}
