//! Near-shortest paths.

use alloc::vec::Vec;

use super::error::GridError;
use super::map::Point;
use super::shortest::ShortestPaths;

impl ShortestPaths<'_> {
    /// The cells on some path that is at most `slack` steps longer than the shortest ones, as layers: layer i holds
    /// those i steps from the nearest cell of `from`, in the order of rows. Such a path may pass a cell twice. Empty if
    /// there is no path.
    ///
    /// With a slack of 0 these are the [`layers`](Self::layers) of the shortest paths.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ....
    ///     ....".parse()?;
    /// let paths = grid.shortest_paths(&[(1, 0)], &[(2, 0)], StepKind::Orthogonal)?;
    /// assert_eq!(paths.near_shortest(0)?, [[(1, 0)], [(2, 0)]]);
    /// let near = paths.near_shortest(2)?;
    /// assert_eq!(near[1], [(0, 0), (2, 0), (1, 1)]);
    /// assert_eq!(near[2], [(3, 0), (2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`] if there is no memory for distances, about 10 bytes a cell.
    pub fn near_shortest(&self, slack: u32) -> Result<Vec<Vec<Point>>, GridError> {
        let mut layers: Vec<Vec<Point>> = Vec::new();
        let Some(shortest) = self.distance() else { return Ok(layers) };
        let longest = shortest.saturating_add(slack);
        let there = self.grid().distances(self.from(), self.kind())?;
        let back = self.grid().distances(self.to(), self.kind())?;
        for (cell, steps) in there.iter() {
            let rest = longest.checked_sub(steps);
            if back.get(cell).is_some_and(|needed| Some(needed) <= rest) {
                let layer = steps as usize;
                if layers.len() <= layer {
                    layers.resize(layer + 1, Vec::new());
                }
                layers[layer].push(cell);
            }
        }
        Ok(layers)
    }
}
