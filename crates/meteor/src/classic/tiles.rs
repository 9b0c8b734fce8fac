//! The pieces on the lowest free cell.

use alloc::vec;
use alloc::vec::Vec;

use super::layout::{CELLS, TWO_ROWS, bit_of, cuts_island};
use crate::engine::fits::{Group, add_move, complete, moves_of, no_moves};
use crate::grid::{Cube, Grid};
use crate::piece::Piece;

/// The pieces as the Computer Language Benchmarks Game numbers them, as walks over their cells.
const WALKS: [&str; 10] = [
    "E E E SE",
    "SE SW W SW",
    "W W SW SE",
    "E E SW SE",
    "NW W NW SE SW",
    "E E NE W",
    "NW NE NE W",
    "NE SE E NE",
    "SE SE E SE",
    "E NW NW NW",
];

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tile {
    pub(super) cells: u64,
    pub(super) piece: u8,
}

/// The number of lowest cells of tiles: those of the first two rows, bits 0 to 12, because the other
/// rows are alike. A power of two saves bounds checks.
const STARTS: usize = 16;
/// A tile reaches at most 30 bits beyond its lowest cell: five groups of six.
const GROUPS: usize = 5;
/// Maximum number of tiles with the same lowest cell.
const MOST: usize = 128;
const WORDS: usize = MOST / 64;

/// All tiles by their lowest cells, without those that cut off an island at a side of the board.
#[derive(Clone, Debug)]
pub(super) struct Tiles(Vec<Start>);

/// The tiles with the same lowest cell.
#[derive(Clone, Debug)]
struct Start {
    tiles: [Tile; MOST],
    count: usize,
    /// The tiles that filled cells rule out.
    ruled_out: [Group<WORDS>; GROUPS],
}

impl Tiles {
    pub(super) fn new() -> Self {
        let mut starts = vec![Start::EMPTY; STARTS];
        for (walk, piece) in WALKS.iter().zip(0..) {
            let shape = Piece::from_walk("", Grid::AxialHexagon, walk.split(' '));
            for orientation in shape.expect("a valid walk").orientations(Grid::AxialHexagon) {
                for first in 0..10 {
                    let Some(cells) = place(&orientation, first as i32) else { continue };
                    if !cuts_island_in_the_middle(cells) {
                        starts[bit_of(first) as usize].add(Tile { cells, piece });
                    }
                }
            }
        }
        starts.iter_mut().enumerate().for_each(|(bit, start)| start.rule_out(bit));
        Self(starts)
    }

    /// Calls `found` with each tile that has this lowest cell and covers free cells only.
    #[inline]
    pub(super) fn for_each_that_fits(&self, cell: u32, free: u64, mut found: impl FnMut(Tile)) {
        let shift = cell / TWO_ROWS * TWO_ROWS;
        let start = &self.0[(cell - shift) as usize % STARTS];
        let filled = !(free >> shift) >> (cell - shift) >> 1;
        let ruled_out = moves_of(&start.ruled_out, filled);
        for (ruled_out, tiles) in ruled_out.into_iter().zip(start.tiles.chunks_exact(64)) {
            let mut fit = !ruled_out;
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
        ruled_out: [no_moves(); GROUPS],
    };

    fn add(&mut self, tile: Tile) {
        self.tiles[self.count] = tile;
        self.count += 1;
    }

    /// Fills in the tables; `start` is the lowest cell.
    fn rule_out(&mut self, start: usize) {
        for (i, tile) in self.tiles[..self.count].iter().enumerate() {
            add_move(&mut self.ruled_out, i, tile.cells >> start >> 1);
        }
        for i in self.count..MOST {
            self.ruled_out[0][0][i / 64] |= 1 << (i % 64);
        }
        complete(&mut self.ruled_out);
    }
}

/// The cells of a shape whose lowest cell is this one of the first two rows; `None` if it leaves the
/// board.
fn place(shape: &[Cube], lowest: i32) -> Option<u64> {
    let &[q, r, _] = shape.iter().min_by_key(|[q, r, _]| (r, q))?;
    let (x, y) = (lowest % 5, lowest / 5);
    shape.iter().try_fold(0, |bits, &[cell_q, cell_r, _]| {
        let row = y + cell_r - r;
        // Odd rows start half a cell further right, so the axial column of a cell is x − ⌊y / 2⌋.
        let column = x - y / 2 + cell_q - q + row / 2;
        (0..5).contains(&column).then(|| bits | 1 << bit_of((column + 5 * row) as usize))
    })
}

/// Returns whether a tile of the first rows, put two rows further down, cuts off an island at a side of the
/// board.
fn cuts_island_in_the_middle(cells: u64) -> bool {
    let cells = cells << TWO_ROWS;
    cuts_island(cells, CELLS & !cells)
}
