//! A breadth-first search of 64 cells at a time, where the map is open.
//!
//! A **tile** of 8×8 cells knows its open cells (free and not yet reached) and its part of the
//! frontier. A level takes the list of tiles with cells of the frontier, and moves all cells of a
//! tile at once:
//!
//! ```text
//!   for tile in list:
//!       write the level into the distances of tile.frontier
//!       for each of the 9 tiles around it, itself included:
//!           new = cells of that tile one step from tile.frontier   // shifts, see `rule`
//!                 & that tile's open cells
//!           that tile: open ^= new, next frontier |= new           // so no cell is reached twice
//!           if its next frontier was empty and new is not: add it to the next list
//! ```
//!
//! Whether a neighbor gets any cells is hard to predict, so it is written in any case, and the
//! length of the list grows by a comparison instead of a branch. Only the four corners, which are
//! rare, have a branch. A level costs about a hundred instructions a tile.
//!
//! With [`Masks`], a tile has a mask for each direction, and in space each tile also spreads to the
//! planes before and after.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::limits::Meter;
use bitboard_core::{Bitboard, StopReason};

use super::bits::{AT_ONCE, Cells, PaddedBits};
use super::distances::Distances;
use super::map::Grid;
use super::rule::{
    Diagonals, Rule, bits_of, diagonals, has_corners, near_corners, spread, spread_masked,
    spread_to_corners,
};
use super::size::{GridError, filled};

/// A tile of the grid.
#[derive(Clone, Copy, Default)]
struct Tile {
    /// Free and not yet reached.
    open: Cells,
    /// Reached in the last level and in this one, alternately.
    frontier: [Cells; 2],
}

/// What a search by [`Masked`](super::rule::Masked) steps knows of a map. For each of the eight
/// [`DIRECTIONS`](super::rule::DIRECTIONS), a tile has a mask of the cells from which the step is
/// open. The target need not be free.
pub(super) struct Masks<'a> {
    /// The masks of [`AT_ONCE`] cells of a row, of which an entry is the first.
    pub(super) of_row: &'a dyn Fn(usize) -> [u64; 8],
    /// For planes one below the other, the rows of tiles of a plane, and which of the steps also
    /// lead to the planes before and after. Such a step is open if it is in both planes.
    pub(super) across: Option<(usize, [bool; 8])>,
}

/// Counts of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Work {
    /// Number of tiles spread.
    pub(super) tiles: u64,
    /// Number of cells reached.
    pub(super) cells: u64,
}

/// A search by tiles.
pub(super) struct Tiles {
    /// Tiles per row, one more on either side than the grid has; one more row above and below too.
    stride: usize,
    tiles: Vec<Tile>,
    /// Empty if the rule does not ask for it.
    diagonals: Vec<Diagonals>,
    /// As [`Masks`], empty if the rule does not ask for them.
    masks: Vec<[Cells; 8]>,
    /// As in [`Masks`], but in tiles.
    across: Option<(usize, [bool; 8])>,
    /// The tiles with cells of the frontier, and room for one more.
    list: Vec<u32>,
    next: Vec<u32>,
    /// The distance of the frontier.
    pub(super) level: u32,
}

impl Tiles {
    /// A search that has not begun.
    pub(super) fn new<R: Rule>(grid: &Grid, steps: &Masks<'_>) -> Result<Self, GridError> {
        let (columns, rows) = (grid.width.div_ceil(8), grid.height.div_ceil(8));
        let (size, stride) = (grid.size(), columns + 2);
        let mut tiles = filled(size, Tile::default(), rows + 2, stride)?;
        for row in 0..rows {
            let tiles = &mut tiles[(row + 1) * stride + 1..][..columns];
            for (column, tile) in tiles.iter_mut().enumerate() {
                tile.open = grid.cells.tile(column, row);
            }
        }
        let mut allowed = Vec::new();
        if const { has_corners::<R>() } {
            allowed = filled(size, Diagonals::default(), rows + 2, stride)?;
            let free = |i: usize| tiles.get(i).map_or(Bitboard::EMPTY, |tile| tile.open);
            for (i, allowed) in allowed.iter_mut().enumerate() {
                if !free(i).is_empty() {
                    *allowed = diagonals::<R>([i, i + 1, i - 1, i + stride, i - stride].map(free));
                }
            }
        }
        let mut masks = Vec::new();
        if const { R::IS_MASKED } {
            masks = filled(size, [Bitboard::EMPTY; 8], rows + 2, stride)?;
            let starts = (0..columns).step_by(AT_ONCE / 8);
            for (y, column) in (0..8 * rows).flat_map(|y| starts.clone().map(move |x| (y, x))) {
                let of_row = (steps.of_row)(grid.place((8 * column, y)));
                let tiles = &mut masks[(y / 8 + 1) * stride + column + 1..];
                let len = (columns - column).min(AT_ONCE / 8);
                for (number, tile) in tiles[..len].iter_mut().enumerate() {
                    for (mask, row) in tile.iter_mut().zip(of_row) {
                        let row = (row >> (8 * number) & 0xff) << (8 * (y % 8));
                        *mask |= Bitboard::from_bits_truncate(row);
                    }
                }
            }
        }
        let across = steps.across.map(|(rows, steps)| (rows * stride, steps));
        let (list, next) = (Vec::new(), Vec::new());
        Ok(Self { stride, tiles, diagonals: allowed, masks, across, list, next, level: 0 })
    }

    /// Adds a cell to the first frontier if it is free.
    pub(super) fn start(&mut self, x: usize, y: usize) {
        let index = (y / 8 + 1) * self.stride + x / 8 + 1;
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

    /// The cells that have not been reached.
    pub(super) fn open(&self, grid: &Grid) -> Result<PaddedBits, GridError> {
        let mut open = PaddedBits::new(grid.size())?;
        for row in 0..grid.height.div_ceil(8) {
            for column in 0..grid.width.div_ceil(8) {
                let tile = &self.tiles[(row + 1) * self.stride + column + 1];
                open.set_tile(column, row, tile.open);
            }
        }
        Ok(open)
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
    pub(super) fn search<R: Rule>(
        &mut self,
        distances: &mut Distances<u32>,
        levels: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Work, StopReason> {
        let mut work = Work::default();
        let mut stopped = Ok(());
        for _ in 0..levels {
            if self.list.is_empty() || stopped.is_err() {
                break;
            }
            work.tiles += self.list.len() as u64;
            stopped = self.step::<R>(distances, meter).map(|cells| work.cells += cells);
            self.level += 1;
        }
        stopped.map(|()| work)
    }

    /// Writes the distances of the frontier and finds the next one. Returns the size of the
    /// frontier. If it is stopped, the distances of the frontier are written, and the next one is
    /// not found.
    fn step<R: Rule>(
        &mut self,
        distances: &mut Distances<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<u64, StopReason> {
        // Each tile adds at most nine in each of three planes.
        let planes = if const { R::IS_MASKED } { 3 } else { 1 };
        self.next.resize(9 * planes * self.list.len() + 1, 0);
        let (mut len, mut cells, mut done) = (0, 0, 0);
        while done < self.list.len() {
            match meter.take(self.list.len() - done) {
                Ok(tiles) => {
                    cells += self.spread::<R>(done..done + tiles, &mut len, distances);
                    done += tiles;
                }
                Err(reason) => {
                    self.write_frontier(done, distances);
                    return Err(reason);
                }
            }
        }
        self.next.truncate(len);
        core::mem::swap(&mut self.list, &mut self.next);
        Ok(cells)
    }

    /// Writes the distances of the frontier from number `done` of the list on.
    #[cold]
    #[inline(never)]
    fn write_frontier(&self, done: usize, distances: &mut Distances<u32>) {
        for (column, row, cells) in self.frontier().skip(done) {
            write(cells, column, row, self.level, distances);
        }
    }

    /// Takes some tiles of the list: writes their distances and adds the cells one step further to
    /// the next frontier, whose list has `len` tiles. Returns the number of cells in the tiles.
    #[inline(always)]
    fn spread<R: Rule>(
        &mut self,
        tiles: Range<usize>,
        len: &mut usize,
        distances: &mut Distances<u32>,
    ) -> u64 {
        let (turn, stride) = (self.level as usize % 2, self.stride);
        let mut cells = 0;
        let all = |is_in| if is_in { Bitboard::FULL } else { Bitboard::EMPTY };
        let across = self.across.map(|(plane, steps)| (plane, steps.map(all)));
        let mut next =
            Next { tiles: &mut self.tiles, list: &mut self.next, len: *len, turn: 1 - turn };
        for &index in &self.list[tiles] {
            let index = index as usize;
            let frontier = core::mem::take(&mut next.tiles[index].frontier[turn]);
            cells += u64::from(frontier.len());
            let (row, column) = (index / stride - 1, index % stride - 1);
            write(frontier, column, row, self.level, distances);
            if const { R::IS_MASKED } {
                next.add_around(index, stride, &spread_masked(frontier, &self.masks[index]));
                let Some((plane, steps)) = across else { continue };
                for other in [index - plane, index + plane] {
                    next.add(other, frontier);
                    if steps[0].is_empty() {
                        continue; // only across faces
                    }
                    let both = |i: usize| steps[i] & self.masks[index][i] & self.masks[other][i];
                    let spread = spread_masked(frontier, &core::array::from_fn(both));
                    next.add_around(other, stride, &spread);
                }
                continue;
            }
            let none = Diagonals::default();
            let diagonals = if has_corners::<R>() { &self.diagonals[index] } else { &none };
            let [here, above, below, left, right] = spread::<R>(frontier, diagonals);
            next.add(index, here);
            next.add(index - stride, above);
            next.add(index + stride, below);
            next.add(index - 1, left);
            next.add(index + 1, right);
            if !frontier.is_disjoint(Bitboard::from_u64(const { near_corners::<R>() })) {
                let [a, b, c, d] = spread_to_corners::<R>(frontier, diagonals);
                next.add(index + stride + 1, a);
                next.add(index + stride - 1, b);
                next.add(index - stride + 1, c);
                next.add(index - stride - 1, d);
            }
        }
        *len = next.len;
        cells
    }
}

/// The frontier being found.
struct Next<'a> {
    tiles: &'a mut [Tile],
    list: &'a mut [u32],
    len: usize,
    turn: usize,
}

impl Next<'_> {
    /// Adds cells in a tile and those around it.
    #[inline(always)]
    fn add_around(
        &mut self,
        index: usize,
        stride: usize,
        ([here, above, below, left, right], [a, b, c, d]): &([Cells; 5], [Cells; 4]),
    ) {
        self.add(index, *here);
        self.add(index - stride, *above);
        self.add(index + stride, *below);
        self.add(index - 1, *left);
        self.add(index + 1, *right);
        if !(*a | *b | *c | *d).is_empty() {
            self.add(index + stride + 1, *a);
            self.add(index + stride - 1, *b);
            self.add(index - stride + 1, *c);
            self.add(index - stride - 1, *d);
        }
    }

    /// Adds those of the cells that are still open. Whether there are any is hard to predict, so
    /// this does not branch.
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
fn write(frontier: Cells, column: usize, row: usize, level: u32, distances: &mut Distances<u32>) {
    let stride = distances.stride();
    let start = 8 * row * stride + 8 * column;
    for bit in bits_of(frontier.bits()) {
        distances.entries[start + bit / 8 * stride + bit % 8] = level;
    }
}
