//! The distance of every cell from a set: the answer of searches to all cells.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use bitboard_core::TryError;
use bitboard_core::limits::{Meter, unlimited};

use super::bits::stride;
use super::ends::Ends;
use super::map::{Grid, in_order};
use super::octile::OctileCost;
use super::rule::{
    Rule, RuleOf, StepKind, cell_at, cells_of, entry, has_corners, is_diagonal, with_rule,
};
use super::size::{GridError, Point, filled};
use super::straight;
use super::walls::Walls;

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
        /// Whether diagonal steps are longer.
        const IS_OCTILE: bool = false;

        /// The distance after a step into a cell of cost `weight`.
        fn after(self, is_diagonal: bool, weight: u32) -> Self;

        /// Returns whether such a step leads from this distance of one cell to that of the next.
        fn leads_to(self, next: Self, is_diagonal: bool, weight: u32) -> bool;

        /// The sum of two distances, rounded down.
        fn floor_of_sum(self, other: Self) -> u64;

        /// A whole number.
        fn whole(number: u64) -> Self;
    }
}

/// A distance of 2³² − 1 needs 2³² cells in a single row or column, and sides are less than 2³².
impl sealed::Cost for u32 {
    const ZERO: Self = 0;
    const NEVER: Self = Self::MAX;
    const OPEN: Self = Self::MAX;

    #[inline(always)]
    fn after(self, _: bool, weight: u32) -> Self {
        self + weight
    }

    #[inline(always)]
    fn leads_to(self, next: Self, _: bool, _: u32) -> bool {
        // Distances of neighbors differ by at most 1.
        self < next
    }

    #[inline(always)]
    fn floor_of_sum(self, other: Self) -> u64 {
        u64::from(self) + u64::from(other)
    }

    fn whole(number: u64) -> Self {
        number.try_into().unwrap_or(Self::NEVER)
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
    fn leads_to(self, next: Self, _: bool, weight: u32) -> bool {
        next.checked_sub(weight.into()) == Some(self)
    }

    #[inline(always)]
    fn floor_of_sum(self, other: Self) -> u64 {
        self + other
    }

    fn whole(number: u64) -> Self {
        number
    }
}

impl sealed::Cost for OctileCost {
    const ZERO: Self = Self::ZERO;
    const NEVER: Self = Self::NEVER;
    const OPEN: Self = Self::OPEN;
    const IS_OCTILE: bool = true;

    #[inline(always)]
    fn after(self, is_diagonal: bool, weight: u32) -> Self {
        self + Self::step(is_diagonal, weight)
    }

    #[inline(always)]
    fn leads_to(self, next: Self, is_diagonal: bool, weight: u32) -> bool {
        let step = Self::step(is_diagonal, weight);
        next.straight().checked_sub(step.straight()) == Some(self.straight())
            && next.diagonal().checked_sub(step.diagonal()) == Some(self.diagonal())
    }

    #[inline(always)]
    fn floor_of_sum(self, other: Self) -> u64 {
        self.floor_of_sum(other)
    }

    fn whole(number: u64) -> Self {
        Self::new(number.try_into().unwrap_or(u32::MAX), 0)
    }
}

/// The distance of every cell of a grid from a set of cells. Made by [`Grid::distances`] in steps,
/// by [`Grid::octile_distances`] as lengths and by [`CostMap::distances`] as costs.
///
/// It also answers for the way back, for many agents with the same goals:
/// [`next_cell`](Self::next_cell) is the next step to the set. If cells have costs or steps lead
/// one way only, the way back is that of agents in the answer to [`Ends::To`]. It does not borrow
/// the map: after a change, [`Grid::update_distances`] repairs it. It prints as a map with a number
/// in each cell, `-` in cells that cannot be reached.
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
/// [`Ends::To`]: super::Ends::To
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Distances<C> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) kind: StepKind,
    pub(super) rule: RuleOf,
    /// The closed steps of the map.
    pub(super) walls: Option<Arc<Walls>>,
    /// The set, in the order of rows, each cell once.
    pub(super) from: Vec<Point>,
    /// Rows of [`stride`] entries.
    pub(super) entries: Vec<C>,
    /// The costs of the cells as rows of as many entries, or empty if all cost 1.
    pub(super) costs: Vec<u16>,
    /// Whether paths lead to the set, and not from it. So a step towards the set costs the cell
    /// that it enters, and not the one it leaves.
    pub(super) is_way_back: bool,
    /// False if the search was stopped.
    pub(super) is_complete: bool,
}

impl<C: Cost> Distances<C> {
    /// No cell is reached.
    pub(super) fn new(grid: &Grid, ends: Ends<'_>, kind: StepKind) -> Self {
        Self {
            width: grid.width,
            height: grid.height,
            kind,
            rule: grid.rule(kind),
            walls: grid.walls.clone(),
            from: in_order(ends.cells().to_vec()),
            entries: Vec::new(),
            costs: Vec::new(),
            is_way_back: matches!(ends, Ends::To(_)),
            is_complete: false,
        }
    }

    /// Makes room for the distances, in whole tiles: rows up to a multiple of 8.
    pub(super) fn allocate(&mut self) -> Result<(), GridError> {
        let (size, rows) = ((self.width, self.height), self.height.next_multiple_of(8));
        self.entries = filled(size, C::NEVER, rows, self.stride())?;
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
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): Point) -> Option<C> {
        let is_inside = x < self.width && y < self.height;
        let entry = || known(self.entry(y * self.stride() + x));
        is_inside.then(entry).flatten()
    }

    /// The distances of row `y`, `None` for cells that cannot be reached, or `None` if the row does
    /// not exist.
    pub fn row(&self, y: usize) -> Option<impl ExactSizeIterator<Item = Option<C>> + '_> {
        (y < self.height).then(|| {
            let row = self.entries.get(y * self.stride()..).unwrap_or_default();
            (0..self.width).map(move |x| row.get(x).copied().and_then(known))
        })
    }

    /// The cells that can be reached, row by row, with their distances.
    pub fn iter(&self) -> impl Iterator<Item = (Point, C)> + '_ {
        let row = |y| self.row(y).into_iter().flatten().enumerate().map(move |(x, d)| ((x, y), d));
        (0..self.height).flat_map(row).filter_map(|(cell, distance)| Some((cell, distance?)))
    }

    /// The greatest distance, or `None` if no cell is reached. The time is proportional to the
    /// number of cells.
    #[must_use]
    pub fn max(&self) -> Option<C> {
        self.entries.iter().copied().filter_map(known).max()
    }

    /// The next cell on a shortest path from a cell to the set. Of several, the first one across an
    /// edge in the order of rows, or else across a corner. So the steps from a cell lead along a
    /// shortest path, but not always the [straightest](super#ties). Returns `None` for
    /// cells of the set, outside of the grid, and without a path to the set.
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
    pub fn next_cell(&self, (x, y): Point) -> Option<Point> {
        self.get((x, y))?;
        let (place, mut next) = (y * self.stride() + x, None);
        with_rule!(self.rule, R => self.steps_back::<R>(place, |bit| {
            next = Some(cell_at(bit, R::SIDE, (x, y)));
            false
        }));
        next
    }

    /// Calls `go_on` with the bits of the steps from entry `place` that lead back to the set on
    /// shortest paths, in the order of preference, until it returns false. The grid is not needed:
    /// a search that takes a diagonal step has reached the free cells beside it.
    #[inline(always)]
    fn steps_back<R: Rule>(&self, place: usize, mut go_on: impl FnMut(usize) -> bool) {
        let (here, stride) = (self.entry(place), self.stride());
        let first = place.wrapping_sub(R::SIDE / 2 * (stride + 1));
        let is_free = |bit| self.entry(entry(first, bit, R::SIDE, stride)) != C::NEVER;
        let weight = |place: usize| self.costs.get(place).map_or(1, |&cost| cost.into());
        let own = weight(place);
        let open = match &self.walls {
            Some(walls) if const { R::IS_MASKED } => {
                let is_free = |place| u64::from(self.entry(place) != C::NEVER);
                walls.of_cell(place, (self.kind, !self.is_way_back), is_free)
            }
            _ => u64::MAX,
        };
        for &bit in R::ORDER {
            if const { R::IS_MASKED } && open >> bit & 1 == 0 {
                continue;
            }
            let (to, is_diagonal) = (entry(first, bit, R::SIDE, stride), is_diagonal::<R>(bit));
            let weight = if self.is_way_back { weight(to) } else { own };
            if !self.entry(to).leads_to(here, is_diagonal, weight) {
                continue;
            }
            // The middle is bit 4; the cells beside the step are in the row and column of it.
            let is_refused = const { has_corners::<R>() }
                && is_diagonal
                && !R::CORNERS.allowed(is_free(bit / 3 * 3 + 1), is_free(3 + bit % 3));
            if !is_refused && !go_on(bit) {
                return;
            }
        }
    }

    /// Calls `visit` with each cell before a cell on shortest paths from the set, in the order of
    /// rows, with its distance rounded down.
    fn for_each_before(&self, cell: Point, visit: &mut dyn FnMut((u64, Point))) {
        let (place, mut bits) = (cell.1 * self.stride() + cell.0, 0);
        let side = with_rule!(self.rule, R => {
            self.steps_back::<R>(place, |bit| {
                bits |= 1 << bit;
                true
            });
            R::SIDE
        });
        cells_of(bits, side, cell).for_each(|cell| visit((self.level(cell), cell)));
    }

    /// The distance of a cell that is reached, rounded down.
    fn level(&self, (x, y): Point) -> u64 {
        self.entry(y * self.stride() + x).floor_of_sum(C::ZERO)
    }

    /// The [straightest](super#ties) of the shortest paths to `cell` from the nearest cells of the
    /// set, or `None` if the set cannot be reached. Its first cell is that of the set; for agents
    /// on the way to the set there is [`path_from`](Self::path_from). Takes O(n log n) time and up
    /// to about 64 bytes a cell for n cells of shortest paths.
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
        let end = (self.level(cell), &[cell][..]);
        let (level, is_plain) = (|_, cell| self.level(cell), self.costs.is_empty());
        let before = |_, cell, visit: &mut dyn FnMut(_)| self.for_each_before(cell, visit);
        Some(straight::straightest(&self.from, end, &before, &level, is_plain))
    }

    /// The cells of [`path_to`](Self::path_to) in the order of an agent that goes from `cell` to
    /// the nearest cells of the set. `None` if it cannot reach them.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let goals = grid.distances(&[(0, 0)], StepKind::King)?;
    /// assert_eq!(goals.path_from((2, 0)), Some(vec![(2, 0), (1, 1), (0, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path_from(&self, cell: Point) -> Option<Vec<Point>> {
        let mut path = self.path_to(cell)?;
        path.reverse();
        Some(path)
    }

    /// Number of shortest paths to `cell` from the nearest cells of the set; 0 if its distance is
    /// not known.
    ///
    /// ```
    /// use king_paths::grid::{CostMap, Ends, StepKind};
    ///
    /// let map: CostMap = "....\n.12.\n.11.".parse()?;
    /// let costs = map.distances(Ends::From(&[(0, 0)]), StepKind::Orthogonal)?;
    /// assert_eq!((costs.get((3, 2)), costs.path_count_to((3, 2))), (Some(5), Ok(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold the number.
    pub fn path_count_to(&self, cell: Point) -> Result<u128, CountOverflow> {
        if self.get(cell).is_none() {
            return Ok(0);
        }
        let (cells, add) = ([cell], |a: u128, b: &u128| a.checked_add(*b));
        let end = (self.level(cell), &cells[..]);
        let before = |_, cell, visit: &mut dyn FnMut(_)| self.for_each_before(cell, visit);
        let count = unlimited(|limits| {
            let watch = limits.start();
            straight::count(end, 1, &before, add, |_| (), &mut Meter::new(&watch))
        });
        count.ok_or(CountOverflow)
    }

    /// The cell that can be reached and is nearest to `goal` in a straight line, for goals that
    /// cannot be reached. Of several, the one with the shortest path, then the first in the order
    /// of rows. `None` if no cell is reached.
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

/// The answer, or the part of it that is known when a search is stopped.
pub(super) fn answer<C: Cost>(
    mut found: Distances<C>,
    done: Result<(), TryError<GridError>>,
) -> Result<Distances<C>, TryError<GridError, Distances<C>>> {
    found.is_complete = done.is_ok();
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, kind) = (self.width, self.height, self.kind);
        write!(f, "Distances({width}×{height}, {kind:?}, {} cells", self.iter().count())?;
        self.max().map_or(Ok(()), |max| write!(f, " up to {max:.1}"))?;
        f.write_str(")")?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// There are more shortest paths than a `u128` can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than 2^128 - 1 shortest paths")]
pub struct CountOverflow;
