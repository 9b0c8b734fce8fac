//! All shortest paths on a grid, as layers.
//!
//! A search forward stops at the nearest target. The way back starts from the targets and visits
//! only cells of shortest paths: the layer before holds the neighbors that are one step nearer.
//! Layers are stored one after the other, the last first, each sorted by rows. So the position of a
//! cell in a layer, which counting needs, is found by binary search, and nothing is kept for the
//! rest of the map. Beyond the search, time is that of the cells of shortest paths and of sorting
//! each layer.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use bitboard_core::limits::{Meter, unlimited, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, Random, StopReason, TryError};

use super::distances::{CountOverflow, Distances};
use super::map::{Grid, in_order, position};
use super::rule::StepKind;
use super::size::{GridError, Point};
use super::{search, straight};
use crate::layers::{Counts, Layered, Paths, Sampler, Scaled, sealed};

/// All shortest paths from one set of cells to another. Made by [`Grid::shortest_paths`].
///
/// Layer i holds the cells that are the i-th on some shortest path. The value keeps the query too,
/// so its methods need no further arguments. It prints as the map with `o` in cells of shortest
/// paths and `*` in those that all of them pass.
#[derive(Clone, PartialEq, Eq)]
pub struct ShortestPaths<'a> {
    grid: &'a Grid,
    kind: StepKind,
    from: Vec<Point>,
    to: Vec<Point>,
    /// The cells of the layers from the last to the first, each layer in the order of rows.
    cells: Vec<Point>,
    /// The end of each layer in `cells`, from the last to the first.
    ends: Vec<usize>,
}

impl Grid {
    /// Finds all shortest paths from a cell of `from` to a cell of `to`. Cells that are
    /// not free are ignored, unless all cells of a set are; there may be no path.
    ///
    /// The search stops at the nearest cell of `to`; the way back visits only cells of shortest
    /// paths.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::NoCornerCut)?;
    /// assert_eq!(paths.to_string(), "\
    /// *.#.*
    /// oo#oo
    /// .***.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` or `to` lies outside; [`GridError::Blocked`] if
    /// there are cells in one of them, but none is free; [`GridError::OutOfMemory`] if there is no
    /// memory for the distances, about 5 bytes a cell.
    pub fn shortest_paths(
        &self,
        from: &[Point],
        to: &[Point],
        kind: StepKind,
    ) -> Result<ShortestPaths<'_>, GridError> {
        unlimited_fallible(|limits| self.try_shortest_paths(from, to, kind, limits))
    }

    /// [`shortest_paths`](Self::shortest_paths) within limits. Nodes are those of
    /// [`try_distances`](Self::try_distances), and the cells of shortest paths.
    ///
    /// An interrupted query returns a lower bound of the distance.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    /// use king_paths::{Limits, TryError};
    ///
    /// let grid = Grid::from_fn(500, 500, |_, _| true)?;
    /// let limits = Limits::new().nodes(1_000);
    /// let stopped = grid.try_shortest_paths(&[(0, 0)], &[(499, 0)], StepKind::King, &limits);
    /// assert!(matches!(stopped, Err(TryError::Interrupted(bound)) if bound.partial > 50));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// As [`shortest_paths`](Self::shortest_paths), or if a limit was reached.
    pub fn try_shortest_paths(
        &self,
        from: &[Point],
        to: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<ShortestPaths<'_>, TryError<GridError, u32>> {
        self.check_free(from)?;
        self.check_free(to)?;
        let mut paths = ShortestPaths {
            grid: self,
            kind,
            from: in_order(from.to_vec()),
            to: in_order(to.to_vec()),
            cells: Vec::new(),
            ends: Vec::new(),
        };
        if to.is_empty() {
            return Ok(paths);
        }
        let watch = limits.start();
        let meter = &mut Meter::new(&watch);
        let distances = search::distances(self, from, to, kind, meter).map_err(|error| {
            error.map(|(known, end)| {
                // The search continues for some levels after the nearest target.
                to.iter().filter_map(|&cell| known.get(cell)).min().unwrap_or(end)
            })
        })?;
        let nearest = to.iter().filter_map(|&cell| distances.get(cell)).min();
        let Some(nearest) = nearest else { return Ok(paths) };
        let layer = to.iter().copied().filter(|&cell| distances.get(cell) == Some(nearest));
        let layer = layer.collect();
        meter.change_pace();
        match paths.add_layers(layer, nearest, &distances, meter) {
            Ok(()) => Ok(paths),
            Err(reason) => Err(TryError::Interrupted(Interrupted::new(reason, nearest))),
        }
    }
}

impl<'a> ShortestPaths<'a> {
    /// Adds the layers from the last one, whose cells are at `distance`, to the first.
    fn add_layers(
        &mut self,
        mut layer: Vec<Point>,
        distance: u32,
        distances: &Distances<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        for distance in (0..distance).rev() {
            layer = self.add(layer);
            let mut before = Vec::new();
            for &cell in &layer {
                meter.take_all(1)?;
                let closer = |&cell: &Point| distances.get(cell) == Some(distance);
                before.extend(self.grid.neighbors(cell, self.kind).filter(closer));
            }
            layer = before;
        }
        self.add(layer);
        Ok(())
    }

    /// Adds a layer before the others. Returns its cells in the order of rows, each once.
    fn add(&mut self, layer: Vec<Point>) -> Vec<Point> {
        let layer = in_order(layer);
        self.cells.extend_from_slice(&layer);
        self.ends.push(self.cells.len());
        layer
    }

    /// The map.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "...".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(2, 0)], StepKind::King)?;
    /// assert_eq!((paths.grid(), paths.kind()), (&grid, StepKind::King));
    /// assert_eq!((paths.from(), paths.to()), (&[(0, 0)][..], &[(2, 0)][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The kind of steps.
    #[must_use]
    pub fn kind(&self) -> StepKind {
        self.kind
    }

    /// The cells where paths may begin, in the order of rows, each once.
    #[must_use]
    pub fn from(&self) -> &[Point] {
        &self.from
    }

    /// The cells where paths may end, in the order of rows, each once.
    #[must_use]
    pub fn to(&self) -> &[Point] {
        &self.to
    }

    /// Number of steps of a shortest path, 0 if the sets overlap, or `None` if there is no path.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..#.".parse()?;
    /// let paths = |x| grid.shortest_paths(&[(0, 0)], &[(x, 0)], StepKind::King);
    /// assert_eq!((paths(1)?.distance(), paths(3)?.distance()), (Some(1), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.ends.len().checked_sub(1).map(|steps| steps as u32)
    }

    /// The cells of layer `i`, from 0, in the order of rows, or `None` if the layer does not exist.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "....\n....".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(2, 0)], StepKind::King)?;
    /// assert_eq!(paths.layer(1), Some(&[(1, 0), (1, 1)][..]));
    /// assert_eq!(paths.layer(3), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn layer(&self, i: usize) -> Option<&[Point]> {
        Some(&self.cells[self.range(i)?])
    }

    /// The place of layer `i` in `cells`.
    fn range(&self, i: usize) -> Option<Range<usize>> {
        // Layers are stored from last to first.
        let i = self.ends.len().checked_sub(i)?.checked_sub(1)?;
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[i])
    }

    /// The layers from first to last; there are none without a path.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "....\n....".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(3, 0)], StepKind::King)?;
    /// assert_eq!(paths.layers().map(<[_]>::len).collect::<Vec<_>>(), [1, 2, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = &[Point]> + ExactSizeIterator {
        (0..self.ends.len()).map(|i| self.layer(i).unwrap_or_default())
    }

    /// The cells on some shortest path, layer by layer.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "..\n..".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(1, 1)], StepKind::Orthogonal)?;
    /// assert_eq!(paths.cells().collect::<Vec<_>>(), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Point> + '_ {
        self.layers().flatten().copied()
    }

    /// The cells that every shortest path passes: those alone in their layer.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...
    ///     .#.".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0), (0, 2)], &[(2, 0), (2, 2)], StepKind::King)?;
    /// assert_eq!(paths.must_pass().collect::<Vec<_>>(), [(1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn must_pass(&self) -> impl Iterator<Item = Point> + '_ {
        self.layers().filter_map(|layer| match layer {
            [cell] => Some(*cell),
            _ => None,
        })
    }

    /// The cells of layer `i` that one step from `cell` leads to, with their places.
    fn step_into(&self, i: usize, cell: Point) -> impl Iterator<Item = (usize, Point)> {
        let range = self.range(i).unwrap_or_default();
        let layer = &self.cells[range.clone()];
        let neighbors = self.grid.neighbors(cell, self.kind);
        neighbors.filter_map(move |cell| Some((range.start + position(layer, cell)?, cell)))
    }

    /// The [straightest](super#ties) of the shortest paths, or `None` if there is none. The
    /// straight line leads from its first cell to the nearest cell of the last layer.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .....
    ///     ..#..
    ///     .....".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::King)?;
    /// assert_eq!(paths.path_count(), Ok(5));
    /// assert_eq!(paths.path(), Some(vec![(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Vec<Point>> {
        unlimited(|limits| self.try_path(limits))
    }

    /// [`path`](Self::path) within limits. Nodes are the cells of shortest paths.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_path(&self, limits: &Limits<'_>) -> Result<Option<Vec<Point>>, Interrupted> {
        let Some(end) = self.last_layer() else { return Ok(None) };
        let before = |layer, cell| self.cells_before(layer, cell);
        let watch = limits.start();
        let (after, meter) = (|layer, _| layer + 1, &mut Meter::new(&watch));
        Ok(Some(straight::straightest(&self.from, end, before, after, true, meter)?))
    }

    /// The number of the last layer and its cells, if there is a path.
    fn last_layer(&self) -> Option<(u64, &[Point])> {
        let last = self.ends.len().checked_sub(1)?;
        Some((last as u64, self.layer(last)?))
    }

    /// The cells before a cell of a layer on shortest paths, with their layer.
    fn cells_before(&self, layer: u64, cell: Point) -> impl Iterator<Item = (u64, Point)> {
        let before = layer.checked_sub(1);
        let cells = before.map(|before| self.step_into(before as usize, cell));
        cells.into_iter().flatten().map(move |(_, cell)| (layer - 1, cell))
    }

    /// All shortest paths in the order of their cells (row by row).
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(2, 2, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(1, 1)], StepKind::Orthogonal)?;
    /// let paths: Vec<_> = paths.paths().collect();
    /// assert_eq!(paths, [[(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 1)]]);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn paths(&self) -> Paths<'_, Self> {
        Paths::new(self)
    }

    /// Number of shortest paths.
    ///
    /// ```
    /// use king_paths::grid::{CountOverflow, Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(100, 100, |_, _| true)?;
    /// let paths_to = |cell| grid.shortest_paths(&[(0, 0)], &[cell], StepKind::Orthogonal);
    /// assert_eq!(paths_to((30, 30))?.path_count(), Ok(118_264_581_564_861_424));
    /// assert_eq!(paths_to((99, 99))?.path_count(), Err(CountOverflow));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold the number.
    pub fn path_count(&self) -> Result<u128, CountOverflow> {
        unlimited_fallible(|limits| self.try_path_count(limits))
    }

    /// [`path_count`](Self::path_count) within limits. Nodes are the cells of shortest paths. An
    /// interrupted query returns a lower bound.
    ///
    /// # Errors
    /// As [`path_count`](Self::path_count), or if a limit was reached.
    pub fn try_path_count(
        &self,
        limits: &Limits<'_>,
    ) -> Result<u128, TryError<CountOverflow, u128>> {
        // No sum of numbers of different targets overflows: `try_counts` has checked that.
        let counts = self.try_counts(limits)?;
        Ok(counts.per_target().map(|(_, number)| number).sum())
    }

    /// Number of shortest paths, of any size.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(100, 100, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(99, 99)], StepKind::Orthogonal)?;
    /// assert_eq!(paths.path_count_big().to_string().len(), 59);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[cfg(feature = "bigint")]
    #[must_use]
    pub fn path_count_big(&self) -> num_bigint::BigUint {
        unlimited(|limits| self.try_path_count_big(limits))
    }

    /// [`path_count_big`](Self::path_count_big) within limits. Nodes are the cells of shortest
    /// paths. An interrupted query returns a lower bound.
    ///
    /// # Errors
    /// If a limit was reached.
    #[cfg(feature = "bigint")]
    pub fn try_path_count_big(
        &self,
        limits: &Limits<'_>,
    ) -> Result<num_bigint::BigUint, Interrupted<num_bigint::BigUint>> {
        use num_bigint::BigUint;
        let Some(end) = self.last_layer() else { return Ok(BigUint::ZERO) };
        let (numbers, add) = ([BigUint::ZERO, BigUint::from(1u32)], |a, b: &_| Some(a + b));
        let before = |layer, cell| self.cells_before(layer, cell);
        let count = straight::count(end, numbers, before, add, &mut Meter::new(&limits.start()))?;
        Ok(count.unwrap_or_default())
    }

    /// Number of shortest paths to each cell.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(5, 5, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(4, 4), (1, 4)], StepKind::Orthogonal)?;
    /// // The nearest target is at (1, 4).
    /// let counts = paths.counts()?;
    /// assert_eq!((counts.get((1, 3)), counts.get((2, 2))), (4, 0));
    /// assert_eq!(counts.per_target().collect::<Vec<_>>(), [((1, 4), 5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold a number.
    pub fn counts(&self) -> Result<Counts<'_, Self>, CountOverflow> {
        unlimited_fallible(|limits| self.try_counts(limits))
    }

    /// [`counts`](Self::counts) within limits. Nodes are the cells of shortest paths. An
    /// interrupted query returns a lower bound of the number of all paths.
    ///
    /// # Errors
    /// As [`counts`](Self::counts), or if a limit was reached.
    pub fn try_counts(
        &self,
        limits: &Limits<'_>,
    ) -> Result<Counts<'_, Self>, TryError<CountOverflow, u128>> {
        let counts = Counts::within(self, &mut Meter::new(&limits.start()));
        counts.map_err(TryError::Interrupted)?.ok_or(TryError::Failed(CountOverflow))
    }

    /// Draws shortest paths at random, all with the same probability. Empty if there is no path.
    ///
    /// Numbers of paths are rounded to 53 bits, so probabilities differ by a factor of at most 1 ±
    /// n · 2^-49 on paths of n steps.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    /// use king_paths::SeededRng;
    ///
    /// let grid = Grid::from_fn(500, 500, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(499, 499)], StepKind::Orthogonal)?;
    /// let path = paths.sampler(&mut SeededRng::new(1)).next().expect("a path");
    /// assert_eq!((path.len(), path[998]), (999, (499, 499)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn sampler<R: Random>(&self, rng: R) -> Sampler<'_, Self, R> {
        unlimited(|limits| self.try_sampler(rng, limits))
    }

    /// [`sampler`](Self::sampler) within limits, which apply until the numbers of paths are known.
    /// Nodes are the cells of shortest paths.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_sampler<R: Random>(
        &self,
        rng: R,
        limits: &Limits<'_>,
    ) -> Result<Sampler<'_, Self, R>, Interrupted> {
        Sampler::within(self, rng, &mut Meter::new(&limits.start()))
    }
}

impl sealed::Sealed for ShortestPaths<'_> {}

/// The place of a cell is that in `cells`.
impl Layered for ShortestPaths<'_> {
    type Cell = Point;
    type Path = Vec<Point>;
    type Weight = Scaled;
    type Near = Near;
    type Table<T: Clone> = Vec<T>;

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn places(&self, layer: usize) -> impl Iterator<Item = (usize, Point)> + Clone {
        self.range(layer).unwrap_or_default().map(|place| (place, self.cells[place]))
    }

    fn places_before(&self, layer: usize, cell: Point) -> impl Iterator<Item = usize> {
        self.step_into(layer, cell).map(|(place, _)| place)
    }

    fn before(&self, layer: usize, cell: Point) -> Near {
        let mut near = Near::default();
        for (entry, (place, (x, y))) in near.cells.iter_mut().zip(self.step_into(layer, cell)) {
            *entry = (place, [x as u32, y as u32]);
            near.end += 1;
        }
        near
    }

    /// Steps lead both ways.
    fn after(&self, layer: usize, cell: Point) -> Near {
        self.before(layer, cell)
    }

    fn place(&self, cell: Point) -> Option<usize> {
        let mut layers = (0..self.ends.len()).filter_map(|layer| self.range(layer));
        layers.find_map(|range| Some(range.start + position(&self.cells[range.clone()], cell)?))
    }

    fn per_place<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; self.cells.len()]
    }

    fn per_layer<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; self.ends.len()]
    }

    fn path_of(&self, cell: Point) -> Vec<Point> {
        vec![cell; self.ends.len()]
    }

    fn set(path: &mut Vec<Point>, layer: usize, cell: Point) {
        path[layer] = cell;
    }
}

/// Some cells of a layer that are one step from a cell, at most eight, each with its place.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Near {
    /// Places, columns and rows.
    cells: [(usize, [u32; 2]); 8],
    next: usize,
    end: usize,
}

impl Iterator for Near {
    type Item = (usize, Point);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (place, [x, y]) = *self.cells[..self.end].get(self.next)?;
        self.next += 1;
        Some((place, (x as usize, y as usize)))
    }
}

impl fmt::Debug for ShortestPaths<'_> {
    /// The ends, the distance and the number of cells, and for `{:#?}` the map below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to, kind, cells) = (&self.from, &self.to, self.kind, self.cells.len());
        let distance = self.distance();
        write!(f, "ShortestPaths({kind:?} from {}", Short(from))?;
        write!(f, " to {}: distance {distance:?}, {cells} cells)", Short(to))?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// A few cells.
struct Short<'a>(&'a [Point]);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [(x, y)] => write!(f, "({x}, {y})"),
            cells => write!(f, "{} cells", cells.len()),
        }
    }
}

impl fmt::Display for ShortestPaths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = in_order(self.cells.clone());
        let must_pass = in_order(self.must_pass().collect());
        self.grid.draw(f, |cell| match position(&must_pass, cell) {
            Some(_) => Some('*'),
            None => position(&cells, cell).map(|_| 'o'),
        })
    }
}
