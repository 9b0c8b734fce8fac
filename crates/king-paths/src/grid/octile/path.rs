//! A shortest path by octile costs.

use alloc::vec::Vec;

use super::cost::OctileCost;
use super::search;
use crate::grid::distances::stride;
use crate::grid::error::GridError;
use crate::grid::map::{Grid, Point};
use crate::grid::rule::StepKind;

/// A shortest path whose diagonal steps are √2 long. Made by [`Grid::octile_path`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctilePath {
    cost: OctileCost,
    cells: Vec<Point>,
}

impl OctilePath {
    /// The length of the path.
    #[must_use]
    pub fn cost(&self) -> OctileCost {
        self.cost
    }

    /// The cells from the first to the last.
    #[must_use]
    pub fn cells(&self) -> &[Point] {
        &self.cells
    }
}

impl Grid {
    /// Finds a shortest path by the rule of the MovingAI benchmarks, see [`octile_distances`](Self::octile_distances).
    /// `None` if there is no path, or if one of the cells is not free.
    ///
    /// The search is A* with the distance on an open map.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "
    ///     ...
    ///     .#.
    ///     ...".parse()?;
    /// let path = grid.octile_path((0, 0), (2, 2))?.expect("a path");
    /// assert_eq!(path.cost(), OctileCost::new(4, 0));
    /// assert_eq!(path.cells(), [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances).
    pub fn octile_path(&self, from: Point, to: Point) -> Result<Option<OctilePath>, GridError> {
        self.check(&[from, to])?;
        let costs = search::towards(self, from, to)?;
        let stride = stride(self.width);
        let cost = |(x, y): Point| costs[y as usize * stride + x as usize];
        if cost(to) == OctileCost::NEVER {
            return Ok(None);
        }
        let mut cells = alloc::vec![to];
        let mut last = to;
        while last != from {
            // A cell whose cost fits is on a shortest path, because the cost of `last` is the least.
            let fits = |&cell: &Point| {
                let before = cost(cell);
                before != OctileCost::NEVER
                    && before + OctileCost::between(cell, last) == cost(last)
            };
            let before = self.neighbors(last, StepKind::NoCornerCut).find(fits);
            let Some(before) = before else { break };
            cells.push(before);
            last = before;
        }
        cells.reverse();
        Ok(Some(OctilePath { cost: cost(to), cells }))
    }
}
