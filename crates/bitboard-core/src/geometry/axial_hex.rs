use super::{Geometry, Lattice};

/// A hexagon of hexagons with `S` cells along each side, 3S² − 3S + 1 in all: the board of
/// Havannah.
///
/// Cells are the (x, y) with x, y ≤ 2S − 2 and |x − y| < S; bit = x + (2S − 1)·y, row 0 at the top.
/// A `u64` holds boards up to `S` = 4 (37 cells), a `u128` up to `S` = 6 (91 cells).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct AxialHex<const S: usize>;

impl<const S: usize> Geometry for AxialHex<S> {
    const LATTICE: Lattice = Lattice::AxialHex;
    const WIDTH: usize = 2 * S - 1;
    const HEIGHT: usize = 2 * S - 1;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = 2 * S as u32 - 1;
    const MASK: u128 = hexagon(S);
}

/// # Panics
/// At compile time, if the board is empty or does not fit 128 bits.
const fn hexagon(base: usize) -> u128 {
    assert!(0 < base && base <= 6, "the board exceeds 128 bits");
    let side = 2 * base - 1;
    let mut mask = 0;
    let mut y = 0;
    while y < side {
        let mut x = 0;
        while x < side {
            if x.abs_diff(y) < base {
                mask |= 1 << (x + side * y);
            }
            x += 1;
        }
        y += 1;
    }
    mask
}
