//! Distances from a set of cells, and the next step from every cell to a set.
//!
//! The distances are found by the breadth-first search of `search`. The next step from a cell leads
//! to the first of its neighbors, row by row, that has a smaller distance, so it is found by
//! one pass over the neighbors of each cell. A path back is found in the same way, cell by cell.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::iter;

use bitboard_core::{Bitboard, Cell, Geometry, Limits};

use super::map::{Grid, GridError, Point, filled, reserved};
use super::rule::{Rule, StepKind, targets, with_rule};
use super::search::{self, Rows};
use crate::meter::{Meter, TryError, without_limits};

impl Grid {
    /// Computes the number of steps from the nearest of `from` to every cell. Cells of `from` that
    /// are not free are ignored.
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
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there
    /// is no memory for the answer, about 5 bytes a cell.
    pub fn distances(&self, from: &[Point], kind: StepKind) -> Result<Distances, GridError> {
        without_limits(|limits| self.try_distances(from, kind, limits))
    }

    /// [`distances`](Self::distances) within limits. Nodes are tiles of 8 × 8 cells, one for each
    /// BFS level that reaches cells of the tile, and cells in mazes.
    ///
    /// An interrupted query returns the distances up to the greatest that they contain, all of
    /// them. Only a query that is stopped before the search begins has none.
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances(
        &self,
        from: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances, TryError<GridError, Distances>> {
        self.check(from).map_err(TryError::Failed)?;
        search::distances(self, from, &[], kind, &mut Meter::new(limits))
    }

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
        without_limits(|limits| self.try_directions_to(goals, kind, limits))
    }

    /// [`directions_to`](Self::directions_to) within limits. Nodes are those of
    /// [`try_distances`](Self::try_distances), and the cells of the grid.
    ///
    /// The next steps are computed row by row, after all distances. An interrupted query returns
    /// those that it has. The other cells are like cells from which no goal can be reached.
    ///
    /// # Errors
    /// As [`directions_to`](Self::directions_to), or if a limit was reached.
    pub fn try_directions_to(
        &self,
        goals: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Directions, TryError<GridError, Directions>> {
        self.check(goals).map_err(TryError::Failed)?;
        let (width, height) = (self.width, self.height);
        let mut field = Directions { width, height, steps: Vec::new() };
        let meter = &mut Meter::new(limits);
        let found = search::distances(self, goals, &[], kind, meter)
            .map_err(|error| error.map(drop))
            .and_then(|distances| {
                meter.change_pace();
                with_rule!(kind, R => field.fill::<R>(self, &distances, meter))
            });
        match found {
            Ok(()) => Ok(field),
            Err(error) => Err(error.map(|()| field)),
        }
    }
}

/// The entry of cells that cannot be reached. Distances are smaller: a distance of 2³² − 1 needs
/// 2³² cells in a single row or column, and sides are less than 2³².
const NEVER: u32 = u32::MAX;

/// The distance of every cell of a grid from a set, in steps. Made by [`Grid::distances`].
///
/// It prints as a map with a number in each cell, `-` in cells that cannot be reached.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Distances {
    width: usize,
    height: usize,
    kind: StepKind,
    /// The greatest distance.
    max: Option<u32>,
    /// Entries per row, see [`stride`].
    pub(super) stride: usize,
    /// Fewer entries than cells only if a query was stopped before it had all of them.
    pub(super) steps: Vec<u32>,
}

/// Entries per row: whole tiles, and at least the columns plus the reach of a step.
pub(super) fn stride(width: usize) -> usize {
    8 * ((width + 1) / 8 + 1)
}

impl Distances {
    /// No cell is reached.
    pub(super) fn new(grid: &Grid, kind: StepKind) -> Self {
        let (width, height, stride) = (grid.width, grid.height, stride(grid.width));
        Self { width, height, kind, max: None, stride, steps: Vec::new() }
    }

    /// Makes room for the distances.
    pub(super) fn allocate(&mut self, meter: &Meter<'_>) -> Result<(), TryError<GridError>> {
        // Whole tiles are written: rows up to a multiple of 8.
        let rows = 8 * self.height.div_ceil(8);
        self.steps = filled((self.width, self.height), NEVER, rows, self.stride, meter)?;
        Ok(())
    }

    /// All distances less than `level` are known.
    pub(super) fn end(&mut self, level: u32) {
        self.max = level.checked_sub(1);
    }

    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// let found = [0, 1, 2, 3, 4].map(|x| distances.get((x, 0)));
    /// assert_eq!(found, [Some(0), Some(1), None, None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let steps = self.steps.get(y * self.stride + x);
        steps.copied().filter(|&steps| steps != NEVER)
    }

    /// The distances of row `y`, `None` for cells that cannot be reached, or `None` if the row does
    /// not exist.
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
    pub fn row(&self, y: usize) -> Option<impl ExactSizeIterator<Item = Option<u32>> + '_> {
        (y < self.height).then(|| {
            let row = self.steps.get(y * self.stride..).unwrap_or_default();
            let steps = move |x| row.get(x).copied().filter(|&steps| steps != NEVER);
            (0..self.width).map(steps)
        })
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
        let row = |y| self.row(y).into_iter().flatten().enumerate().map(move |(x, d)| ((x, y), d));
        (0..self.height).flat_map(row).filter_map(|(cell, distance)| Some((cell, distance?)))
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
        self.max
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

    /// The first cell at `distance` from which one step leads to `cell`, which can be reached. Free
    /// cells beside it can be reached themselves, so the grid is not needed.
    fn before(&self, cell: Point, distance: u32) -> Option<Point> {
        fn find<R: Rule>(distances: &Distances, (x, y): Point, distance: u32) -> Option<Point> {
            let reach = R::Window::WIDTH / 2;
            let point = |cell: Cell<R::Window>| {
                let (dx, dy) = cell.coords();
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
        let distance = |cell| self.get(cell).map(u64::from);
        write_numbers(f, (self.width, self.height), self.max().map(u64::from), distance)
    }
}

/// Writes a map with a number up to `max` in each cell, and `-` in cells without a number.
pub(super) fn write_numbers(
    f: &mut fmt::Formatter<'_>,
    (columns, rows): (usize, usize),
    max: Option<u64>,
    number: impl Fn(Point) -> Option<u64>,
) -> fmt::Result {
    let width = max.map_or(1, |max| max.max(1).ilog10() as usize + 1);
    for y in 0..rows {
        f.write_str(if y > 0 { "\n" } else { "" })?;
        for x in 0..columns {
            f.write_str(if x > 0 { " " } else { "" })?;
            match number((x, y)) {
                Some(number) => write!(f, "{number:>width$}")?,
                None => write!(f, "{:>width$}", '-')?,
            }
        }
    }
    Ok(())
}

impl fmt::Debug for Distances {
    /// The size, the number of cells reached and the greatest distance, and for `{:#?}` the map
    /// below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, reached) = (self.width, self.height, self.reached());
        write!(f, "Distances({width} × {height}, {reached} cells up to {:?})", self.max)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
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
    /// Fewer entries than cells only if a query was stopped before it had all of them.
    steps: Vec<u8>,
}

/// The entry of cells from which no goal can be reached.
const NOWHERE: u8 = u8::MAX;

/// The entry of goals: no step.
const GOAL: u8 = 2 + 5 * 2;

impl Directions {
    /// Adds the next steps, row by row.
    fn fill<R: Rule>(
        &mut self,
        grid: &Grid,
        distances: &Distances,
        meter: &mut Meter<'_>,
    ) -> Result<(), TryError<GridError>> {
        let free = Rows::new::<R>(grid, |column, row| grid.tile(column, row), meter)?;
        let size = (self.width, self.height);
        self.steps = reserved(size, self.height, self.width).map_err(TryError::Failed)?;
        let (stride, side) = (distances.stride, R::Window::WIDTH);
        // From bits of a window to entries, and to next steps.
        let places: [usize; 64] = core::array::from_fn(|bit| bit / side * stride + bit % side);
        let edge = 2 - side / 2;
        let steps: [u8; 64] =
            core::array::from_fn(|bit| (bit % side + edge + 5 * (bit / side + edge)) as u8);
        let middle = side / 2 * (stride + 1);
        for y in 0..self.height {
            let mut x = 0;
            while x < self.width {
                let end = x + meter.take(self.width - x)?;
                let start = y * stride;
                for place in start + x..start + end {
                    let distance = distances.steps[place];
                    if distance == NEVER || distance == 0 {
                        self.steps.push(if distance == 0 { GOAL } else { NOWHERE });
                        continue;
                    }
                    let closer =
                        |bit: usize| distances.steps[place + places[bit] - middle] < distance;
                    let mut next = targets::<R>(free.window(place)).bits();
                    while next != 0 && !closer(next.trailing_zeros() as usize) {
                        next &= next - 1;
                    }
                    self.steps.push(steps[next.trailing_zeros() as usize % 64]);
                }
                x = end;
            }
        }
        Ok(())
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
