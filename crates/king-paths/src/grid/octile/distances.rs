//! Octile distances from a set of cells.

use alloc::vec::Vec;

use super::cost::OctileCost;
use super::search;
use crate::grid::distances::stride;
use crate::grid::error::GridError;
use crate::grid::map::{Grid, Point};

/// The length of a shortest path from the nearest cell of a set to every cell. Made by [`Grid::octile_distances`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctileDistances {
    width: u32,
    height: u32,
    /// Rows of [`stride`] entries.
    costs: Vec<OctileCost>,
}

impl Grid {
    /// Computes the length of a shortest path from the nearest of `from` to every cell, by the rule of the MovingAI
    /// benchmarks: straight steps are 1 and diagonal steps √2 long, and a diagonal step needs both cells beside it to be
    /// free ([`StepKind::NoCornerCut`](crate::grid::StepKind::NoCornerCut)). Cells of `from` that are not free are ignored.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// assert_eq!(distances.get((1, 1)), Some(OctileCost::DIAGONAL));
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(4, 2)));
    /// assert_eq!(distances.get((2, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 9 bytes a cell.
    pub fn octile_distances(&self, from: &[Point]) -> Result<OctileDistances, GridError> {
        self.check(from)?;
        let costs = search::everywhere(self, from)?;
        Ok(OctileDistances { width: self.width, height: self.height, costs })
    }
}

impl OctileDistances {
    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// let found = [0, 1, 2, 3, 4].map(|x| distances.get((x, 0)));
    /// assert_eq!(found, [Some(OctileCost::ZERO), Some(OctileCost::STRAIGHT), None, None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<OctileCost> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let cost = self.costs[y as usize * stride(self.width) + x as usize];
        (cost != OctileCost::NEVER).then_some(cost)
    }

    /// The cells that can be reached, row by row, with their distances.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = ".#\n..".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// let expected = [((0, 0), 0), ((0, 1), 1), ((1, 1), 2)];
    /// let expected = expected.map(|(cell, straight)| (cell, OctileCost::new(straight, 0)));
    /// assert_eq!(distances.iter().collect::<Vec<_>>(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Point, OctileCost)> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The greatest distance, or `None` if no cell is reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid = Grid::from_fn(30, 20, |_, _| true)?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// assert_eq!(distances.max(), Some(OctileCost::new(10, 19)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<OctileCost> {
        self.iter().map(|(_, cost)| cost).max()
    }
}
