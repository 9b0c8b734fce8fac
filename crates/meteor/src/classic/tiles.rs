//! The pieces on the lowest free cell.

use alloc::vec;
use alloc::vec::Vec;

use super::layout::{CELLS, TWO_ROWS, bit_of, cuts_island};
use crate::pieces::PIECES;

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tile {
    pub(super) cells: u64,
    pub(super) piece: u8,
}

/// Lowest cells of tiles are in the first two rows, bits 0 to 12; the other rows are alike. A power of two saves tests of bounds.
const STARTS: usize = 16;
/// A tile reaches no further than 30 bits beyond its lowest cell: five groups of six.
const GROUPS: usize = 5;
const GROUP: usize = 6;
/// The sets of bits of a group.
const SETS: usize = 1 << GROUP;
/// No more tiles have the same lowest cell.
const MOST: usize = 128;

/// A bit for each tile.
type Bits = [u64; MOST / 64];

/// All tiles by their lowest cells, and a table of which of them a few filled cells rule out.
///
/// Not among them are those that cut off an island with a side of the board.
#[derive(Clone, Debug)]
pub(super) struct Tiles(Vec<Start>);

/// The tiles with the same lowest cell.
#[derive(Clone, Debug)]
struct Start {
    tiles: [Tile; MOST],
    count: usize,
    /// For each group of the bits that follow the lowest cell, and each set of them: the tiles that have none of them.
    allowed: [[Bits; SETS]; GROUPS],
}

impl Tiles {
    pub(super) fn new() -> Self {
        let mut starts = vec![Start::EMPTY; STARTS];
        for (number, piece) in PIECES.iter().enumerate() {
            for i in 0..12 {
                let orientation = piece.cells(i / 2, i % 2 == 1);
                for first in 0..10 {
                    let Some(cells) = place(orientation, first as i32) else { continue };
                    let start = &mut starts[bit_of(first) as usize];
                    let tile = Tile { cells, piece: number as u8 };
                    if !start.tiles().contains(&tile) && !cuts_island_in_the_middle(cells) {
                        start.tiles[start.count] = tile;
                        start.count += 1;
                    }
                }
            }
        }
        starts.iter_mut().enumerate().for_each(|(bit, start)| start.rule_out(bit));
        Self(starts)
    }

    /// Goes through the tiles with this lowest cell, all of whose cells are free.
    #[inline]
    pub(super) fn for_each_that_fits(&self, cell: u32, free: u64, mut found: impl FnMut(Tile)) {
        let shift = cell / TWO_ROWS * TWO_ROWS;
        let start = &self.0[(cell - shift) as usize % STARTS];
        let mut filled = !(free >> shift) >> (cell - shift) >> 1;
        let mut fit = [u64::MAX; MOST / 64];
        for group in &start.allowed {
            let allowed = &group[filled as usize % SETS];
            (0..MOST / 64).for_each(|word| fit[word] &= allowed[word]);
            filled >>= GROUP;
        }
        for (mut fit, tiles) in fit.into_iter().zip(start.tiles.chunks_exact(64)) {
            while fit != 0 {
                let tile = tiles[fit.trailing_zeros() as usize];
                fit &= fit - 1;
                found(Tile { cells: tile.cells << shift, piece: tile.piece });
            }
        }
    }
}

impl Start {
    const EMPTY: Self = Self {
        tiles: [Tile { cells: 0, piece: 0 }; MOST],
        count: 0,
        allowed: [[[0; MOST / 64]; SETS]; GROUPS],
    };

    fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.count]
    }

    /// Works out the table; `start` is the lowest cell.
    fn rule_out(&mut self, start: usize) {
        let mut all = [0; MOST / 64];
        (0..self.count).for_each(|i| all[i / 64] |= 1 << (i % 64));
        self.allowed = [[all; SETS]; GROUPS];
        for (i, tile) in self.tiles[..self.count].iter().enumerate() {
            let mut others = tile.cells >> start >> 1;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                self.allowed[other / GROUP][1 << (other % GROUP)][i / 64] &= !(1 << (i % 64));
                others &= others - 1;
            }
        }
        for sets in &mut self.allowed {
            for set in 1..SETS {
                let (lowest, others) = (set & set.wrapping_neg(), set & (set - 1));
                sets[set] = core::array::from_fn(|word| sets[lowest][word] & sets[others][word]);
            }
        }
    }
}

/// The cells of a piece whose lowest cell is this one of the first two rows, unless it leaves the board.
fn place(cells: [(i32, i32); 5], lowest: i32) -> Option<u64> {
    let &(q, r) = cells.iter().min_by_key(|&&(q, r)| (r, q))?;
    let (x, y) = (lowest % 5, lowest / 5);
    cells.iter().try_fold(0, |bits, &(cell_q, cell_r)| {
        let row = y + cell_r - r;
        // Odd rows start half a cell further right, so the axial column of a cell is x − ⌊y / 2⌋.
        let column = x - y / 2 + cell_q - q + row / 2;
        (0..5).contains(&column).then(|| bits | 1 << bit_of((column + 5 * row) as usize))
    })
}

/// Whether a tile of the first rows, put two rows further down, cuts off an island with a side of the board.
fn cuts_island_in_the_middle(cells: u64) -> bool {
    let cells = cells << TWO_ROWS;
    cuts_island(cells, CELLS & !cells)
}
