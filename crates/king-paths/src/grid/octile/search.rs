//! Dijkstra's algorithm and A* with buckets.
//!
//! A bucket holds the cells whose estimate begins with the same whole number. Without a goal the estimate is the
//! length of the path so far. Every step is at least 1 long, so no cell of a bucket improves another, and the order within
//! a bucket does not matter. With a goal, the length of the rest on an open map is added. Cells of a bucket may then
//! improve one another, and are taken again. When a bucket is empty, all estimates that begin with its number are final.

use alloc::vec::Vec;

use super::cost::OctileCost;
use crate::grid::distances::stride;
use crate::grid::error::GridError;
use crate::grid::map::{Grid, Point};
use crate::grid::memory;
use crate::grid::rows::Rows;
use crate::grid::rule::{NoCornerCut, targets};
use crate::grid::tiles::tile_of;

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

pub(super) struct Search {
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
pub(super) fn everywhere(grid: &Grid, from: &[Point]) -> Result<Vec<OctileCost>, GridError> {
    let mut search = Search::new(grid)?;
    for &cell in from {
        search.start(grid, cell);
    }
    search.run(|_| OctileCost::ZERO, |_| false);
    Ok(search.costs)
}

/// The costs of the cells of a shortest path from `from` to `to`, and at least those of some other cells.
pub(super) fn towards(grid: &Grid, from: Point, to: Point) -> Result<Vec<OctileCost>, GridError> {
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
            free: Rows::new::<NoCornerCut>(grid, |column, row| tile_of(grid, column, row))?,
            costs: memory::filled(size, OctileCost::NEVER, rows, stride)?,
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
