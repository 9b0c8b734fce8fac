//! Searches by cost: octile lengths, and costs of cells.
//!
//! The search is Dijkstra's algorithm (1959), and A* (Hart, Nilsson and Raphael, 1968) for a single
//! goal, with buckets instead of a heap (Dial, 1969). The **estimate** of a cell is its cost so far
//! plus a lower bound of the rest of the way. Bucket n holds the cells whose estimate is n when
//! rounded down. Few buckets are in use at a time, because a step adds little to an estimate:
//!
//! ```text
//!   while a bucket is not empty:
//!       until bucket n is empty, take a cell of it, unless the cell has improved since:
//!           for each neighbor: if its cost improves, put it into bucket ⌊cost + rest⌋
//!       n += 1                                            // the estimates of bucket n are final
//! ```
//!
//! - Without a goal, rest = 0. Every step is at least 1 long, so no cell of a bucket improves
//!   another of the same bucket, and each cell is taken once.
//! - With a goal, rest is the length on an open map. A step then increases the estimate by 0 to
//!   2√2. Cells of a bucket may improve one another and are taken again. When the bucket is empty,
//!   the estimates of its cells are final; if the goal is among them, the search ends.
//!
//! Time is proportional to the cells that are taken and the buckets that are passed, memory to the
//! cells of the grid. A bucket takes about a nanosecond, so costs of thousands are not slower
//! unless paths cost billions.
//!
//! The rest to a goal is at least that on an open map where all cells have the least cost.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, StopReason, TryError};

use super::distances::{Cost, Distances, answer};
use super::ends::Ends;
use super::map::{Grid, MapError, plain};
use super::octile::{OctileCost, OctilePath};
use super::rule::{Rule, StepKind, Way, has_length, with_rule};
use super::size::{GridError, Point, filled, reserved};

impl Grid {
    /// Computes the length of a shortest path from the nearest of some cells to every cell, or to
    /// the nearest of them. Straight steps are 1 and diagonal steps √2 long. Cells of `ends` that
    /// are not free are ignored, unless none is free.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], StepKind::NoCornerCut)?;
    /// assert_eq!(distances.get((1, 1)), Some(OctileCost::DIAGONAL));
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(4, 2)));
    /// assert_eq!(distances.get((2, 0)), None);
    /// let distances = grid.octile_distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(0, 4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `ends` lies outside; [`GridError::Blocked`] if there are
    /// cells in `ends`, but none is free; [`GridError::NoLength`] for [`StepKind::Knight`];
    /// [`GridError::OutOfMemory`] if the answer, about 9 bytes a cell, cannot be allocated.
    pub fn octile_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
    ) -> Result<Distances<OctileCost>, GridError> {
        let ends = ends.into();
        unlimited_fallible(|limits| self.try_octile_distances(ends, kind, limits))
    }

    /// [`octile_distances`](Self::octile_distances) within limits. Nodes are cells whose neighbors
    /// are examined.
    ///
    /// An interrupted query returns the distances of the cells that it has examined, which are
    /// final. Every cell that is nearer than the largest of them rounded down is among them.
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances), or if a limit was reached.
    pub fn try_octile_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<OctileCost>, TryError<GridError, Distances<OctileCost>>> {
        let ends = ends.into();
        self.check_free(ends.cells())?;
        let watch = limits.start();
        let mut found = Distances::new(self, ends, kind);
        let (to, meter) = (&mut found, &mut Meter::new(&watch));
        let done = everywhere(self, to, 1, |_, _| 1, meter);
        answer(found, done)
    }

    /// Finds a shortest path whose straight steps are 1 and whose diagonal steps are √2 long.
    /// `None` if there is no path.
    ///
    /// The search is A* with the distance on an open map.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, StepKind};
    ///
    /// let grid: Grid = "
    ///     ...
    ///     .#.
    ///     ...".parse()?;
    /// let path = grid.octile_path((0, 0), (2, 2), StepKind::NoCornerCut)?;
    /// let cells = vec![(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)];
    /// assert_eq!(path, Some((OctileCost::new(4, 0), cells)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances), for both cells.
    pub fn octile_path(
        &self,
        from: Point,
        to: Point,
        kind: StepKind,
    ) -> Result<Option<OctilePath>, GridError> {
        unlimited_fallible(|limits| self.try_octile_path(from, to, kind, limits))
    }

    /// [`octile_path`](Self::octile_path) within limits. Nodes are cells whose neighbors are
    /// examined. An interrupted query returns a lower bound of the
    /// length.
    ///
    /// # Errors
    /// As [`octile_path`](Self::octile_path), or if a limit was reached.
    pub fn try_octile_path(
        &self,
        from: Point,
        to: Point,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Option<OctilePath>, TryError<GridError, OctileCost>> {
        self.check_free(&[from])?;
        self.check_free(&[to])?;
        let mut found = Distances::new(self, Ends::From(&[from]), kind);
        let rest = |cell| OctileCost::between(cell, to);
        with_rule!(self.rule(kind), R => towards::<R, _>(self, to, &mut found, 1, |_, _| 1, rest, limits))?;
        Ok(found.get(to).zip(found.path_to(to)))
    }
}

/// A grid whose free cells have costs from 1 to 65,535, such as roads and swamps.
///
/// A step costs what the cell costs that it enters, so the cost of a path is that of its cells
/// without the first one. It is parsed from a map with `1` to `9` for costs, `.` for a cost of 1,
/// and `#` or `0` for cells that are not free; a [`Legend`](super::Legend) reads other symbols.
///
/// ```
/// use king_paths::grid::{CostMap, Ends, StepKind};
///
/// let map: CostMap = "
///     .9.
///     .9.
///     .5.".parse()?;
/// let path = map.path((0, 0), (2, 0), StepKind::Orthogonal)?;
/// assert_eq!(path, Some((10, vec![(0, 0), (1, 0), (2, 0)])));
/// let goals = map.distances(Ends::To(&[(2, 0)]), StepKind::Orthogonal)?;
/// assert_eq!((goals.get((0, 2)), goals.next_cell((0, 2))), (Some(8), Some((1, 2))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CostMap {
    grid: Grid,
    /// Rows of as many entries as in tables, 0 for cells that are not free.
    pub(super) costs: Vec<u16>,
    /// The sum of all costs.
    total: u64,
}

/// A cheapest path: its cost, and its cells from the first to the last.
pub type CostPath = (u64, Vec<Point>);

impl CostMap {
    /// Creates a map whose cell (x, y) costs `cost(x, y)`; with 0 it is not free.
    ///
    /// # Errors
    /// As [`Grid::new`].
    pub fn from_fn(
        width: usize,
        height: usize,
        cost: impl FnMut(usize, usize) -> u16,
    ) -> Result<Self, GridError> {
        Self::new(Grid::new(width, height)?, cost)
    }

    /// A map with the walls of a grid, whose cells are replaced.
    fn new(mut grid: Grid, mut cost: impl FnMut(usize, usize) -> u16) -> Result<Self, GridError> {
        let (width, height) = grid.size();
        let mut costs = filled((width, height), 0, height, grid.stride())?;
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let place = grid.place((x, y));
            costs[place] = cost(x, y);
            grid.cells.set(place, costs[place] > 0);
        }
        let total = costs.iter().map(|&cost| u64::from(cost)).sum();
        Ok(Self { grid, costs, total })
    }

    /// Creates a map whose free cells are those of a grid, and cost 1 until they are
    /// [set](Self::set). Walls between cells are kept.
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`].
    pub fn from_grid(grid: &Grid) -> Result<Self, GridError> {
        Self::new(grid.try_clone()?, |x, y| grid.is_free((x, y)).into())
    }

    /// A map that was read, with the costs of its symbols row by row.
    pub(super) fn of_symbols(grid: Grid, costs: &[u16]) -> Result<Self, MapError> {
        let width = grid.width;
        let map = Self::new(grid, |x, y| costs[y * width + x]);
        map.map_err(|source| MapError::Size { line: 1, source })
    }

    /// The grid of the free cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cost of a cell; 0 if it is not free or lies outside.
    #[must_use]
    pub fn cost(&self, (x, y): Point) -> u16 {
        if self.grid.contains(x, y) { self.costs[self.grid.place((x, y))] } else { 0 }
    }

    /// Sets the cost of a cell; with 0 it is not free.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if the cell lies outside.
    pub fn set(&mut self, cell: Point, cost: u16) -> Result<(), GridError> {
        self.grid.set(cell, cost > 0)?;
        let old = core::mem::replace(&mut self.costs[self.grid.place(cell)], cost);
        self.total = self.total - u64::from(old) + u64::from(cost);
        Ok(())
    }

    /// Sets whether the step from a cell to one of the eight around it is open, as
    /// [`Grid::set_step`].
    ///
    /// # Errors
    /// As [`Grid::set_step`].
    pub fn set_step(&mut self, from: Point, to: Point, is_open: bool) -> Result<(), GridError> {
        self.grid.set_step(from, to, is_open)
    }

    /// Computes the cost of a cheapest path for every cell: from the nearest of some cells, or to
    /// it. A step costs what the cell costs that it enters. The arguments are those of
    /// [`Grid::distances`].
    ///
    /// ```
    /// use king_paths::grid::{CostMap, Ends, StepKind};
    ///
    /// let map: CostMap = "9.....1".parse()?;
    /// let goals = map.distances(Ends::To(&[(0, 0), (6, 0)]), StepKind::Orthogonal)?;
    /// assert_eq!((goals.get((2, 0)), goals.next_cell((2, 0))), (Some(4), Some((3, 0))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Grid::distances`], with about 11 bytes a cell.
    pub fn distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
    ) -> Result<Distances<u64>, GridError> {
        let ends = ends.into();
        unlimited_fallible(|limits| self.try_distances(ends, kind, limits))
    }

    /// [`distances`](Self::distances) within limits. Nodes are cells whose neighbors are examined.
    ///
    /// An interrupted query returns the distances of the cells that it has examined, which are
    /// final. Every cell that is nearer than the largest of them is among them.
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<u64>, TryError<GridError, Distances<u64>>> {
        self.search(ends.into(), kind, limits)
    }

    /// [`distances`](Self::distances) with lengths: a straight step is as long as the cell that it
    /// enters costs, a diagonal step √2 times as long. Lengths are exact.
    ///
    /// ```
    /// use king_paths::grid::{CostMap, Ends, OctileCost, StepKind};
    ///
    /// let map: CostMap = "3.\n.2".parse()?;
    /// let lengths = map.octile_distances(Ends::From(&[(0, 0)]), StepKind::King)?;
    /// assert_eq!(lengths.get((1, 1)), Some(OctileCost::new(0, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Grid::octile_distances`], and [`GridError::Overflow`] if the costs of all cells add up
    /// to 2³² − 2¹⁶ or more.
    pub fn octile_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
    ) -> Result<Distances<OctileCost>, GridError> {
        let ends = ends.into();
        unlimited_fallible(|limits| self.try_octile_distances(ends, kind, limits))
    }

    /// [`octile_distances`](Self::octile_distances) within limits, as
    /// [`Grid::try_octile_distances`].
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances), or if a limit was reached.
    pub fn try_octile_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<OctileCost>, TryError<GridError, Distances<OctileCost>>> {
        self.check_sum()?;
        self.search(ends.into(), kind, limits)
    }

    /// Checks that every length fits, and one with a further step. A cheapest path visits a cell
    /// once, so its length is at most the sum of all costs.
    pub(super) fn check_sum(&self) -> Result<(), GridError> {
        let total = self.total;
        let most = u64::from(u32::MAX) - u64::from(u16::MAX);
        if total < most { Ok(()) } else { Err(GridError::Overflow { total }) }
    }

    fn search<C: Cost>(
        &self,
        ends: Ends<'_>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<C>, TryError<GridError, Distances<C>>> {
        self.grid.check_free(ends.cells())?;
        let watch = limits.start();
        let mut found = self.unknown(ends, kind)?;
        let (to, meter) = (&mut found, &mut Meter::new(&watch));
        let most = self.costs.iter().copied().max().unwrap_or_default();
        let is_way_back = to.is_way_back;
        let weight =
            |from: usize, to: usize| self.costs[if is_way_back { from } else { to }].into();
        let (grid, most) = (&self.grid, most.into());
        let done = everywhere(grid, to, most, weight, meter);
        answer(found, done)
    }

    /// Distances of which none is known.
    fn unknown<C: Cost>(&self, ends: Ends<'_>, kind: StepKind) -> Result<Distances<C>, GridError> {
        let mut new = Distances::new(&self.grid, ends, kind);
        new.costs = reserved(self.grid.size(), self.costs.len(), 1)?;
        new.costs.extend_from_slice(&self.costs);
        Ok(new)
    }

    /// Finds a cheapest path, with its cost; the [straightest](super#ties) of several. `None` if
    /// there is no path. A step costs what the cell costs that it enters.
    ///
    /// The search is A* with the least cost of all cells. For many agents with the same goals,
    /// [`distances`](Self::distances) is one search.
    ///
    /// ```
    /// use king_paths::grid::{CostMap, StepKind};
    ///
    /// let map: CostMap = "
    ///     .9.
    ///     ...".parse()?;
    /// let around = vec![(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)];
    /// assert_eq!(map.path((0, 0), (2, 0), StepKind::Orthogonal)?, Some((4, around)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`distances`](Self::distances), for both cells.
    pub fn path(
        &self,
        from: Point,
        to: Point,
        kind: StepKind,
    ) -> Result<Option<CostPath>, GridError> {
        unlimited_fallible(|limits| self.try_path(from, to, kind, limits))
    }

    /// [`path`](Self::path) within limits. Nodes are cells whose neighbors are examined. An
    /// interrupted query returns a lower bound of the cost.
    ///
    /// # Errors
    /// As [`path`](Self::path), or if a limit was reached.
    pub fn try_path(
        &self,
        from: Point,
        to: Point,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Option<CostPath>, TryError<GridError, u64>> {
        self.grid.check_free(&[from])?;
        self.grid.check_free(&[to])?;
        let mut found = self.unknown(Ends::From(&[from]), kind)?;
        let costs = || self.costs.iter().copied().filter(|&cost| cost > 0);
        let (least, most) = (costs().min().unwrap_or(1), costs().max().unwrap_or(1));
        let (grid, weight) = (&self.grid, |_, to: usize| self.costs[to].into());
        with_rule!(grid.rule(kind), R => {
            let rest = |(x, y): Point| {
                R::steps_at_least(x.abs_diff(to.0), y.abs_diff(to.1)) as u64 * u64::from(least)
            };
            towards::<R, _>(grid, to, &mut found, most.into(), weight, rest, limits)
        })?;
        Ok(found.get(to).zip(found.path_to(to)))
    }
}

impl FromStr for CostMap {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut costs = Vec::new();
        let grid = plain(text, ".123456789#0".chars(), &mut |_, symbol| {
            costs.push([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0][symbol]);
            symbol < 10
        })?;
        Self::of_symbols(grid, &costs)
    }
}

impl fmt::Display for CostMap {
    /// Writes `*` for costs of more than 9.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.draw(f, |cell| match self.cost(cell) {
            0 => None,
            cost => Some(char::from_digit(cost.into(), 10).unwrap_or('*')),
        })?;
        self.grid.write_walls(f)
    }
}

impl fmt::Debug for CostMap {
    /// The size and the number of free cells, and for `{:#?}` the map below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.grid.size();
        write!(f, "CostMap({width}×{height}, {} free)", self.grid.free_cells())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// A search in progress.
struct Search<'a, C> {
    grid: &'a Grid,
    way: Way,
    /// The cost of each cell so far.
    costs: &'a mut [C],
    /// A power of 2 of buckets, more than a step can add to an estimate. Each has places and their
    /// costs when they were added: an entry is out of date if the cost of its place is less by now.
    buckets: Vec<Vec<(usize, C)>>,
    /// The number of the current bucket.
    bucket: u64,
}

/// Finds the costs from the cells of `found` to every cell, for steps from one place to another of
/// some weight, at most `most`. If the search is stopped, those that are not final become
/// [`OPEN`](Cost::OPEN).
fn everywhere<C: Cost>(
    grid: &Grid,
    found: &mut Distances<C>,
    most: u32,
    weight: impl Fn(usize, usize) -> u32,
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    let (rule, way) = (found.rule, (found.kind, found.is_way_back));
    with_rule!(rule, R => check_length::<R, C>())?;
    found.allocate()?;
    // A step adds up to √2 · `most` to the cost.
    let mut search = Search::new(grid, way, &mut found.entries, 3 * (most as usize + 1) / 2 + 1);
    for &cell in &found.from {
        search.start(cell, 0);
    }
    let stopped = with_rule!(rule, R => search.run::<R>(weight, |_| C::ZERO, |_, _| false, meter));
    if stopped.is_err() {
        for &(place, cost) in search.buckets.iter().flatten() {
            // Cells that have been taken since have a lower cost.
            if search.costs[place] == cost {
                search.costs[place] = C::OPEN;
            }
        }
    }
    Ok(stopped?)
}

/// Finds the cost of a path from the cell of `found` to `to`, those of the cells of cheapest paths,
/// and at least those of some others. The cost of the rest of a path from a cell is at least
/// `rest`. If the search is stopped, a lower bound of the cost of `to`.
fn towards<R: Rule, C: Cost>(
    grid: &Grid,
    to: Point,
    found: &mut Distances<C>,
    most: u32,
    weight: impl Fn(usize, usize) -> u32,
    rest: impl Fn(Point) -> C,
    limits: &Limits<'_>,
) -> Result<(), TryError<GridError, C>> {
    check_length::<R, C>()?;
    found.allocate()?;
    let watch = limits.start();
    let (from, goal, way) = (found.from[0], grid.place(to), (found.kind, false));
    // A step adds up to √2 · `most` to the cost, and no more to the rest.
    let mut search = Search::new(grid, way, &mut found.entries, 3 * most as usize + 1);
    search.start(from, rest(from).floor_of_sum(C::ZERO));
    // The cost of the goal is final when its bucket is empty.
    let is_done = |costs: &[C], bucket| costs[goal].floor_of_sum(C::ZERO) <= bucket;
    let rest = |place| rest(grid.point(place));
    let stopped = search.run::<R>(weight, rest, is_done, &mut Meter::new(&watch));
    stopped.map_err(|reason| Interrupted::new(reason, C::whole(search.bucket)))?;
    Ok(())
}

/// Checks that steps have a cost of this type.
fn check_length<R: Rule, C: Cost>() -> Result<(), GridError> {
    if C::IS_OCTILE && !has_length::<R>() { Err(GridError::NoLength) } else { Ok(()) }
}

impl<'a, C: Cost> Search<'a, C> {
    /// A search in which a step adds less than `buckets` to an estimate.
    fn new(grid: &'a Grid, way: Way, costs: &'a mut [C], buckets: usize) -> Self {
        let buckets = (0..buckets.next_power_of_two()).map(|_| Vec::new()).collect();
        Self { grid, way, costs, buckets, bucket: 0 }
    }

    /// Adds a cell where paths begin to the first bucket, if it is free.
    fn start(&mut self, cell: Point, bucket: u64) {
        let place = self.grid.place(cell);
        if self.grid.is_free(cell) && self.costs[place] == C::NEVER {
            self.costs[place] = C::ZERO;
            self.bucket = bucket;
            self.add((place, C::ZERO), bucket);
        }
    }

    /// Searches until a bucket is empty and `is_done`, or all are empty.
    #[inline(always)]
    fn run<R: Rule>(
        &mut self,
        weight: impl Fn(usize, usize) -> u32,
        rest: impl Fn(usize) -> C,
        is_done: impl Fn(&[C], u64) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if const { C::IS_OCTILE && !has_length::<R>() } {
            // Such a search is not compiled, because `check_length` refuses it.
            return Ok(());
        }
        let mut empty = 0;
        while empty < self.buckets.len() {
            let bucket = self.number(self.bucket);
            if self.buckets[bucket].is_empty() {
                empty += 1;
            } else {
                empty = 0;
                while !self.buckets[bucket].is_empty() {
                    for _ in 0..meter.take(self.buckets[bucket].len())? {
                        self.take_one::<R>(bucket, &weight, &rest);
                    }
                }
                if is_done(self.costs, self.bucket) {
                    return Ok(());
                }
            }
            self.bucket += 1;
        }
        Ok(())
    }

    /// Takes a cell of a bucket.
    #[inline(always)]
    fn take_one<R: Rule>(
        &mut self,
        bucket: usize,
        weight: &impl Fn(usize, usize) -> u32,
        rest: &impl Fn(usize) -> C,
    ) {
        let Some((place, cost)) = self.buckets[bucket].pop() else { return };
        if self.costs[place] != cost {
            return;
        }
        for (next, is_diagonal) in self.grid.targets::<R>(place, self.way) {
            let cost = cost.after(is_diagonal, weight(place, next));
            if cost < self.costs[next] {
                self.costs[next] = cost;
                self.add((next, cost), cost.floor_of_sum(rest(next)));
            }
        }
    }

    /// The index of a bucket.
    #[inline(always)]
    fn number(&self, bucket: u64) -> usize {
        bucket as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn add(&mut self, entry: (usize, C), bucket: u64) {
        let bucket = self.number(bucket);
        self.buckets[bucket].push(entry);
    }
}
