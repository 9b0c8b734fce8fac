//! Cells of one field or of several.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::cells::COLUMN;

/// A set of cells of one field, or one of each of several fields. Bits are those of [`Cells`](super::Cells).
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

/// A vector with a column of 16 bits in each lane.
#[cfg(feature = "simd")]
mod vectors {
    use bitboard_core::simd::fearless_simd::prelude::*;
    use bitboard_core::simd::fearless_simd::{Simd, u16x8, u16x16, u16x32, u64x2, u64x4, u64x8};

    use super::Plane;
    use crate::chain::Field;

    /// Planes of several fields: one, two or four, depending on the width of the vectors of `S`.
    pub(in super::super) trait Vector<S: Simd>: Plane {
        /// Number of fields.
        const FIELDS: usize;
        /// One of the three planes of the first fields.
        fn load(simd: S, fields: &[Field], plane: usize) -> Self;
        /// Two bits for each field, of which one is set if the field has a cell.
        fn nonempty(self) -> u64;
    }

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

    /// The plane of one field.
    pub(in super::super) trait Single<S: Simd>: Vector<S> {
        fn of_word(simd: S, cells: u128) -> Self;
        fn word(self) -> u128;
    }

    impl<S: Simd> Single<S> for u16x8<S> {
        #[inline(always)]
        fn of_word(simd: S, cells: u128) -> Self {
            u64x2::from_slice(simd, &[cells as u64, (cells >> 64) as u64]).bitcast()
        }
        #[inline(always)]
        fn word(self) -> u128 {
            let halves: u64x2<S> = self.bitcast();
            u128::from(halves[0]) | u128::from(halves[1]) << 64
        }
    }
}
#[cfg(feature = "simd")]
pub(super) use self::vectors::{Single, Vector};
