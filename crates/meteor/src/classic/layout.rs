//! The board in a word, with guard bits between the rows.
//!
//! Cell x of row y is bit x + 7y − ⌊y / 2⌋, so neighbors are 1, 6 or 7 bits apart in all rows. Guard bits always count
//! as filled, so shifts need no masks. Two rows take 13 bits. The last cell is bit 63, and a half turn of the board
//! reverses the word.

/// All cells.
pub(super) const CELLS: u64 = {
    let (mut cells, mut y) = (0, 0);
    while y < 10 {
        cells |= 0b11111 << row_start(y);
        y += 1;
    }
    cells
};

/// The bits of two rows.
pub(super) const TWO_ROWS: u32 = 13;

/// The first bit of a row.
const fn row_start(y: usize) -> usize {
    7 * y - y / 2
}

/// The bit of a cell; cell = column + 5 · row.
pub(crate) const fn bit_of(cell: usize) -> u32 {
    (row_start(cell / 5) + cell % 5) as u32
}

/// The neighbors of these cells, and some of the cells.
#[inline]
pub(super) const fn neighbors(cells: u64) -> u64 {
    (cells << 1 | cells >> 1) | (cells | cells << 1) << 6 | (cells | cells >> 1) >> 6
}

/// Returns whether a free cell has no free neighbor.
#[inline]
pub(super) const fn has_single(free: u64) -> bool {
    free & !neighbors(free) != 0
}

/// Returns whether a tile cuts off an island: a region of the `free` cells that are left whose size is not a multiple of
/// five.
///
/// If there was no island before, only regions next to the tile can be islands, and the last of them cannot be
/// the only one.
#[inline]
pub(super) fn cuts_island(tile: u64, free: u64) -> bool {
    let mut edge = neighbors(tile) & free;
    loop {
        let mut region = edge & edge.wrapping_neg();
        loop {
            // Each direction continues from the cells that the others have reached.
            let mut grown = (region | region << 1 | region >> 1) & free;
            grown |= (grown | grown >> 1) >> 6 & free;
            grown |= (grown | grown << 1) << 6 & free;
            if edge & !grown == 0 {
                return false;
            }
            if grown == region {
                break;
            }
            region = grown;
        }
        if !region.count_ones().is_multiple_of(5) {
            return true;
        }
        edge &= !region;
    }
}
