//! Which neighbors have the same color.

use super::block::Block;
use super::cells::{Cells, VISIBLE_COLUMN};
use super::field::Field;
use super::plane::Plane;
use crate::kernel::mask::two_and_three;

/// The neighbors of the same color in the visible rows, of all colors at once. Each link is stored in the
/// lower or left one of its two cells.
pub(super) struct Links<P> {
    up: P,
    right: P,
}

impl<P: Plane> Links<P> {
    /// The links of the fields with these planes. Skulls are not linked to anything.
    #[inline(always)]
    pub(super) fn of([a, b, c]: [P; 3]) -> Self {
        let colored = colored([a, b, c]);
        let up = (a ^ a.down()) | (b ^ b.down()) | (c ^ c.down());
        let right = (a ^ a.left()) | (b ^ b.left()) | (c ^ c.left());
        // No link leads from the highest visible row into the hidden one.
        let below = colored & a.columns(VISIBLE_COLUMN >> 1);
        Self { up: below & !up, right: colored & !right }
    }

    /// The cells with three links, and the lower or left one of two linked cells with two links each.
    /// There are some in each component of at least four, and in no others; see
    /// [`mask`](crate::kernel::mask).
    #[inline(always)]
    pub(super) fn crowds(&self) -> Crowds<P> {
        let (up, right) = (self.up, self.right);
        let [two, three] = two_and_three([up, up.up(), right, right.right()]);
        Crowds { three, above: two & two.down() & up, beside: two & two.left() & right }
    }

    /// The cells linked to a set.
    #[inline(always)]
    fn neighbors(&self, cells: P) -> P {
        let (up, right) = (self.up, self.right);
        cells.down() & up | (cells & up).up() | cells.left() & right | (cells & right).right()
    }

    /// The cells in components of at least four.
    #[inline(always)]
    pub(super) fn fours(&self, crowds: Crowds<P>) -> P {
        let Crowds { three, above, beside } = crowds;
        let seeds = three | above | above.up() | beside | beside.right();
        seeds | self.neighbors(seeds)
    }
}

/// Cells with many links; see [`Links::crowds`].
#[derive(Clone, Copy)]
pub(super) struct Crowds<P> {
    /// Cells with three links.
    three: P,
    /// The lower ones of two linked cells with two links each.
    above: P,
    /// The left ones.
    beside: P,
}

impl<P: Plane> Crowds<P> {
    /// Some cells if there is a component of at least four, otherwise none.
    #[inline(always)]
    pub(super) fn any(self) -> P {
        self.three | self.above | self.beside
    }
}

impl Links<u128> {
    /// The component of the lowest of some cells.
    #[inline(always)]
    pub(super) fn component(&self, cells: u128) -> u128 {
        let mut component = cells & cells.wrapping_neg();
        loop {
            let nearer = component | self.neighbors(component);
            let farther = nearer | self.neighbors(nearer);
            if farther == component {
                return component;
            }
            component = farther;
        }
    }
}

/// The cells of all colors in the visible rows.
#[inline(always)]
pub(super) fn colored<P: Plane>([a, b, c]: [P; 3]) -> P {
    (a | b | c) & !(b & c) & a.columns(VISIBLE_COLUMN)
}

impl Field {
    /// The components of all colors and sizes in the visible rows: cells of one color
    /// connected by edges.
    ///
    /// ```
    /// use cc_table::chain::Field;
    ///
    /// let field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                     ....../.1..../0211..".parse()?;
    /// let sizes: Vec<(String, u32)> =
    ///     field.components().map(|(color, cells)| (color.to_string(), cells.len())).collect();
    /// assert_eq!(sizes, [("2".into(), 1), ("1".into(), 1), ("1".into(), 2)]);
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn components(self) -> impl Iterator<Item = (Block, Cells)> {
        let links = Links::of(self.planes);
        let mut rest = Cells::from_bits_truncate(colored(self.planes));
        core::iter::from_fn(move || {
            let (x, y) = rest.first()?.coords();
            let component = Cells::from_bits_truncate(links.component(rest.bits()));
            rest -= component;
            Some((self.get(x, y)?, component))
        })
    }
}
