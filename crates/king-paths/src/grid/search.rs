//! Breadth-first search on a grid: 64 cells at a time where the map is open, cell by cell in mazes.
//!
//! The search begins with `tiles` of 8×8 cells. In a maze a tile of the frontier gets little more
//! than one cell. So after every 64 levels the search compares the cells reached with the tiles
//! taken. Below 1.75 cells a tile it continues with a `queue` of cells, which loads the open cells
//! around a cell as short words of bits (`bits`) and visits only those. The queue is never left:
//! the rest of a maze is a maze.

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Limits, TryError};

use super::distances::{Distances, answer};
use super::map::{Grid, GridError, Point};
use super::queue::Queue;
use super::rule::{Rule, StepKind, with_rule};
use super::tiles::Tiles;

impl Grid {
    /// Computes the number of steps from the nearest of `from` to every cell. Cells of `from` that
    /// are not free are ignored, unless none is free.
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
    /// [`GridError::OffGrid`] if a cell of `from` lies outside; [`GridError::Blocked`] if there are
    /// cells in `from`, but none is free; [`GridError::OutOfMemory`] if there is no memory for the
    /// answer, about 5 bytes a cell.
    pub fn distances(&self, from: &[Point], kind: StepKind) -> Result<Distances<u32>, GridError> {
        unlimited_fallible(|limits| self.try_distances(from, kind, limits))
    }

    /// [`distances`](Self::distances) within limits. Nodes are tiles of 8×8 cells, one for each
    /// BFS level that reaches cells of the tile, and cells in mazes. Before the first node, a
    /// preparation in time proportional to the size of the grid obeys the limit of time and the
    /// cancel flag only, and reports no progress.
    ///
    /// An interrupted query returns the distances up to the greatest that they contain, all of
    /// them. Only a query that is stopped before the search begins has none.
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances(
        &self,
        from: &[Point],
        kind: StepKind,
        limits: &Limits<'_>,
    ) -> Result<Distances<u32>, TryError<GridError, Distances<u32>>> {
        self.check_free(from)?;
        let found = distances(self, from, &[], kind, &mut Meter::new(&limits.start()));
        found.map_err(|error| error.map(|(known, _)| known))
    }
}

/// The rule for the change from tiles to the queue.
#[derive(Clone, Copy)]
struct Change {
    /// Number of levels between two decisions.
    levels: u32,
    /// Minimum of new cells per tile of the frontier for continuing with tiles, in quarters of a
    /// cell.
    worth: u64,
}

const CHANGE: Change = Change { levels: 64, worth: 7 };

/// The distances of a stopped search, and the next one.
type Partial = (Distances<u32>, u32);

/// The distances from `from`, at least as far as the first of the `targets`; everywhere if there
/// are none. If the search is stopped, those of all cells up to some distance.
pub(super) fn distances(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    kind: StepKind,
    meter: &mut Meter<'_>,
) -> Result<Distances<u32>, TryError<GridError, Partial>> {
    let (mut found, mut end) = (Distances::new(grid, from, kind), 0);
    let to = (&mut found, &mut end);
    let done = with_rule!(kind, R => by_rule::<R>(grid, from, targets, CHANGE, to, meter));
    answer(found, done).map_err(|error| error.map(|known| (known, end)))
}

/// Searches by tiles, and by the queue once the map is a maze. Stops at the end of the levels in
/// which a target was reached. Distances less than `end` are written. Tests vary `change`.
fn by_rule<R: Rule>(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    change: Change,
    (distances, end): (&mut Distances<u32>, &mut u32),
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    distances.allocate(meter)?;
    let mut tiles = Tiles::new::<R>(grid, meter)?;
    for &(x, y) in from {
        tiles.start(x, y);
    }
    let reached =
        |distances: &Distances<u32>| targets.iter().any(|&cell| distances.get(cell).is_some());
    loop {
        let work = tiles.search::<R>(distances, change.levels, meter);
        *end = tiles.level;
        let work = work?;
        if tiles.is_done() || reached(distances) {
            return Ok(());
        }
        if 4 * work.cells < change.worth.saturating_mul(work.tiles) {
            break;
        }
    }
    let mut queue = Queue::after::<R>(grid, &tiles, meter)?;
    meter.change_pace();
    while !queue.is_done() && !reached(distances) {
        let stopped = queue.search::<R>(distances, change.levels, meter);
        *end = queue.level;
        stopped?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use bitboard_core::Limits;
    use quickcheck::QuickCheck;

    use super::*;

    /// Returns the neighbors of a cell.
    fn neighbors(grid: &Grid, (x, y): Point, kind: StepKind) -> Vec<Point> {
        let free = |dx: isize, dy: isize| {
            let cell = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            grid.is_free(cell).then_some(cell)
        };
        let mut found = Vec::new();
        for (dx, dy) in (0..25).map(|i| (i % 5 - 2, i / 5 - 2)) {
            let allowed = match (kind, dx * dx + dy * dy) {
                (StepKind::Knight, length) => length == 5,
                (StepKind::Orthogonal, length) => length == 1,
                (StepKind::King, length) => length == 1 || length == 2,
                (_, 1) => true,
                (kind, length) => {
                    let beside = [free(dx, 0), free(0, dy)].iter().flatten().count();
                    length == 2 && beside > usize::from(kind == StepKind::NoCornerCut)
                }
            };
            found.extend(free(dx, dy).filter(|_| allowed));
        }
        assert_eq!(found, grid.neighbors((x, y), kind).collect::<Vec<_>>());
        found
    }

    /// A queue that knows nothing of bits.
    fn by_hand(grid: &Grid, from: &[Point], kind: StepKind) -> Vec<Vec<Option<u32>>> {
        let mut distances = vec![vec![None; grid.width()]; grid.height()];
        let mut queue: Vec<Point> = Vec::new();
        for &(x, y) in from {
            if grid.is_free((x, y)) {
                distances[y][x] = Some(0);
                queue.push((x, y));
            }
        }
        let mut at = 0;
        while let Some(&(x, y)) = queue.get(at) {
            let distance = distances[y][x];
            for (x, y) in neighbors(grid, (x, y), kind) {
                let entry = &mut distances[y][x];
                if entry.is_none() {
                    *entry = distance.map(|d: u32| d + 1);
                    queue.push((x, y));
                }
            }
            at += 1;
        }
        distances
    }

    fn agree(grid: &Grid, from: &[Point]) {
        for kind in StepKind::ALL {
            let expected = by_hand(grid, from, kind);
            let changes = [
                CHANGE,
                Change { levels: 7, worth: 0 },
                Change { levels: 1, worth: u64::MAX },
                Change { levels: 5, worth: u64::MAX },
            ];
            for change in changes {
                let watch = Limits::new().start();
                let mut meter = Meter::new(&watch);
                let mut ours = Distances::new(grid, from, kind);
                let to = &mut ours;
                with_rule!(kind, R => by_rule::<R>(grid, from, &[], change, (to, &mut 0), &mut meter))
                    .expect("memory");
                for (y, row) in expected.iter().enumerate() {
                    let same = ours.row(y).is_some_and(|ours| ours.eq(row.iter().copied()));
                    assert!(same, "row {y}");
                }
                let furthest = expected.iter().flatten().flatten().max().copied();
                assert_eq!(ours.max(), furthest);
                assert_eq!(ours.iter().count(), expected.iter().flatten().flatten().count());
            }
        }
    }

    /// A grid with `free` of 16 cells free.
    fn random(width: usize, height: usize, seed: u64, free: u64) -> Grid {
        let mut state = seed;
        Grid::from_fn(width, height, |_, _| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (z ^ z >> 29) >> 40 & 15 < free
        })
        .expect("a small grid")
    }

    #[test]
    fn every_engine_agrees_with_a_queue() {
        fn check((width, height, seed, from): (u8, u8, u64, (u8, u8))) {
            let (width, height) = (usize::from(width) % 70 + 1, usize::from(height) % 40 + 1);
            let grid = random(width, height, seed, 6 + seed % 11);
            let first = (usize::from(from.0) % width, usize::from(from.1) % height);
            agree(&grid, &[first]);
            agree(&grid, &[first, (width - 1, height - 1), (0, 0)]);
            agree(&grid, &[]);
        }
        QuickCheck::new().tests(60).quickcheck(check as fn(_));
    }

    #[test]
    fn lines_and_mazes() {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (8, 8), (9, 17), (65, 64)] {
            let open = Grid::from_fn(width, height, |_, _| true).expect("a small grid");
            agree(&open, &[(0, 0)]);
            agree(&open, &[(width - 1, height / 2)]);
        }
        // Walls across the whole width, open at alternating ends: a way of 40×100 cells.
        let snake =
            |x: usize, y: usize| y.is_multiple_of(2) || x == if y % 4 == 1 { 99 } else { 0 };
        let snake = Grid::from_fn(100, 81, snake).expect("a small grid");
        agree(&snake, &[(0, 0)]);
        agree(&snake, &[(50, 40)]);
    }

    #[test]
    fn a_search_with_a_target_is_right_as_far_as_it_goes() {
        for seed in 0..20 {
            let grid = random(90, 70, seed, 11);
            let target = (89, 69 - seed as usize);
            for kind in StepKind::ALL {
                let watch = Limits::new().start();
                let mut meter = Meter::new(&watch);
                let all = distances(&grid, &[(3, 5)], &[], kind, &mut meter).expect("memory");
                let to = [target];
                let some = distances(&grid, &[(3, 5)], &to, kind, &mut meter).expect("memory");
                assert_eq!(some.get(target), all.get(target));
            }
        }
    }
}
