//! Which blocks vanish: links between blocks of the same color, for all colors at once.
//!
//! A [`Plane`] is a set of cells of one field (a `u128`, or a vector of eight lanes of 16 bits, a
//! lane for each column) or of several fields (longer vectors). One shift of all lanes moves cells
//! up or down, and one shift by a lane moves them left or right.
//!
//! Two neighbors are **linked** if all three of their bits are equal, that is if they have the same
//! color. Links are stored in the lower or left cell:
//!
//! ```text
//! up    = a ^ down(a) | b ^ down(b) | c ^ down(c)     0 where the cell above has the same bits
//! right = a ^ left(a) | b ^ left(b) | c ^ left(c)     0 where the cell to the right has
//! ```
//!
//! A component of four or more blocks has a cell with three links, or two linked cells with two
//! links each, as in [`masks`](crate::board::masks), but with links in the place of neighbors. So
//! one formula answers for all colors whether anything vanishes (usually nothing does), and
//! two more steps give the cells that vanish.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::field::{Block, COLUMN, Cells, Field, VISIBLE_COLUMN};
use super::gravity;
use crate::board::masks::two_and_three;

/// A set of cells of one field, or one of each of several fields. Bits are those of [`Cells`].
pub(super) trait Plane:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The same cells in each column of each field.
    fn columns(self, column: u16) -> Self;
    /// The cells above.
    fn up(self) -> Self;
    /// The cells below.
    fn down(self) -> Self;
    /// The cells to the left.
    fn left(self) -> Self;
    /// The cells to the right.
    fn right(self) -> Self;
}

/// The blocks above an empty cell.
#[inline(always)]
pub(super) fn unsettled<P: Plane>([a, b, c]: [P; 3]) -> P {
    let occupied = a | b | c;
    occupied & !(occupied.up() | a.columns(1))
}

impl Plane for u128 {
    #[inline(always)]
    fn columns(self, column: u16) -> Self {
        Self::from(column) * 0x0001_0001_0001_0001_0001_0001
    }
    #[inline(always)]
    fn up(self) -> Self {
        self << 1
    }
    #[inline(always)]
    fn down(self) -> Self {
        self >> 1
    }
    #[inline(always)]
    fn left(self) -> Self {
        self >> COLUMN
    }
    #[inline(always)]
    fn right(self) -> Self {
        self << COLUMN
    }
}

/// Planes of as many fields as a vector has room for: one, two or four. `T` is the token of its
/// instructions.
pub(super) trait Vector<T>: Plane {
    /// Number of fields.
    const FIELDS: usize;
    /// One of the three planes of the first fields.
    fn load(token: T, fields: &[Field], plane: usize) -> Self;
    /// Two bits for each field, of which one is set if the field has a cell.
    fn nonempty(self) -> u64;
}

/// The plane of one field.
pub(super) trait Single<T>: Vector<T> {
    /// The cells, as bits of [`Cells`].
    fn word(self) -> u128;
    /// Removes all blocks that are not in `keep` and lets the others fall.
    fn fall(token: T, planes: &mut [u128; 3], keep: u128);
}

impl Vector<()> for u128 {
    const FIELDS: usize = 1;

    #[inline(always)]
    fn load((): (), fields: &[Field], plane: usize) -> Self {
        fields[0].planes[plane]
    }
    #[inline(always)]
    fn nonempty(self) -> u64 {
        (self != 0).into()
    }
}

impl Single<()> for u128 {
    #[inline(always)]
    fn word(self) -> u128 {
        self
    }
    #[inline(always)]
    fn fall((): (), planes: &mut [u128; 3], keep: u128) {
        gravity::fall(planes, keep);
    }
}

/// Vectors with a column of 16 bits in each lane.
#[cfg(feature = "simd")]
mod vectors {
    use bitboard_core::simd::fearless_simd::prelude::*;
    use bitboard_core::simd::fearless_simd::{Simd, u16x8, u16x16, u16x32, u64x2, u64x4, u64x8};

    use super::{Field, Plane, Single, Vector, gravity};

    macro_rules! impl_plane {
        ($columns:ident, $halves:ident, $fields:literal) => {
            impl<S: Simd> Plane for $columns<S> {
                #[inline(always)]
                fn columns(self, column: u16) -> Self {
                    SimdBase::splat(self.simd, column)
                }
                #[inline(always)]
                fn up(self) -> Self {
                    self << 1
                }
                #[inline(always)]
                fn down(self) -> Self {
                    self >> 1
                }
                #[inline(always)]
                fn left(self) -> Self {
                    self.slide_within_blocks::<1>(self.columns(0))
                }
                #[inline(always)]
                fn right(self) -> Self {
                    self.columns(0).slide_within_blocks::<7>(self)
                }
            }

            impl<S: Simd> Vector<S> for $columns<S> {
                const FIELDS: usize = $fields;

                #[inline(always)]
                fn load(simd: S, fields: &[Field], plane: usize) -> Self {
                    let fields = &fields[..$fields];
                    let mut halves = [0; 2 * $fields];
                    for i in 0..$fields {
                        let plane = fields[i].planes[plane];
                        halves[2 * i] = plane as u64;
                        halves[2 * i + 1] = (plane >> 64) as u64;
                    }
                    $halves::from_slice(simd, &halves).bitcast()
                }
                #[inline(always)]
                fn nonempty(self) -> u64 {
                    let halves: $halves<S> = self.bitcast();
                    !halves.simd_eq(0).to_bitmask() & ((1 << (2 * $fields)) - 1)
                }
            }
        };
    }

    impl_plane!(u16x8, u64x2, 1);
    impl_plane!(u16x16, u64x4, 2);
    impl_plane!(u16x32, u64x8, 4);

    impl<S: Simd> Single<S> for u16x8<S> {
        #[inline(always)]
        fn word(self) -> u128 {
            let halves: u64x2<S> = self.bitcast();
            u128::from(halves[0]) | u128::from(halves[1]) << 64
        }
        #[inline(always)]
        fn fall(simd: S, planes: &mut [u128; 3], keep: u128) {
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = simd.level().as_avx2() {
                return gravity::fall_bmi2(avx2, planes, keep);
            }
            let _ = simd;
            gravity::fall(planes, keep);
        }
    }
}

/// The neighbors of the same color in the visible rows, of all colors at once. Each link is stored
/// in the lower or left one of its two cells.
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

    /// The cells with three links, and the lower or left one of two linked cells with two links
    /// each. There are some in each component of at least four, and in no others; see
    /// [`masks`](crate::board::masks).
    #[inline(always)]
    pub(super) fn many_links(&self) -> ManyLinks<P> {
        let (up, right) = (self.up, self.right);
        let [two, three] = two_and_three([up, up.up(), right, right.right()]);
        ManyLinks { three, above: two & two.down() & up, beside: two & two.left() & right }
    }

    /// The cells linked to a set.
    #[inline(always)]
    fn neighbors(&self, cells: P) -> P {
        let (up, right) = (self.up, self.right);
        cells.down() & up | (cells & up).up() | cells.left() & right | (cells & right).right()
    }

    /// The cells in components of at least four.
    #[inline(always)]
    pub(super) fn fours(&self, many_links: ManyLinks<P>) -> P {
        let ManyLinks { three, above, beside } = many_links;
        let seeds = three | above | above.up() | beside | beside.right();
        seeds | self.neighbors(seeds)
    }
}

/// Cells with many links; see [`Links::many_links`].
#[derive(Clone, Copy)]
pub(super) struct ManyLinks<P> {
    /// Cells with three links.
    three: P,
    /// The lower ones of two linked cells with two links each.
    above: P,
    /// The left ones.
    beside: P,
}

impl<P: Plane> ManyLinks<P> {
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
            Some((self.get((x, y))?, component))
        })
    }
}
