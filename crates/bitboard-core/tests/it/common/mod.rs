//! Boards of the tests.

use bitboard_core::{Geometry, Lattice, Wide};

/// The board of Hex: a rhombus of hexagons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Rhombus;

impl Geometry for Rhombus {
    const LATTICE: Lattice = Lattice::AxialHex;
    const WIDTH: usize = 3;
    const HEIGHT: usize = 3;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = 3;
    const MASK: Wide<8> = Wide::from_u128(0o777);
}

/// A board whose rectangle exceeds the largest word, unlike its cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Long;

impl Geometry for Long {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = 33;
    const HEIGHT: usize = 16;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = 33;
    /// 15 rows of 33 cells.
    const MASK: Wide<8> = {
        let mut limbs = [u64::MAX; 8];
        limbs[7] >>= 512 - 15 * 33;
        Wide::from_limbs(limbs)
    };
}
