use super::{Geometry, Lattice};
use crate::wide::Wide;

/// A hexagon of hexagons with `S` cells along each side, 3S² − 3S + 1 in all: the board of
/// Havannah.
///
/// Cells are the (x, y) with x, y ≤ 2S − 2 and |x − y| < S; bit = x + (2S − 1)·y, row 0 at the top.
/// A `u64` holds boards up to `S` = 4 (37 cells), a `u128` up to `S` = 6 (91 cells), a
/// [`Wide<6>`](Wide) up to `S` = 10 (271 cells).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct AxialHex<const S: usize>;

impl<const S: usize> Geometry for AxialHex<S> {
    const LATTICE: Lattice = Lattice::AxialHex;
    const WIDTH: usize = 2 * S - 1;
    const HEIGHT: usize = 2 * S - 1;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = 2 * S as u32 - 1;
    const MASK: Wide<8> = hexagon(S);
}

/// # Panics
/// At compile time, if the board is empty or does not fit 512 bits.
const fn hexagon(base: usize) -> Wide<8> {
    assert!(0 < base && base <= 11, "a hexagon has a side of 1 to 11 cells");
    let side = 2 * base - 1;
    let mut mask = Wide::ZERO;
    let mut y = 0;
    while y < side {
        let mut x = 0;
        while x < side {
            if x.abs_diff(y) < base {
                mask = mask.with_bit((x + side * y) as u32);
            }
            x += 1;
        }
        y += 1;
    }
    mask
}
