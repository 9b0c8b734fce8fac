//! Cells as rows of bits with a border.

use alloc::vec::Vec;

use bitboard_core::{Bitboard, RowMajor};

use super::size::{GridError, Point, filled};

/// 8×8 cells.
pub(super) type Tile = RowMajor<8, 8>;

/// Some cells of a tile.
pub(super) type Cells = Bitboard<u64, Tile>;

/// Entries per row of a table with an entry for each cell: whole tiles, and at least the columns
/// plus the reach of a step. So a step off a row leads to entries that belong to no cell.
pub(super) fn stride(width: usize) -> usize {
    8 * ((width + 1) / 8 + 1)
}

/// Rows above the first row and below the last tile: the reach of a step.
const BORDER: usize = 2;

/// Entries of a row that are read at once: those of three tiles.
pub(super) const AT_ONCE: usize = 24;

/// A set of cells as rows of bits with a border, so that the cells around one, 3×3 or for knights
/// 5×5, are a short load per row. Cells are numbered as the entries of tables.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct PaddedBits {
    /// Bytes per row, an eighth of [`stride`].
    stride: usize,
    /// A byte, the rows, and three more bytes, because a load takes four.
    bytes: Vec<u8>,
}

impl PaddedBits {
    fn len((width, height): Point) -> usize {
        let rows = height.next_multiple_of(8) + 2 * BORDER;
        (stride(width) / 8).saturating_mul(rows).saturating_add(4)
    }

    /// Entries per row.
    pub(super) fn stride(&self) -> usize {
        8 * self.stride
    }

    /// An empty set of cells of a grid of this width and height.
    pub(super) fn new(size: Point) -> Result<Self, GridError> {
        Ok(Self { stride: stride(size.0) / 8, bytes: filled(size, 0, Self::len(size), 1)? })
    }

    /// Number of cells in the set.
    pub(super) fn count(&self) -> u64 {
        self.bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// The byte of entry `place`, and its bit.
    #[inline(always)]
    fn at(&self, place: usize) -> (usize, usize) {
        (1 + BORDER * self.stride + place / 8, place % 8)
    }

    /// Returns whether entry `place` is in the set.
    #[inline(always)]
    pub(super) fn contains(&self, place: usize) -> bool {
        let (byte, bit) = self.at(place);
        self.bytes[byte] >> bit & 1 == 1
    }

    /// Adds or removes entry `place`.
    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, is_set: bool) {
        let (byte, bit) = self.at(place);
        self.bytes[byte] = self.bytes[byte] & !(1 << bit) | u8::from(is_set) << bit;
    }

    /// Sets the entries of a row by their columns. It begins at entry `place`.
    pub(super) fn fill_row(
        &mut self,
        place: usize,
        width: usize,
        mut is_set: impl FnMut(usize) -> bool,
    ) {
        let (start, _) = self.at(place);
        for (byte, first) in self.bytes[start..].iter_mut().zip((0..width).step_by(8)) {
            let bit = |x| u8::from(is_set(x)) << (x - first);
            *byte = (first..width.min(first + 8)).map(bit).fold(0, |byte, bit| byte | bit);
        }
    }

    /// The cells of a tile of 8×8.
    #[inline(always)]
    pub(super) fn tile(&self, column: usize, row: usize) -> Cells {
        let start = self.at(0).0 + 8 * row * self.stride + column;
        let byte = |i: usize| u64::from(self.bytes[start + i * self.stride]) << (8 * i);
        Bitboard::from_bits_truncate((0..8).map(byte).fold(0, |tile, byte| tile | byte))
    }

    /// The [`AT_ONCE`] entries from entry `place` on, and further bits. The first one may be a
    /// column or a row off the grid.
    #[inline(always)]
    pub(super) fn row(&self, place: usize) -> u64 {
        let start = (8 * (1 + BORDER * self.stride)).wrapping_add(place);
        let bytes = self.bytes[start / 8..][..4].try_into().unwrap_or([0; 4]);
        u64::from(u32::from_le_bytes(bytes) >> (start % 8))
    }

    /// Replaces each entry by a combination of itself with the one `later` entries after it.
    pub(super) fn with_later(&mut self, later: usize, combine: impl Fn(u8, u8) -> u8) {
        for i in 0..self.bytes.len() {
            let byte = |at: usize| self.bytes.get(i + later / 8 + at).copied().unwrap_or_default();
            let bytes = u16::from_le_bytes([byte(0), byte(1)]);
            self.bytes[i] = combine(self.bytes[i], (bytes >> (later % 8)) as u8);
        }
    }

    /// Combines each entry with the `span` - 1 next ones, which are `step` entries apart, in about
    /// log₂ `span` passes.
    pub(super) fn with_next(
        &mut self,
        step: usize,
        span: usize,
        combine: impl Fn(u8, u8) -> u8 + Copy,
    ) {
        let mut done = 1;
        while done < span {
            let more = done.min(span - done);
            self.with_later(more * step, combine);
            done += more;
        }
    }

    /// Combines the bytes of two sets of cells of one grid.
    pub(super) fn with_set(&mut self, other: &Self, combine: impl Fn(u8, u8) -> u8) {
        for (byte, other) in self.bytes.iter_mut().zip(&other.bytes) {
            *byte = combine(*byte, *other);
        }
    }

    /// Replaces the cells of a tile.
    pub(super) fn set_tile(&mut self, column: usize, row: usize, cells: Cells) {
        let start = self.at(0).0 + 8 * row * self.stride + column;
        for (i, byte) in cells.bits().to_le_bytes().into_iter().enumerate() {
            self.bytes[start + i * self.stride] = byte;
        }
    }

    /// The cells of a square of `SIDE`×`SIDE` around entry `place`, row by row.
    #[inline(always)]
    pub(super) fn window<const SIDE: usize>(&self, place: usize) -> u64 {
        // The byte before the rows is that before the first cell.
        let start = place + 8 - SIDE / 2 + 8 * (BORDER - SIDE / 2) * self.stride;
        let row = |i: usize| {
            let bytes = self.bytes[start / 8 + i * self.stride..][..4].try_into().unwrap_or([0; 4]);
            // Rows begin with a byte, so the bits of each are shifted equally.
            u64::from(u32::from_le_bytes(bytes) >> (start % 8)) & ((1 << SIDE) - 1)
        };
        (0..SIDE).map(|i| row(i) << (i * SIDE)).fold(0, |window, row| window | row)
    }
}
