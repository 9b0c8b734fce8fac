//! Breadth-first search by tiles of 8 × 8 cells, one word each.
//!
//! A list holds the tiles that have cells of the frontier. Each of them is spread by shifts, within itself and into its
//! neighbours, and what is spread is taken from the cells still open.

use alloc::vec::Vec;

use super::distances::GridDistances;
use super::{Grid, GridError, memory};

/// The cells of a tile: bit x + 8·y.
#[derive(Clone, Copy, Default)]
struct Tile {
    /// Free and not yet reached.
    open: u64,
    /// Reached in the last level and in this one, by turns.
    frontier: [u64; 2],
}

/// What the frontier of a tile leads to: in the tile, and in those around it.
pub(super) struct Spread {
    here: u64,
    above: u64,
    below: u64,
    left: u64,
    right: u64,
    /// Sources of steps across the corners; only the corner cells count.
    corners: [u64; 4],
}

/// The directions of diagonals: right and down, left and down, right and up, left and up.
type Diagonals = [u64; 4];

/// How to step.
pub(super) trait Rule {
    /// Whether diagonals depend on the cells beside them.
    const NO_CUT: bool = false;
    /// Which of the bits of a 3 × 3 neighbourhood are neighbours.
    const AROUND: u16;

    /// `diagonals`: from which cells diagonal steps are allowed, if that depends.
    fn spread(frontier: u64, diagonals: &Diagonals) -> Spread;
}

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// Steps across edges.
pub(super) struct Four;

impl Rule for Four {
    const AROUND: u16 = 0b010_101_010;

    #[inline(always)]
    fn spread(f: u64, _: &Diagonals) -> Spread {
        Spread {
            here: (f & !RIGHT) << 1 | (f & !LEFT) >> 1 | f << 8 | f >> 8,
            above: f << 56,
            below: f >> 56,
            left: (f & LEFT) << 7,
            right: (f & RIGHT) >> 7,
            corners: [0; 4],
        }
    }
}

/// Steps across edges and corners.
pub(super) struct Eight;

impl Rule for Eight {
    const AROUND: u16 = 0b111_101_111;

    #[inline(always)]
    fn spread(f: u64, _: &Diagonals) -> Spread {
        let row = f | (f & !RIGHT) << 1 | (f & !LEFT) >> 1;
        let column = f | f << 8 | f >> 8;
        Spread {
            here: row | row << 8 | row >> 8,
            above: row << 56,
            below: row >> 56,
            left: (column & LEFT) << 7,
            right: (column & RIGHT) >> 7,
            corners: [f; 4],
        }
    }
}

/// Steps across edges, and across corners that are not cut.
pub(super) struct NoCut;

impl Rule for NoCut {
    const NO_CUT: bool = true;
    const AROUND: u16 = 0b111_101_111;

    #[inline(always)]
    fn spread(f: u64, diagonals: &Diagonals) -> Spread {
        let edges = Four::spread(f, diagonals);
        let corners = diagonals.map(|allowed| f & allowed);
        let [a, b, c, d] = corners;
        let (ra, lb, rc, ld) = (a & !RIGHT, b & !LEFT, c & !RIGHT, d & !LEFT);
        Spread {
            here: edges.here | ra << 9 | lb << 7 | rc >> 7 | ld >> 9,
            above: edges.above | rc << 57 | ld << 55,
            below: edges.below | ra >> 55 | lb >> 57,
            left: edges.left | (b & LEFT) << 15 | (d & LEFT) >> 1,
            right: edges.right | (a & RIGHT) << 1 | (c & RIGHT) >> 15,
            corners,
        }
    }
}

/// What a search has done.
#[derive(Clone, Copy, Default)]
pub(super) struct Work {
    /// How many tiles it has spread.
    pub(super) tiles: u64,
    /// How many cells it has reached.
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
        for row in 0..rows {
            for column in 0..columns {
                let bytes = core::array::from_fn(|i| grid.byte(8 * column, 8 * row + i));
                tiles[(row + 1) * stride + column + 1].open = u64::from_le_bytes(bytes);
            }
        }
        let mut diagonals = Vec::new();
        if R::NO_CUT {
            diagonals = memory::filled(size, [0; 4], rows + 2, stride)?;
            find_diagonals(&tiles, stride, &mut diagonals);
        }
        Ok(Self { stride, tiles, diagonals, list: Vec::new(), next: Vec::new(), level: 0 })
    }

    /// Puts a cell into the first frontier, if it is free.
    pub(super) fn start(&mut self, x: u32, y: u32) {
        let index = (y as usize / 8 + 1) * self.stride + x as usize / 8 + 1;
        let tile = &mut self.tiles[index];
        let cell = 1 << (x % 8 + 8 * (y % 8)) & tile.open;
        if cell != 0 && tile.frontier[0] == 0 {
            self.list.push(index as u32);
        }
        tile.open &= !cell;
        tile.frontier[0] |= cell;
    }

    /// Whether there is no frontier any more.
    pub(super) fn is_done(&self) -> bool {
        self.list.is_empty()
    }

    /// The cells still open in a tile of the grid, 0 outside.
    pub(super) fn open(&self, column: usize, row: usize) -> u64 {
        self.tiles[(row + 1) * self.stride + column + 1].open
    }

    /// The cells of the frontier: for each tile of the list its column, its row and its cells.
    pub(super) fn frontier(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let turn = self.level as usize % 2;
        self.list.iter().map(move |&index| {
            let index = index as usize;
            let (row, column) = (index / self.stride - 1, index % self.stride - 1);
            (column, row, self.tiles[index].frontier[turn])
        })
    }

    /// Goes so many levels on.
    pub(super) fn search<R: Rule>(&mut self, distances: &mut GridDistances, levels: u32) -> Work {
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

    /// Notes the distance of the frontier and finds the next one. Returns the size of the frontier.
    fn step<R: Rule>(&mut self, distances: &mut GridDistances) -> u64 {
        let (turn, stride) = (self.level as usize % 2, self.stride);
        let mut cells = 0;
        // Each tile adds at most nine.
        self.next.resize(9 * self.list.len() + 1, 0);
        let mut next =
            Next { tiles: &mut self.tiles, list: &mut self.next, len: 0, turn: 1 - turn };
        for &index in &self.list {
            let index = index as usize;
            let frontier = core::mem::take(&mut next.tiles[index].frontier[turn]);
            cells += u64::from(frontier.count_ones());
            let (row, column) = (index / stride - 1, index % stride - 1);
            note(frontier, column, row, self.level, distances);
            let none = [0; 4];
            let diagonals = if R::NO_CUT { &self.diagonals[index] } else { &none };
            let spread = R::spread(frontier, diagonals);
            next.add(index, spread.here);
            next.add(index - stride, spread.above);
            next.add(index + stride, spread.below);
            next.add(index - 1, spread.left);
            next.add(index + 1, spread.right);
            let [a, b, c, d] = spread.corners;
            if (a & 1 << 63) | (b & 1 << 56) | (c & 1 << 7) | (d & 1) != 0 {
                next.add(index + stride + 1, a >> 63);
                next.add(index + stride - 1, b >> 56 << 7 & 1 << 7);
                next.add(index - stride + 1, c << 49 & 1 << 56);
                next.add(index - stride - 1, d << 63);
            }
        }
        let len = next.len;
        self.next.truncate(len);
        core::mem::swap(&mut self.list, &mut self.next);
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
    /// Adds those of the cells that are still open, without a branch: whether there are any is hard to
    /// foresee.
    #[inline(always)]
    fn add(&mut self, index: usize, cells: u64) {
        let tile = &mut self.tiles[index];
        let cells = cells & tile.open;
        tile.open ^= cells;
        let before = tile.frontier[self.turn];
        tile.frontier[self.turn] = before | cells;
        self.list[self.len] = index as u32;
        self.len += usize::from(before == 0 && cells != 0);
    }
}

/// Writes the distance of all cells of a tile's frontier.
#[inline(always)]
fn note(mut frontier: u64, column: usize, row: usize, level: u32, distances: &mut GridDistances) {
    let stride = distances.stride;
    let start = 8 * row * stride + 8 * column;
    while frontier != 0 {
        let bit = frontier.trailing_zeros() as usize;
        distances.steps[start + bit / 8 * stride + bit % 8] = level;
        frontier &= frontier - 1;
    }
}

/// Finds the cells from which diagonal steps do not cut a corner, for each tile and direction.
fn find_diagonals(tiles: &[Tile], stride: usize, diagonals: &mut [Diagonals]) {
    let free = |index: usize| tiles.get(index).map_or(0, |tile| tile.open);
    let around = |index: usize| {
        let here = free(index);
        if here == 0 {
            return [0; 4];
        }
        let right = (here & !LEFT) >> 1 | (free(index + 1) & LEFT) << 7;
        let left = (here & !RIGHT) << 1 | (free(index - 1) & RIGHT) >> 7;
        let below = here >> 8 | free(index + stride) << 56;
        let above = here << 8 | free(index - stride) >> 56;
        [right & below, left & below, right & above, left & above]
    };
    for (index, diagonals) in diagonals.iter_mut().enumerate() {
        *diagonals = around(index);
    }
}
