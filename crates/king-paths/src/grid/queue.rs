//! A breadth-first search cell by cell, for mazes.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::StopReason;
use bitboard_core::limits::Meter;

use super::bits::PaddedBits;
use super::distances::Distances;
use super::map::Grid;
use super::rule::{Rule, bits_of, entry, has_corners, targets_in, window};
use super::size::GridError;
use super::tiles::Tiles;

/// A search cell by cell.
pub(super) struct Queue<'a> {
    grid: &'a Grid,
    /// The cells still open.
    open: PaddedBits,
    /// The entries of the cells of the frontier.
    frontier: Vec<usize>,
    next: Vec<usize>,
    pub(super) level: u32,
    /// From bits of a square to entries after its first.
    steps: [usize; 32],
}

impl<'a> Queue<'a> {
    /// Continues where `tiles` have stopped.
    pub(super) fn after<R: Rule>(grid: &'a Grid, tiles: &Tiles) -> Result<Self, GridError> {
        let steps = core::array::from_fn(|bit| entry(0, bit, R::SIDE, grid.stride()));
        let (open, level) = (tiles.open(grid)?, tiles.level);
        let mut queue = Self { grid, open, frontier: Vec::new(), next: Vec::new(), level, steps };
        for (column, row, cells) in tiles.frontier() {
            let place = |x: usize, y: usize| grid.place((8 * column + x, 8 * row + y));
            queue.frontier.extend(cells.iter().map(|cell| place(cell.x(), cell.y())));
        }
        Ok(queue)
    }

    pub(super) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches up to `levels` levels.
    pub(super) fn search<R: Rule>(
        &mut self,
        distances: &mut Distances<u32>,
        levels: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut stopped = Ok(());
        for _ in 0..levels {
            stopped = self.step::<R>(&mut distances.entries, meter);
            self.level += 1;
            if self.frontier.is_empty() || stopped.is_err() {
                break;
            }
        }
        stopped
    }

    /// Writes the distances of the frontier and finds the next one. If it is stopped, all distances
    /// of the frontier are written, and the next one is not found.
    #[inline(always)]
    fn step<R: Rule>(
        &mut self,
        distances: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if meter.take_whole(self.frontier.len()) {
            self.spread::<R>(0..self.frontier.len(), distances);
        } else {
            self.spread_in_parts::<R>(distances, meter)?;
        }
        self.frontier.clear();
        core::mem::swap(&mut self.frontier, &mut self.next);
        Ok(())
    }

    /// Takes all cells of the frontier, as [`spread`](Self::spread), as far as the limits allow.
    #[cold]
    #[inline(never)]
    fn spread_in_parts<R: Rule>(
        &mut self,
        distances: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut done = 0;
        while done < self.frontier.len() {
            match meter.take(self.frontier.len() - done) {
                Ok(cells) => {
                    self.spread::<R>(done..done + cells, distances);
                    done += cells;
                }
                Err(reason) => {
                    self.frontier[done..].iter().for_each(|&cell| distances[cell] = self.level);
                    return Err(reason);
                }
            }
        }
        Ok(())
    }

    /// Takes some cells of the frontier: writes their distance and adds their neighbors to the next
    /// frontier.
    #[inline(always)]
    fn spread<R: Rule>(&mut self, cells: Range<usize>, distances: &mut [u32]) {
        let middle = R::SIDE / 2 * (self.grid.stride() + 1);
        for &cell in &self.frontier[cells] {
            distances[cell] = self.level;
            let open = window::<R>(&self.open, cell);
            let targets = if const { has_corners::<R>() } {
                targets_in::<R>(window::<R>(&self.grid.cells, cell)) & open
            } else {
                targets_in::<R>(open)
            };
            for bit in bits_of(targets) {
                let place = cell + self.steps[bit % 32] - middle;
                self.open.set(place, false);
                self.next.push(place);
            }
        }
    }
}
