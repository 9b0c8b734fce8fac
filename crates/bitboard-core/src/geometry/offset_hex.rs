use super::{Geometry, Lattice, full};
use crate::wide::Wide;

/// `H` rows of `W` hexagons, odd rows half a cell to the right: bit = x + W·y, row 0 at the top.
///
/// The board of the Meteor puzzle is `OffsetHex<5, 10>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct OffsetHex<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry for OffsetHex<W, H> {
    const LATTICE: Lattice = Lattice::OffsetHex;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = full(W, H, 1, W);
}
