//! Walls between cells, and steps that lead one way only.
//!
//! Of each of eight steps, the cells are stored from which it is **closed**: a row of bits for each
//! direction. A step that is closed in both directions is a **wall**. A knight leaps over walls.
//! What a wall does to diagonal steps, from a to d, follows from the two ways around, by b and by
//! c:
//!
//! ```text
//!   a b     king: open unless both ways have a wall, so no step leads through a line of walls
//!   c d     one-corner-cut: both steps of one way are open; no-corner-cut: those of both ways
//! ```
//!
//! Besides, a diagonal step can itself be closed. The rule is evaluated with words ([`Walls::exits`]),
//! in 12 to 36 loads: for one cell, or for those of three tiles in a row. A search by tiles does
//! this once ([`Masks`](super::tiles::Masks)). Searches to a set see steps in
//! reverse: the step from p to q is closed where that from q to p is.

use alloc::sync::Arc;
use core::fmt;

use bitboard_core::PictureError;
use bitboard_core::picture::{Row, expect_rows};

use super::bits::PaddedBits;
use super::map::Grid;
use super::rule::{Corners, DIRECTIONS, StepKind, Way, corners, parts};
use super::size::{GridError, Point};

/// For each of the [`DIRECTIONS`], the cells from which the step is closed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Walls {
    pub(super) closed: [PaddedBits; 8],
    /// Number of closed steps.
    pub(super) count: u64,
}

/// The number that a step adds to a place.
pub(super) fn offset(direction: usize, stride: usize) -> usize {
    let (dx, dy) = DIRECTIONS[direction];
    (dy * stride as isize + dx) as usize
}

/// The opposite of one of the [`DIRECTIONS`].
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}

impl Walls {
    fn new(size: Point) -> Result<Self, GridError> {
        let none = PaddedBits::new(size)?;
        Ok(Self { closed: core::array::from_fn(|_| none.clone()), count: 0 })
    }

    /// For each of the [`DIRECTIONS`], the cells of a row from `place` on from which the step is open,
    /// or those that it leads to in a search that goes `back`. The bits are those of
    /// [`PaddedBits::row`], which `free` returns for places around. The targets need not be free.
    #[inline(always)]
    pub(super) fn exits(
        &self,
        place: usize,
        (kind, is_back): Way,
        free: impl Fn(usize) -> u64,
    ) -> [u64; 8] {
        let stride = self.closed[0].stride();
        let offsets: [usize; 8] = core::array::from_fn(|step| offset(step, stride));
        let to = |at: usize, step: usize| at.wrapping_add(offsets[step]);
        let open = |step: usize, at| !self.closed(step, at, to(at, step), is_back);
        let no_wall = |step: usize, at| {
            let next = to(at, step);
            !(self.closed(step, at, next, false) & self.closed(step, at, next, true))
        };
        let mut exits = [0; 8];
        // The first step of the ways around corners, and the rest of them.
        let mut first = [0; 4];
        for step in 0..4 {
            exits[step] = open(step, place);
            first[step] = match corners(kind) {
                Corners::None => no_wall(step, place),
                _ => exits[step] & free(to(place, step)),
            };
        }
        for step in if kind == StepKind::Orthogonal { 4..4 } else { 4..8 } {
            let [one, other] = parts(step);
            let way = |before: usize, after: usize| {
                let beside = to(place, before);
                let rest = match corners(kind) {
                    Corners::None => no_wall(after, beside),
                    _ => open(after, beside),
                };
                first[before] & rest
            };
            exits[step] =
                open(step, place) & corners(kind).allowed(way(one, other), way(other, one));
        }
        exits
    }

    /// Where a step from a place to the next one is closed, or the step back.
    #[inline(always)]
    fn closed(&self, step: usize, place: usize, next: usize, is_back: bool) -> u64 {
        let (step, place) = if is_back { (opposite(step), next) } else { (step, place) };
        self.closed[step].row(place)
    }

    /// The [`exits`](Self::exits) of one cell, as bits of the square around it. The first bit of
    /// what `free` returns for a place says whether it is free.
    pub(super) fn of_cell(&self, place: usize, way: Way, free: impl Fn(usize) -> u64) -> u64 {
        let exits = self.exits(place, way, free).into_iter().zip(DIRECTIONS);
        exits.fold(0, |bits, (exit, (dx, dy))| bits | (exit & 1) << (4 + dx + 3 * dy))
    }

    /// Returns whether a step from an entry is closed.
    fn is_closed(&self, step: usize, place: usize) -> bool {
        self.closed[step].contains(place)
    }

    fn set(&mut self, step: usize, place: usize, is_closed: bool) {
        self.count -= u64::from(self.is_closed(step, place));
        self.count += u64::from(is_closed);
        self.closed[step].set(place, is_closed);
    }
}

impl Grid {
    /// Sets whether there is a wall between two cells that share an edge. A wall closes the steps
    /// across it in both directions. It stops diagonal steps past its ends by the corner rule of
    /// the [`StepKind`]. A king passes the end of a wall, but not a corner of two walls or the
    /// middle of a line of walls. Knights leap over walls.
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
    /// touch, [`GridError::OutOfMemory`] for the first closed step, if there is no memory for a
    /// byte a cell.
    pub fn set_step(&mut self, from: Point, to: Point, is_open: bool) -> Result<(), GridError> {
        self.check(&[from, to])?;
        let step = direction(from, to).ok_or(GridError::NotNeighbors { from, to })?;
        let place = self.place(from);
        if is_open && self.walls.is_none() {
            return Ok(());
        }
        let mut walls = match self.walls.take() {
            Some(walls) => walls,
            None => Arc::new(Walls::new(self.size())?),
        };
        Arc::make_mut(&mut walls).set(step, place, !is_open);
        // A map without closed steps is searched as one that never had any.
        self.walls = (walls.count > 0).then_some(walls);
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
    /// [`GridError::OutOfMemory`], as [`set_step`](Self::set_step).
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
    ) -> Result<Result<(), GridError>, PictureError> {
        let mut walls = match Walls::new(self.size()) {
            Ok(walls) => walls,
            Err(error) => return Ok(Err(error)),
        };
        for (y, row) in expect_rows(rows, self.height)?.enumerate() {
            row.read(2 * self.width, "0123456789abcdef".chars(), |x, digit| {
                let (place, first) = (self.place((x / 2, y)), if x % 2 == 0 { 4 } else { 0 });
                for step in (0..4).filter(|step| digit >> step & 1 == 1) {
                    walls.set(first + step, place, true);
                }
            })?;
        }
        self.walls = (walls.count > 0).then(|| Arc::new(walls));
        Ok(Ok(()))
    }
}

/// The row between a map and its walls.
pub(super) const WALLS: &str = "walls:";

/// The direction of a step from a cell to one that touches it.
fn direction(from: Point, to: Point) -> Option<usize> {
    let step = |from: usize, to: usize| to.wrapping_sub(from) as isize;
    let step = (step(from.0, to.0), step(from.1, to.1));
    DIRECTIONS.iter().position(|&direction| direction == step)
}
