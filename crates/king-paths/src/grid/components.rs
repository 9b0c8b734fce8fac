//! Connected components of the free cells, such as the rooms of a map, by floods cell by cell.

use alloc::vec::Vec;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Limits, TryError};

use super::map::Grid;
use super::queue::Queue;
use super::rule::{Rule, StepKind, with_rule};
use super::size::{GridError, Point, filled};

impl Grid {
    /// Finds the connected components of the free cells, such as the rooms of a map, in the order
    /// of their first cells. The cells of each are in the order of rows.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#.
    ///     .#..".parse()?;
    /// let rooms = grid.components(StepKind::Orthogonal)?;
    /// assert_eq!(rooms, [[(0, 0), (1, 0), (0, 1)], [(3, 0), (2, 1), (3, 1)]]);
    /// assert_eq!(grid.components(StepKind::King)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`] if about 5 bytes a cell cannot be allocated.
    pub fn components(&self, kind: StepKind) -> Result<Vec<Vec<Point>>, GridError> {
        unlimited_fallible(|limits| self.try_components(kind, limits))
    }

    /// [`components`](Self::components) within limits. Each cell of the grid is a node, and each
    /// free cell another one. Before the first node, a preparation in time proportional to the size
    /// of the grid obeys the limit of time and the cancel flag only, and reports no progress.
    ///
    /// An interrupted query returns the number of components that it has found, a lower bound.
    ///
    /// # Errors
    /// As [`components`](Self::components), or if a limit was reached.
    pub fn try_components(
        &self,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Vec<Vec<Point>>, TryError<GridError, usize>> {
        let watch = limits.start();
        let (mut count, meter) = (0, &mut Meter::new(&watch));
        find(self, kind, &mut count, meter).map_err(|error| error.map(|()| count))
    }
}

/// The entry of cells without a component.
const NO_COMPONENT: u32 = u32::MAX;

/// Finds the connected components in the order of their first cells, by floods cell by cell.
/// `count` is the number of components found so far, also if the search is stopped.
fn find(
    grid: &Grid,
    kind: StepKind,
    count: &mut usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Point>>, TryError<GridError>> {
    let (size, rows) = (grid.size(), grid.height.next_multiple_of(8));
    let mut labels = filled(size, NO_COMPONENT, rows, grid.stride(), meter)?;
    let side = with_rule!(kind, R => R::SIDE);
    let mut queue = Queue::new(grid, grid.cells.try_clone(size, meter)?, side);
    let mut found: Vec<Vec<Point>> = Vec::new();
    for y in 0..grid.height {
        let mut x = 0;
        while x < grid.width {
            let end = x + meter.take(grid.width - x)?;
            for x in x..end {
                let cell = grid.place((x, y));
                if queue.open.contains(cell) {
                    queue.open.set(cell, false);
                    queue.frontier.push(cell);
                    while !queue.is_done() {
                        let label = found.len() as u32;
                        with_rule!(kind, R => queue.step::<R>(label, &mut labels, meter))?;
                    }
                    found.push(Vec::new());
                    *count += 1;
                }
                if labels[cell] != NO_COMPONENT {
                    found[labels[cell] as usize].push((x, y));
                }
            }
            x = end;
        }
    }
    Ok(found)
}
