//! All shortest paths on a grid.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::error::GridError;
use super::map::{Grid, Point};
use super::rule::StepKind;
use super::search;

/// All shortest paths from one set of cells to another. Made by [`Grid::shortest_paths`].
///
/// Layer i holds the cells that are the i-th on some shortest path. The value keeps the query too, so its methods need
/// no further arguments. It prints as the map with `o` in cells of shortest paths and `*` in those that all of them
/// pass.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Finds all shortest paths from a cell of `from` to a cell of `to`. Cells that are not free are ignored; there may
    /// be no path.
    ///
    /// The search stops at the nearest cell of `to`; the way back visits only cells of shortest paths.
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
    /// [`GridError::OffGrid`] if a cell of `from` or `to` lies outside; [`GridError::OutOfMemory`] if there is no memory
    /// for the distances, about 5 bytes a cell.
    pub fn shortest_paths(
        &self,
        from: &[Point],
        to: &[Point],
        kind: StepKind,
    ) -> Result<ShortestPaths<'_>, GridError> {
        self.check(from)?;
        self.check(to)?;
        let mut paths = ShortestPaths {
            grid: self,
            kind,
            from: from.to_vec(),
            to: to.to_vec(),
            cells: Vec::new(),
            ends: Vec::new(),
        };
        if to.is_empty() {
            return Ok(paths);
        }
        let distances = search::distances(self, from, to, kind)?;
        let nearest = to.iter().filter_map(|&cell| distances.get(cell)).min();
        let Some(nearest) = nearest else { return Ok(paths) };
        let mut layer: Vec<Point> =
            to.iter().copied().filter(|&cell| distances.get(cell) == Some(nearest)).collect();
        for distance in (0..nearest).rev() {
            paths.add(&mut layer);
            let before = |&cell: &Point| self.neighbors(cell, kind);
            let closer = |&cell: &Point| distances.get(cell) == Some(distance);
            layer = layer.iter().flat_map(before).filter(closer).collect();
        }
        paths.add(&mut layer);
        Ok(paths)
    }
}

impl<'a> ShortestPaths<'a> {
    /// Adds a layer before the others.
    fn add(&mut self, layer: &mut Vec<Point>) {
        layer.sort_unstable_by_key(|&(x, y)| (y, x));
        layer.dedup();
        self.cells.extend_from_slice(layer);
        self.ends.push(self.cells.len());
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

    /// The cells where paths may begin.
    #[must_use]
    pub fn from(&self) -> &[Point] {
        &self.from
    }

    /// The cells where paths may end.
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
    /// let distance = |x| grid.shortest_paths(&[(0, 0)], &[(x, 0)], StepKind::King).map(|p| p.distance());
    /// assert_eq!((distance(1), distance(3)), (Ok(Some(1)), Ok(None)));
    /// # Ok::<(), king_paths::grid::MapError>(())
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
        let i = self.ends.len().checked_sub(i + 1)?;
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[i])
    }

    /// The layers from first to last. None if there is no path.
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

    /// The cells of layer `i` that one step from `cell` leads to, with their positions in the layer.
    pub(super) fn step_into(&self, i: usize, cell: Point) -> impl Iterator<Item = (usize, Point)> {
        let layer = self.layer(i).unwrap_or_default();
        let place = |(x, y): Point| layer.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok();
        self.grid.neighbors(cell, self.kind).filter_map(move |cell| Some((place(cell)?, cell)))
    }
}

impl fmt::Display for ShortestPaths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut marks: Vec<(Point, char)> = self.cells.iter().map(|&cell| (cell, 'o')).collect();
        marks.extend(self.must_pass().map(|cell| (cell, '*')));
        // Of two marks of a cell, the last one counts.
        marks.sort_by_key(|&((x, y), _)| (y, x));
        let mut marks = marks.into_iter().peekable();
        self.grid.draw(f, |cell| {
            let mut mark = None;
            while let Some((_, symbol)) = marks.next_if(|&(marked, _)| marked == cell) {
                mark = Some(symbol);
            }
            mark
        })
    }
}
