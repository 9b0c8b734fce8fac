//! The order in which the cells are filled.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::grid::{Coord, Grid};
use crate::puzzle::Puzzle;

/// The free cells of the puzzle in the order in which they are filled: along the direction in which the border
/// between filled and free cells stays shortest, and row by row if none is better.
pub(crate) fn order(puzzle: &Puzzle) -> Vec<u8> {
    let taken = puzzle.placed_cells();
    let free: Vec<u8> =
        (0..puzzle.cells.len() as u8).filter(|cell| taken >> cell & 1 == 0).collect();
    let sweeps = (0..6).map(|sweep| {
        let mut cells = free.clone();
        cells.sort_by_key(|&cell| key(puzzle.grid, puzzle.cells[usize::from(cell)], sweep));
        cells
    });
    sweeps.min_by_key(|cells| border(puzzle, cells)).unwrap_or_default()
}

/// A line sweeps over the plane. Returns when it meets the cell, and where on the line.
fn key(grid: Grid, (x, y): Coord, sweep: usize) -> (i32, i32) {
    // The place of the cell in the plane, in half widths and rows.
    let x = match grid {
        Grid::Square => 2 * x,
        Grid::AxialHexagon => 2 * x + y,
        Grid::OffsetHexagon => 2 * x + (y & 1),
        Grid::Triangle => x,
    };
    match sweep {
        0 => (y, x),
        1 => (x, y),
        2 => (x + y, y),
        3 => (x - y, y),
        4 => (x + 2 * y, y),
        _ => (x - 2 * y, y),
    }
}

/// An estimate of the number of fillings: the sum of 2^b over all steps of the sweep, where b is the number of free
/// cells next to swept ones.
fn border(puzzle: &Puzzle, order: &[u8]) -> u128 {
    let (mut swept, mut sum) = (0u128, 0u128);
    let (mut touched, taken) = (0u128, puzzle.placed_cells());
    for &cell in order {
        swept |= 1 << cell;
        for neighbor in puzzle.grid.neighbors(puzzle.cells[usize::from(cell)]) {
            if let Some(index) = puzzle.cell_index(neighbor) {
                touched |= 1 << index;
            }
        }
        let width = (touched & !swept & !taken).count_ones();
        sum = sum.saturating_add(1 << width.min(120));
    }
    sum
}

/// The cells with numbers less than `count`.
pub(crate) fn low_bits<W: Word>(count: u32) -> W {
    if count == W::BITS { !W::ZERO } else { !(!W::ZERO << count) }
}

/// The cells of the puzzle by their new numbers.
pub(crate) fn renumber<W: Word>(mut cells: u128, number: &[u32; 128]) -> W {
    let mut found = W::ZERO;
    while cells != 0 {
        found |= W::ONE << number[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    found
}
