//! All shortest paths on a grid, as layers.
//!
//! A search forward stops at the nearest target. The way back starts from the targets and visits
//! only cells of shortest paths: the layer before holds the neighbors that are one step nearer.
//! Layers are stored one after the other, the last first, each sorted by rows. So the position of a
//! cell in a layer, which paths need, is found by binary search, and nothing is kept for the
//! rest of the map. Beyond the search, time is that of the cells of shortest paths and of sorting
//! each layer.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, StopReason, TryError};

use super::distances::Distances;
use super::ends::Ends;
use super::map::{Grid, in_order, position};
use super::rule::{Rule, StepKind, with_rule};
use super::search;
use super::size::{GridError, Point};

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
        with_rule!(self.rule(kind), R => paths.find::<R>(&mut Meter::new(&watch)))?;
        Ok(paths)
    }
}

impl<'a> ShortestPaths<'a> {
    /// Finds the layers. If the search is stopped, a lower bound of the distance.
    fn find<R: Rule>(&mut self, meter: &mut Meter<'_>) -> Result<(), TryError<GridError, u32>> {
        let Self { grid, from, to, kind, .. } = &*self;
        let nearest = |known: &Distances<u32>| to.iter().filter_map(|&cell| known.get(cell)).min();
        let from = Ends::From(from);
        let distances = search::distances::<R>(grid, from, *kind, to, meter).map_err(|error| {
            // The search continues for some levels after the nearest target.
            error.map(|(known, end)| nearest(&known).unwrap_or(end))
        })?;
        let Some(distance) = nearest(&distances) else { return Ok(()) };
        let last = to.iter().filter(|&&cell| distances.get(cell) == Some(distance));
        let last = last.map(|&cell| grid.place(cell)).collect();
        meter.change_pace();
        let added = self.add_layers::<R>(last, &distances.entries, distance, meter);
        Ok(added.map_err(|reason| Interrupted::new(reason, distance))?)
    }

    /// Adds the layers from the last one, whose places are at `distance`, to the first.
    fn add_layers<R: Rule>(
        &mut self,
        mut layer: Vec<usize>,
        distances: &[u32],
        distance: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let grid = self.grid;
        for distance in (0..distance).rev() {
            self.add(&mut layer);
            let mut before = Vec::new();
            for &place in &layer {
                meter.take_all(1)?;
                let near = grid.targets::<R>(place, (self.kind, true)).map(|(near, _)| near);
                before.extend(near.filter(|&near| distances[near] == distance));
            }
            layer = before;
        }
        self.add(&mut layer);
        Ok(())
    }

    /// Adds a layer before the others, and sorts its places, which come in the order of rows then,
    /// each once.
    fn add(&mut self, layer: &mut Vec<usize>) {
        layer.sort_unstable();
        layer.dedup();
        self.cells.extend(layer.iter().map(|&place| self.grid.point(place)));
        self.ends.push(self.cells.len());
    }

    /// The map.
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
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.ends.len().checked_sub(1).map(|steps| steps as u32)
    }

    /// The cells of layer `i`, from 0, in the order of rows, or `None` if the layer does not exist.
    #[must_use]
    pub fn layer(&self, i: usize) -> Option<&[Point]> {
        Some(&self.cells[self.range(i)?])
    }

    /// The place of layer `i` in `cells`.
    pub(super) fn range(&self, i: usize) -> Option<Range<usize>> {
        // Layers are stored from last to first.
        let i = self.ends.len().checked_sub(i)?.checked_sub(1)?;
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[i])
    }

    /// The layers from first to last; there are none without a path.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = &[Point]> + ExactSizeIterator {
        (0..self.ends.len()).map(|i| self.layer(i).unwrap_or_default())
    }

    /// The cells on some shortest path, layer by layer.
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
