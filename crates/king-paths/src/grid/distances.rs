//! Distances from a set of cells.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::{Bitboard, Cell, Geometry};

use super::error::GridError;
use super::map::{Grid, Point};
use super::memory;
use super::rule::{King, Knight, NoCornerCut, Orthogonal, Rule, StepKind, targets};

/// The entry of cells that cannot be reached. Distances are smaller, because grids have at most 2³² cells and more than
/// one row or column less than that.
pub(super) const NEVER: u32 = u32::MAX;

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
        let steps = memory::filled((width, height), NEVER, rows, stride)?;
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

    /// The distances of row `y`, `u32::MAX` in cells that cannot be reached, or `None` if the row does not exist.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!(distances.row(0), Some(&[0, 1, u32::MAX, u32::MAX][..]));
    /// assert_eq!(distances.row(1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn row(&self, y: u32) -> Option<&[u32]> {
        let row = || &self.steps[y as usize * self.stride..][..self.width as usize];
        (y < self.height).then(row)
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
        let row = |y| (0..).zip(self.row(y).unwrap_or_default()).map(move |(x, &d)| ((x, y), d));
        (0..self.height).flat_map(row).filter(|&(_, distance)| distance != NEVER)
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

    /// The first cell at `distance` from which one step leads to `cell`, which can be reached.
    fn before(&self, cell: Point, distance: u32) -> Option<Point> {
        match self.kind {
            StepKind::Orthogonal => self.before_by::<Orthogonal>(cell, distance),
            StepKind::King => self.before_by::<King>(cell, distance),
            StepKind::NoCornerCut => self.before_by::<NoCornerCut>(cell, distance),
            StepKind::Knight => self.before_by::<Knight>(cell, distance),
        }
    }

    /// Free cells beside a cell that can be reached can be reached themselves, so the grid is not needed.
    fn before_by<R: Rule>(&self, (x, y): Point, distance: u32) -> Option<Point> {
        let reach = R::Window::WIDTH as u32 / 2;
        let point = |cell: Cell<R::Window>| {
            let (dx, dy) = (cell.x() as u32, cell.y() as u32);
            (x.wrapping_add(dx).wrapping_sub(reach), y.wrapping_add(dy).wrapping_sub(reach))
        };
        let at = |cell| self.get(point(cell));
        let reached: Bitboard<u64, R::Window> =
            Cell::all().filter(|&cell| at(cell).is_some()).collect();
        targets::<R>(reached).iter().find(|&cell| at(cell) == Some(distance)).map(point)
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
