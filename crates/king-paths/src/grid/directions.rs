//! Direction fields: the next step to the nearest goal, for every cell.

use alloc::vec::Vec;
use core::iter;

use super::error::GridError;
use super::map::{Grid, Point};
use super::memory;
use super::rule::StepKind;

/// The next step to the nearest goal from every cell, for many agents with the same goals. Made by
/// [`Grid::directions_to`].
///
/// It takes a byte a cell and does not borrow the grid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Directions {
    width: u32,
    height: u32,
    /// dx + 2 + 5 · (dy + 2) of the next step, row by row; [`NEVER`] if no goal can be reached.
    steps: Vec<u8>,
}

/// The entry of cells from which no goal can be reached.
const NEVER: u8 = u8::MAX;

/// The entry of goals: no step.
const GOAL: u8 = 2 + 5 * 2;

impl Grid {
    /// Computes the next step of a shortest path to the nearest of `goals`, for every free cell. Goals that are not free
    /// are ignored.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .....
    ///     .###.
    ///     .....".parse()?;
    /// let field = grid.directions_to(&[(4, 1)], StepKind::King)?;
    /// let agents = [(0, 0), (4, 2), (1, 2)];
    /// let next = agents.map(|agent| field.next_cell(agent));
    /// assert_eq!(next, [Some((1, 0)), Some((4, 1)), Some((2, 2))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a goal lies outside; [`GridError::OutOfMemory`] if there is no memory for the answer,
    /// about 6 bytes a cell.
    pub fn directions_to(&self, goals: &[Point], kind: StepKind) -> Result<Directions, GridError> {
        let distances = self.distances(goals, kind)?;
        let (width, height) = (self.width(), self.height());
        let mut steps = memory::filled((width, height), NEVER, height as usize, width as usize)?;
        for ((x, y), distance) in distances.iter() {
            let closer = |&cell: &Point| distances.get(cell).is_some_and(|d| d < distance);
            let next = self.neighbors((x, y), kind).find(closer);
            // Steps change coordinates by at most 2.
            let change = |to: u32, from: u32| to.wrapping_sub(from).wrapping_add(2) as u8;
            steps[y as usize * width as usize + x as usize] =
                next.map_or(GOAL, |(to_x, to_y)| change(to_x, x) + 5 * change(to_y, y));
        }
        Ok(Directions { width, height, steps })
    }
}

impl Directions {
    /// The next cell on a shortest path to a goal. `None` at a goal, outside of the grid, and if no goal can be reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let field = "..#.".parse::<Grid>()?.directions_to(&[(0, 0)], StepKind::King)?;
    /// assert_eq!([0, 1, 2, 3].map(|x| field.next_cell((x, 0))), [None, Some((0, 0)), None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn next_cell(&self, (x, y): Point) -> Option<Point> {
        let step = self.step((x, y))?;
        let (dx, dy) = (u32::from(step % 5), u32::from(step / 5));
        let next = |at: u32, d: u32| at.wrapping_add(d).wrapping_sub(2);
        (step != GOAL).then(|| (next(x, dx), next(y, dy)))
    }

    /// Returns whether a goal can be reached from a cell.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let field = "..#.".parse::<Grid>()?.directions_to(&[(0, 0)], StepKind::King)?;
    /// assert_eq!([0, 1, 2, 3].map(|x| field.reaches_goal((x, 0))), [true, true, false, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn reaches_goal(&self, cell: Point) -> bool {
        self.step(cell).is_some()
    }

    /// The cells of a shortest path from `cell` to a goal, both included. Empty if no goal can be reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ...
    ///     .#.
    ///     ...".parse()?;
    /// let field = grid.directions_to(&[(2, 2)], StepKind::NoCornerCut)?;
    /// let path: Vec<_> = field.path_from((2, 0)).collect();
    /// assert_eq!(path, [(2, 0), (2, 1), (2, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from(&self, cell: Point) -> impl Iterator<Item = Point> + '_ {
        let first = self.reaches_goal(cell).then_some(cell);
        iter::successors(first, |&cell| self.next_cell(cell))
    }

    #[inline]
    fn step(&self, (x, y): Point) -> Option<u8> {
        let inside = x < self.width && y < self.height;
        let place = y as usize * self.width as usize + x as usize;
        inside.then(|| self.steps[place]).filter(|&step| step != NEVER)
    }
}
