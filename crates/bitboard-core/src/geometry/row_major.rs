use super::{Geometry, Lattice, full};
use crate::wide::Wide;

/// A board of `W` × `H` squares, row by row: bit = x + W·y.
///
/// Row 0 is drawn at the top, or at the bottom if `UP`. A board of at most 64 cells fits a `u64`,
/// one of at most 128 cells a `u128`, and one of at most 512 cells a [`Wide<8>`](Wide).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct RowMajor<const W: usize, const H: usize, const UP: bool = false>;

/// The chess board: a1 is bit 0, b1 bit 1, h8 bit 63; rank 1 is drawn at the bottom.
pub type Chess = RowMajor<8, 8, true>;

impl<const W: usize, const H: usize, const UP: bool> Geometry for RowMajor<W, H, UP> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = full(W, H, 1, W);
    const UP: bool = UP;
}
