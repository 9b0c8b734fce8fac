//! Geometries: which bit is which cell.

use core::fmt::Debug;
use core::hash::Hash;

use crate::wide::Wide;

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

/// The arrangement of cells.
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
/// between lines. Everything is a constant, so code written for any geometry compiles to what one
/// would write by hand for that board.
///
/// Implement it for your own board by giving the six constants without a default. `cargo
/// build` checks them against one another where the geometry is used:
///
/// ```compile_fail
/// use bitboard_core::{Bitboard, Geometry, Lattice, Wide};
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
/// struct Wrong;
///
/// impl Geometry for Wrong {
///     const LATTICE: Lattice = Lattice::Square;
///     const WIDTH: usize = 4;
///     const HEIGHT: usize = 4;
///     const X_STRIDE: u32 = 1;
///     const Y_STRIDE: u32 = 3; // Rows of four cells would overlap.
///     const MASK: Wide<8> = Wide::from_u128(0x1fff);
/// }
/// println!("{}", Bitboard::<u64, Wrong>::EMPTY);
/// ```
pub trait Geometry: Copy + Eq + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// The arrangement of the cells. Rows of an [`OffsetHex`](Lattice::OffsetHex) board are
    /// consecutive bits.
    const LATTICE: Lattice;
    /// Number of columns: x is below this.
    const WIDTH: usize;
    /// Number of rows: y is below this.
    const HEIGHT: usize;
    /// The distance between the bits of horizontal neighbors.
    const X_STRIDE: u32;
    /// The distance between the bits of vertical neighbors.
    const Y_STRIDE: u32;
    /// The bits of the cells that exist.
    const MASK: Wide<8>;
    /// Whether row 0 is drawn at the bottom; otherwise it is drawn at the top.
    const UP: bool = false;
}

/// The bits below 512 of a full `width` × `height` board.
pub(crate) const fn rectangle(
    width: usize,
    height: usize,
    x_stride: usize,
    y_stride: usize,
) -> Wide<8> {
    let mut mask = Wide::ZERO;
    let mut y = 0;
    while y < height {
        let mut x = 0;
        while x < width {
            let bit = x * x_stride + y * y_stride;
            if bit < 512 {
                mask = mask.with_bit(bit as u32);
            }
            x += 1;
        }
        y += 1;
    }
    mask
}

/// The bits of all cells of a full `width` × `height` board.
///
/// # Panics
/// At compile time, if the board is empty or does not fit 512 bits.
const fn full(width: usize, height: usize, x_stride: usize, y_stride: usize) -> Wide<8> {
    assert!(width > 0 && height > 0, "a board needs at least one cell");
    assert!((width - 1) * x_stride + (height - 1) * y_stride < 512, "the board exceeds 512 bits");
    rectangle(width, height, x_stride, y_stride)
}
