//! Shortest paths whose diagonal steps are √2 long, as in the MovingAI benchmarks.
//!
//! A length is a pair (a, b) of steps for a + b · √2, and is never rounded. Two lengths compare as
//! the sign of the difference of the pairs: x ↦ x · |x| keeps the order, so the sign of a + b · √2
//! is that of a · |a| + 2 · b · |b|, in 128 bits for every grid.
//!
//! The search is Dijkstra's algorithm (1959), and A* (Hart, Nilsson and Raphael, 1968) for a single
//! goal, with buckets instead of a heap (Dial, 1969). The **estimate** of a cell is its cost so far
//! plus a lower bound of the rest of the way. Bucket n holds the cells whose estimate is n when
//! rounded down, and four buckets are in use at a time:
//!
//! ```text
//!   while a bucket is not empty:
//!       until bucket n is empty, take a cell of it, unless the cell has improved since:
//!           for each neighbor by 1 or √2: if its cost improves, put it into bucket ⌊cost + rest⌋
//!       n += 1                                            // the estimates of bucket n are final
//! ```
//!
//! - Without a goal, rest = 0. Every step is at least 1 long, so no cell of a bucket improves
//!   another of the same bucket, and each cell is taken once.
//! - With a goal, rest is the length on an open map. A step then increases the estimate by 0 to
//!   2√2. Cells of a bucket may improve one another and are taken again. When the bucket is empty,
//!   the estimates of its cells are final; if the goal is among them, the search ends.
//!
//! The bucket of a cell is found by comparing its estimate with the next three whole numbers, not
//! by a root. Time is proportional to the cells that are taken, memory 8 bytes for a cell of the
//! grid.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Add;
use core::{fmt, iter};

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Cell, Interrupted, Limits, RowMajor, StopReason, TryError};

use super::map::{Grid, GridError, Point, filled};
use super::rows::{Rows, stride};
use super::rule::{King, NoCornerCut, Rule, StepKind, targets};

/// Which diagonal steps are allowed where diagonal steps are √2 long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum OctileRule {
    /// Those with both cells beside them free: the rule of the MovingAI benchmarks, and of
    /// [`StepKind::NoCornerCut`].
    #[default]
    NoCornerCut,
    /// All of them, as of a king.
    CornerCut,
}

impl OctileRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::NoCornerCut, Self::CornerCut];

    /// The steps of the rule.
    #[must_use]
    pub const fn kind(self) -> StepKind {
        match self {
            Self::NoCornerCut => StepKind::NoCornerCut,
            Self::CornerCut => StepKind::King,
        }
    }
}

impl Grid {
    /// Computes the length of a shortest path from the nearest of `from` to every cell. Straight
    /// steps are 1 and diagonal steps √2 long. Cells of `from` that are not free are ignored.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, OctileRule};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::NoCornerCut)?;
    /// assert_eq!(distances.get((1, 1)), Some(OctileCost::DIAGONAL));
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(4, 2)));
    /// assert_eq!(distances.get((2, 0)), None);
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::CornerCut)?;
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(0, 4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there
    /// is no memory for the answer, about 9 bytes a cell.
    pub fn octile_distances(
        &self,
        from: &[Point],
        rule: OctileRule,
    ) -> Result<OctileDistances, GridError> {
        unlimited_fallible(|limits| self.try_octile_distances(from, rule, limits))
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
        rule: OctileRule,
        limits: &Limits<'_>,
    ) -> Result<OctileDistances, TryError<GridError, OctileDistances>> {
        self.check(from)?;
        let (width, height) = (self.width, self.height);
        let mut distances = OctileDistances { width, height, rule, costs: Vec::new() };
        let watch = limits.start();
        let (to, meter) = (&mut distances.costs, &mut Meter::new(&watch));
        let found = match rule {
            OctileRule::NoCornerCut => everywhere::<NoCornerCut>(self, from, to, meter),
            OctileRule::CornerCut => everywhere::<King>(self, from, to, meter),
        };
        match found {
            Ok(()) => Ok(distances),
            Err(error) => Err(error.map(|()| distances)),
        }
    }

    /// Finds a shortest path whose straight steps are 1 and whose diagonal steps are √2 long.
    /// `None` if there is no path, or if one of the cells is not free.
    ///
    /// The search is A* with the distance on an open map.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, OctileRule};
    ///
    /// let grid: Grid = "
    ///     ...
    ///     .#.
    ///     ...".parse()?;
    /// let path = grid.octile_path((0, 0), (2, 2), OctileRule::NoCornerCut)?.expect("a path");
    /// assert_eq!(path.cost(), OctileCost::new(4, 0));
    /// assert_eq!(path.cells(), [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances).
    pub fn octile_path(
        &self,
        from: Point,
        to: Point,
        rule: OctileRule,
    ) -> Result<Option<OctilePath>, GridError> {
        unlimited_fallible(|limits| self.try_octile_path(from, to, rule, limits))
    }

    /// [`octile_path`](Self::octile_path) within limits. Nodes are cells whose neighbors are
    /// examined. An interrupted query returns a lower bound of the length, a whole number.
    ///
    /// # Errors
    /// As [`octile_path`](Self::octile_path), or if a limit was reached.
    pub fn try_octile_path(
        &self,
        from: Point,
        to: Point,
        rule: OctileRule,
        limits: &Limits<'_>,
    ) -> Result<Option<OctilePath>, TryError<GridError, OctileCost>> {
        self.check(&[from, to])?;
        let watch = limits.start();
        let meter = &mut Meter::new(&watch);
        let costs = match rule {
            OctileRule::NoCornerCut => towards::<NoCornerCut>(self, from, to, meter),
            OctileRule::CornerCut => towards::<King>(self, from, to, meter),
        }?;
        let stride = stride(self.width);
        let cost = |cell: Point| costs[place(stride, cell)];
        if cost(to) == OctileCost::NEVER {
            return Ok(None);
        }
        let mut cells = alloc::vec![to];
        let mut last = to;
        while last != from {
            let before = before(last, self.neighbors(last, rule.kind()), cost);
            let Some(before) = before else { break };
            cells.push(before);
            last = before;
        }
        cells.reverse();
        Ok(Some(OctilePath { cost: cost(to), cells }))
    }
}

/// The first neighbor of `cell` whose cost fits. It is on a shortest path if the cost of `cell` is
/// the least, also if the costs of other cells are not final.
fn before(
    cell: Point,
    mut neighbors: impl Iterator<Item = Point>,
    cost: impl Fn(Point) -> OctileCost,
) -> Option<Point> {
    neighbors.find(|&neighbor| {
        let before = cost(neighbor);
        before != OctileCost::NEVER && before + OctileCost::between(neighbor, cell) == cost(cell)
    })
}

/// The length of a path whose straight steps are 1 and whose diagonal steps are √2 long.
///
/// The order is exact, because √2 is never rounded. Two lengths are equal only if both numbers of
/// steps are.
///
/// ```
/// use king_paths::grid::OctileCost;
///
/// let cost = OctileCost::new(2, 5);
/// assert_eq!((cost.straight(), cost.diagonal()), (2, 5));
/// assert_eq!(cost.to_string(), "9.07106781");
/// // 7 steps to the side are shorter than 5 diagonal ones, and 99 are longer than 70.
/// assert!(OctileCost::new(7, 0) < OctileCost::new(0, 5));
/// assert!(OctileCost::new(99, 0) > OctileCost::new(0, 70));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OctileCost {
    straight: u32,
    diagonal: u32,
}

impl OctileCost {
    /// The length of a path without steps.
    pub const ZERO: Self = Self::new(0, 0);

    /// One straight step.
    pub const STRAIGHT: Self = Self::new(1, 0);

    /// One diagonal step.
    pub const DIAGONAL: Self = Self::new(0, 1);

    /// Longer than every path on a grid, which has fewer than 2³² steps.
    const NEVER: Self = Self::new(u32::MAX, u32::MAX);

    /// The entry of a cell that a stopped search has reached but not examined: its cost is not
    /// final.
    const OPEN: Self = Self::new(u32::MAX, 0);

    /// The length of a path with these numbers of steps.
    #[must_use]
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// The length of a shortest path between two cells of an open map, whose coordinates are less
    /// than 2³².
    ///
    /// ```
    /// use king_paths::grid::OctileCost;
    ///
    /// assert_eq!(OctileCost::between((1, 1), (4, 9)), OctileCost::new(5, 3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn between(from: Point, to: Point) -> Self {
        // Coordinates are less than 2³².
        let (dx, dy) = (from.0.abs_diff(to.0) as u32, from.1.abs_diff(to.1) as u32);
        let diagonal = if dx < dy { dx } else { dy };
        Self::new(dx.abs_diff(dy), diagonal)
    }

    /// Number of straight steps.
    #[must_use]
    pub const fn straight(self) -> u32 {
        self.straight
    }

    /// Number of diagonal steps.
    #[must_use]
    pub const fn diagonal(self) -> u32 {
        self.diagonal
    }

    /// The length as a floating-point number.
    ///
    /// ```
    /// use king_paths::grid::OctileCost;
    ///
    /// assert_eq!(OctileCost::new(3, 0).to_f64(), 3.0);
    /// ```
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * core::f64::consts::SQRT_2
    }

    /// The length rounded down.
    fn floor(self) -> u64 {
        let diagonal = u128::from(self.diagonal);
        // At most 2³³.
        u64::from(self.straight) + (2 * diagonal * diagonal).isqrt() as u64
    }

    /// The order of the sum of two lengths and a whole number.
    #[inline(always)]
    fn cmp_sum(self, other: Self, whole: u64) -> Ordering {
        let straight = i64::from(self.straight) + i64::from(other.straight);
        let diagonal = i64::from(self.diagonal) + i64::from(other.diagonal);
        // Lengths of paths are less than 2³⁴.
        order(straight - whole as i64, diagonal)
    }
}

/// The order of a + b · √2 and 0.
#[inline(always)]
fn order(a: i64, b: i64) -> Ordering {
    // x ↦ x · |x| keeps the order, so a and −b · √2 compare as a · |a| and −2 · b · |b|.
    let square = |x: i64| i128::from(x) * i128::from(x.abs());
    (square(a) + 2 * square(b)).cmp(&0)
}

impl Ord for OctileCost {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        order(
            i64::from(self.straight) - i64::from(other.straight),
            i64::from(self.diagonal) - i64::from(other.diagonal),
        )
    }
}

impl PartialOrd for OctileCost {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for OctileCost {
    type Output = Self;

    /// The length of two paths one after the other.
    ///
    /// # Panics
    /// In debug builds, if there are 2³² straight steps or diagonal steps.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.straight + other.straight, self.diagonal + other.diagonal)
    }
}

impl fmt::Display for OctileCost {
    /// Writes eight digits after the point, or the precision asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.*}", f.precision().unwrap_or(8), self.to_f64())
    }
}

/// The length of a shortest path from the nearest cell of a set to every cell. Made by
/// [`Grid::octile_distances`].
///
/// It also answers for the way back: [`next_cell`](Self::next_cell) is the next step to the set,
/// for many agents with the same goals, and [`path_to`](Self::path_to) is a path.
///
/// ```
/// use king_paths::grid::{Grid, OctileRule};
///
/// let grid: Grid = "
///     ..#..
///     ..#..
///     .....".parse()?;
/// let goals = grid.octile_distances(&[(4, 0)], OctileRule::NoCornerCut)?;
/// assert_eq!(goals.next_cell((0, 0)), Some((0, 1)));
/// let path = goals.path_to((1, 1)).expect("a path");
/// assert_eq!(path.cells(), [(4, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1)]);
/// assert_eq!(path.cost().to_string(), "5.41421356");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OctileDistances {
    width: usize,
    height: usize,
    rule: OctileRule,
    /// Rows of [`stride`] entries. None if a query was stopped before the search began.
    costs: Vec<OctileCost>,
}

impl OctileDistances {
    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, OctileRule};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::NoCornerCut)?;
    /// let found = [0, 1, 2, 3, 4].map(|x| distances.get((x, 0)));
    /// assert_eq!(found, [Some(OctileCost::ZERO), Some(OctileCost::STRAIGHT), None, None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Point) -> Option<OctileCost> {
        let cost = self.entry(cell);
        (cost != OctileCost::OPEN && cost != OctileCost::NEVER).then_some(cost)
    }

    /// The entry of a cell; [`OctileCost::NEVER`] outside.
    #[inline]
    fn entry(&self, (x, y): Point) -> OctileCost {
        let place = (x < self.width && y < self.height).then(|| place(stride(self.width), (x, y)));
        let cost = place.and_then(|place| self.costs.get(place));
        cost.copied().unwrap_or(OctileCost::NEVER)
    }

    /// The next cell on a shortest path from a cell to the nearest cell of the set. `None` in the
    /// set, outside of the grid, and if there is no path.
    #[must_use]
    pub fn next_cell(&self, cell: Point) -> Option<Point> {
        let cost = |cell| self.get(cell).unwrap_or(OctileCost::NEVER);
        if matches!(cost(cell), OctileCost::ZERO | OctileCost::NEVER) {
            return None;
        }
        before(cell, self.neighbors(cell), cost)
    }

    /// A shortest path to `cell` from the nearest cell of the set, or `None` if there is no path.
    #[must_use]
    pub fn path_to(&self, cell: Point) -> Option<OctilePath> {
        let cost = self.get(cell)?;
        let mut cells: Vec<Point> =
            iter::successors(Some(cell), |&cell| self.next_cell(cell)).collect();
        cells.reverse();
        Some(OctilePath { cost, cells })
    }

    /// The neighbors of a cell whose costs are final, and those that a stopped search has reached.
    /// The grid is not needed: if a search has taken a diagonal step, it has reached the free cells
    /// beside it.
    fn neighbors(&self, (x, y): Point) -> impl Iterator<Item = Point> + use<> {
        let point = move |cell: Cell<RowMajor<3, 3>>| {
            (x.wrapping_add(cell.x()).wrapping_sub(1), y.wrapping_add(cell.y()).wrapping_sub(1))
        };
        let reached =
            Cell::all().filter(|&cell| self.entry(point(cell)) != OctileCost::NEVER).collect();
        let targets = match self.rule {
            OctileRule::NoCornerCut => targets::<NoCornerCut>(reached),
            OctileRule::CornerCut => targets::<King>(reached),
        };
        targets.iter().map(point)
    }

    /// The cells that can be reached, row by row, with their distances.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, OctileRule};
    ///
    /// let grid: Grid = ".#\n..".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::NoCornerCut)?;
    /// let expected = [((0, 0), 0), ((0, 1), 1), ((1, 1), 2)];
    /// let expected = expected.map(|(cell, straight)| (cell, OctileCost::new(straight, 0)));
    /// assert_eq!(distances.iter().collect::<Vec<_>>(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Point, OctileCost)> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The greatest distance, or `None` if no cell is reached.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost, OctileRule};
    ///
    /// let grid = Grid::from_fn(30, 20, |_, _| true)?;
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::NoCornerCut)?;
    /// assert_eq!(distances.max(), Some(OctileCost::new(10, 19)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<OctileCost> {
        self.iter().map(|(_, cost)| cost).max()
    }
}

impl fmt::Debug for OctileDistances {
    /// The size and the greatest distance, and for `{:#?}` the distances below it, with a digit
    /// after the point.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileRule};
    ///
    /// let grid: Grid = "..\n.#".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)], OctileRule::NoCornerCut)?;
    /// let text = "OctileDistances(2 × 2, NoCornerCut, up to 1.0)\n0.0 1.0\n1.0   -";
    /// assert_eq!(format!("{distances:#?}"), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = self.max().unwrap_or_default();
        let (width, height, rule) = (self.width, self.height, self.rule);
        write!(f, "OctileDistances({width} × {height}, {rule:?}, up to {max:.1})")?;
        if !f.alternate() {
            return Ok(());
        }
        let digits = (max.floor().max(1).ilog10() + 3) as usize;
        for y in 0..height {
            f.write_str("\n")?;
            for x in 0..width {
                f.write_str(if x > 0 { " " } else { "" })?;
                match self.get((x, y)) {
                    Some(cost) => write!(f, "{:digits$.1}", cost.to_f64())?,
                    None => write!(f, "{:>digits$}", '-')?,
                }
            }
        }
        Ok(())
    }
}

/// A shortest path whose diagonal steps are √2 long. Made by [`Grid::octile_path`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctilePath {
    cost: OctileCost,
    cells: Vec<Point>,
}

impl OctilePath {
    pub(super) fn new(cost: OctileCost, cells: Vec<Point>) -> Self {
        Self { cost, cells }
    }

    /// The length of the path.
    #[must_use]
    pub fn cost(&self) -> OctileCost {
        self.cost
    }

    /// The cells from the first to the last.
    #[must_use]
    pub fn cells(&self) -> &[Point] {
        &self.cells
    }
}

/// The numbers of the buckets in use: a step adds up to √2 to the length and as much to the
/// estimate of the rest.
const BUCKETS: usize = 4;

/// A cell in a bucket.
#[derive(Clone, Copy)]
struct Entry {
    /// Its entry of the costs.
    place: usize,
    /// Its cost when it was added. The entry is out of date if the cost is less by now.
    cost: OctileCost,
}

/// A search in progress.
struct Search {
    /// Entries per row.
    stride: usize,
    free: Rows,
    /// The cost of each cell so far.
    costs: Vec<OctileCost>,
    buckets: [Vec<Entry>; BUCKETS],
    /// The number of the current bucket.
    bucket: u64,
}

/// Finds the costs from the nearest of `from` to every cell. If the search is stopped, those that
/// are not final become [`OctileCost::OPEN`].
fn everywhere<R: Rule>(
    grid: &Grid,
    from: &[Point],
    costs: &mut Vec<OctileCost>,
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    let mut search = Search::new::<R>(grid, meter)?;
    for &cell in from {
        search.start(grid, cell);
    }
    let stopped = search.run::<R>(|_| OctileCost::ZERO, |_| false, meter);
    if stopped.is_err() {
        for entry in search.buckets.iter().flatten() {
            // Cells that have been taken since have a lower cost.
            if search.costs[entry.place] == entry.cost {
                search.costs[entry.place] = OctileCost::OPEN;
            }
        }
    }
    *costs = search.costs;
    Ok(stopped?)
}

/// The costs of the cells of a shortest path from `from` to `to`, and at least those of some other
/// cells. If the search is stopped, a lower bound of the cost of `to`.
fn towards<R: Rule>(
    grid: &Grid,
    from: Point,
    to: Point,
    meter: &mut Meter<'_>,
) -> Result<Vec<OctileCost>, TryError<GridError, OctileCost>> {
    let bound = OctileCost::between(from, to).floor();
    let whole = |bucket: u64| OctileCost::new(bucket.try_into().unwrap_or(u32::MAX), 0);
    let search = Search::new::<R>(grid, meter);
    let mut search = search.map_err(|error| error.map(|()| whole(bound)))?;
    search.start(grid, from);
    search.bucket = bound;
    let first = search.buckets[0].pop();
    search.buckets[search.bucket as usize % BUCKETS].extend(first);
    let stride = search.stride;
    let goal = place(stride, to);
    let rest = |place| OctileCost::between((place % stride, place / stride), to);
    let is_done = |costs: &[OctileCost]| costs[goal] != OctileCost::NEVER;
    let stopped = search.run::<R>(rest, is_done, meter);
    stopped.map_err(|reason| Interrupted::new(reason, whole(search.bucket)))?;
    Ok(search.costs)
}

/// The entry of a cell.
#[inline(always)]
pub(super) fn place(stride: usize, (x, y): Point) -> usize {
    y * stride + x
}

impl Search {
    fn new<R: Rule>(grid: &Grid, meter: &Meter<'_>) -> Result<Self, TryError<GridError>> {
        let stride = stride(grid.width);
        let free = Rows::new::<R>(grid, |column, row| grid.tile(column, row), meter)?;
        let size = (grid.width, grid.height);
        let costs = filled(size, OctileCost::NEVER, grid.height, stride, meter)?;
        Ok(Self { stride, free, costs, buckets: Default::default(), bucket: 0 })
    }

    /// Adds a cell where paths begin, if it is free.
    fn start(&mut self, grid: &Grid, cell: Point) {
        let place = place(self.stride, cell);
        if grid.is_free(cell) && self.costs[place] == OctileCost::NEVER {
            self.costs[place] = OctileCost::ZERO;
            self.buckets[0].push(Entry { place, cost: OctileCost::ZERO });
        }
    }

    /// Searches until a bucket is empty and `is_done`, or all are empty.
    #[inline(always)]
    fn run<R: Rule>(
        &mut self,
        rest: impl Fn(usize) -> OctileCost,
        is_done: impl Fn(&[OctileCost]) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut empty = 0;
        while empty < BUCKETS {
            let bucket = self.bucket as usize % BUCKETS;
            if self.buckets[bucket].is_empty() {
                empty += 1;
            } else {
                empty = 0;
                while !self.buckets[bucket].is_empty() {
                    for _ in 0..meter.take(self.buckets[bucket].len())? {
                        self.take_one::<R>(bucket, &rest);
                    }
                }
                if is_done(&self.costs) {
                    return Ok(());
                }
            }
            self.bucket += 1;
        }
        Ok(())
    }

    /// Takes a cell of a bucket.
    #[inline(always)]
    fn take_one<R: Rule>(&mut self, bucket: usize, rest: &impl Fn(usize) -> OctileCost) {
        let Some(Entry { place, cost }) = self.buckets[bucket].pop() else { return };
        if self.costs[place] != cost {
            return;
        }
        for cell in targets::<R>(self.free.window(place)) {
            let (dx, dy) = (cell.x(), cell.y());
            let next = place + dy * self.stride + dx - self.stride - 1;
            // The middle of the window is (1, 1).
            let is_diagonal = dx != 1 && dy != 1;
            let step = if is_diagonal { OctileCost::DIAGONAL } else { OctileCost::STRAIGHT };
            let cost = cost + step;
            if cost < self.costs[next] {
                self.costs[next] = cost;
                self.add(Entry { place: next, cost }, rest(next));
            }
        }
    }

    /// Adds a cell to its bucket, which is not before the current one.
    #[inline(always)]
    fn add(&mut self, entry: Entry, rest: OctileCost) {
        let reaches = |n: u64| entry.cost.cmp_sum(rest, self.bucket + n).is_ge();
        let later = [1, 2, 3].map(|n| usize::from(reaches(n))).iter().sum::<usize>();
        self.buckets[(self.bucket as usize + later) % BUCKETS].push(entry);
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::QuickCheck;

    use super::*;

    /// √2 · 2^110, rounded down.
    fn sqrt_2() -> u128 {
        // 2^221 has no type; the digits follow by halving an interval of squares.
        let (mut low, mut high) = (1u128 << 110, 1u128 << 111);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_less_than_sqrt_2(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// Whether (x / 2^110)² < 2.
    fn is_less_than_sqrt_2(x: u128) -> bool {
        let (high, low) = (x >> 64, x & u128::from(u64::MAX));
        // x² = high² · 2^128 + 2 · high · low · 2^64 + low²
        let middle = 2 * high * low + ((low * low) >> 64);
        (high * high + (middle >> 64)) >> (221 - 128) == 0
    }

    /// A length in units of 2^-78. Differences of lengths are at least 2^-34 or so; 32 bits times
    /// an error of 2^-78 are far less.
    fn length(cost: OctileCost) -> u128 {
        (u128::from(cost.straight) << 78) + u128::from(cost.diagonal) * (sqrt_2() >> 32)
    }

    fn check(a: (u32, u32), b: (u32, u32)) {
        let (a, b) = (OctileCost::new(a.0, a.1), OctileCost::new(b.0, b.1));
        assert_eq!(a.cmp(&b), length(a).cmp(&length(b)), "{a:?} {b:?}");
        assert_eq!(u128::from(a.floor()), length(a) >> 78, "{a:?}");
        let half = OctileCost::new(a.straight / 2, a.diagonal / 2);
        let whole = half.floor() + b.floor();
        let expected = (length(half) + length(b)).cmp(&(u128::from(whole) << 78));
        assert_eq!(half.cmp_sum(b, whole), expected);
    }

    #[test]
    fn the_order_is_that_of_the_lengths() {
        assert!((sqrt_2() as f64 / 2f64.powi(110) - core::f64::consts::SQRT_2).abs() < 1e-15);
        QuickCheck::new().tests(2_000).quickcheck(check as fn(_, _));
        // The best approximations of √2 by fractions.
        let (mut a, mut b) = (1u64, 1u64);
        while let (Ok(straight), Ok(diagonal)) = (u32::try_from(a), u32::try_from(b)) {
            check((straight, 0), (0, diagonal));
            check((straight, 1), (1, diagonal));
            (a, b) = (a + 2 * b, a + b);
        }
        check((u32::MAX, u32::MAX), (u32::MAX, u32::MAX - 1));
    }
}
