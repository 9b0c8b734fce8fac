//! Breadth-first search on a grid: 64 cells at a time where the map is open, cell by cell in mazes.
//!
//! The search begins with `tiles` of 8×8 cells. In a maze a tile of the frontier gets little more
//! than one cell. So after every 64 levels the search compares the cells reached with the tiles
//! taken. Below 1.75 cells a tile it continues with a `queue` of cells, which loads the open cells
//! around a cell as short words of bits (`bits`) and visits only those. The queue is never left: in
//! the mazes and maps that were measured, a maze was followed by more of it. A search with masks
//! ([`Masks`]) stays with tiles, because a mask of a tile costs less than the walls around a cell.
//!
//! The open cells have two layouts for two loads. A tile is a word with its frontier beside it, so
//! that a level reads one line of the cache for each tile. Rows of bits have the cells around any
//! cell side by side.

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Limits, TryError};

use super::distances::{Distances, answer};
use super::ends::Ends;
use super::map::Grid;
use super::queue::Queue;
use super::rule::{Rule, StepKind, with_rule};
use super::size::{GridError, Point};
use super::tiles::{Masks, Tiles};

impl Grid {
    /// Computes the number of steps from the nearest of some cells to every cell, or to the nearest
    /// of them, which is the same number unless steps are closed in one direction. Cells of `ends`
    /// that are not free are ignored, unless none is free. The arguments are those of
    /// [`CostMap::distances`](super::CostMap::distances).
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     ..#..
    ///     ..#..
    ///     .....".parse()?;
    /// let distances = grid.distances(&[(0, 0)], StepKind::NoCornerCut)?;
    /// assert_eq!(distances.to_string(), "\
    /// 0 1 - 6 6
    /// 1 1 - 5 5
    /// 2 2 3 4 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `ends` lies outside; [`GridError::Blocked`] if there are
    /// cells in `ends`, but none is free; [`GridError::OutOfMemory`] if the answer, about
    /// 5 bytes a cell, cannot be allocated.
    pub fn distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
    ) -> Result<Distances<u32>, GridError> {
        let ends = ends.into();
        unlimited_fallible(|limits| self.try_distances(ends, kind, limits))
    }

    /// [`distances`](Self::distances) within limits. Nodes are tiles of 8×8 cells, one for each
    /// BFS level that reaches cells of the tile, and cells in mazes. The preparation, in time
    /// proportional to the size of the grid, is not limited.
    ///
    /// An interrupted query returns the distances up to the greatest that they contain, all of
    /// them.
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances<'a>(
        &self,
        ends: impl Into<Ends<'a>>,
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<u32>, TryError<GridError, Distances<u32>>> {
        let ends = ends.into();
        self.check_free(ends.cells())?;
        let watch = limits.start();
        let meter = &mut Meter::new(&watch);
        let found = with_rule!(self.rule(kind), R => distances::<R>(self, ends, kind, &[], meter));
        found.map_err(|error| error.map(|(known, _)| known))
    }
}

/// Number of levels between two decisions to change from tiles to the queue.
const LEVELS: u32 = 64;
/// Minimum of new cells per tile of the frontier for continuing with tiles, in quarters of a cell.
const WORTH: u64 = 7;

/// The distances of a stopped search, and the next one.
type Partial = (Distances<u32>, u32);

/// The distances from or to `ends`, at least as far as the first of the `targets`; everywhere if
/// there are none. If the search is stopped, those of all cells up to some distance.
pub(super) fn distances<R: Rule>(
    grid: &Grid,
    ends: Ends<'_>,
    kind: StepKind,
    targets: &[Point],
    meter: &mut Meter<'_>,
) -> Result<Distances<u32>, TryError<GridError, Partial>> {
    let (mut found, mut end) = (Distances::new(grid, ends, kind), 0);
    let way = (kind, found.is_way_back);
    let free = |place| grid.cells.row(place);
    let masks = |place| grid.walls.as_ref().map_or([0; 8], |walls| walls.exits(place, way, free));
    let masks = Masks { of_row: &masks, across: None };
    let done = search::<R>(grid, ends.cells(), targets, &masks, (&mut found, &mut end), meter);
    answer(found, done).map_err(|error| error.map(|known| (known, end)))
}

/// Searches by tiles, and by the queue once the map is a maze, unless there are `masks`. Stops at
/// the end of the levels in which a target was reached. Distances less than `end` are written.
pub(super) fn search<R: Rule>(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    masks: &Masks<'_>,
    (distances, end): (&mut Distances<u32>, &mut u32),
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    distances.allocate()?;
    let mut tiles = Tiles::new::<R>(grid, masks)?;
    for &(x, y) in from {
        tiles.start(x, y);
    }
    let reached =
        |distances: &Distances<u32>| targets.iter().any(|&cell| distances.get(cell).is_some());
    loop {
        let work = tiles.search::<R>(distances, LEVELS, meter);
        *end = tiles.level;
        let work = work?;
        if tiles.is_done() || reached(distances) {
            return Ok(());
        }
        if const { !R::IS_MASKED } && 4 * work.cells < WORTH * work.tiles {
            break;
        }
    }
    let mut queue = Queue::after::<R>(grid, &tiles)?;
    meter.change_pace();
    while !queue.is_done() && !reached(distances) {
        let stopped = queue.search::<R>(distances, LEVELS, meter);
        *end = queue.level;
        stopped?;
    }
    Ok(())
}
