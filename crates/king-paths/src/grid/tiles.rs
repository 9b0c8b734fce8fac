//! Breadth-first search by tiles of 8 × 8 cells, one word each.
//!
//! A list holds the tiles that have cells of the frontier. Each of them is spread within itself and into
//! its neighbors, and spread cells are removed from the open cells.

use alloc::vec::Vec;

use bitboard_core::Bitboard;

use super::distances::Distances;
use super::error::GridError;
use super::map::Grid;
use super::memory;
use super::rule::{Cells, Diagonals, Rule};

/// A tile of the grid.
#[derive(Clone, Copy, Default)]
struct Tile {
    /// Free and not yet reached.
    open: Cells,
    /// Reached in the last level and in this one, by turns.
    frontier: [Cells; 2],
}

/// Counts of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Work {
    /// Number of tiles spread.
    pub(super) tiles: u64,
    /// Number of cells reached.
    pub(super) cells: u64,
}

/// A search in progress.
pub(super) struct Tiles {
    /// Tiles per row, one more on either side than the grid has; one more row above and below too.
    stride: usize,
    tiles: Vec<Tile>,
    /// Empty if the rule does not ask for it.
    diagonals: Vec<Diagonals>,
    /// The tiles with cells of the frontier, and room for one more.
    list: Vec<u32>,
    next: Vec<u32>,
    /// The distance of the frontier.
    pub(super) level: u32,
}

impl Tiles {
    pub(super) fn new<R: Rule>(grid: &Grid) -> Result<Self, GridError> {
        let (columns, rows) = (grid.width.div_ceil(8) as usize, grid.height.div_ceil(8) as usize);
        let stride = columns + 2;
        let size = (grid.width, grid.height);
        let mut tiles = memory::filled(size, Tile::default(), rows + 2, stride)?;
        for (y, line) in grid.words.chunks_exact(grid.stride).enumerate() {
            let tiles = &mut tiles[(y / 8 + 1) * stride + 1..][..columns];
            for (eight, word) in tiles.chunks_mut(8).zip(line) {
                for (tile, byte) in eight.iter_mut().zip(word.to_le_bytes()) {
                    tile.open |= Bitboard::from_bits_truncate(u64::from(byte) << (8 * (y % 8)));
                }
            }
        }
        let mut diagonals = Vec::new();
        if R::NO_CORNER_CUT {
            diagonals = memory::filled(size, Diagonals::default(), rows + 2, stride)?;
            find_diagonals(&tiles, stride, &mut diagonals);
        }
        Ok(Self { stride, tiles, diagonals, list: Vec::new(), next: Vec::new(), level: 0 })
    }

    /// Adds a cell to the first frontier if it is free.
    pub(super) fn start(&mut self, x: u32, y: u32) {
        let index = (y as usize / 8 + 1) * self.stride + x as usize / 8 + 1;
        let tile = &mut self.tiles[index];
        let cell = tile.open.intersect_bits(1 << (x % 8 + 8 * (y % 8)));
        if !cell.is_empty() && tile.frontier[0].is_empty() {
            self.list.push(index as u32);
        }
        tile.open -= cell;
        tile.frontier[0] |= cell;
    }

    /// Returns whether the frontier is empty.
    pub(super) fn is_done(&self) -> bool {
        self.list.is_empty()
    }

    /// The cells of a tile that have not been reached.
    pub(super) fn open(&self, column: usize, row: usize) -> Cells {
        self.tiles[(row + 1) * self.stride + column + 1].open
    }

    /// The frontier: column, row and cells of each tile that has some.
    pub(super) fn frontier(&self) -> impl Iterator<Item = (usize, usize, Cells)> + '_ {
        let turn = self.level as usize % 2;
        self.list.iter().map(move |&index| {
            let index = index as usize;
            let (row, column) = (index / self.stride - 1, index % self.stride - 1);
            (column, row, self.tiles[index].frontier[turn])
        })
    }

    /// Searches up to `levels` levels.
    pub(super) fn search<R: Rule>(&mut self, distances: &mut Distances, levels: u32) -> Work {
        let mut work = Work::default();
        for _ in 0..levels {
            if self.list.is_empty() {
                break;
            }
            work.tiles += self.list.len() as u64;
            work.cells += self.step::<R>(distances);
            self.level += 1;
        }
        work
    }

    /// Writes the distances of the frontier and finds the next one. Returns the size of the frontier.
    fn step<R: Rule>(&mut self, distances: &mut Distances) -> u64 {
        let (turn, stride) = (self.level as usize % 2, self.stride);
        let mut cells = 0;
        // Each tile adds at most nine.
        self.next.resize(9 * self.list.len() + 1, 0);
        let mut next =
            Next { tiles: &mut self.tiles, list: &mut self.next, len: 0, turn: 1 - turn };
        for &index in &self.list {
            let index = index as usize;
            let frontier = core::mem::take(&mut next.tiles[index].frontier[turn]);
            cells += u64::from(frontier.len());
            let (row, column) = (index / stride - 1, index % stride - 1);
            write(frontier, column, row, self.level, distances);
            let none = Diagonals::default();
            let diagonals = if R::NO_CORNER_CUT { &self.diagonals[index] } else { &none };
            let [here, above, below, left, right] = R::spread(frontier, diagonals);
            next.add(index, here);
            next.add(index - stride, above);
            next.add(index + stride, below);
            next.add(index - 1, left);
            next.add(index + 1, right);
            if !frontier.is_disjoint(R::NEAR_CORNERS) {
                let [a, b, c, d] = R::spread_to_corners(frontier, diagonals);
                next.add(index + stride + 1, a);
                next.add(index + stride - 1, b);
                next.add(index - stride + 1, c);
                next.add(index - stride - 1, d);
            }
        }
        let len = next.len;
        self.next.truncate(len);
        core::mem::swap(&mut self.list, &mut self.next);
        cells
    }
}

/// The free cells of a tile.
pub(super) fn tile_of(grid: &Grid, column: usize, row: usize) -> Cells {
    let bytes = core::array::from_fn(|i| grid.byte(8 * column, 8 * row + i));
    Bitboard::from_bits_truncate(u64::from_le_bytes(bytes))
}

/// The frontier being found.
struct Next<'a> {
    tiles: &'a mut [Tile],
    list: &'a mut [u32],
    len: usize,
    turn: usize,
}

impl Next<'_> {
    /// Adds those of the cells that are still open. Whether there are any is hard to predict, so
    /// there is no branch.
    #[inline(always)]
    fn add(&mut self, index: usize, cells: Cells) {
        let tile = &mut self.tiles[index];
        let cells = cells & tile.open;
        tile.open ^= cells;
        let before = tile.frontier[self.turn];
        tile.frontier[self.turn] = before | cells;
        self.list[self.len] = index as u32;
        self.len += usize::from(before.is_empty() && !cells.is_empty());
    }
}

/// Writes the distance of all cells of a tile's frontier.
#[inline(always)]
fn write(frontier: Cells, column: usize, row: usize, level: u32, distances: &mut Distances) {
    let stride = distances.stride;
    let start = 8 * row * stride + 8 * column;
    let mut bits = frontier.bits();
    while bits != 0 {
        let bit = bits.trailing_zeros() as usize;
        distances.steps[start + bit / 8 * stride + bit % 8] = level;
        bits &= bits - 1;
    }
}

/// Finds the cells from which diagonal steps do not cut a corner, for each tile and direction.
fn find_diagonals(tiles: &[Tile], stride: usize, diagonals: &mut [Diagonals]) {
    let free = |index: usize| tiles.get(index).map_or(Bitboard::EMPTY, |tile| tile.open);
    for (index, diagonals) in diagonals.iter_mut().enumerate() {
        let here = free(index);
        if here.is_empty() {
            continue;
        }
        // The cells that are free one column or row further.
        let right = here.shift(-1, 0) | free(index + 1).shift(7, 0);
        let left = here.shift(1, 0) | free(index - 1).shift(-7, 0);
        let below = here.shift(0, -1) | free(index + stride).shift(0, 7);
        let above = here.shift(0, 1) | free(index - stride).shift(0, -7);
        *diagonals = [right & below, left & below, right & above, left & above];
    }
}
