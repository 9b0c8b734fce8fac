//! Shortest paths whose diagonal steps are √2 long, as in the MovingAI benchmarks.
//!
//! A length is a pair (a, b) of steps for a + b · √2, and is never rounded. Two lengths compare as the sign
//! of the difference of the pairs: x ↦ x · |x| keeps the order, so the sign of a + b · √2 is that of
//! a · |a| + 2 · b · |b|, in 128 bits for every grid.
//!
//! The search is Dijkstra's algorithm (1959), and A* (Hart, Nilsson and Raphael, 1968) for a single goal, with
//! buckets instead of a heap (Dial, 1969). Bucket n holds the cells whose estimate begins with the whole
//! number n, and four buckets are in use at a time:
//!
//! ```text
//!   while a bucket is not empty:
//!       take the cells of bucket n, in any order, unless they have improved since
//!           for each neighbor by 1 or √2: if its cost improves, put it into bucket ⌊cost + rest⌋
//!       n += 1                                            // its costs are final
//! ```
//!
//! - Without a goal, rest = 0. Every step is at least 1 long, so no cell of a bucket improves another of the
//!   same bucket, and each cell is taken once.
//! - With a goal, rest is the length on an open map. A step then changes the estimate by 0 to 2 · √2. Cells
//!   of a bucket may improve one another and are taken again. When the bucket is empty, all estimates
//!   that begin with its number are final; if the goal is among them, the search ends.
//!
//! The bucket of a cell is found by comparing its estimate with the next three whole numbers, not by a root.
//! Time is proportional to the cells that are taken, memory 8 bytes for a cell of the grid.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Add;

use super::distances::stride;
use super::map::{Grid, GridError, Point, filled};
use super::rule::{NoCornerCut, StepKind, targets};
use super::search::Rows;

impl Grid {
    /// Computes the length of a shortest path from the nearest of `from` to every cell, by the rule of the MovingAI
    /// benchmarks: straight steps are 1 and diagonal steps √2 long, and a diagonal step needs both cells beside it to be
    /// free ([`StepKind::NoCornerCut`](crate::grid::StepKind::NoCornerCut)). Cells of `from` that are not free are ignored.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// assert_eq!(distances.get((1, 1)), Some(OctileCost::DIAGONAL));
    /// assert_eq!(distances.get((4, 0)), Some(OctileCost::new(4, 2)));
    /// assert_eq!(distances.get((2, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 9 bytes a cell.
    pub fn octile_distances(&self, from: &[Point]) -> Result<OctileDistances, GridError> {
        self.check(from)?;
        let costs = everywhere(self, from)?;
        Ok(OctileDistances { width: self.width, height: self.height, costs })
    }

    /// Finds a shortest path by the rule of the MovingAI benchmarks, see [`octile_distances`](Self::octile_distances).
    /// `None` if there is no path, or if one of the cells is not free.
    ///
    /// The search is A* with the distance on an open map.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "
    ///     ...
    ///     .#.
    ///     ...".parse()?;
    /// let path = grid.octile_path((0, 0), (2, 2))?.expect("a path");
    /// assert_eq!(path.cost(), OctileCost::new(4, 0));
    /// assert_eq!(path.cells(), [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`octile_distances`](Self::octile_distances).
    pub fn octile_path(&self, from: Point, to: Point) -> Result<Option<OctilePath>, GridError> {
        self.check(&[from, to])?;
        let costs = towards(self, from, to)?;
        let stride = stride(self.width);
        let cost = |(x, y): Point| costs[y as usize * stride + x as usize];
        if cost(to) == OctileCost::NEVER {
            return Ok(None);
        }
        let mut cells = alloc::vec![to];
        let mut last = to;
        while last != from {
            // A cell whose cost fits is on a shortest path, because the cost of `last` is the least.
            let fits = |&cell: &Point| {
                let before = cost(cell);
                before != OctileCost::NEVER
                    && before + OctileCost::between(cell, last) == cost(last)
            };
            let before = self.neighbors(last, StepKind::NoCornerCut).find(fits);
            let Some(before) = before else { break };
            cells.push(before);
            last = before;
        }
        cells.reverse();
        Ok(Some(OctilePath { cost: cost(to), cells }))
    }
}

/// The length of a path whose straight steps are 1 and whose diagonal steps are √2 long.
///
/// The order is exact, because √2 is never rounded. Two lengths are equal only if both numbers of steps are.
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

    /// The length of a path with these numbers of steps.
    #[must_use]
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// The length of a shortest path between two cells of an open map.
    ///
    /// ```
    /// use king_paths::grid::OctileCost;
    ///
    /// assert_eq!(OctileCost::between((1, 1), (4, 9)), OctileCost::new(5, 3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn between(from: Point, to: Point) -> Self {
        let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
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

/// The length of a shortest path from the nearest cell of a set to every cell. Made by [`Grid::octile_distances`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctileDistances {
    width: u32,
    height: u32,
    /// Rows of [`stride`] entries.
    costs: Vec<OctileCost>,
}

impl OctileDistances {
    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// let found = [0, 1, 2, 3, 4].map(|x| distances.get((x, 0)));
    /// assert_eq!(found, [Some(OctileCost::ZERO), Some(OctileCost::STRAIGHT), None, None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<OctileCost> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let cost = self.costs[y as usize * stride(self.width) + x as usize];
        (cost != OctileCost::NEVER).then_some(cost)
    }

    /// The cells that can be reached, row by row, with their distances.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = ".#\n..".parse()?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
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
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid = Grid::from_fn(30, 20, |_, _| true)?;
    /// let distances = grid.octile_distances(&[(0, 0)])?;
    /// assert_eq!(distances.max(), Some(OctileCost::new(10, 19)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<OctileCost> {
        self.iter().map(|(_, cost)| cost).max()
    }
}

/// A shortest path whose diagonal steps are √2 long. Made by [`Grid::octile_path`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctilePath {
    cost: OctileCost,
    cells: Vec<Point>,
}

impl OctilePath {
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

/// The numbers of the buckets in use: a step adds up to √2 to the length and as much to the estimate of the rest.
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

/// The costs from the nearest of `from` to every cell.
fn everywhere(grid: &Grid, from: &[Point]) -> Result<Vec<OctileCost>, GridError> {
    let mut search = Search::new(grid)?;
    for &cell in from {
        search.start(grid, cell);
    }
    search.run(|_| OctileCost::ZERO, |_| false);
    Ok(search.costs)
}

/// The costs of the cells of a shortest path from `from` to `to`, and at least those of some other cells.
fn towards(grid: &Grid, from: Point, to: Point) -> Result<Vec<OctileCost>, GridError> {
    let mut search = Search::new(grid)?;
    search.start(grid, from);
    search.bucket = OctileCost::between(from, to).floor();
    let first = search.buckets[0].pop();
    search.buckets[search.bucket as usize % BUCKETS].extend(first);
    let stride = search.stride;
    let goal = place(stride, to);
    search.run(
        // Columns and rows are less than 2³².
        |place| OctileCost::between(((place % stride) as u32, (place / stride) as u32), to),
        |costs| costs[goal] != OctileCost::NEVER,
    );
    Ok(search.costs)
}

#[inline(always)]
fn place(stride: usize, (x, y): Point) -> usize {
    y as usize * stride + x as usize
}

impl Search {
    fn new(grid: &Grid) -> Result<Self, GridError> {
        let (stride, rows) = (stride(grid.width), grid.height as usize);
        let size = (grid.width, grid.height);
        Ok(Self {
            stride,
            free: Rows::new::<NoCornerCut>(grid, |column, row| grid.tile(column, row))?,
            costs: filled(size, OctileCost::NEVER, rows, stride)?,
            buckets: Default::default(),
            bucket: 0,
        })
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
    fn run(&mut self, rest: impl Fn(usize) -> OctileCost, is_done: impl Fn(&[OctileCost]) -> bool) {
        let mut empty = 0;
        while empty < BUCKETS {
            if self.buckets[self.bucket as usize % BUCKETS].is_empty() {
                empty += 1;
            } else {
                empty = 0;
                self.empty_bucket(&rest);
                if is_done(&self.costs) {
                    return;
                }
            }
            self.bucket += 1;
        }
    }

    /// Takes all cells of the current bucket.
    #[inline(always)]
    fn empty_bucket(&mut self, rest: &impl Fn(usize) -> OctileCost) {
        let current = self.bucket as usize % BUCKETS;
        while let Some(Entry { place, cost }) = self.buckets[current].pop() {
            if self.costs[place] != cost {
                continue;
            }
            for cell in targets::<NoCornerCut>(self.free.window(place)) {
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

    /// A length in units of 2^-78. Differences of lengths are at least 2^-34 or so; 32 bits times an error of 2^-78 are
    /// far less.
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
