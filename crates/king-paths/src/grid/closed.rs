//! Closing steps of a grid: walls, one-way steps, heights, and their text.

use alloc::sync::Arc;
use core::fmt;

use bitboard_core::picture::{Row, expect_rows};

use super::map::{Grid, MapError};
use super::rule::DIRECTIONS;
use super::size::{GridError, Point};
use super::walls::{WALLS, Walls};

impl Grid {
    /// Sets whether there is a wall between two cells that share an edge. A wall closes the steps
    /// across it in both directions. It stops diagonal steps past its ends by the corner rule of
    /// the [`StepKind`](super::StepKind). A king passes the end of a wall, but not a corner of two
    /// walls or the middle of a line of walls. Knights leap over walls.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let mut grid: Grid = "...\n...".parse()?;
    /// grid.set_wall((0, 0), (0, 1), true)?;
    /// grid.set_wall((1, 0), (1, 1), true)?;
    /// let distance = |kind| Some(grid.shortest_paths(&[(0, 0)], &[(0, 1)], kind).ok()?.distance()?);
    /// assert_eq!(distance(StepKind::Orthogonal), Some(5));
    /// assert_eq!(distance(StepKind::King), Some(4)); // past the end of the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`set_step`](Self::set_step); [`GridError::NotNeighbors`] also if the cells only share a
    /// corner.
    pub fn set_wall(&mut self, one: Point, other: Point, is_wall: bool) -> Result<(), GridError> {
        if one.0 != other.0 && one.1 != other.1 {
            return Err(GridError::NotNeighbors { from: one, to: other });
        }
        self.set_step(one, other, !is_wall)?;
        self.set_step(other, one, !is_wall)
    }

    /// Sets whether the step from a cell to one of the eight around it is open. The step back is
    /// another one. Diagonal steps also depend on the steps around the corner, as
    /// [`set_wall`](Self::set_wall) says.
    ///
    /// ```
    /// use king_paths::grid::{Ends, Grid, StepKind};
    ///
    /// let mut grid: Grid = "..".parse()?;
    /// grid.set_step((0, 0), (1, 0), false)?;
    /// let right = grid.distances(Ends::From(&[(0, 0)]), StepKind::King)?;
    /// let left = grid.distances(Ends::To(&[(0, 0)]), StepKind::King)?;
    /// assert_eq!((right.get((1, 0)), left.get((1, 0))), (None, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell lies outside, [`GridError::NotNeighbors`] if they do not
    /// touch, [`GridError::OutOfMemory`] if no step is closed yet, or an answer or a copy shares
    /// the closed steps, and a byte for each cell cannot be allocated.
    pub fn set_step(&mut self, from: Point, to: Point, is_open: bool) -> Result<(), GridError> {
        self.check(&[from, to])?;
        let step = direction(from, to).ok_or(GridError::NotNeighbors { from, to })?;
        let place = self.place(from);
        let size = self.size();
        let walls = match &mut self.walls {
            None if is_open => return Ok(()),
            None => self.walls.insert(Arc::new(Walls::new(size)?)),
            Some(walls) => walls,
        };
        // Answers that share the walls keep them, and there may be no memory for a copy.
        if Arc::get_mut(walls).is_none() {
            *walls = Arc::new(walls.try_clone(size)?);
        }
        Arc::make_mut(walls).set(step, place, !is_open);
        // A map without closed steps is searched as one that never had any.
        self.walls.take_if(|walls| walls.count == 0);
        Ok(())
    }

    /// Closes the steps between cells that touch for which `is_open(from, to)` is false, and opens
    /// all others. So heights become one-way steps:
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let heights = [[0, 1, 3], [9, 2, 2]];
    /// let mut grid = Grid::from_fn(3, 2, |_, _| true)?;
    /// let height = |(x, y): (usize, usize)| heights[y][x];
    /// grid.set_steps(|from, to| height(to) <= height(from) + 1)?; // at most one up
    /// let distances = grid.distances(&[(0, 0)], StepKind::Orthogonal)?;
    /// assert_eq!(distances.to_string(), "0 1 4\n- 2 3");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`] if a byte for each cell cannot be allocated.
    pub fn set_steps(
        &mut self,
        mut is_open: impl FnMut(Point, Point) -> bool,
    ) -> Result<(), GridError> {
        let mut walls = Walls::new(self.size())?;
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            for (step, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
                let to = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                if self.contains(to.0, to.1) && !is_open((x, y), to) {
                    walls.set(step, self.place((x, y)), true);
                }
            }
        }
        self.walls = (walls.count > 0).then(|| Arc::new(walls));
        Ok(())
    }

    /// Returns whether the step from a cell to one of the eight around it is not closed, be they
    /// free or not; false if the cells do not touch or one lies outside.
    /// [`neighbors`](Self::neighbors) are the cells that a step leads to.
    #[must_use]
    pub fn is_open(&self, from: Point, to: Point) -> bool {
        let is_closed =
            |step| self.walls.as_ref().is_some_and(|walls| walls.is_closed(step, self.place(from)));
        self.check(&[from, to]).is_ok() && direction(from, to).is_some_and(|step| !is_closed(step))
    }

    /// Writes the walls below the map, if there are any.
    pub(super) fn write_walls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(walls) = &self.walls else { return Ok(()) };
        write!(f, "\n{WALLS}")?;
        for y in 0..self.height {
            for x in 0..self.width {
                let is_closed = |step| u8::from(walls.is_closed(step, self.place((x, y))));
                let bits = (0..8).fold(0, |bits, step| bits | is_closed(step) << step);
                write!(f, "{}{bits:02x}", if x > 0 { ' ' } else { '\n' })?;
            }
        }
        Ok(())
    }

    /// Reads the walls below the map.
    pub(super) fn read_walls<'a>(
        &mut self,
        rows: impl Iterator<Item = Row<'a>> + Clone,
    ) -> Result<(), MapError> {
        let walls = Walls::new(self.size());
        let mut walls = walls.map_err(|source| MapError::Size { line: 1, source })?;
        for (y, row) in expect_rows(rows, self.height)?.enumerate() {
            row.read(2 * self.width, "0123456789abcdef".chars(), |x, digit| {
                let (place, first) = (self.place((x / 2, y)), if x % 2 == 0 { 4 } else { 0 });
                for step in (0..4).filter(|step| digit >> step & 1 == 1) {
                    walls.set(first + step, place, true);
                }
            })?;
        }
        self.walls = (walls.count > 0).then(|| Arc::new(walls));
        Ok(())
    }
}

/// The direction of a step from a cell to one that touches it.
fn direction(from: Point, to: Point) -> Option<usize> {
    let step = |from: usize, to: usize| to.wrapping_sub(from) as isize;
    let step = (step(from.0, to.0), step(from.1, to.1));
    DIRECTIONS.iter().position(|&direction| direction == step)
}
