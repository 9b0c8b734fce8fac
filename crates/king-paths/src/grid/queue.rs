//! A breadth-first search cell by cell, for mazes.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::limits::Meter;
use bitboard_core::{Geometry, StopReason, TryError};

use super::distances::Distances;
use super::map::{Cells, Grid, GridError};
use super::rows::{Rows, stride};
use super::rule::{Rule, targets};
use super::tiles::Tiles;

/// A search cell by cell.
pub(super) struct Queue {
    /// The cells still open.
    pub(super) open: Rows,
    /// All free cells, if the rule asks for them.
    free: Option<Rows>,
    /// The places of the cells of the frontier.
    pub(super) frontier: Vec<usize>,
    next: Vec<usize>,
    level: u32,
    /// From bits of a window to places.
    steps: [usize; 64],
    /// The bit of the middle of a window as a place.
    middle: usize,
}

impl Queue {
    /// A search through the cells of the tiles that `open` returns for each column and row of
    /// tiles.
    pub(super) fn of<R: Rule>(
        grid: &Grid,
        open: impl Fn(usize, usize) -> Cells,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let (stride, side) = (stride(grid.width), R::Window::WIDTH);
        let free = R::NO_CORNER_CUT
            .then(|| Rows::new::<R>(grid, |column, row| grid.tile(column, row), meter))
            .transpose()?;
        Ok(Self {
            open: Rows::new::<R>(grid, open, meter)?,
            free,
            frontier: Vec::new(),
            next: Vec::new(),
            level: 0,
            steps: core::array::from_fn(|bit| bit / side * stride + bit % side),
            middle: side / 2 * (stride + 1),
        })
    }

    /// Continues where `tiles` have stopped.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tiles: &Tiles,
        distances: &Distances,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let mut queue = Self::of::<R>(grid, |column, row| tiles.open(column, row), meter)?;
        for (column, row, cells) in tiles.frontier() {
            let place = |x: usize, y: usize| (8 * row + y) * distances.stride + 8 * column + x;
            queue.frontier.extend(cells.iter().map(|cell| place(cell.x(), cell.y())));
        }
        queue.level = tiles.level;
        Ok(queue)
    }

    pub(super) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches up to `levels` levels.
    pub(super) fn search<R: Rule>(
        &mut self,
        distances: &mut Distances,
        levels: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut stopped = Ok(());
        for _ in 0..levels {
            stopped = self.step::<R>(self.level, &mut distances.steps, meter);
            self.level += 1;
            if self.frontier.is_empty() || stopped.is_err() {
                break;
            }
        }
        distances.end(self.level);
        stopped
    }

    /// Writes `value` to the entries of the frontier and finds the next one. If it is stopped, all
    /// entries of the frontier are written, and the next one is not found.
    #[inline(always)]
    pub(super) fn step<R: Rule>(
        &mut self,
        value: u32,
        values: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if meter.take_whole(self.frontier.len()) {
            self.spread::<R>(0..self.frontier.len(), value, values);
        } else {
            self.spread_in_parts::<R>(value, values, meter)?;
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
        value: u32,
        values: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut done = 0;
        while done < self.frontier.len() {
            match meter.take(self.frontier.len() - done) {
                Ok(cells) => {
                    self.spread::<R>(done..done + cells, value, values);
                    done += cells;
                }
                Err(reason) => {
                    self.frontier[done..].iter().for_each(|&cell| values[cell] = value);
                    return Err(reason);
                }
            }
        }
        Ok(())
    }

    /// Takes some cells of the frontier: writes their value and adds their neighbors to the next
    /// frontier.
    #[inline(always)]
    fn spread<R: Rule>(&mut self, cells: Range<usize>, value: u32, values: &mut [u32]) {
        for &cell in &self.frontier[cells] {
            values[cell] = value;
            let open = self.open.window::<R::Window>(cell);
            let around = match &self.free {
                Some(free) => targets::<R>(free.window(cell)) & open,
                None => targets::<R>(open),
            };
            for target in around {
                let place = cell + self.steps[target.index() as usize] - self.middle;
                self.open.remove(place);
                self.next.push(place);
            }
        }
    }
}
