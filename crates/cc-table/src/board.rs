//! The boards of this crate.

use bitboard_core::{Bitboard, RowMajor};

/// A board of `W` columns and `H` rows: bit = x + W·y, row 0 at the top.
///
/// The functions of this crate take boards of 1 to 8 columns and at most 128 cells. `cargo build`
/// refuses larger ones (`cargo check` does not notice them):
///
/// ```compile_fail
/// use cc_table::{Board, Connectivity, count};
///
/// let components = count(Board::<9, 9>::FULL, Connectivity::Four);
/// ```
///
/// Components of other boards, such as chess boards, hexagons or 19×19 points, are those of
/// [`Bitboard::components`].
pub type Board<const W: usize, const H: usize> = Bitboard<u128, RowMajor<W, H>>;

/// Evaluated once per board shape: the limits of this crate.
pub(crate) const fn assert_shape(width: usize, height: usize) {
    assert!(width >= 1 && width <= 8, "a board has 1 to 8 columns");
    assert!(height >= 1 && width * height <= 128, "a board has 1 to 128 cells");
}
