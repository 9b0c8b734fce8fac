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
//! Time is proportional to the cells that are taken and the buckets, memory to the cells of the
//! grid.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, StopReason, TryError};

use super::distances::{Cost, Distances, answer};
use super::map::{Grid, MapError, plain};
use super::octile::{OctileCost, OctilePath};
use super::rule::{Rule, StepKind, has_length, targets, window, with_rule};
use super::size::{GridError, Point, filled};

impl Grid {
    /// Computes the length of a shortest path from the nearest of `from` to every cell. Straight
    /// steps are 1 and diagonal steps √2 long. Cells of `from` that are not free are ignored,
    /// unless none is free.
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
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::Blocked`] if there are
    /// cells in `from`, but none is free; [`GridError::NoLength`] for [`StepKind::Knight`];
    /// [`GridError::OutOfMemory`] if the answer, about 9 bytes a cell, cannot be allocated.
    pub fn octile_distances(
        &self,
        from: &[Point],
        kind: StepKind,
    ) -> Result<Distances<OctileCost>, GridError> {
        unlimited_fallible(|limits| self.try_octile_distances(from, kind, limits))
    }

    /// [`octile_distances`](Self::octile_distances) within limits. Nodes are cells whose neighbors
    /// are examined.
    ///
    /// An interrupted query returns the distances of the cells that it has examined, which are
    /// final. Every cell that is nearer than the largest of them rounded down is among them.
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances), or if a limit was reached.
    pub fn try_octile_distances(
        &self,
        from: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<OctileCost>, TryError<GridError, Distances<OctileCost>>> {
        self.check_free(from)?;
        let watch = limits.start();
        let mut found = Distances::new(self, from, kind);
        let (to, meter) = (&mut found, &mut Meter::new(&watch));
        let done = everywhere(self, from, to, 1, |_, _| 1, meter);
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
        let watch = limits.start();
        let meter = &mut Meter::new(&watch);
        let found = towards(self, from, to, kind, meter)?;
        Ok(found.get(to).zip(found.path_to(to)))
    }
}

/// A grid whose free cells have costs from 1 to 255, such as roads and swamps.
///
/// A step costs what the cell costs that it enters, so the cost of a path is that of its cells
/// without the first one. It is parsed from a map with `1` to `9` for costs, `.` for a cost of 1,
/// and `#` or `0` for cells that are not free.
///
/// ```
/// use king_paths::grid::{CostMap, Ends, StepKind};
///
/// let map: CostMap = "
///     .9.
///     .9.
///     .5.".parse()?;
/// let distances = map.distances(Ends::From(&[(0, 0)]), StepKind::Orthogonal)?;
/// assert_eq!(distances.get((2, 0)), Some(10));
/// let path = [(0, 0), (1, 0), (2, 0)];
/// assert_eq!(distances.path_to((2, 0)).as_deref(), Some(&path[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CostMap {
    grid: Grid,
    /// Rows of as many entries as in tables, 0 for cells that are not free.
    pub(super) costs: Vec<u8>,
    /// The sum of all costs.
    total: u64,
}

/// The cells where the paths of a query begin or end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends<'a> {
    /// Paths begin at one of these cells.
    From(&'a [Point]),
    /// Paths end at one of these cells, as those of agents on the way to goals.
    To(&'a [Point]),
}

impl CostMap {
    /// Creates a map whose cell (x, y) costs `cost(x, y)`; with 0 it is not free.
    ///
    /// ```
    /// use king_paths::grid::CostMap;
    ///
    /// let map = CostMap::from_fn(3, 2, |x, y| (x * y) as u8)?;
    /// assert_eq!(map.to_string(), "###\n#12");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Grid::new`].
    pub fn from_fn(
        width: usize,
        height: usize,
        mut cost: impl FnMut(usize, usize) -> u8,
    ) -> Result<Self, GridError> {
        let mut grid = Grid::new(width, height)?;
        let mut costs = filled((width, height), 0, height, grid.stride())?;
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let place = grid.place((x, y));
            costs[place] = cost(x, y);
            grid.cells.set(place, costs[place] > 0);
        }
        let total = costs.iter().map(|&cost| u64::from(cost)).sum();
        Ok(Self { grid, costs, total })
    }

    /// The grid of the free cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cost of a cell; 0 if it is not free or lies outside.
    #[must_use]
    pub fn cost(&self, (x, y): Point) -> u8 {
        if self.grid.contains(x, y) { self.costs[self.grid.place((x, y))] } else { 0 }
    }

    /// Sets the cost of a cell; with 0 it is not free.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if the cell lies outside.
    pub fn set(&mut self, cell: Point, cost: u8) -> Result<(), GridError> {
        self.grid.set(cell, cost > 0)?;
        let old = core::mem::replace(&mut self.costs[self.grid.place(cell)], cost);
        self.total = self.total - u64::from(old) + u64::from(cost);
        Ok(())
    }

    /// Computes the cost of a cheapest path for every cell: from the nearest of some cells, or to
    /// it. A step costs what the cell costs that it enters. Cells of `ends` that are not free are
    /// ignored, unless none is free.
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
    /// As [`Grid::distances`], with about 10 bytes a cell.
    pub fn distances(&self, ends: Ends<'_>, kind: StepKind) -> Result<Distances<u64>, GridError> {
        unlimited_fallible(|limits| self.try_distances(ends, kind, limits))
    }

    /// [`distances`](Self::distances) within limits. Nodes are cells whose neighbors are examined.
    ///
    /// An interrupted query returns the distances of the cells that it has examined, which are
    /// final. Every cell that is nearer than the largest of them is among them.
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances(
        &self,
        ends: Ends<'_>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<u64>, TryError<GridError, Distances<u64>>> {
        self.search(ends, kind, limits)
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
    /// to 2³² − 256 or more.
    pub fn octile_distances(
        &self,
        ends: Ends<'_>,
        kind: StepKind,
    ) -> Result<Distances<OctileCost>, GridError> {
        unlimited_fallible(|limits| self.try_octile_distances(ends, kind, limits))
    }

    /// [`octile_distances`](Self::octile_distances) within limits, as
    /// [`Grid::try_octile_distances`].
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances), or if a limit was reached.
    pub fn try_octile_distances(
        &self,
        ends: Ends<'_>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<OctileCost>, TryError<GridError, Distances<OctileCost>>> {
        self.check_sum()?;
        self.search(ends, kind, limits)
    }

    /// Checks that every length fits, and one with a further step. A cheapest path visits a cell
    /// once, so its length is at most the sum of all costs.
    pub(super) fn check_sum(&self) -> Result<(), GridError> {
        let total = self.total;
        let most = u64::from(u32::MAX) - u64::from(u8::MAX);
        if total < most { Ok(()) } else { Err(GridError::Overflow { total }) }
    }

    fn search<C: Cost>(
        &self,
        ends: Ends<'_>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<C>, TryError<GridError, Distances<C>>> {
        let (Ends::From(from) | Ends::To(from)) = ends;
        self.grid.check_free(from)?;
        let watch = limits.start();
        let mut found = Distances::new(&self.grid, from, kind);
        let (to, meter) = (&mut found, &mut Meter::new(&watch));
        let most = self.costs.iter().copied().max().unwrap_or_default();
        to.is_way_back = matches!(ends, Ends::To(_));
        to.costs = filled(self.grid.size(), 0, self.costs.len(), 1)?;
        to.costs.copy_from_slice(&self.costs);
        let is_way_back = to.is_way_back;
        let weight =
            |from: usize, to: usize| self.costs[if is_way_back { from } else { to }].into();
        let grid = &self.grid;
        let done = everywhere(grid, from, to, most.into(), weight, meter);
        answer(found, done)
    }
}

impl FromStr for CostMap {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut costs = Vec::new();
        let grid = plain(text, ".123456789", "#0", &mut |symbol| {
            costs.push([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0][symbol]);
        })?;
        let map = Self::from_fn(grid.width, grid.height, |x, y| costs[y * grid.width + x]);
        map.map_err(|source| MapError::Size { line: 1, source })
    }
}

impl fmt::Display for CostMap {
    /// Writes `*` for costs of more than 9.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.draw(f, |cell| match self.cost(cell) {
            0 => None,
            cost => Some(char::from_digit(cost.into(), 10).unwrap_or('*')),
        })
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
    /// The cost of each cell so far.
    costs: &'a mut [C],
    /// A power of 2 of buckets, more than a step can add to an estimate. Each has places and their
    /// costs when they were added: an entry is out of date if the cost of its place is less by now.
    buckets: Vec<Vec<(usize, C)>>,
    /// The number of the current bucket.
    bucket: u64,
}

/// Finds the costs from the nearest of `from` to every cell, for steps from one place to another of
/// some weight, at most `most`. If the search is stopped, those that are not final become
/// [`OPEN`](Cost::OPEN).
fn everywhere<C: Cost>(
    grid: &Grid,
    from: &[Point],
    found: &mut Distances<C>,
    most: u32,
    weight: impl Fn(usize, usize) -> u32,
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    let kind = found.kind;
    check_length::<C>(kind)?;
    found.allocate(meter)?;
    let mut search = Search::new(grid, &mut found.entries, most);
    for &cell in from {
        search.start(cell, 0);
    }
    let stopped = with_rule!(kind, R => search.run::<R>(weight, |_| C::ZERO, |_| false, meter));
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

/// The lengths of the cells of a shortest path from `from` to `to`, and at least those of some
/// other cells. If the search is stopped, a lower bound of the length of `to`.
fn towards(
    grid: &Grid,
    from: Point,
    to: Point,
    kind: StepKind,
    meter: &mut Meter<'_>,
) -> Result<Distances<OctileCost>, TryError<GridError, OctileCost>> {
    check_length::<OctileCost>(kind)?;
    let bound = OctileCost::between(from, to).floor_of_sum(OctileCost::ZERO);
    let whole = |bucket: u64| OctileCost::new(bucket.try_into().unwrap_or(u32::MAX), 0);
    let mut found = Distances::new(grid, &[from], kind);
    found.allocate(meter).map_err(|error| error.map(|()| whole(bound)))?;
    let mut search = Search::new(grid, &mut found.entries, 1);
    search.start(from, bound);
    let goal = grid.place(to);
    let rest = |place| OctileCost::between(grid.point(place), to);
    let is_done = |costs: &[OctileCost]| costs[goal] != OctileCost::NEVER;
    let stopped = with_rule!(kind, R => search.run::<R>(|_, _| 1, rest, is_done, meter));
    stopped.map_err(|reason| Interrupted::new(reason, whole(search.bucket)))?;
    Ok(found)
}

/// Checks that steps have a cost of this type.
fn check_length<C: Cost>(kind: StepKind) -> Result<(), GridError> {
    let is_missing = C::IS_OCTILE && !with_rule!(kind, R => has_length::<R>());
    if is_missing { Err(GridError::NoLength) } else { Ok(()) }
}

impl<'a, C: Cost> Search<'a, C> {
    fn new(grid: &'a Grid, costs: &'a mut [C], most: u32) -> Self {
        // A step adds up to √2 · `most` to the cost, and √2 to the estimate of the rest.
        let buckets = 3 * (most as usize + 1) / 2 + 1;
        let buckets = (0..buckets.next_power_of_two()).map(|_| Vec::new()).collect();
        Self { grid, costs, buckets, bucket: 0 }
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
        is_done: impl Fn(&[C]) -> bool,
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
                if is_done(self.costs) {
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
        let free = window::<R>(&self.grid.cells, place);
        for (next, is_diagonal) in targets::<R>(free, place, self.grid.stride()) {
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
