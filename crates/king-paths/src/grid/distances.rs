//! The answer of all searches: the distance of every cell from a set.
//!
//! # Ties
//!
//! A step back to the set is found from the distances around a cell. Of the neighbors on a shortest
//! path, [`Distances::next_cell`] takes one across an edge before one across a corner, in the order
//! of rows. [`Distances::path_to`] does the same, but keeps its direction where it can, and so does
//! [`Grid::octile_path`]. So paths are straight where the map is open, and take time in proportion
//! to their length. [`ShortestPaths::path`] compares all shortest paths. [`OctilePlanner`] takes
//! diagonal steps first.
//!
//! [`ShortestPaths::path`]: super::ShortestPaths::path
//! [`OctilePlanner`]: super::OctilePlanner

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use bitboard_core::TryError;
use bitboard_core::limits::Meter;

use super::bits::stride;
use super::map::{Grid, GridError, Point, filled};
use super::octile::OctileCost;
use super::rule::{Corners, Rule, StepKind, entry, is_diagonal, with_rule};

/// A distance: a number of steps (`u32`), a cost (`u64`) or a length ([`OctileCost`]).
pub trait Cost: sealed::Cost {}

impl Cost for u32 {}
impl Cost for u64 {}
impl Cost for OctileCost {}

pub(super) mod sealed {
    /// What searches need of a distance.
    pub trait Cost: Copy + Ord + core::hash::Hash + core::fmt::Display {
        const ZERO: Self;
        /// The entry of cells that cannot be reached, greater than all distances.
        const NEVER: Self;
        /// The entry of cells that a stopped search has reached, but whose distance is not final.
        const OPEN: Self;
        /// Whether all steps have the same length.
        const IS_UNIT: bool = false;
        /// Whether diagonal steps are longer, so that all shortest paths have equally many.
        const IS_OCTILE: bool = false;

        /// The distance after a step into a cell of cost `weight`.
        fn after(self, is_diagonal: bool, weight: u32) -> Self;

        /// The sum of two distances, rounded down.
        fn floor_of_sum(self, other: Self) -> u64;

        /// The cost of a cell with this distance if a step from a cell at distance `before` leads
        /// to it; less, or 0, if that step is on no shortest path.
        fn weight_after(self, before: Self, is_diagonal: bool) -> u64;
    }
}

/// A distance of 2³² − 1 needs 2³² cells in a single row or column, and sides are less than 2³².
impl sealed::Cost for u32 {
    const ZERO: Self = 0;
    const NEVER: Self = Self::MAX;
    const OPEN: Self = Self::MAX;
    const IS_UNIT: bool = true;

    fn after(self, _: bool, _: u32) -> Self {
        self + 1
    }

    fn floor_of_sum(self, other: Self) -> u64 {
        u64::from(self) + u64::from(other)
    }

    #[inline(always)]
    fn weight_after(self, before: Self, _: bool) -> u64 {
        u64::from(before < self)
    }
}

impl sealed::Cost for u64 {
    const ZERO: Self = 0;
    const NEVER: Self = Self::MAX;
    const OPEN: Self = Self::MAX - 1;

    #[inline(always)]
    fn after(self, _: bool, weight: u32) -> Self {
        self + Self::from(weight)
    }

    #[inline(always)]
    fn floor_of_sum(self, other: Self) -> u64 {
        self + other
    }

    #[inline(always)]
    fn weight_after(self, before: Self, _: bool) -> u64 {
        self.saturating_sub(before)
    }
}

impl sealed::Cost for OctileCost {
    const ZERO: Self = Self::ZERO;
    const NEVER: Self = Self::NEVER;
    const OPEN: Self = Self::OPEN;
    const IS_OCTILE: bool = true;

    #[inline(always)]
    fn after(self, is_diagonal: bool, weight: u32) -> Self {
        self + if is_diagonal { Self::new(0, weight) } else { Self::new(weight, 0) }
    }

    #[inline(always)]
    fn floor_of_sum(self, other: Self) -> u64 {
        self.floor_of_sum(other)
    }

    fn weight_after(self, before: Self, is_diagonal: bool) -> u64 {
        let straight = self.straight().checked_sub(before.straight());
        let diagonal = self.diagonal().checked_sub(before.diagonal());
        match (straight, diagonal) {
            (Some(0), Some(weight)) if is_diagonal => weight.into(),
            (Some(weight), Some(0)) if !is_diagonal => weight.into(),
            _ => 0,
        }
    }
}

/// The distance of every cell of a grid from a set of cells. Made by [`Grid::distances`] in steps,
/// by [`Grid::octile_distances`] as lengths and by [`CostMap::distances`] as costs.
///
/// It also answers for the way back, for many agents with the same goals:
/// [`next_cell`](Self::next_cell) is the next step to the set. If cells have costs, the way back is
/// cheapest for agents in the answer of [`CostMap::distances_to`]. It does not borrow the grid, and
/// does not follow its changes. It prints as a map with a number in each cell, `-` in cells that cannot be reached.
///
/// ```
/// use king_paths::grid::{Grid, StepKind};
///
/// let grid: Grid = "
///     ..#..
///     ..#..
///     .....".parse()?;
/// let goals = grid.octile_distances(&[(4, 0)], StepKind::NoCornerCut)?;
/// assert_eq!(goals.next_cell((0, 0)), Some((0, 1)));
/// let path = [(4, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1)];
/// assert_eq!(goals.path_to((1, 1)).as_deref(), Some(&path[..]));
/// assert_eq!(goals.get((1, 1)).unwrap().to_string(), "5.41421356");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`CostMap::distances`]: super::CostMap::distances
/// [`CostMap::distances_to`]: super::CostMap::distances_to
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Distances<C> {
    width: usize,
    height: usize,
    kind: StepKind,
    /// Rows of [`stride`] entries. None if a query was stopped before the search began.
    pub(super) entries: Vec<C>,
    /// The costs of the cells that steps to the set enter, if a step costs the cell that it enters
    /// on the way to the set. Otherwise empty.
    pub(super) entered: Vec<u8>,
}

impl<C: Cost> Distances<C> {
    /// No cell is reached.
    pub(super) fn new(grid: &Grid, kind: StepKind) -> Self {
        Self {
            width: grid.width,
            height: grid.height,
            kind,
            entries: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// Makes room for the distances, in whole tiles: rows up to a multiple of 8.
    pub(super) fn allocate(&mut self, meter: &Meter<'_>) -> Result<(), TryError<GridError>> {
        let (size, rows) = ((self.width, self.height), self.height.next_multiple_of(8));
        self.entries = filled(size, C::NEVER, rows, self.stride(), meter)?;
        Ok(())
    }

    /// Entries per row.
    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        stride(self.width)
    }

    /// An entry; that of cells that cannot be reached if it does not exist.
    #[inline(always)]
    fn entry(&self, place: usize) -> C {
        self.entries.get(place).copied().unwrap_or(C::NEVER)
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
    pub fn get(&self, (x, y): Point) -> Option<C> {
        let is_inside = x < self.width && y < self.height;
        let entry = || known(self.entry(y * self.stride() + x));
        is_inside.then(entry).flatten()
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
    pub fn row(&self, y: usize) -> Option<impl ExactSizeIterator<Item = Option<C>> + '_> {
        (y < self.height).then(|| {
            let row = self.entries.get(y * self.stride()..).unwrap_or_default();
            (0..self.width).map(move |x| row.get(x).copied().and_then(known))
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
    pub fn iter(&self) -> impl Iterator<Item = (Point, C)> + '_ {
        let row = |y| self.row(y).into_iter().flatten().enumerate().map(move |(x, d)| ((x, y), d));
        (0..self.height).flat_map(row).filter_map(|(cell, distance)| Some((cell, distance?)))
    }

    /// The greatest distance, or `None` if no cell is reached. The time is proportional to the
    /// number of cells.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, StepKind};
    ///
    /// let grid = Grid::from_fn(30, 20, |_, _| true)?;
    /// assert_eq!(grid.distances(&[(0, 0)], StepKind::King)?.max(), Some(29));
    /// let distances = grid.octile_distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!(distances.max(), Some(OctileCost::new(10, 19)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<C> {
        self.entries.iter().copied().filter_map(known).max()
    }

    /// The next cell on a shortest path from a cell to the set, across an edge if there is a choice.
    /// `None` in the set, outside of the grid, and if there is no path.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .....
    ///     .###.
    ///     .....".parse()?;
    /// let goals = grid.distances(&[(4, 1)], StepKind::King)?;
    /// let next = [(0, 0), (4, 2), (1, 2), (4, 1)].map(|agent| goals.next_cell(agent));
    /// assert_eq!(next, [Some((1, 0)), Some((4, 1)), Some((2, 2)), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn next_cell(&self, cell: Point) -> Option<Point> {
        self.get(cell)?;
        let (stride, (x, y)) = (self.stride(), cell);
        let place = y * stride + x;
        with_rule!(self.kind, R => Some(step::<R>(cell, self.next::<R>(place, None)?)))
    }

    /// A shortest path to `cell` from the nearest cell of the set, or `None` if there is no path. It
    /// is straight where the map is open: of several steps, seen from `cell`, it takes one across an
    /// edge, then one in the direction of the step before. If diagonal steps are longer, all shortest
    /// paths have equally many, and it keeps its direction first.
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
        self.get(cell)?;
        let stride = self.stride();
        let mut path = alloc::vec![cell];
        let ((mut x, mut y), mut last) = (cell, None);
        with_rule!(self.kind, R => while let Some(bit) = self.next::<R>(y * stride + x, last) {
            ((x, y), last) = (step::<R>((x, y), bit), Some(bit));
            path.push((x, y));
        });
        path.reverse();
        Some(path)
    }

    /// The bit of the step back from entry `place` on a shortest path; `last` is that of the step
    /// before. The grid is not needed: a search that takes a diagonal step has reached the free
    /// cells beside it.
    #[inline(always)]
    fn next<R: Rule>(&self, place: usize, last: Option<usize>) -> Option<usize> {
        let (here, stride) = (self.entry(place), self.stride());
        if here == C::ZERO {
            return None;
        }
        let first = place.wrapping_sub(R::SIDE / 2 * (stride + 1));
        let is_free = |bit| self.entry(entry::<R>(first, bit, stride)) != C::NEVER;
        let (mut best, mut weight, mut is_straight) = (None, 0, false);
        for &bit in R::ORDER {
            let (to, is_diagonal) = (entry::<R>(first, bit, stride), is_diagonal::<R>(bit));
            let before = self.entry(to);
            if before >= here || C::IS_UNIT && is_diagonal && is_straight {
                continue;
            }
            if is_diagonal {
                // The middle is bit 4; the cells beside the step are in the row and column of it.
                let beside = [bit / 3 * 3 + 1, 3 + bit % 3];
                let is_allowed = match const { R::CORNERS } {
                    Corners::None => true,
                    Corners::One => beside.into_iter().any(is_free),
                    Corners::Both => beside.into_iter().all(is_free),
                };
                if !is_allowed {
                    continue;
                }
            }
            if C::IS_UNIT && last.is_none() {
                return Some(bit);
            }
            let found = match self.entered.get(to) {
                Some(&weight) => u64::from(before.after(is_diagonal, weight.into()) == here),
                None => here.weight_after(before, is_diagonal),
            };
            let is_kept = last == Some(bit) && (C::IS_OCTILE || is_straight != is_diagonal);
            if found > weight || found == weight && found > 0 && is_kept {
                (best, weight, is_straight) = (Some(bit), found, !is_diagonal);
            }
        }
        best
    }

    /// The cell that can be reached and is nearest to `goal` in a straight line, for goals that
    /// cannot be reached. Of several, the one with the shortest path, then the first in the order of
    /// rows. `None` if no cell is reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ....#.
    ///     .....#".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::Orthogonal)?;
    /// assert_eq!(distances.nearest_to((5, 0)), Some((4, 1)));
    /// assert_eq!(distances.nearest_to((2, 0)), Some((2, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest_to(&self, goal: Point) -> Option<Point> {
        let square = |a: usize, b: usize| (a.abs_diff(b) as u128).pow(2);
        let mut best = None;
        for y in 0..self.height {
            let above = square(y, goal.1);
            if best.is_some_and(|((squares, _), _)| (false, above) > squares) {
                continue;
            }
            for (x, distance) in self.row(y).into_iter().flatten().enumerate() {
                let Some(distance) = distance else { continue };
                let (sum, overflows) = above.overflowing_add(square(x, goal.0));
                let found = ((overflows, sum), distance);
                if best.is_none_or(|(least, _)| found < least) {
                    best = Some((found, (x, y)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

/// The cell that the step of a bit leads to.
#[inline(always)]
fn step<R: Rule>((x, y): Point, bit: usize) -> Point {
    // The middle of the square is the cell.
    (x + bit % R::SIDE - R::SIDE / 2, y + bit / R::SIDE - R::SIDE / 2)
}

/// The answer, or the part of it that is known when a search is stopped.
pub(super) fn answer<T>(
    found: T,
    done: Result<(), TryError<GridError>>,
) -> Result<T, TryError<GridError, T>> {
    match done {
        Ok(()) => Ok(found),
        Err(error) => Err(error.map(|()| found)),
    }
}

/// The distance of an entry, unless it is not known.
#[inline(always)]
fn known<C: Cost>(entry: C) -> Option<C> {
    (entry != C::NEVER && entry != C::OPEN).then_some(entry)
}

impl<C: Cost> fmt::Display for Distances<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers have no precision.
        let width = self.max().map_or(1, |max| alloc::format!("{max:.1}").len());
        for y in 0..self.height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            for (x, distance) in self.row(y).into_iter().flatten().enumerate() {
                f.write_str(if x > 0 { " " } else { "" })?;
                match distance {
                    Some(distance) => write!(f, "{distance:>width$.1}")?,
                    None => write!(f, "{:>width$}", '-')?,
                }
            }
        }
        Ok(())
    }
}

impl<C: Cost> fmt::Debug for Distances<C> {
    /// The size, the number of cells reached and the greatest distance, and for `{:#?}` the map
    /// below it.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..\n.#".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], StepKind::NoCornerCut)?;
    /// let text = "Distances(2×2, NoCornerCut, 3 cells up to 1.0)\n0.0 1.0\n1.0   -";
    /// assert_eq!(format!("{distances:#?}"), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, kind) = (self.width, self.height, self.kind);
        write!(f, "Distances({width}×{height}, {kind:?}, {} cells", self.iter().count())?;
        self.max().map_or(Ok(()), |max| write!(f, " up to {max:.1}"))?;
        f.write_str(")")?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}
