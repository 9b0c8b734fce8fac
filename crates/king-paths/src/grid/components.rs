//! Connected components of the free cells.

use alloc::vec::Vec;

use super::error::GridError;
use super::map::{Grid, Point};
use super::rule::StepKind;

impl Grid {
    /// Finds the connected components of the free cells, such as the rooms of a map, in the order of their first cells.
    /// The cells of each are in the order of rows.
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
    /// [`GridError::OutOfMemory`] if a bit per cell cannot be allocated. The answer takes 8 bytes for each free cell.
    pub fn components(&self, kind: StepKind) -> Result<Vec<Vec<Point>>, GridError> {
        // Its free cells are those that have been reached.
        let mut reached = Self::new(self.width(), self.height())?;
        let mut components = Vec::new();
        for first in self.iter() {
            if reached.is_free(first) {
                continue;
            }
            reached.set(first, true)?;
            let mut cells = alloc::vec![first];
            let mut next = 0;
            while let Some(&cell) = cells.get(next) {
                next += 1;
                for neighbor in self.neighbors(cell, kind) {
                    if !reached.is_free(neighbor) {
                        reached.set(neighbor, true)?;
                        cells.push(neighbor);
                    }
                }
            }
            cells.sort_unstable_by_key(|&(x, y)| (y, x));
            components.push(cells);
        }
        Ok(components)
    }
}
