//! Agents that are wider or higher than a cell.
//!
//! An agent is where its top left cell is. So the places where it fits are a map of their own, the
//! **erosion** of the free cells by its rectangle, and all queries about it are those of a
//! [`Grid`]. The erosion is one of rows, and then one of columns. Each doubles the number of cells
//! that are combined until it has all, so 5 cells take three passes over the rows of bits:
//!
//! ```text
//!   free & free one later & …    1 → 2 → 4 → 5 cells from each one on, all of them free
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::bits::PaddedBits;
use super::map::Grid;
use super::size::{GridError, filled};
use super::walls::{Walls, opposite};

impl Grid {
    /// Finds the places of agents that are wider or higher than a cell: a grid of the same size
    /// whose cell (x, y) is free if the cells from there to (x + `width` − 1, y + `height` − 1)
    /// are. So an agent is where its top left cell is. A step of the agent is a step of all of its
    /// cells, and the corner rule holds for the whole agent. Walls between its cells must not be
    /// inside of it.
    ///
    /// This is an erosion by doubling, in about log₂ `width` + log₂ `height` passes over rows of
    /// bits.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     .....
    ///     .....".parse()?;
    /// let large = grid.for_agent(2, 2)?;
    /// assert_eq!(large.to_string(), ".##.#\n....#\n#####");
    /// let paths = large.shortest_paths(&[(0, 0)], &[(3, 0)], StepKind::NoCornerCut)?;
    /// assert_eq!(paths.distance(), Some(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`].
    ///
    /// # Panics
    /// If `width` or `height` is 0.
    pub fn for_agent(&self, width: usize, height: usize) -> Result<Self, GridError> {
        assert!(width > 0 && height > 0, "an agent of {width}×{height} has no cells");
        let mut grid = self.try_clone()?;
        // One more than fit are as good as all.
        let spans = [(1, width.min(self.width + 1)), (self.stride(), height.min(self.height + 1))];
        for (step, span) in spans {
            grid.cells.with_next(step, span, |a, b| a & b);
        }
        if let Some(walls) = grid.walls.take() {
            let is_inside = |x, y| width <= self.width - x && height <= self.height - y;
            let inside = Self::from_fn(self.width, self.height, is_inside)?;
            let walls = walls.for_agent(&mut grid.cells, &inside, spans)?;
            grid.walls = (walls.count > 0).then(|| Arc::new(walls));
        }
        Ok(grid)
    }

    /// The **clearance** of each cell, row by row: the side of the largest square of free cells of
    /// which it is the top left one; 0 for cells that are not free. An agent of `side` × `side`
    /// fits where it is at least `side`. Walls between cells do not count.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = "
    ///     ...#
    ///     ....
    ///     ....".parse()?;
    /// assert_eq!(grid.clearance()?, [3, 2, 1, 0, 2, 2, 2, 1, 1, 1, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The square of a cell is one larger than the least of the three to the right, below, and
    /// across (Harabor and Botea, "Hierarchical Path Planning for Multi-Size Agents", 2008).
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`] if four bytes a cell cannot be allocated.
    pub fn clearance(&self) -> Result<Vec<u32>, GridError> {
        let (width, height) = self.size();
        let mut squares = filled(self.size(), 0, height, width)?;
        for (x, y) in (0..height).rev().flat_map(|y| (0..width).rev().map(move |x| (x, y))) {
            let at = |x: usize, y: usize| {
                if self.contains(x, y) { squares[y * width + x] } else { 0 }
            };
            if self.is_free((x, y)) {
                let least = at(x + 1, y).min(at(x, y + 1)).min(at(x + 1, y + 1));
                squares[y * width + x] = 1 + least;
            }
        }
        Ok(squares)
    }
}

impl Walls {
    /// The cells of `free` where an agent fits that has walls around it and none inside, and its
    /// walls: a step is closed if it is for a cell of the agent. `spans` are the distances between
    /// its cells and their numbers, to the right and down. All walls are at cells of `inside`,
    /// where the agent is inside of the grid.
    fn for_agent(
        &self,
        free: &mut PaddedBits,
        inside: &Grid,
        spans: [(usize, usize); 2],
    ) -> Result<Self, GridError> {
        let or = |a: u8, b: u8| a | b;
        for (axis, step) in [(0, 1), (1, 2)] {
            let mut walls = PaddedBits::new(inside.size())?;
            walls.with_set(&self.closed[opposite(step)], |_, wall| wall);
            walls.with_later(spans[axis].0, |_, later| later);
            walls.with_set(&self.closed[step], |a, b| a & b);
            // Between the first cell and the last, if there are two.
            let mut between = spans;
            between[axis].1 -= 1;
            if between[axis].1 > 0 {
                between.iter().for_each(|&(step, span)| walls.with_next(step, span, or));
                free.with_set(&walls, |free, wall| free & !wall);
            }
        }
        let mut walls = self.try_clone(inside.size())?;
        for set in &mut walls.closed {
            spans.iter().for_each(|&(step, span)| set.with_next(step, span, or));
            set.with_set(&inside.cells, |a, b| a & b);
        }
        walls.count = walls.closed.iter().map(PaddedBits::count).sum();
        Ok(walls)
    }
}
