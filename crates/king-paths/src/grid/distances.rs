//! How far everything on a grid is.

use alloc::vec::Vec;

use super::{Connectivity, Grid, GridError, Point, memory, search};

/// What stands for cells that cannot be reached. No distance is as large: 1 × 2³² cells are no grid.
pub(super) const NEVER: u32 = u32::MAX;

/// The distance of every cell of a grid from a set, in steps. Made by [`Grid::distances`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridDistances {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Entries per row, see [`stride`].
    pub(super) stride: usize,
    pub(super) steps: Vec<u32>,
}

/// Entries per row: at least one more than there are columns, and whole tiles.
pub(super) fn stride(width: u32) -> usize {
    8 * (width as usize / 8 + 1)
}

impl Grid {
    /// How many steps it takes from the nearest of `from` to every cell. Cells of `from` that are
    /// not free do not count.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 5 bytes a cell.
    pub fn distances(
        &self,
        from: &[Point],
        connectivity: Connectivity,
    ) -> Result<GridDistances, GridError> {
        self.check(from)?;
        search::distances(self, from, &[], connectivity)
    }
}

impl GridDistances {
    pub(super) fn new(grid: &Grid) -> Result<Self, GridError> {
        let (width, height, stride) = (grid.width, grid.height, stride(grid.width));
        // Whole tiles are written: rows up to a multiple of 8.
        let rows = 8 * height.div_ceil(8) as usize;
        let steps = memory::filled((width, height), NEVER, rows, stride)?;
        Ok(Self { width, height, stride, steps })
    }

    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    #[inline]
    #[must_use]
    pub fn get(&self, x: u32, y: u32) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let steps = self.steps[y as usize * self.stride + x as usize];
        (steps != NEVER).then_some(steps)
    }

    /// The distances of a row; `u32::MAX` where no way leads.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u32] {
        assert!(y < self.height, "row {y} of {}", self.height);
        &self.steps[y as usize * self.stride..][..self.width as usize]
    }

    /// The greatest distance, or `None` if no cell is reached.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.steps.iter().copied().filter(|&steps| steps != NEVER).max()
    }

    /// How many cells are reached.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.steps.iter().filter(|&&steps| steps != NEVER).count() as u64
    }
}
