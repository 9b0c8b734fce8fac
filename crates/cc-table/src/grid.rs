//! The boards of this crate, and the shifts between neighbours on their words.

use bitboard_core::{Bitboard, RowMajor};

use crate::Connectivity;
use crate::bits::Bits;

/// A board of `W` columns and `H` rows: bit = x + W·y, row 0 at the top.
///
/// `W` is at most 8 and W·H at most 128; anything else does not compile.
pub type Grid<const W: usize, const H: usize> = Bitboard<u128, RowMajor<W, H>>;

/// The board of Smash the Code and Puyo Puyo: 6 columns, 12 rows.
pub type Board = Grid<6, 12>;

/// Why a number is no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A bit is set that is no cell.
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
/// [`GridError::OffBoard`] names the lowest bit that is no cell.
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

/// The cells of column `x` of a board of `W` columns, in all rows that a word holds.
pub(crate) const fn column<const W: usize>(x: usize) -> u128 {
    let (mut cells, mut bit) = (0, x);
    while bit < 128 {
        cells |= 1 << bit;
        bit += W;
    }
    cells
}

/// The cells one step from a set, by direction, wherever they lie: callers cut them to the board.
#[derive(Clone, Copy)]
pub(crate) struct Around<B> {
    pub(crate) north: B,
    pub(crate) south: B,
    pub(crate) west: B,
    pub(crate) east: B,
}

#[inline(always)]
pub(crate) fn west<const W: usize, B: Bits>(cells: B) -> B {
    (cells & B::splat(const { !column::<W>(0) })) >> 1
}

#[inline(always)]
pub(crate) fn east<const W: usize, B: Bits>(cells: B) -> B {
    (cells & B::splat(const { !column::<W>(W - 1) })) << 1
}

#[inline(always)]
pub(crate) fn around<const W: usize, B: Bits>(cells: B) -> Around<B> {
    Around {
        north: cells >> W,
        south: cells << W,
        west: west::<W, B>(cells),
        east: east::<W, B>(cells),
    }
}

/// The cells that touch a set, and those of the set that touch one another.
#[inline(always)]
pub(crate) fn neighbours<const W: usize, B: Bits>(cells: B, connectivity: Connectivity) -> B {
    match connectivity {
        Connectivity::Four => {
            let around = around::<W, B>(cells);
            (around.north | around.south) | (around.west | around.east)
        }
        Connectivity::Eight => {
            let beside = west::<W, B>(cells) | east::<W, B>(cells);
            let row = cells | beside;
            beside | row << W | row >> W
        }
    }
}
