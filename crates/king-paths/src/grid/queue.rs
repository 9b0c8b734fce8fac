//! Breadth-first search cell by cell, for mazes: where a frontier has hardly more cells than tiles, tiles are of
//! no use.
//!
//! The cells still open are bits in rows, so that the 3 × 3 cells around one are three short loads, and only the
//! neighbours that are open are looked at.

use alloc::vec::Vec;

use super::distances::{GridDistances, stride};
use super::tiles::{Rule, Tiles};
use super::{Grid, GridError, memory};

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
    /// Goes on where `tiles` have stopped.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tiles: &Tiles,
        distances: &GridDistances,
    ) -> Result<Self, GridError> {
        let stride = stride(grid.width);
        let open = bits(grid, stride, |column, row| tiles.open(column, row))?;
        let free = if R::NO_CUT {
            bits(grid, stride, |column, row| {
                u64::from_le_bytes(core::array::from_fn(|i| grid.byte(8 * column, 8 * row + i)))
            })?
        } else {
            Vec::new()
        };
        let mut frontier = Vec::new();
        for (column, row, mut cells) in tiles.frontier() {
            while cells != 0 {
                let bit = cells.trailing_zeros() as usize;
                frontier.push((8 * row + bit / 8) * distances.stride + 8 * column + bit % 8);
                cells &= cells - 1;
            }
        }
        Ok(Self { stride, open, free, frontier, next: Vec::new(), level: tiles.level })
    }

    pub(super) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Goes so many levels on.
    pub(super) fn search<R: Rule>(&mut self, distances: &mut GridDistances, levels: u32) {
        let stride = self.stride;
        // From bits of a 3 × 3 neighbourhood to entries, less the entry before the upper left one.
        let steps: [usize; 9] = core::array::from_fn(|bit| bit / 3 * stride + bit % 3);
        for _ in 0..levels {
            for &cell in &self.frontier {
                distances.steps[cell] = self.level;
                let mut around = three_by_three(&self.open, stride, cell) & R::AROUND;
                if R::NO_CUT {
                    around &= uncut(three_by_three(&self.free, stride, cell));
                }
                while around != 0 {
                    let next = cell + steps[around.trailing_zeros() as usize];
                    // `next` is a row and a column too far, so the bit is one row and not two away.
                    let bit = next + OFFSET - 1;
                    self.open[bit / 8] &= !(1 << (bit % 8));
                    self.next.push(next - stride - 1);
                    around &= around - 1;
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

/// Bits before the row above the first one.
const OFFSET: usize = 8;

/// Rows of bits with one more row above and below.
fn bits(
    grid: &Grid,
    stride: usize,
    tile: impl Fn(usize, usize) -> u64,
) -> Result<Vec<u8>, GridError> {
    let (columns, rows) = (grid.width.div_ceil(8) as usize, grid.height.div_ceil(8) as usize);
    // Four bytes more than there are, as loads take four.
    let bytes = (OFFSET + stride * (8 * rows + 2)) / 8 + 4;
    let mut bits = memory::filled((grid.width, grid.height), 0, bytes, 1)?;
    for row in 0..rows {
        for column in 0..columns {
            for (i, byte) in tile(column, row).to_le_bytes().into_iter().enumerate() {
                bits[(OFFSET + (8 * row + i + 1) * stride) / 8 + column] = byte;
            }
        }
    }
    Ok(bits)
}

/// The 3 × 3 cells around an entry of the distances, the upper left one in bit 0.
#[inline(always)]
fn three_by_three(bits: &[u8], stride: usize, cell: usize) -> u16 {
    let row = |start: usize| {
        let bytes = bits[start / 8..][..4].try_into().unwrap_or([0; 4]);
        (u32::from_le_bytes(bytes) >> (start % 8) & 7) as u16
    };
    let start = cell + OFFSET - 1;
    row(start) | row(start + stride) << 3 | row(start + 2 * stride) << 6
}

/// Which cells of 3 × 3 are steps that cut no corner.
#[inline(always)]
fn uncut(free: u16) -> u16 {
    let (above, left, right, below) = (free >> 1 & 1, free >> 3 & 1, free >> 5 & 1, free >> 7 & 1);
    above & left | (above & right) << 2 | (below & left) << 6 | (below & right) << 8 | 0b010_101_010
}
