use core::marker::PhantomData;

use super::{Geometry, Lattice};
use crate::wide::Wide;

/// The board `G` with holes: only the cells of `G` whose bits are in `MASK` exist.
///
/// For holes in a board of more than 128 bits, implement [`Geometry`] yourself.
///
/// ```
/// use bitboard_core::{Bitboard, Holes, RowMajor};
///
/// /// 3×3 without its center.
/// type Ring = Holes<RowMajor<3, 3>, 0b111_101_111>;
/// let ring = Bitboard::<u64, Ring>::FULL;
/// assert_eq!(ring.to_string(), "X X X\nX   X\nX X X");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Holes<G, const MASK: u128>(PhantomData<G>);

impl<G: Geometry, const MASK: u128> Geometry for Holes<G, MASK> {
    const LATTICE: Lattice = G::LATTICE;
    const WIDTH: usize = G::WIDTH;
    const HEIGHT: usize = G::HEIGHT;
    const X_STRIDE: u32 = G::X_STRIDE;
    const Y_STRIDE: u32 = G::Y_STRIDE;
    const MASK: Wide<8> = G::MASK.intersection(Wide::from_u128(MASK));
    const UP: bool = G::UP;
}
