//! Which neighbors have the same color.

use bitboard_core::{Bitboard, Bits, Dilate, Word};

use super::block::Block;
use super::cells::{COLUMN, Cells, Shape, VISIBLE};
use super::field::Field;
use crate::kernel::mask::two_and_three;

/// The neighbors of the same color in the visible rows, of all colors at once. Each link is stored in the
/// lower or left one of its two cells.
pub(super) struct Links {
    up: u128,
    right: u128,
}

impl Links {
    /// Skulls are not linked to anything.
    #[inline(always)]
    pub(super) fn of(field: &Field) -> Self {
        let [a, b, c] = field.planes;
        let colored = colored(field);
        let same = |shift: usize| {
            let differ = (a ^ a >> shift) | (b ^ b >> shift) | (c ^ c >> shift);
            colored & colored >> shift & !differ
        };
        Self { up: same(1), right: same(COLUMN) }
    }

    /// The cells linked to a set.
    #[inline(always)]
    fn neighbors<B: Bits>(&self, cells: B) -> B {
        let up = cells.broadcast(B::Word::from_u128(self.up));
        let right = cells.broadcast(B::Word::from_u128(self.right));
        let column = COLUMN as u32;
        cells >> 1 & up | (cells & up) << 1 | cells >> column & right | (cells & right) << column
    }

    /// The cells in components of at least four; see [`mask`](crate::kernel::mask).
    #[inline(always)]
    pub(super) fn fours(&self) -> u128 {
        let (up, right) = (self.up, self.right);
        let [two, three] = two_and_three([up, up << 1, right, right << COLUMN]);
        let seeds = three | two & self.neighbors(two);
        seeds | self.neighbors(seeds)
    }
}

impl Dilate<Shape> for Links {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, Shape>,
        within: Bitboard<B, Shape>,
    ) -> Bitboard<B, Shape> {
        within.intersect_bits(cells.bits() | self.neighbors(cells.bits()))
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        Self { ..*self }
    }
}

#[inline(always)]
fn colored(field: &Field) -> u128 {
    field.occupied() & !field.skulls() & VISIBLE
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
        let links = Links::of(&self);
        let mut rest = Cells::from_bits_truncate(colored(&self));
        core::iter::from_fn(move || {
            let (x, y) = rest.first()?.coords();
            let component = rest.isolate_first().flood(rest, &links);
            rest -= component;
            Some((self.get(x, y)?, component))
        })
    }
}
