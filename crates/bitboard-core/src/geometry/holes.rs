use core::marker::PhantomData;

use super::{Geometry, Lattice};

/// The board `G` with holes: only the cells of `G` whose bits are in `MASK` exist.
///
/// ```
/// use bitboard_core::{Bitboard, Holes, RowMajor};
///
/// /// 3×3 without its centre.
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
    const MASK: u128 = {
        assert!(G::MASK & MASK != 0, "a board needs at least one cell");
        G::MASK & MASK
    };
    const UP: bool = G::UP;
}
