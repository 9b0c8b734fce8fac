//! Distances from a set of cells, and the next step from every cell to a set.

use alloc::vec::Vec;
use core::{fmt, iter};

use bitboard_core::{Bitboard, Cell, Geometry};

use super::map::{Grid, GridError, Point, filled};
use super::rule::{Rule, StepKind, targets, with_rule};
use super::search;

impl Grid {
    /// Computes the number of steps from the nearest of `from` to every cell. Cells of `from` that are not free are
    /// ignored.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::NoCornerCut)?;
    /// assert_eq!(distances.to_string(), "\
    /// 0 1 - 6 6
    /// 1 1 - 5 5
    /// 2 2 3 4 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 5 bytes a cell.
    pub fn distances(&self, from: &[Point], kind: StepKind) -> Result<Distances, GridError> {
        self.check(from)?;
        search::distances(self, from, &[], kind)
    }

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
        let mut steps = filled((width, height), NOWHERE, height as usize, width as usize)?;
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

/// The entry of cells that cannot be reached. Distances are smaller, because grids have at most 2³² cells and more than
/// one row or column less than that.
const NEVER: u32 = u32::MAX;

/// The distance of every cell of a grid from a set, in steps. Made by [`Grid::distances`].
///
/// It prints as a map with a number in each cell, `-` in cells that cannot be reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Distances {
    width: u32,
    height: u32,
    kind: StepKind,
    /// Entries per row, see [`stride`].
    pub(super) stride: usize,
    pub(super) steps: Vec<u32>,
}

/// Entries per row: whole tiles, and at least the columns plus the reach of a step.
pub(super) fn stride(width: u32) -> usize {
    8 * ((width as usize + 1) / 8 + 1)
}

impl Distances {
    pub(super) fn new(grid: &Grid, kind: StepKind) -> Result<Self, GridError> {
        let (width, height, stride) = (grid.width, grid.height, stride(grid.width));
        // Whole tiles are written: rows up to a multiple of 8.
        let rows = 8 * height.div_ceil(8) as usize;
        let steps = filled((width, height), NEVER, rows, stride)?;
        Ok(Self { width, height, kind, stride, steps })
    }

    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!([0, 1, 2, 3, 4].map(|x| distances.get((x, 0))), [Some(0), Some(1), None, None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let steps = self.steps[y as usize * self.stride + x as usize];
        (steps != NEVER).then_some(steps)
    }

    /// The distances of row `y`, `None` for cells that cannot be reached, or `None` if the row does not
    /// exist.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert!(distances.row(0).is_some_and(|row| row.eq([Some(0), Some(1), None, None])));
    /// assert!(distances.row(1).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row(&self, y: u32) -> Option<impl ExactSizeIterator<Item = Option<u32>> + '_> {
        let row = || &self.steps[y as usize * self.stride..][..self.width as usize];
        (y < self.height).then(|| row().iter().map(|&steps| (steps != NEVER).then_some(steps)))
    }

    /// The cells that can be reached, row by row, with their distances.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.\n....".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert!(distances.iter().any(|entry| entry == ((3, 0), 3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Point, u32)> + '_ {
        let row =
            |y| self.row(y).into_iter().flatten().zip(0..).map(move |(d, x)| Some(((x, y), d?)));
        (0..self.height).flat_map(row).flatten()
    }

    /// The greatest distance, or `None` if no cell is reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(30, 20, |_, _| true)?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!((distances.max(), distances.reached()), (Some(29), 600));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.steps.iter().copied().filter(|&steps| steps != NEVER).max()
    }

    /// Number of cells that can be reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// assert_eq!(grid.distances(&[(0, 0)], StepKind::King)?.reached(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.steps.iter().filter(|&&steps| steps != NEVER).count() as u64
    }

    /// A shortest path to `cell` from the nearest cell of the set, or `None` if there is no path.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::Orthogonal)?;
    /// let path = distances.path_to((2, 0));
    /// assert_eq!(path, Some(vec![(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path_to(&self, cell: Point) -> Option<Vec<Point>> {
        let distance = self.get(cell)?;
        let mut path = alloc::vec![cell];
        let mut last = cell;
        for distance in (0..distance).rev() {
            last = self.before(last, distance)?;
            path.push(last);
        }
        path.reverse();
        Some(path)
    }

    /// The first cell at `distance` from which one step leads to `cell`, which can be reached. Free cells
    /// beside it can be reached themselves, so the grid is not needed.
    fn before(&self, cell: Point, distance: u32) -> Option<Point> {
        fn find<R: Rule>(distances: &Distances, (x, y): Point, distance: u32) -> Option<Point> {
            let reach = R::Window::WIDTH as u32 / 2;
            let point = |cell: Cell<R::Window>| {
                let (dx, dy) = (cell.x() as u32, cell.y() as u32);
                (x.wrapping_add(dx).wrapping_sub(reach), y.wrapping_add(dy).wrapping_sub(reach))
            };
            let at = |cell| distances.get(point(cell));
            let reached: Bitboard<u64, R::Window> =
                Cell::all().filter(|&cell| at(cell).is_some()).collect();
            targets::<R>(reached).iter().find(|&cell| at(cell) == Some(distance)).map(point)
        }
        with_rule!(self.kind, R => find::<R>(self, cell, distance))
    }
}

impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.max().map_or(1, |max| max.max(1).ilog10() as usize + 1);
        for y in 0..self.height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            for x in 0..self.width {
                f.write_str(if x > 0 { " " } else { "" })?;
                match self.get((x, y)) {
                    Some(distance) => write!(f, "{distance:>width$}")?,
                    None => write!(f, "{:>width$}", '-')?,
                }
            }
        }
        Ok(())
    }
}

/// The next step to the nearest goal from every cell, for many agents with the same goals. Made by
/// [`Grid::directions_to`].
///
/// It takes a byte a cell and does not borrow the grid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Directions {
    width: u32,
    height: u32,
    /// dx + 2 + 5 · (dy + 2) of the next step, row by row; [`NOWHERE`] if no goal can be reached.
    steps: Vec<u8>,
}

/// The entry of cells from which no goal can be reached.
const NOWHERE: u8 = u8::MAX;

/// The entry of goals: no step.
const GOAL: u8 = 2 + 5 * 2;

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
        inside.then(|| self.steps[place]).filter(|&step| step != NOWHERE)
    }
}
