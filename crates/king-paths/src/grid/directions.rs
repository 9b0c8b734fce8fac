//! The next step to a set of goals from every cell.
//!
//! It leads to the first of the neighbors of a cell, row by row, that has a smaller distance, so it
//! is found by one pass over the neighbors of each cell.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::iter;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Geometry, Limits, TryError};

use super::distances::{Distances, NEVER};
use super::map::{Grid, GridError, Point, reserved};
use super::rows::Rows;
use super::rule::{Rule, StepKind, targets, with_rule};
use super::search;

impl Grid {
    /// Computes the next step of a shortest path to the nearest of `goals`, for every free cell.
    /// Goals that are not free are ignored.
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
    /// [`GridError::OffGrid`] if a goal lies outside; [`GridError::OutOfMemory`] if there is no
    /// memory for the answer, about 6 bytes a cell.
    pub fn directions_to(&self, goals: &[Point], kind: StepKind) -> Result<Directions, GridError> {
        unlimited_fallible(|limits| self.try_directions_to(goals, kind, limits))
    }

    /// [`directions_to`](Self::directions_to) within limits. Nodes are those of
    /// [`try_distances`](Self::try_distances), and the cells of the grid.
    ///
    /// An interrupted query returns the distances from the goals, as `try_distances`. All of them
    /// are known before the first next step is computed.
    ///
    /// # Errors
    /// As [`directions_to`](Self::directions_to), or if a limit was reached.
    pub fn try_directions_to(
        &self,
        goals: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Directions, TryError<GridError, Distances>> {
        self.check(goals)?;
        let watch = limits.start();
        let meter = &mut Meter::new(&watch);
        let distances = search::distances(self, goals, &[], kind, meter)?;
        meter.change_pace();
        let field = with_rule!(kind, R => Directions::new::<R>(self, &distances, meter));
        field.map_err(|error| error.map(|()| distances))
    }
}

/// The next step to the nearest goal from every cell, for many agents with the same goals. Made by
/// [`Grid::directions_to`].
///
/// It takes a byte a cell and does not borrow the grid. It prints as a map with arrows, `o` in
/// goals and `#` in cells from which no goal can be reached; an arrow for a knight has the
/// direction of the longer side.
///
/// ```
/// use king_paths::grid::{Grid, StepKind};
///
/// let grid: Grid = "
///     ...
///     .#.".parse()?;
/// let field = grid.directions_to(&[(2, 1)], StepKind::Orthogonal)?;
/// assert_eq!(field.to_string(), "→→↓\n↑#o");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Directions {
    width: usize,
    height: usize,
    /// dx + 2 + 5 · (dy + 2) of the next step, row by row; [`NOWHERE`] if no goal can be reached.
    steps: Vec<u8>,
}

/// The entry of cells from which no goal can be reached.
const NOWHERE: u8 = u8::MAX;

/// The entry of goals: no step.
const GOAL: u8 = 2 + 5 * 2;

impl Directions {
    /// Computes the next steps from the distances, row by row.
    fn new<R: Rule>(
        grid: &Grid,
        distances: &Distances,
        meter: &mut Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let free = Rows::new::<R>(grid, |column, row| grid.tile(column, row), meter)?;
        let (width, height) = (grid.width, grid.height);
        let mut found: Vec<u8> = reserved((width, height), height, width)?;
        let (stride, side) = (distances.stride, R::Window::WIDTH);
        // From bits of a window to entries, and to next steps.
        let places: [usize; 64] = core::array::from_fn(|bit| bit / side * stride + bit % side);
        let edge = 2 - side / 2;
        let steps: [u8; 64] =
            core::array::from_fn(|bit| (bit % side + edge + 5 * (bit / side + edge)) as u8);
        let middle = side / 2 * (stride + 1);
        for y in 0..height {
            let mut x = 0;
            while x < width {
                let end = x + meter.take(width - x)?;
                let start = y * stride;
                for place in start + x..start + end {
                    let distance = distances.steps[place];
                    if distance == NEVER || distance == 0 {
                        found.push(if distance == 0 { GOAL } else { NOWHERE });
                        continue;
                    }
                    let closer =
                        |bit: usize| distances.steps[place + places[bit] - middle] < distance;
                    let mut next = targets::<R>(free.window(place)).bits();
                    while next != 0 && !closer(next.trailing_zeros() as usize) {
                        next &= next - 1;
                    }
                    found.push(steps[next.trailing_zeros() as usize % 64]);
                }
                x = end;
            }
        }
        Ok(Self { width, height, steps: found })
    }

    /// The next cell on a shortest path to a goal. `None` at a goal, outside of the grid, and if no
    /// goal can be reached.
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
        let (dx, dy) = (usize::from(step % 5), usize::from(step / 5));
        let next = |at: usize, d: usize| at.wrapping_add(d).wrapping_sub(2);
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

    /// The cells of a shortest path from `cell` to a goal, both included. Empty if no goal can be
    /// reached.
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
        let step = || self.steps.get(y * self.width + x).copied();
        (x < self.width && y < self.height).then(step)?.filter(|&step| step != NOWHERE)
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            for x in 0..self.width {
                let arrow = |step: u8| ARROWS.chars().nth(step.into()).unwrap_or('#');
                f.write_char(self.step((x, y)).map_or('#', arrow))?;
            }
        }
        Ok(())
    }
}

/// The symbols of the next steps.
const ARROWS: &str = "#↑#↑#←↖↑↗→#←o→#←↙↓↘→#↓#↓#";

impl fmt::Debug for Directions {
    /// The size, and for `{:#?}` the map below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Directions({} × {})", self.width, self.height)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}
