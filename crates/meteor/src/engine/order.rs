//! The order in which the cells are filled.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::grid::{Coord, Grid};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// The free cells of the puzzle in the order in which they are filled: along the direction in which the border
/// between filled and free cells stays shortest, and row by row if none is better.
///
/// The directions are those of six sweeps on the board, turned and turned over in all ways. So a puzzle and its image by a
/// symmetry of the grid have the same order up to the symmetry, and cost the same.
pub(crate) fn order(puzzle: &Puzzle) -> Vec<u8> {
    let taken = puzzle.placed_cells();
    let free: Vec<u8> =
        (0..puzzle.cells.len() as u8).filter(|cell| taken >> cell & 1 == 0).collect();
    let neighbors = neighbors(puzzle, taken);
    let mut best: Vec<Vec<u8>> = Vec::new();
    let mut least = u128::MAX;
    for op in 0..2 * puzzle.grid.rotations() {
        let turned = turned(puzzle, op);
        for sweep in 0..6 {
            let mut cells = free.clone();
            cells.sort_by_key(|&cell| key(puzzle.grid, turned[usize::from(cell)], sweep));
            let border = border(&neighbors, &cells);
            if border < least {
                best.clear();
                least = border;
            }
            if border == least && !best.contains(&cells) {
                best.push(cells);
            }
        }
    }
    // Of several, the numbers of neighbors decide and, if pieces must not be turned in all ways, the placements.
    let by_neighbors = |cells: &Vec<u8>| described(cells, &neighbors);
    let least = best.iter().map(by_neighbors).min();
    best.retain(|cells| Some(by_neighbors(cells)) == least);
    if best.len() > 1 && puzzle.pieces.iter().any(|piece| piece.one_sided || piece.fixed) {
        let placements = puzzle.placements();
        best.sort_by_cached_key(|cells| {
            let number = numbers(cells);
            let of_cells = |placement: &Placement| renumber::<u128>(placement.cells, &number);
            let all = placements.iter().map(|placement| (placement.piece, of_cells(placement)));
            let mut all: Vec<_> = all.collect();
            all.sort_unstable();
            all
        });
    }
    best.into_iter().next().unwrap_or_default()
}

/// The places of all cells after symmetry number `op` of the grid.
fn turned(puzzle: &Puzzle, op: usize) -> Vec<Coord> {
    let turn = |&cell: &Coord| {
        let cube = puzzle.grid.turn(op, puzzle.grid.cube_of(cell));
        puzzle.grid.coord_of(cube)
    };
    puzzle.cells.iter().map(turn).collect()
}

/// The free neighbors of each cell.
fn neighbors(puzzle: &Puzzle, taken: u128) -> Vec<u128> {
    let of_cell = |&cell: &Coord| {
        let indices = puzzle.grid.neighbors(cell).filter_map(|cell| puzzle.cell_index(cell));
        indices.fold(0, |cells, index| cells | 1 << index) & !taken
    };
    puzzle.cells.iter().map(of_cell).collect()
}

/// The neighbors of each cell by their numbers.
fn described(cells: &[u8], neighbors: &[u128]) -> Vec<u128> {
    let number = numbers(cells);
    cells.iter().map(|&cell| renumber(neighbors[usize::from(cell)], &number)).collect()
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
fn border(neighbors: &[u128], order: &[u8]) -> u128 {
    let (mut swept, mut touched, mut sum) = (0u128, 0u128, 0u128);
    for &cell in order {
        swept |= 1 << cell;
        touched |= neighbors[usize::from(cell)];
        let width = (touched & !swept).count_ones();
        sum = sum.saturating_add(1 << width.min(120));
    }
    sum
}

/// The number of each cell of the puzzle, by the order of its free cells.
pub(crate) fn numbers(order: &[u8]) -> [u32; 128] {
    let mut number = [0; 128];
    for (i, &cell) in order.iter().enumerate() {
        number[usize::from(cell)] = i as u32;
    }
    number
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
