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
