//! The boards of this crate.

use bitboard_core::{Bitboard, RowMajor};

/// A board of `W` columns and `H` rows: bit = x + W·y, row 0 at the top.
///
/// `W` is at most 8 and W·H at most 128; anything else does not compile.
pub type Grid<const W: usize, const H: usize> = Bitboard<u128, RowMajor<W, H>>;

/// The board of Smash the Code and Puyo Puyo: 6 columns, 12 rows.
pub type Board = Grid<6, 12>;

/// Error returned when bits do not fit a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A bit is set that is not a cell.
    #[error("bit {bit} is set, but a board of {width}×{height} has only {}", width * height)]
    OffBoard {
        /// The lowest such bit.
        bit: u32,
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
}

/// The board with these bits.
///
/// ```
/// use cc_table::grid;
///
/// assert_eq!(grid::<6, 12>(0x41)?.len(), 2);
/// let error = grid::<6, 12>(1 << 72).unwrap_err();
/// assert_eq!(error.to_string(), "bit 72 is set, but a board of 6×12 has only 72");
/// # Ok::<(), cc_table::GridError>(())
/// ```
///
/// # Errors
/// [`GridError::OffBoard`] names the lowest bit that is not a cell.
pub fn grid<const W: usize, const H: usize>(bits: u128) -> Result<Grid<W, H>, GridError> {
    const { assert_shape(W, H) };
    let off = bits & !Grid::<W, H>::FULL.bits();
    Grid::from_bits(bits).ok_or(GridError::OffBoard {
        bit: off.trailing_zeros(),
        width: W,
        height: H,
    })
}

/// Evaluated once per board shape: the limits of this crate.
pub(crate) const fn assert_shape(width: usize, height: usize) {
    assert!(width >= 1 && width <= 8, "a board has 1 to 8 columns");
    assert!(height >= 1 && width * height <= 128, "a board has 1 to 128 cells");
}
