//! Many shortest octile paths on one map: jump point search.
//!
//! Of the shortest paths between two cells that differ only in the order of their steps, the search
//! follows the one whose diagonal steps come first. Then the neighbors of most cells need not be
//! examined. A path in a straight direction is followed to a **jump point**, where a wall beside it
//! ends and a turn is possible that was not before:
//!
//! ```text
//!   . . # . .        going right, from s to j: at j the wall above has ended,
//!   s → → j .        and paths may turn up
//! ```
//!
//! A path in a diagonal direction sends paths in its two straight parts at every cell. (Harabor and
//! Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011; without cut corners, 2012.)
//!
//! The distances to the next jump points in all eight directions are stored for every cell (JPS+:
//! Harabor and Grastien, "Improving Jump Point Search", 2014), by four passes over the map, two
//! directions each. Only jump points of straight directions become nodes of the search (their
//! pruning of intermediate nodes): a diagonal is walked at once from each node, by the stored
//! distances between those of its cells from which a straight direction has a jump point.
//!
//! The nodes wait in buckets of A* (as in `costs`, but narrower), until no node has a lower
//! estimate than the best path. Lengths are exact; only the numbers of buckets are rounded.
//!
//! Time is proportional to the jump points that are reached, preparation and memory to the cells.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, TryError};

use super::map::Grid;
use super::octile::{OctileCost, OctilePath};
use super::rule::{NoCornerCut, parts, targets_in};
use super::size::{GridError, Point, filled, reserved};
use super::walls::offset;

/// The diagonal between a straight direction and the next one.
const fn diagonal(direction: usize) -> usize {
    4 + direction % 4
}

/// The longest distance that is stored. A longer way is a sequence of them.
const LONGEST: i16 = i16::MAX;

/// The state of a cell in a search.
#[derive(Clone, Copy)]
struct Node {
    /// The shortest length so far.
    cost: OctileCost,
    /// The place from which it was reached.
    parent: u32,
    /// The search that reached it last.
    search: u32,
    /// Directions to follow, and those that were followed at this length.
    pending: u8,
    followed: u8,
}

const UNKNOWN: Node =
    Node { cost: OctileCost::ZERO, parent: 0, search: 0, pending: 0, followed: 0 };

/// Finds shortest octile paths on one map, with distances that are computed once. Made by
/// [`Grid::octile_planner`].
///
/// Diagonal steps are √2 long and cut no corners, as in the MovingAI benchmarks.
///
/// ```
/// use king_paths::grid::{Grid, OctileCost};
///
/// let grid: Grid = "
///     ..#..
///     ..#..
///     .....".parse()?;
/// let mut planner = grid.octile_planner()?;
/// let (cost, cells) = planner.path((0, 0), (4, 0))?.expect("a path");
/// assert_eq!((cost, cells.len()), (OctileCost::new(4, 2), 7));
/// assert!(planner.path((1, 0), (2, 0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OctilePlanner {
    /// Its rows end with an entry that is not free.
    grid: Grid,
    /// The number that a step in each direction adds to a place.
    offsets: [usize; 8],
    /// For each cell and direction, the number of steps to a jump point if positive, otherwise
    /// minus the number of steps that are possible. For diagonal directions, a cell from which one
    /// of the straight parts has a jump point counts as one.
    jumps: Vec<[i16; 8]>,
    /// A bit for each direction in which a step is allowed.
    steps: Vec<u8>,
    nodes: Vec<Node>,
    /// The number of the current search.
    search: u32,
    buckets: Buckets,
}

impl Grid {
    /// Prepares to find many shortest octile paths that cut no corners.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid = Grid::from_fn(100, 100, |x, y| x != 50 || y == 99)?;
    /// let mut planner = grid.octile_planner()?;
    /// assert_eq!(planner.cost((0, 99), (99, 99))?, Some(OctileCost::new(99, 0)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`] if about 40 bytes per cell cannot be allocated;
    /// [`GridError::TooLarge`] if there are nearly 2³² cells or more; [`GridError::Walls`] if there
    /// are walls between cells.
    pub fn octile_planner(&self) -> Result<OctilePlanner, GridError> {
        OctilePlanner::new(self)
    }
}

impl OctilePlanner {
    fn new(grid: &Grid) -> Result<Self, GridError> {
        if grid.walls.is_some() {
            return Err(GridError::Walls);
        }
        let (size, stride) = (grid.size(), grid.stride());
        // Places are stored in 32 bits.
        if grid.height.saturating_mul(stride) > u32::MAX as usize {
            let (width, height) = size;
            return Err(GridError::TooLarge { width, height });
        }
        let mut steps = reserved(size, grid.height, stride)?;
        steps.extend((0..grid.height * stride).map(|place| steps_from(grid, place)));
        let jumps = filled(size, [0; 8], grid.height, stride)?;
        let nodes = filled(size, UNKNOWN, grid.height, stride)?;
        let (search, buckets) = (0, Buckets::default());
        let grid = grid.try_clone()?;
        let offsets = core::array::from_fn(|direction| offset(direction, stride));
        let mut planner = Self { grid, offsets, jumps, steps, nodes, search, buckets };
        // A distance is that of the next cell in the direction and one more step, so it comes from
        // a row above or a cell to the left, or from a row below or a cell to the right.
        planner.pass::<0, 3, false>();
        planner.pass::<1, 2, true>();
        planner.pass::<4, 7, false>();
        planner.pass::<5, 6, true>();
        Ok(planner)
    }

    /// Finds the distances in two directions, from the first place to the last or in reverse.
    fn pass<const A: usize, const B: usize, const REVERSE: bool>(&mut self) {
        let last = self.jumps.len() - 1;
        for i in 0..=last {
            let place = if REVERSE { last - i } else { i };
            self.jumps[place][A] = self.jump_from(place, A);
            self.jumps[place][B] = self.jump_from(place, B);
        }
    }

    /// The distance from a place in a direction, from that of the next place.
    #[inline(always)]
    fn jump_from(&self, place: usize, direction: usize) -> i16 {
        if self.steps[place] >> direction & 1 == 0 {
            return 0;
        }
        let next = self.after(place, direction, 1);
        let jumps = self.jumps[next];
        let ends = if direction < 4 {
            turns(direction, self.steps[next]) != 0
        } else {
            parts(direction).iter().any(|&part| jumps[part] > 0)
        };
        match jumps[direction] {
            _ if ends => 1,
            // A way that is too long is interrupted.
            LONGEST => 1,
            steps @ 1.. => steps + 1,
            steps if steps == -LONGEST => 1,
            steps => steps - 1,
        }
    }

    /// Makes cells free, or not free, such as a door that opens. The planner is then that of the
    /// changed map. The time is proportional to the number of cells and of places whose distance
    /// changes: those whose straight or diagonal line reaches or passes a changed cell.
    ///
    /// ```
    /// use king_paths::grid::{Grid, OctileCost};
    ///
    /// let grid: Grid = "..#..\n..#..\n.....".parse()?;
    /// let mut planner = grid.octile_planner()?;
    /// planner.update([(2, 0), (2, 1)], true)?;
    /// assert_eq!(planner.cost((0, 0), (4, 0))?, Some(OctileCost::new(4, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell lies outside; then nothing is changed.
    pub fn update(
        &mut self,
        cells: impl IntoIterator<Item = Point>,
        free: bool,
    ) -> Result<(), GridError> {
        let cells: Vec<Point> = cells.into_iter().collect();
        self.grid.check(&cells)?;
        let mut places: Vec<usize> = Vec::new();
        for &cell in cells.iter().filter(|&&cell| self.grid.is_free(cell) != free) {
            let place = self.grid.place(cell);
            places.push(place);
            places.extend(self.offsets.map(|offset| place.wrapping_add(offset)));
        }
        self.grid.set_all(cells, free)?;
        // A place that occurs again has its new steps by then.
        places.retain(|&place| {
            let steps = self.steps.get_mut(place);
            let new = || steps_from(&self.grid, place);
            steps.is_some_and(|steps| core::mem::replace(steps, new()) != *steps)
        });
        // A distance follows from that of the next place. So changes are followed back from place
        // to place, from the last place in the direction to the first, until nothing changes.
        let mut seen: [Vec<usize>; 8] = Default::default();
        for direction in 0..8 {
            let offset = self.offsets[direction];
            let mut starts = core::mem::take(&mut seen[direction]);
            starts.extend(places.iter().flat_map(|&place| [place, place.wrapping_sub(offset)]));
            starts.sort_unstable();
            if (offset as isize) > 0 {
                starts.reverse();
            }
            for mut place in starts {
                while place < self.jumps.len() {
                    let new = self.jump_from(place, direction);
                    let old = core::mem::replace(&mut self.jumps[place][direction], new);
                    if new == old {
                        break;
                    }
                    if direction < 4 && (new > 0) != (old > 0) {
                        for diagonal in [direction + 4, (direction + 3) % 4 + 4] {
                            seen[diagonal].push(place.wrapping_sub(self.offsets[diagonal]));
                        }
                    }
                    place = place.wrapping_sub(offset);
                }
            }
        }
        Ok(())
    }

    /// The map.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The place after some steps in a direction.
    #[inline(always)]
    fn after(&self, place: usize, direction: usize, steps: usize) -> usize {
        place.wrapping_add(self.offsets[direction].wrapping_mul(steps))
    }

    /// Finds a shortest path. Returns `None` if the goal cannot be reached.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if one of the cells lies outside, [`GridError::Blocked`] if one is
    /// not free.
    pub fn path(&mut self, from: Point, to: Point) -> Result<Option<OctilePath>, GridError> {
        unlimited_fallible(|limits| self.try_path(from, to, limits))
    }

    /// [`path`](Self::path) within limits. Nodes are jump points. An interrupted query returns a
    /// lower bound of the length, a whole number.
    ///
    /// # Errors
    /// As [`path`](Self::path), or if a limit was reached.
    pub fn try_path(
        &mut self,
        from: Point,
        to: Point,
        limits: &Limits<'_>,
    ) -> Result<Option<OctilePath>, TryError<GridError, OctileCost>> {
        let cost = self.try_cost(from, to, limits)?;
        Ok(cost.map(|cost| (cost, self.cells(from, to))))
    }

    /// Finds the length of a shortest path. `None` as for [`path`](Self::path).
    ///
    /// # Errors
    /// As [`path`](Self::path).
    pub fn cost(&mut self, from: Point, to: Point) -> Result<Option<OctileCost>, GridError> {
        unlimited_fallible(|limits| self.try_cost(from, to, limits))
    }

    /// [`cost`](Self::cost) within limits, as [`try_path`](Self::try_path).
    ///
    /// # Errors
    /// As [`cost`](Self::cost), or if a limit was reached.
    pub fn try_cost(
        &mut self,
        from: Point,
        to: Point,
        limits: &Limits<'_>,
    ) -> Result<Option<OctileCost>, TryError<GridError, OctileCost>> {
        self.grid.check_free(&[from])?;
        self.grid.check_free(&[to])?;
        // A listener that panicked may have ended the last search.
        self.buckets.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(UNKNOWN);
            self.search = 1;
        }
        let (place, start) = (self.grid.place(from), key(OctileCost::between(from, to)));
        let mut search = Search { planner: self, goal: to, start, best: None };
        search.run(place, &mut Meter::new(&limits.start()))
    }

    /// The cells of the path that the last search has found.
    fn cells(&self, from: Point, to: Point) -> Vec<Point> {
        let mut cells = Vec::from([to]);
        let mut last = to;
        while last != from {
            let parent = self.nodes[self.grid.place(last)].parent as usize;
            let parent = self.grid.point(parent);
            let towards = |at: usize, end: usize| {
                at.wrapping_add_signed((end as isize - at as isize).signum())
            };
            // Backwards: straight steps, then diagonal ones.
            while last != parent {
                let (dx, dy) = (last.0.abs_diff(parent.0), last.1.abs_diff(parent.1));
                last = (
                    if dx >= dy { towards(last.0, parent.0) } else { last.0 },
                    if dy >= dx { towards(last.1, parent.1) } else { last.1 },
                );
                cells.push(last);
            }
        }
        cells.reverse();
        cells
    }
}

impl fmt::Debug for OctilePlanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OctilePlanner").field("grid", &self.grid).finish_non_exhaustive()
    }
}

/// The directions of the steps that are allowed from a cell, as bits; none if it is not free.
#[inline(always)]
fn steps_from(grid: &Grid, place: usize) -> u8 {
    // The window row by row, whose middle is bit 4.
    let window = grid.cells.window::<3>(place);
    let targets = targets_in::<NoCornerCut>(window);
    let order = [1, 5, 7, 3, 2, 8, 6, 0];
    let bits = (0..).zip(order).map(|(to, from)| (targets >> from & 1) << to);
    bits.fold(0, |all, bit| all | bit) as u8 * (window >> 4 & 1) as u8
}

/// The directions in which a path that comes in a straight direction may turn: to each side, and
/// between, if the cell there is free and the one before it is not. The path has come from a free
/// cell, so the step across the corner to the one before is allowed if that is free.
#[inline(always)]
fn turns(direction: usize, steps: u8) -> u8 {
    let is_allowed = |direction: usize| steps >> direction & 1;
    let (right, back, left) = ((direction + 1) % 4, (direction + 2) % 4, (direction + 3) % 4);
    let to_right = is_allowed(right) & !is_allowed(diagonal(right));
    let to_left = is_allowed(left) & !is_allowed(diagonal(back));
    let right_turns = to_right * (1 << right | 1 << diagonal(direction));
    let left_turns = to_left * (1 << left | 1 << diagonal(left));
    right_turns | left_turns
}

/// Bits of a [`key`] after the point.
const FRACTION: u32 = 30;
/// √2 in this representation; the error is less than 1/64.
const SQRT_2: u64 = 1_518_500_250;
/// Logarithm of the keys of a bucket: estimates of a bucket differ by less than 1/16. Buckets of
/// width 1 hold too many nodes with estimates above the length; random maps took 1.4 times as long.
const BUCKET: u32 = FRACTION - 4;

/// A length as a fixed-point number, wrong by less than a unit for each diagonal step, for buckets.
#[inline(always)]
fn key(cost: OctileCost) -> u64 {
    (u64::from(cost.straight()) << FRACTION) + u64::from(cost.diagonal()) * SQRT_2
}

/// Stacks of places, by the numbers of their buckets. They share one list of entries, because most
/// buckets are empty: with a list for each bucket, a maze took 10 times as long.
#[derive(Default)]
struct Buckets {
    /// The first entry of each bucket, or `NONE`.
    first: Vec<u32>,
    /// A bit for each bucket that is not empty.
    filled: Vec<u64>,
    /// Places and the next entry of the same bucket.
    entries: Vec<(u32, u32)>,
    /// No bucket before this one has an entry.
    now: usize,
}

/// No entry.
const NONE: u32 = u32::MAX;

impl Buckets {
    #[inline(always)]
    fn push(&mut self, bucket: usize, place: u32) {
        if bucket >= self.first.len() {
            self.grow(bucket);
        }
        let entry = self.entries.len() as u32;
        self.entries.push((place, core::mem::replace(&mut self.first[bucket], entry)));
        self.filled[bucket / 64] |= 1 << (bucket % 64);
    }

    #[cold]
    fn grow(&mut self, bucket: usize) {
        self.filled.resize(bucket / 64 + 1, 0);
        self.first.resize(64 * self.filled.len(), NONE);
    }

    /// Removes an entry of the first bucket that is not empty.
    #[inline(always)]
    fn pop(&mut self) -> Option<(usize, u32)> {
        while *self.filled.get(self.now)? == 0 {
            self.now += 1;
        }
        let bit = self.filled[self.now].trailing_zeros() as usize;
        let bucket = 64 * self.now + bit;
        let (place, next) = self.entries[self.first[bucket] as usize];
        self.first[bucket] = next;
        if next == NONE {
            self.filled[self.now] &= !(1 << bit);
        }
        Some((bucket, place))
    }

    fn clear(&mut self) {
        for (number, filled) in self.filled.iter_mut().enumerate().skip(self.now) {
            if *filled != 0 {
                self.first[64 * number..][..64].fill(NONE);
                *filled = 0;
            }
        }
        self.entries.clear();
        self.now = 0;
    }
}

/// A search in progress.
struct Search<'a> {
    planner: &'a mut OctilePlanner,
    goal: Point,
    /// The key of the estimate of the start.
    start: u64,
    /// The length of the shortest path so far.
    best: Option<OctileCost>,
}

impl Search<'_> {
    fn run(
        &mut self,
        from: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<OctileCost>, TryError<GridError, OctileCost>> {
        self.reach(from, OctileCost::ZERO, from, 0xff, 0);
        while let Some((bucket, place)) = self.planner.buckets.pop() {
            let least = self.start + ((bucket as u64) << BUCKET);
            // Keys are wrong by less than a unit for each diagonal step.
            if self.best.is_some_and(|best| least > key(best) + 4 * u64::from(best.diagonal()) + 4)
            {
                break;
            }
            if let Err(reason) = meter.take_all(1) {
                let bound = (least >> FRACTION).saturating_sub(1);
                let bound = OctileCost::new(bound.try_into().unwrap_or(u32::MAX), 0);
                return Err(Interrupted::new(reason, bound).into());
            }
            self.follow(place as usize, bucket);
        }
        Ok(self.best)
    }

    fn point(&self, place: usize) -> Point {
        self.planner.grid.point(place)
    }

    /// Follows the directions of a node that are pending.
    #[inline(always)]
    fn follow(&mut self, from: usize, bucket: usize) {
        let node = &mut self.planner.nodes[from];
        let mut directions = core::mem::take(&mut node.pending);
        node.followed |= directions;
        let cost = node.cost;
        if directions == 0 {
            return;
        }
        let rest = OctileCost::between(self.point(from), self.goal);
        if self.best.is_some_and(|best| cost + rest >= best) {
            return;
        }
        if self.sees_goal(from) {
            // No other path through this node is shorter.
            self.best = Some(cost + rest);
            let goal = self.planner.grid.place(self.goal);
            self.planner.nodes[goal].parent = from as u32;
            return;
        }
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if direction < 4 {
                self.jump(from, cost, from, direction, bucket);
            } else {
                self.walk(from, cost, direction, bucket);
            }
        }
    }

    /// Reaches the jump point in a straight direction, if there is one.
    #[inline(always)]
    fn jump(&mut self, at: usize, cost: OctileCost, from: usize, direction: usize, bucket: usize) {
        let steps = self.planner.jumps[at][direction];
        if steps > 0 {
            let next = self.planner.after(at, direction, steps as usize);
            let turns = turns(direction, self.planner.steps[next]);
            let cost = cost + OctileCost::new(steps as u32, 0);
            self.reach(next, cost, from, turns | 1 << direction, bucket);
        }
    }

    /// Reaches the jump points on both sides of a diagonal.
    #[inline(always)]
    fn walk(&mut self, from: usize, mut cost: OctileCost, direction: usize, bucket: usize) {
        let mut at = from;
        loop {
            let steps = self.planner.jumps[at][direction];
            if steps <= 0 {
                return;
            }
            at = self.planner.after(at, direction, steps as usize);
            cost = cost + OctileCost::new(0, steps as u32);
            for part in parts(direction) {
                self.jump(at, cost, from, part, bucket);
            }
        }
    }

    /// Reaches a node, with the directions to follow from there.
    #[inline(always)]
    fn reach(&mut self, to: usize, cost: OctileCost, from: usize, directions: u8, bucket: usize) {
        // A node whose jumps lead to the goal sees it.
        debug_assert!(to == from || self.point(to) != self.goal);
        let search = self.planner.search;
        let node = &mut self.planner.nodes[to];
        if node.search != search || cost < node.cost {
            let parent = from as u32;
            *node = Node { cost, parent, search, pending: directions, followed: 0 };
        } else if cost == node.cost {
            let was_pending = node.pending;
            node.pending |= directions & !node.followed;
            if was_pending != 0 || node.pending == 0 {
                return;
            }
        } else {
            return;
        }
        let estimate = cost + OctileCost::between(self.point(to), self.goal);
        if self.best.is_some_and(|best| estimate >= best) {
            return;
        }
        let later = key(estimate).saturating_sub(self.start) >> BUCKET;
        let later = (later as usize).max(bucket);
        self.planner.buckets.push(later, to as u32);
    }

    /// Returns whether diagonal steps and then straight steps lead to the goal.
    #[inline(always)]
    fn sees_goal(&self, from: usize) -> bool {
        let (x, y) = self.point(from);
        let (dx, dy) = (self.goal.0.abs_diff(x), self.goal.1.abs_diff(y));
        let (right, down) = (self.goal.0 > x, self.goal.1 > y);
        let diagonal = [[7, 6], [4, 5]][usize::from(right)][usize::from(down)];
        let straight = if dx > dy { [3, 1][usize::from(right)] } else { [0, 2][usize::from(down)] };
        let turn = self.planner.after(from, diagonal, dx.min(dy));
        self.reaches(from, diagonal, dx.min(dy)) && self.reaches(turn, straight, dx.abs_diff(dy))
    }

    /// Returns whether the cells of `steps` steps in a direction are free.
    #[inline(always)]
    fn reaches(&self, mut at: usize, direction: usize, mut steps: usize) -> bool {
        loop {
            let jump = self.planner.jumps[at][direction];
            if steps <= usize::from(jump.unsigned_abs()) {
                return true;
            }
            if jump <= 0 {
                return false;
            }
            steps -= jump as usize;
            at = self.planner.after(at, direction, jump as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use bitboard_core::{Random, SeededRng};

    use super::*;

    #[test]
    fn nodes_of_earlier_searches_are_forgotten_when_numbers_begin_again() {
        let grid: Grid = "..#..\n..#..\n.....".parse().unwrap();
        let mut planner = grid.octile_planner().unwrap();
        assert_eq!(planner.cost((1, 0), (4, 1)), Ok(Some(OctileCost::new(4, 1))));
        planner.search = u32::MAX - 1;
        for _ in 0..4 {
            assert_eq!(planner.cost((0, 0), (4, 0)), Ok(Some(OctileCost::new(4, 2))));
        }
        assert!((1..5).contains(&planner.search));
    }

    #[test]
    fn an_updated_planner_is_that_of_the_changed_map() {
        let mut rng = SeededRng::new(9);
        for (width, height) in [(1, 30), (25, 16), (64, 9), (40, 33)] {
            let mut grid = Grid::from_fn(width, height, |_, _| rng.below(4) > 0).unwrap();
            let mut planner = grid.octile_planner().unwrap();
            for _ in 0..400 {
                let mut below = |n: usize| rng.below(n as u64) as usize;
                let (x, y, side, free) = (below(width), below(height), below(4), below(2) == 0);
                let cells = (y..height.min(y + side))
                    .flat_map(|y| (x..width.min(x + side)).map(move |x| (x, y)));
                grid.set_all(cells.clone(), free).unwrap();
                planner.update(cells, free).unwrap();
                let new = grid.octile_planner().unwrap();
                assert!(planner.grid == grid && planner.steps == new.steps);
                assert!(planner.jumps == new.jumps, "{x},{y} {side} {free}\n{grid}");
            }
        }
    }
}
