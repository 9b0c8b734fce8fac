//! Distances from a set of cells, as the breadth-first search of `search` finds them.
//!
//! A path back leads from each cell to the first of its neighbors, row by row, that has a smaller
//! distance.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::limits::Meter;
use bitboard_core::{Bitboard, Cell, Geometry, TryError};

use super::map::{Grid, GridError, Point, filled};
use super::rows::stride;
use super::rule::{Rule, StepKind, targets, with_rule};

/// The entry of cells that cannot be reached. Distances are smaller: a distance of 2³² − 1 needs
/// 2³² cells in a single row or column, and sides are less than 2³².
pub(super) const NEVER: u32 = u32::MAX;

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

    /// Marks distances below `level` as final.
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
