//! Distances by steps of your own, each with a cost.
//!
//! The search is Dijkstra's algorithm (1959) with a binary heap. A cell is added to the heap
//! whenever its cost improves, and entries that are out of date are skipped:
//!
//! ```text
//!   while the heap is not empty:
//!       take the entry with the least cost; skip it if the cell has improved since
//!       for each step: if the cell it leads to is free and its cost improves, add it to the heap
//! ```
//!
//! The step by which a cell was reached is stored, so that paths are found without a search, also
//! if steps cost nothing. Time is proportional to n · k · log(n · k) for n cells and k steps.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::{fmt, iter};

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Limits, StopReason, TryError};

use super::distances::write_numbers;
use super::map::{Grid, GridError, Point, filled};

/// A step: columns to the right, rows down, and its cost.
pub type CostStep = (isize, isize, u32);

/// The most steps of a search: the number of a step is stored in a byte.
const MAX_STEPS: usize = 255;

impl Grid {
    /// Computes the cost of a cheapest path from the nearest of `from` to every cell, by any steps.
    /// A step leads over cells that are not free. Cells of `from` that are not free are ignored.
    /// A cost belongs to a step and is the same everywhere: cells cannot have costs.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// // A camel leaps three cells one way and one the other. Going back to the left costs more.
    /// let steps = [(3, 1, 2), (3, -1, 2), (-1, 0, 5)];
    /// let grid = Grid::from_fn(8, 3, |x, y| (x, y) != (6, 2))?;
    /// let distances = grid.cost_distances(&[(0, 0)], &steps)?;
    /// assert_eq!(distances.get((6, 0)), Some(4));
    /// let path = distances.path_to((5, 0));
    /// assert_eq!(path, Some(vec![(0, 0), (3, 1), (6, 0), (5, 0)]));
    /// assert_eq!(distances.get((5, 0)), Some(2 + 2 + 5));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::TooManySteps`] if
    /// there are more than 255 steps; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 9 bytes a cell.
    pub fn cost_distances(
        &self,
        from: &[Point],
        steps: &[CostStep],
    ) -> Result<CostDistances, GridError> {
        unlimited_fallible(|limits| self.try_cost_distances(from, steps, limits))
    }

    /// [`cost_distances`](Self::cost_distances) within limits. Nodes are entries that are taken
    /// from the heap.
    ///
    /// An interrupted query returns the distances of the cells that it has taken, which are final.
    /// Every cell that is nearer than the furthest of them is among them.
    ///
    /// # Errors
    /// As [`cost_distances`](Self::cost_distances), or if a limit was reached.
    pub fn try_cost_distances(
        &self,
        from: &[Point],
        steps: &[CostStep],
        limits: &Limits<'_>,
    ) -> Result<CostDistances, TryError<GridError, CostDistances>> {
        self.check(from)?;
        if steps.len() > MAX_STEPS {
            let error = GridError::TooManySteps { found: steps.len(), most: MAX_STEPS };
            return Err(error.into());
        }
        let mut distances = CostDistances {
            width: self.width,
            height: self.height,
            offsets: steps.iter().map(|&(dx, dy, _)| (dx, dy)).collect(),
            costs: Vec::new(),
            last_steps: Vec::new(),
        };
        match distances.search(self, from, steps, &mut Meter::new(&limits.start())) {
            Ok(()) => Ok(distances),
            Err(error) => Err(error.map(|()| distances)),
        }
    }
}

/// The entry of cells that cannot be reached. A path has fewer than 2³² steps, so its cost is less.
const NEVER: u64 = u64::MAX;

/// The entry of cells without a last step.
const NO_STEP: u8 = u8::MAX;

/// The cost of a cheapest path from the nearest cell of a set to every cell. Made by
/// [`Grid::cost_distances`].
///
/// For the way to goals, negate the steps: then [`previous_cell`](Self::previous_cell) is the next
/// cell on a cheapest path to a goal, for many agents with the same goals.
///
/// ```
/// use king_paths::grid::Grid;
///
/// // One way only: to the right or down.
/// let grid: Grid = "
///     ...
///     .#.".parse()?;
/// let steps = [(1, 0, 1), (0, 1, 1)];
/// let back = steps.map(|(dx, dy, cost)| (-dx, -dy, cost));
/// let goals = grid.cost_distances(&[(2, 1)], &back)?;
/// assert_eq!(goals.previous_cell((0, 0)), Some((1, 0)));
/// assert_eq!(goals.get((0, 1)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CostDistances {
    width: usize,
    height: usize,
    offsets: Vec<(isize, isize)>,
    /// Row by row. Fewer entries than cells only if a query was stopped before the search began.
    costs: Vec<u64>,
    /// The number of the last step of a cheapest path.
    last_steps: Vec<u8>,
}

impl CostDistances {
    /// Finds the costs. If the search is stopped, those that are not final are removed.
    fn search(
        &mut self,
        grid: &Grid,
        from: &[Point],
        steps: &[CostStep],
        meter: &mut Meter<'_>,
    ) -> Result<(), TryError<GridError>> {
        let (width, height) = (self.width, self.height);
        self.last_steps = filled((width, height), NO_STEP, height, width, meter)?;
        self.costs = filled((width, height), NEVER, height, width, meter)?;
        let mut heap = BinaryHeap::new();
        for &(x, y) in from.iter().filter(|&&cell| grid.is_free(cell)) {
            let place = y * width + x;
            if self.costs[place] == NEVER {
                self.costs[place] = 0;
                heap.push(Reverse((0, place)));
            }
        }
        let stopped = self.run(grid, steps, &mut heap, meter);
        if stopped.is_err() {
            // Costs of cells that were taken are final, and less than those of their other entries.
            for Reverse((cost, place)) in heap {
                if self.costs[place] == cost {
                    self.costs[place] = NEVER;
                }
            }
        }
        Ok(stopped?)
    }

    fn run(
        &mut self,
        grid: &Grid,
        steps: &[CostStep],
        heap: &mut BinaryHeap<Reverse<(u64, usize)>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        while !heap.is_empty() {
            for _ in 0..meter.take(heap.len())? {
                let Some(Reverse((cost, place))) = heap.pop() else { break };
                if self.costs[place] != cost {
                    continue;
                }
                let (x, y) = (place % self.width, place / self.width);
                for (&(dx, dy, step), number) in steps.iter().zip(0..) {
                    let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    if !grid.is_free(next) {
                        continue;
                    }
                    let (place, cost) = (next.1 * self.width + next.0, cost + u64::from(step));
                    if cost < self.costs[place] {
                        self.costs[place] = cost;
                        self.last_steps[place] = number;
                        heap.push(Reverse((cost, place)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The cost of a cell, or `None` if it cannot be reached or lies outside.
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<u64> {
        let cost = || self.costs.get(y * self.width + x).copied();
        (x < self.width && y < self.height).then(cost)?.filter(|&cost| cost != NEVER)
    }

    /// The cells that can be reached, row by row, with their costs.
    pub fn iter(&self) -> impl Iterator<Item = (Point, u64)> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The greatest cost, or `None` if no cell is reached.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        self.costs.iter().copied().filter(|&cost| cost != NEVER).max()
    }

    /// The cell before `cell` on a cheapest path from the set. `None` in the set, outside of the
    /// grid, and if there is no path.
    #[must_use]
    pub fn previous_cell(&self, (x, y): Point) -> Option<Point> {
        self.get((x, y))?;
        let step = usize::from(self.last_steps[y * self.width + x]);
        let &(dx, dy) = self.offsets.get(step)?;
        let back = |at: usize, d: isize| at.wrapping_add_signed(d.wrapping_neg());
        Some((back(x, dx), back(y, dy)))
    }

    /// A cheapest path to `cell` from the nearest cell of the set, or `None` if there is no path.
    #[must_use]
    pub fn path_to(&self, cell: Point) -> Option<Vec<Point>> {
        self.get(cell)?;
        let back = |&cell: &Point| self.previous_cell(cell);
        let mut path: Vec<Point> = iter::successors(Some(cell), back).collect();
        path.reverse();
        Some(path)
    }
}

impl fmt::Display for CostDistances {
    /// A map with a cost in each cell, `-` in cells that cannot be reached.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_numbers(f, (self.width, self.height), self.max(), |cell| self.get(cell))
    }
}

impl fmt::Debug for CostDistances {
    /// The size and the greatest cost, and for `{:#?}` the map below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CostDistances({} × {}, up to {:?})", self.width, self.height, self.max())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}
