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
/// Before the tile, there must be no island. So only regions next to the tile can be islands. The number of free cells is
/// a multiple of five: if the region of the last cell is an island, another region is one too.
#[inline]
pub(super) fn cuts_island(tile: u64, free: u64) -> bool {
    // All cells behind the last filled one are free and connected.
    let mut reached = grown(free & !1 << (63 - (CELLS & !free).leading_zeros()), free);
    let mut edge = neighbors(tile) & free & !reached;
    while edge != 0 {
        let mut region = edge & edge.wrapping_neg();
        loop {
            let grown = grown(region, free);
            if grown & reached != 0 {
                reached |= grown;
                break;
            }
            if grown == region {
                if !region.count_ones().is_multiple_of(5) {
                    return true;
                }
                break;
            }
            region = grown;
        }
        edge &= !(reached | region);
    }
    false
}

/// The cells, the free cells next to them, and some that are connected to these.
#[inline]
fn grown(cells: u64, free: u64) -> u64 {
    // Each direction continues from the cells that the others have reached.
    let mut grown = cells | (cells | cells >> 1) >> 6 & free;
    grown |= (grown << 1 | grown >> 1) & free;
    grown | (grown | grown << 1) << 6 & free
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use bitboard_core::{Random, SeededRng};

    use super::*;

    /// The free neighbors of a cell by its column and row.
    fn free_neighbors(cell: usize, free: u64) -> impl Iterator<Item = usize> {
        let (x, y) = ((cell % 5) as i32, (cell / 5) as i32);
        let slanted = x + y % 2;
        let around = [(x - 1, y), (x + 1, y)]
            .into_iter()
            .chain([y - 1, y + 1].into_iter().flat_map(move |y| [(slanted - 1, y), (slanted, y)]));
        let on_board = around.filter(|(x, y)| (0..5).contains(x) && (0..10).contains(y));
        let cells = on_board.map(|(x, y)| (x + 5 * y) as usize);
        cells.filter(move |&cell| free >> bit_of(cell) & 1 == 1)
    }

    /// Returns whether the size of a region is not a multiple of five.
    fn has_island(free: u64) -> bool {
        let mut seen = !free;
        (0..50).any(|start| {
            let (mut stack, mut size) = (vec![start], 0);
            while let Some(cell) = stack.pop() {
                if seen >> bit_of(cell) & 1 == 0 {
                    seen |= 1 << bit_of(cell);
                    size += 1;
                    stack.extend(free_neighbors(cell, free));
                }
            }
            size % 5 != 0
        })
    }

    #[test]
    fn islands_are_those_of_a_plain_search() {
        let mut rng = SeededRng::new(18);
        let mut cut = [0; 2];
        for _ in 0..2_000 {
            let mut free = CELLS;
            for _ in 0..20 {
                // A random connected tile on free cells, if one is found.
                let mut tile = Vec::from([rng.below(50) as usize]);
                for _ in 0..20 {
                    let cell = tile[rng.below(tile.len() as u64) as usize];
                    let next: Vec<_> = free_neighbors(cell, free).collect();
                    let next = next.get(rng.below(6) as usize);
                    if let Some(next) = next.filter(|next| tile.len() < 5 && !tile.contains(next)) {
                        tile.push(*next);
                    }
                }
                let cells = tile.iter().fold(0, |cells, &cell| cells | 1 << bit_of(cell));
                if tile.len() == 5 && cells & !free == 0 {
                    let expected = has_island(free & !cells);
                    assert_eq!(cuts_island(cells, free & !cells), expected, "{cells:x} {free:x}");
                    cut[usize::from(expected)] += 1;
                    if !expected {
                        free &= !cells;
                    }
                }
            }
        }
        assert!(cut.iter().all(|&count| count > 1_000), "{cut:?}");
    }
}
