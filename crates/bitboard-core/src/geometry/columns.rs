use super::{Geometry, Lattice, full};
use crate::wide::Wide;

/// A board of `W` columns of `H` squares, column by column with a guard bit on top of each:
/// bit = y + (H + 1)·x, row 0 at the bottom.
///
/// The guard bits are never cells, so no step to an adjacent cell can run into the next column:
/// such steps need no masks on this board. It is the layout of Connect 4 programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Columns<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry for Columns<W, H> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = H as u32 + 1;
    const Y_STRIDE: u32 = 1;
    const MASK: Wide<8> = full(W, H, H + 1, 1);
    const UP: bool = true;
}
