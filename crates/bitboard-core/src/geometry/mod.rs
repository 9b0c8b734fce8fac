//! Geometries: which bit is which cell.

use core::fmt::Debug;
use core::hash::Hash;

use crate::symmetry::Symmetry;

mod axial_hex;
mod columns;
mod holes;
mod offset_hex;
mod row_major;

pub use axial_hex::AxialHex;
pub use columns::Columns;
pub use holes::Holes;
pub use offset_hex::OffsetHex;
pub use row_major::{Chess, RowMajor};

/// How cells lie beside one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lattice {
    /// Squares: (x, y) touches (x ± 1, y) and (x, y ± 1) by an edge, (x ± 1, y ± 1) by a corner.
    Square,
    /// Hexagons in rows, odd rows half a cell to the right. (x, y) touches (x ± 1, y), and in the
    /// rows above and below columns x − 1 and x if y is even, x and x + 1 if y is odd.
    OffsetHex,
    /// Hexagons on two axes: (x, y) touches (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and
    /// (x − 1, y − 1).
    AxialHex,
}

/// A board: its shape, which of its cells exist, and which bit of a word each cell is.
///
/// The bit of cell (x, y) is `x * X_STRIDE + y * Y_STRIDE`, where one of the strides is 1 and the
/// other is at least as large as the extent along the first; a larger stride leaves guard bits
/// between lines. Everything is a constant, so that code written for any geometry compiles to what
/// one would write by hand for that board.
///
/// Implement it for a board of your own by giving the six constants without a default.
pub trait Geometry: Copy + Eq + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// How cells lie beside one another.
    const LATTICE: Lattice;
    /// Columns: x is below this.
    const WIDTH: usize;
    /// Rows: y is below this.
    const HEIGHT: usize;
    /// How far apart the bits of horizontal neighbours are.
    const X_STRIDE: u32;
    /// How far apart the bits of vertical neighbours are.
    const Y_STRIDE: u32;
    /// The bits of the cells that exist.
    const MASK: u128;
    /// Whether row 0 is drawn at the bottom; otherwise it is drawn at the top.
    const UP: bool = false;

    /// How many cells exist.
    const CELLS: u32 = Self::MASK.count_ones();
    /// How many bits a word needs to hold the board.
    const BITS: u32 = 128 - Self::MASK.leading_zeros();

    /// The bit of cell (x, y), or `None` if there is no such cell.
    #[inline]
    fn index(x: usize, y: usize) -> Option<u32> {
        if x >= Self::WIDTH || y >= Self::HEIGHT {
            return None;
        }
        let index = x as u32 * Self::X_STRIDE + y as u32 * Self::Y_STRIDE;
        (Self::MASK >> index & 1 == 1).then_some(index)
    }

    /// The (x, y) of a bit, or `None` if that bit is no cell.
    #[inline]
    fn coords(index: u32) -> Option<(usize, usize)> {
        if index >= Self::BITS || Self::MASK >> index & 1 == 0 {
            return None;
        }
        Some(coords_of(index, Self::X_STRIDE, Self::Y_STRIDE))
    }

    /// The symmetries of the board, the identity first: up to 8 for squares, 12 for a hexagon of
    /// hexagons, 2 for hexagons in rows.
    fn symmetries() -> impl Iterator<Item = Symmetry> {
        Symmetry::of_lattice(Self::LATTICE, Self::HEIGHT)
            .iter()
            .copied()
            .filter(|symmetry| symmetry.fits::<Self>())
    }
}

/// Inverts `x * x_stride + y * y_stride` where one stride is 1.
#[inline(always)]
const fn coords_of(index: u32, x_stride: u32, y_stride: u32) -> (usize, usize) {
    if x_stride == 1 {
        ((index % y_stride) as usize, (index / y_stride) as usize)
    } else {
        ((index / x_stride) as usize, (index % x_stride) as usize)
    }
}

/// The bits of all cells of a full `width` × `height` board.
///
/// # Panics
/// At compile time, if the board is empty or does not fit 128 bits.
const fn rectangle(width: usize, height: usize, x_stride: usize, y_stride: usize) -> u128 {
    assert!(width > 0 && height > 0, "a board needs at least one cell");
    assert!((width - 1) * x_stride + (height - 1) * y_stride < 128, "the board exceeds 128 bits");
    let mut mask = 0;
    let mut y = 0;
    while y < height {
        let mut x = 0;
        while x < width {
            mask |= 1 << (x * x_stride + y * y_stride);
            x += 1;
        }
        y += 1;
    }
    mask
}
