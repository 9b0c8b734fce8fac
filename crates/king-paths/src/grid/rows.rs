//! Cells of a grid as rows of bits, for searches cell by cell.

use alloc::vec::Vec;

use bitboard_core::limits::Meter;
use bitboard_core::{Bitboard, Geometry, TryError};

use super::map::{Cells, Grid, GridError, filled};
use super::rule::Rule;

/// Entries per row: whole tiles, and at least the columns plus the reach of a step.
pub(super) fn stride(width: usize) -> usize {
    8 * ((width + 1) / 8 + 1)
}

/// Bits before the rows above the first one.
const OFFSET: usize = 8;

/// A set of cells of a grid as rows of bits with a border, so that the cells around one, 3 × 3 or
/// for knights 5 × 5, are a short load per row. Cells are numbered as the entries of distances.
pub(super) struct Rows {
    /// Bytes per row, an eighth of the entries in a row of distances.
    stride: usize,
    /// The bit of entry 0, after the rows within the reach of a step.
    first: usize,
    bits: Vec<u8>,
}

impl Rows {
    /// The cells of the tiles that `tile` returns for each column and row of tiles.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tile: impl Fn(usize, usize) -> Cells,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let (columns, rows) = (grid.width.div_ceil(8), grid.height.div_ceil(8));
        let (stride, reach) = (stride(grid.width), R::Window::HEIGHT / 2);
        // Four bytes more than there are, as loads take four.
        let bytes = (OFFSET + stride * (8 * rows + 2 * reach)) / 8 + 4;
        let mut bits = filled((grid.width, grid.height), 0, bytes, 1, meter)?;
        for row in 0..rows {
            meter.check()?;
            for column in 0..columns {
                for (i, byte) in tile(column, row).bits().to_le_bytes().into_iter().enumerate() {
                    bits[(OFFSET + (8 * row + i + reach) * stride) / 8 + column] = byte;
                }
            }
        }
        Ok(Self { stride: stride / 8, first: OFFSET + reach * stride, bits })
    }

    /// The cells around entry `place`.
    #[inline(always)]
    pub(super) fn window<G: Geometry>(&self, place: usize) -> Bitboard<u64, G> {
        let start = place + OFFSET - G::WIDTH / 2;
        // Rows begin with a byte, so the bits of each are shifted equally.
        let row = |i: usize| {
            let bytes = self.bits[start / 8 + i * self.stride..][..4].try_into().unwrap_or([0; 4]);
            u64::from(u32::from_le_bytes(bytes) >> (start % 8)) & ((1 << G::WIDTH) - 1)
        };
        let rows = (0..G::HEIGHT).map(|i| row(i) << (i * G::WIDTH));
        Bitboard::from_bits_truncate(rows.fold(0, |window, row| window | row))
    }

    /// Returns whether entry `place` is in the set.
    pub(super) fn contains(&self, place: usize) -> bool {
        let bit = place + self.first;
        self.bits[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// Removes entry `place`.
    #[inline(always)]
    pub(super) fn remove(&mut self, place: usize) {
        let bit = place + self.first;
        self.bits[bit / 8] &= !(1 << (bit % 8));
    }
}
