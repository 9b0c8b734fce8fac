//! Breadth-first search cell by cell, for mazes: where a frontier has hardly more cells than tiles, tiles are of
//! no use.
//!
//! The cells still open are bits in rows, so that the 3 × 3 cells around one are three short loads, and only the
//! neighbours that are open are looked at.

use alloc::vec::Vec;

use bitboard_core::{Bitboard, Geometry};

use super::distances::{Distances, stride};
use super::error::GridError;
use super::map::Grid;
use super::memory;
use super::rule::{Cells, Rule, targets};
use super::tiles::{Tiles, tile_of};

/// A search in progress.
pub(super) struct Queue {
    /// Bits per row, as there are entries in a row of distances.
    stride: usize,
    /// The cells still open; bit i + `offset` is entry i of the distances.
    open: Vec<u8>,
    /// The same for all free cells, if the rule asks for it.
    free: Vec<u8>,
    /// Where in the distances the cells of the frontier are.
    frontier: Vec<usize>,
    next: Vec<usize>,
    level: u32,
}

impl Queue {
    /// Continues where `tiles` have stopped.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tiles: &Tiles,
        distances: &Distances,
    ) -> Result<Self, GridError> {
        let open = bits::<R>(grid, |column, row| tiles.open(column, row))?;
        let free = if R::NO_CORNER_CUT {
            bits::<R>(grid, |column, row| tile_of(grid, column, row))?
        } else {
            Vec::new()
        };
        let mut frontier = Vec::new();
        for (column, row, cells) in tiles.frontier() {
            let place = |x: usize, y: usize| (8 * row + y) * distances.stride + 8 * column + x;
            frontier.extend(cells.iter().map(|cell| place(cell.x(), cell.y())));
        }
        let stride = stride(grid.width);
        Ok(Self { stride, open, free, frontier, next: Vec::new(), level: tiles.level })
    }

    pub(super) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches up to `levels` levels.
    pub(super) fn search<R: Rule>(&mut self, distances: &mut Distances, levels: u32) {
        let (stride, side) = (self.stride, R::Window::WIDTH);
        // From bits of a window to entries, less the first entry of the window.
        let steps: [usize; 64] = core::array::from_fn(|bit| bit / side * stride + bit % side);
        for _ in 0..levels {
            for &cell in &self.frontier {
                distances.steps[cell] = self.level;
                let open = window::<R::Window>(&self.open, stride, cell);
                let around = if R::NO_CORNER_CUT {
                    targets::<R>(window(&self.free, stride, cell)) & open
                } else {
                    targets::<R>(open)
                };
                for target in around {
                    // The bit of an entry is `reach` rows further, which the window begins before.
                    let start = cell + steps[target.index() as usize] + OFFSET - side / 2;
                    self.open[start / 8] &= !(1 << (start % 8));
                    self.next.push(start - OFFSET - side / 2 * stride);
                }
            }
            self.frontier.clear();
            core::mem::swap(&mut self.frontier, &mut self.next);
            self.level += 1;
            if self.frontier.is_empty() {
                break;
            }
        }
    }
}

/// Bits before the rows above the first one.
const OFFSET: usize = 8;

/// Rows of bits, with as many more above and below as steps reach.
fn bits<R: Rule>(grid: &Grid, tile: impl Fn(usize, usize) -> Cells) -> Result<Vec<u8>, GridError> {
    let (columns, rows) = (grid.width.div_ceil(8) as usize, grid.height.div_ceil(8) as usize);
    let (stride, reach) = (stride(grid.width), R::Window::HEIGHT / 2);
    // Four bytes more than there are, as loads take four.
    let bytes = (OFFSET + stride * (8 * rows + 2 * reach)) / 8 + 4;
    let mut bits = memory::filled((grid.width, grid.height), 0, bytes, 1)?;
    for row in 0..rows {
        for column in 0..columns {
            for (i, byte) in tile(column, row).bits().to_le_bytes().into_iter().enumerate() {
                bits[(OFFSET + (8 * row + i + reach) * stride) / 8 + column] = byte;
            }
        }
    }
    Ok(bits)
}

/// The cells around an entry of the distances.
#[inline(always)]
fn window<G: Geometry>(bits: &[u8], stride: usize, cell: usize) -> Bitboard<u64, G> {
    let row = |start: usize| {
        let bytes = bits[start / 8..][..4].try_into().unwrap_or([0; 4]);
        u64::from(u32::from_le_bytes(bytes) >> (start % 8)) & ((1 << G::WIDTH) - 1)
    };
    let start = cell + OFFSET - G::WIDTH / 2;
    let rows = (0..G::HEIGHT).map(|i| row(start + i * stride) << (i * G::WIDTH));
    Bitboard::from_bits_truncate(rows.fold(0, |window, row| window | row))
}
