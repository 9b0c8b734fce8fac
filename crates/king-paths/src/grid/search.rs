//! Breadth-first search on a grid: 64 cells at a time where the map is open, cell by cell in mazes.
//!
//! The search begins with **tiles** of 8 × 8 cells, one word each. A tile knows its open cells
//! (free and not yet reached) and its part of the frontier. A level takes the list of tiles with
//! cells of the frontier, and moves all cells of a tile at once:
//!
//! ```text
//!   for tile in list:
//!       write the level into the distances of tile.frontier
//!       for each of the 9 tiles around it, itself included:
//!           new = cells of that tile one step from tile.frontier   // shifts, see `rule`
//!                 & that tile's open cells
//!           that tile: open ^= new, next frontier |= new           // so no cell is reached twice
//!           if its next frontier was empty and new is not: add it to the next list
//! ```
//!
//! Whether a neighbor gets any cells is hard to predict, so it is written in any case, and the
//! length of the list grows by a comparison instead of a branch. Only the four corners, which are
//! rare, have a branch. A level costs about a hundred instructions a tile.
//!
//! In a maze a tile of the frontier gets little more than one cell. So after every 64 levels the
//! search compares the cells reached with the tiles taken. Below 1.75 cells a tile it continues
//! with a **queue** of cells, which loads the open cells around a cell as short words of bits
//! ([`Rows`]) and visits only those. The queue is never left: the rest of a maze is a maze.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::{Bitboard, Geometry, StopReason};

use super::distances::{Distances, stride};
use super::map::{Cells, Grid, GridError, Point, filled};
use super::rule::{
    Diagonals, Rule, StepKind, near_corners, spread, spread_to_corners, targets, with_rule,
};
use crate::meter::{Meter, TryError};

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

/// The distances from `from`, at least as far as the first of the `targets`; everywhere if there
/// are none. If the search is stopped, those of all cells up to some distance.
pub(super) fn distances(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    kind: StepKind,
    meter: &mut Meter<'_>,
) -> Result<Distances, TryError<GridError, Distances>> {
    with_change(grid, from, targets, kind, CHANGE, meter)
}

/// [`distances`] with another rule for the change from tiles to the queue, which tests vary.
fn with_change(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    kind: StepKind,
    change: Change,
    meter: &mut Meter<'_>,
) -> Result<Distances, TryError<GridError, Distances>> {
    let mut distances = Distances::new(grid, kind);
    let to = &mut distances;
    match with_rule!(kind, R => by_rule::<R>(grid, from, targets, change, to, meter)) {
        Ok(()) => Ok(distances),
        Err(error) => Err(error.map(|()| distances)),
    }
}

/// Searches by tiles, and by the queue once the map is a maze. Stops at the end of the levels in
/// which a target was reached.
fn by_rule<R: Rule>(
    grid: &Grid,
    from: &[Point],
    targets: &[Point],
    change: Change,
    distances: &mut Distances,
    meter: &mut Meter<'_>,
) -> Result<(), TryError<GridError>> {
    distances.allocate(meter)?;
    let mut tiles = Tiles::new::<R>(grid, meter)?;
    for &(x, y) in from {
        tiles.start(x, y);
    }
    let reached = |distances: &Distances| targets.iter().any(|&cell| distances.get(cell).is_some());
    loop {
        let work = tiles.search::<R>(distances, change.levels, meter)?;
        if tiles.is_done() || reached(distances) {
            return Ok(());
        }
        if 4 * work.cells < change.worth.saturating_mul(work.tiles) {
            break;
        }
    }
    let mut queue = Queue::new::<R>(grid, &tiles, distances, meter)?;
    meter.change_pace();
    while !queue.is_done() && !reached(distances) {
        queue.search::<R>(distances, change.levels, meter)?;
    }
    Ok(())
}

/// The entry of cells without a component.
const NO_COMPONENT: u32 = u32::MAX;

/// Finds the connected components in the order of their first cells, by floods cell by cell.
/// `count` is the number of components found so far, also if the search is stopped.
pub(super) fn components<R: Rule>(
    grid: &Grid,
    count: &mut usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Point>>, TryError<GridError>> {
    let stride = stride(grid.width);
    let rows = 8 * grid.height.div_ceil(8);
    let mut labels = filled((grid.width, grid.height), NO_COMPONENT, rows, stride, meter)?;
    let mut queue = Queue::of::<R>(grid, |column, row| grid.tile(column, row), meter)?;
    let mut found: Vec<Vec<Point>> = Vec::new();
    for y in 0..grid.height {
        let mut x = 0;
        while x < grid.width {
            let end = x + meter.take(grid.width - x)?;
            for x in x..end {
                let cell = y * stride + x;
                if queue.open.contains(cell) {
                    queue.open.remove(cell);
                    queue.frontier.push(cell);
                    while !queue.is_done() {
                        queue.step::<R>(found.len() as u32, &mut labels, meter)?;
                    }
                    found.push(Vec::new());
                    *count += 1;
                }
                if labels[cell] != NO_COMPONENT {
                    found[labels[cell] as usize].push((x, y));
                }
            }
            x = end;
        }
    }
    Ok(found)
}

/// A tile of the grid.
#[derive(Clone, Copy, Default)]
struct Tile {
    /// Free and not yet reached.
    open: Cells,
    /// Reached in the last level and in this one, alternately.
    frontier: [Cells; 2],
}

/// Counts of a search.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Number of tiles spread.
    tiles: u64,
    /// Number of cells reached.
    cells: u64,
}

/// A search by tiles.
struct Tiles {
    /// Tiles per row, one more on either side than the grid has; one more row above and below too.
    stride: usize,
    tiles: Vec<Tile>,
    /// Empty if the rule does not ask for it.
    diagonals: Vec<Diagonals>,
    /// The tiles with cells of the frontier, and room for one more.
    list: Vec<u32>,
    next: Vec<u32>,
    /// The distance of the frontier.
    level: u32,
}

impl Tiles {
    fn new<R: Rule>(grid: &Grid, meter: &Meter<'_>) -> Result<Self, TryError<GridError>> {
        let (columns, rows) = (grid.width.div_ceil(8), grid.height.div_ceil(8));
        let stride = columns + 2;
        let size = (grid.width, grid.height);
        let mut tiles = filled(size, Tile::default(), rows + 2, stride, meter)?;
        for (y, line) in grid.words.chunks_exact(grid.stride).enumerate() {
            if y % 8 == 0 {
                meter.check()?;
            }
            let tiles = &mut tiles[(y / 8 + 1) * stride + 1..][..columns];
            for (eight, word) in tiles.chunks_mut(8).zip(line) {
                for (tile, byte) in eight.iter_mut().zip(word.to_le_bytes()) {
                    tile.open |= Bitboard::from_bits_truncate(u64::from(byte) << (8 * (y % 8)));
                }
            }
        }
        let mut diagonals = Vec::new();
        if R::NO_CORNER_CUT {
            diagonals = filled(size, Diagonals::default(), rows + 2, stride, meter)?;
            find_diagonals(&tiles, stride, &mut diagonals, meter)?;
        }
        Ok(Self { stride, tiles, diagonals, list: Vec::new(), next: Vec::new(), level: 0 })
    }

    /// Adds a cell to the first frontier if it is free.
    fn start(&mut self, x: usize, y: usize) {
        let index = (y / 8 + 1) * self.stride + x / 8 + 1;
        let tile = &mut self.tiles[index];
        let cell = tile.open.intersect_bits(1 << (x % 8 + 8 * (y % 8)));
        if !cell.is_empty() && tile.frontier[0].is_empty() {
            self.list.push(index as u32);
        }
        tile.open -= cell;
        tile.frontier[0] |= cell;
    }

    /// Returns whether the frontier is empty.
    fn is_done(&self) -> bool {
        self.list.is_empty()
    }

    /// The cells of a tile that have not been reached.
    fn open(&self, column: usize, row: usize) -> Cells {
        self.tiles[(row + 1) * self.stride + column + 1].open
    }

    /// The frontier: column, row and cells of each tile that has some.
    fn frontier(&self) -> impl Iterator<Item = (usize, usize, Cells)> + '_ {
        let turn = self.level as usize % 2;
        self.list.iter().map(move |&index| {
            let index = index as usize;
            let (row, column) = (index / self.stride - 1, index % self.stride - 1);
            (column, row, self.tiles[index].frontier[turn])
        })
    }

    /// Searches up to `levels` levels.
    fn search<R: Rule>(
        &mut self,
        distances: &mut Distances,
        levels: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Work, StopReason> {
        let mut work = Work::default();
        let mut stopped = Ok(());
        for _ in 0..levels {
            if self.list.is_empty() || stopped.is_err() {
                break;
            }
            work.tiles += self.list.len() as u64;
            stopped = self.step::<R>(distances, meter).map(|cells| work.cells += cells);
            self.level += 1;
        }
        distances.end(self.level);
        stopped.map(|()| work)
    }

    /// Writes the distances of the frontier and finds the next one. Returns the size of the
    /// frontier. If it is stopped, the distances of the frontier are written, and there is no next
    /// one.
    fn step<R: Rule>(
        &mut self,
        distances: &mut Distances,
        meter: &mut Meter<'_>,
    ) -> Result<u64, StopReason> {
        // Each tile adds at most nine.
        self.next.resize(9 * self.list.len() + 1, 0);
        let (mut len, mut cells, mut done) = (0, 0, 0);
        while done < self.list.len() {
            match meter.take(self.list.len() - done) {
                Ok(tiles) => {
                    cells += self.spread::<R>(done..done + tiles, &mut len, distances);
                    done += tiles;
                }
                Err(reason) => {
                    self.write_frontier(done, distances);
                    return Err(reason);
                }
            }
        }
        self.next.truncate(len);
        core::mem::swap(&mut self.list, &mut self.next);
        Ok(cells)
    }

    /// Writes the distances of the frontier from number `done` of the list on.
    #[cold]
    #[inline(never)]
    fn write_frontier(&self, done: usize, distances: &mut Distances) {
        let (turn, stride) = (self.level as usize % 2, self.stride);
        for &index in &self.list[done..] {
            let index = index as usize;
            let (row, column) = (index / stride - 1, index % stride - 1);
            write(self.tiles[index].frontier[turn], column, row, self.level, distances);
        }
    }

    /// Takes some tiles of the list: writes their distances and adds the cells one step further to
    /// the next frontier, whose list has `len` tiles. Returns the number of cells in the tiles.
    #[inline(always)]
    fn spread<R: Rule>(
        &mut self,
        tiles: Range<usize>,
        len: &mut usize,
        distances: &mut Distances,
    ) -> u64 {
        let (turn, stride) = (self.level as usize % 2, self.stride);
        let mut cells = 0;
        let mut next =
            Next { tiles: &mut self.tiles, list: &mut self.next, len: *len, turn: 1 - turn };
        for &index in &self.list[tiles] {
            let index = index as usize;
            let frontier = core::mem::take(&mut next.tiles[index].frontier[turn]);
            cells += u64::from(frontier.len());
            let (row, column) = (index / stride - 1, index % stride - 1);
            write(frontier, column, row, self.level, distances);
            let none = Diagonals::default();
            let diagonals = if R::NO_CORNER_CUT { &self.diagonals[index] } else { &none };
            let [here, above, below, left, right] = spread::<R>(frontier, diagonals);
            next.add(index, here);
            next.add(index - stride, above);
            next.add(index + stride, below);
            next.add(index - 1, left);
            next.add(index + 1, right);
            if !frontier.is_disjoint(Bitboard::from_u64(const { near_corners::<R>() })) {
                let [a, b, c, d] = spread_to_corners::<R>(frontier, diagonals);
                next.add(index + stride + 1, a);
                next.add(index + stride - 1, b);
                next.add(index - stride + 1, c);
                next.add(index - stride - 1, d);
            }
        }
        *len = next.len;
        cells
    }
}

/// The frontier being found.
struct Next<'a> {
    tiles: &'a mut [Tile],
    list: &'a mut [u32],
    len: usize,
    turn: usize,
}

impl Next<'_> {
    /// Adds those of the cells that are still open. Whether there are any is hard to predict, so
    /// there is no branch.
    #[inline(always)]
    fn add(&mut self, index: usize, cells: Cells) {
        let tile = &mut self.tiles[index];
        let cells = cells & tile.open;
        tile.open ^= cells;
        let before = tile.frontier[self.turn];
        tile.frontier[self.turn] = before | cells;
        self.list[self.len] = index as u32;
        self.len += usize::from(before.is_empty() && !cells.is_empty());
    }
}

/// Writes the distance of all cells of a tile's frontier.
#[inline(always)]
fn write(frontier: Cells, column: usize, row: usize, level: u32, distances: &mut Distances) {
    let stride = distances.stride;
    let start = 8 * row * stride + 8 * column;
    let mut bits = frontier.bits();
    while bits != 0 {
        let bit = bits.trailing_zeros() as usize;
        distances.steps[start + bit / 8 * stride + bit % 8] = level;
        bits &= bits - 1;
    }
}

/// Finds the cells from which diagonal steps do not cut a corner, for each tile and direction.
fn find_diagonals(
    tiles: &[Tile],
    stride: usize,
    diagonals: &mut [Diagonals],
    meter: &Meter<'_>,
) -> Result<(), StopReason> {
    let free = |index: usize| tiles.get(index).map_or(Bitboard::EMPTY, |tile| tile.open);
    for (index, diagonals) in diagonals.iter_mut().enumerate() {
        if index % 1024 == 0 {
            meter.check()?;
        }
        let here = free(index);
        if here.is_empty() {
            continue;
        }
        // The cells that are free one column or row further.
        let right = here.shift(-1, 0) | free(index + 1).shift(7, 0);
        let left = here.shift(1, 0) | free(index - 1).shift(-7, 0);
        let below = here.shift(0, -1) | free(index + stride).shift(0, 7);
        let above = here.shift(0, 1) | free(index - stride).shift(0, -7);
        *diagonals = [right & below, left & below, right & above, left & above];
    }
    Ok(())
}

/// A search cell by cell.
struct Queue {
    /// The cells still open.
    open: Rows,
    /// All free cells, if the rule asks for them.
    free: Option<Rows>,
    /// The places of the cells of the frontier.
    frontier: Vec<usize>,
    next: Vec<usize>,
    level: u32,
    /// From bits of a window to places.
    steps: [usize; 64],
    /// The bit of the middle of a window as a place.
    middle: usize,
}

impl Queue {
    /// A search through the cells of the tiles that `open` returns for each column and row of
    /// tiles.
    fn of<R: Rule>(
        grid: &Grid,
        open: impl Fn(usize, usize) -> Cells,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let (stride, side) = (stride(grid.width), R::Window::WIDTH);
        let free = R::NO_CORNER_CUT
            .then(|| Rows::new::<R>(grid, |column, row| grid.tile(column, row), meter))
            .transpose()?;
        Ok(Self {
            open: Rows::new::<R>(grid, open, meter)?,
            free,
            frontier: Vec::new(),
            next: Vec::new(),
            level: 0,
            steps: core::array::from_fn(|bit| bit / side * stride + bit % side),
            middle: side / 2 * (stride + 1),
        })
    }

    /// Continues where `tiles` have stopped.
    fn new<R: Rule>(
        grid: &Grid,
        tiles: &Tiles,
        distances: &Distances,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let mut queue = Self::of::<R>(grid, |column, row| tiles.open(column, row), meter)?;
        for (column, row, cells) in tiles.frontier() {
            let place = |x: usize, y: usize| (8 * row + y) * distances.stride + 8 * column + x;
            queue.frontier.extend(cells.iter().map(|cell| place(cell.x(), cell.y())));
        }
        queue.level = tiles.level;
        Ok(queue)
    }

    fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches up to `levels` levels.
    fn search<R: Rule>(
        &mut self,
        distances: &mut Distances,
        levels: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut stopped = Ok(());
        for _ in 0..levels {
            stopped = self.step::<R>(self.level, &mut distances.steps, meter);
            self.level += 1;
            if self.frontier.is_empty() || stopped.is_err() {
                break;
            }
        }
        distances.end(self.level);
        stopped
    }

    /// Writes `value` to the entries of the frontier and finds the next one. If it is stopped, all
    /// entries of the frontier are written, and there is no next one.
    #[inline(always)]
    fn step<R: Rule>(
        &mut self,
        value: u32,
        values: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if meter.take_whole(self.frontier.len()) {
            self.spread::<R>(0..self.frontier.len(), value, values);
        } else {
            self.spread_in_parts::<R>(value, values, meter)?;
        }
        self.frontier.clear();
        core::mem::swap(&mut self.frontier, &mut self.next);
        Ok(())
    }

    /// Takes all cells of the frontier, as [`spread`](Self::spread), as far as the limits allow.
    #[cold]
    #[inline(never)]
    fn spread_in_parts<R: Rule>(
        &mut self,
        value: u32,
        values: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut done = 0;
        while done < self.frontier.len() {
            match meter.take(self.frontier.len() - done) {
                Ok(cells) => {
                    self.spread::<R>(done..done + cells, value, values);
                    done += cells;
                }
                Err(reason) => {
                    self.frontier[done..].iter().for_each(|&cell| values[cell] = value);
                    return Err(reason);
                }
            }
        }
        Ok(())
    }

    /// Takes some cells of the frontier: writes their value and adds their neighbors to the next
    /// frontier.
    #[inline(always)]
    fn spread<R: Rule>(&mut self, cells: Range<usize>, value: u32, values: &mut [u32]) {
        for &cell in &self.frontier[cells] {
            values[cell] = value;
            let open = self.open.window::<R::Window>(cell);
            let around = match &self.free {
                Some(free) => targets::<R>(free.window(cell)) & open,
                None => targets::<R>(open),
            };
            for target in around {
                let place = cell + self.steps[target.index() as usize] - self.middle;
                self.open.remove(place);
                self.next.push(place);
            }
        }
    }
}

/// Bits before the rows above the first one.
const OFFSET: usize = 8;

/// A set of cells of a grid as rows of bits with a border, so that the 3 × 3 cells around one are
/// three short loads. Cells are numbered as the entries of distances.
pub(super) struct Rows {
    /// Bytes per row, an eighth of the entries in a row of distances.
    stride: usize,
    /// The bit of entry 0, after the rows within the reach of a step.
    first: usize,
    bits: Vec<u8>,
}

impl Rows {
    /// The cells of the tiles that `tile` returns for each column and row of tiles.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tile: impl Fn(usize, usize) -> Cells,
        meter: &Meter<'_>,
    ) -> Result<Self, TryError<GridError>> {
        let (columns, rows) = (grid.width.div_ceil(8), grid.height.div_ceil(8));
        let (stride, reach) = (stride(grid.width), R::Window::HEIGHT / 2);
        // Four bytes more than there are, as loads take four.
        let bytes = (OFFSET + stride * (8 * rows + 2 * reach)) / 8 + 4;
        let mut bits = filled((grid.width, grid.height), 0, bytes, 1, meter)?;
        for row in 0..rows {
            meter.check()?;
            for column in 0..columns {
                for (i, byte) in tile(column, row).bits().to_le_bytes().into_iter().enumerate() {
                    bits[(OFFSET + (8 * row + i + reach) * stride) / 8 + column] = byte;
                }
            }
        }
        Ok(Self { stride: stride / 8, first: OFFSET + reach * stride, bits })
    }

    /// The cells around entry `place`.
    #[inline(always)]
    pub(super) fn window<G: Geometry>(&self, place: usize) -> Bitboard<u64, G> {
        let start = place + OFFSET - G::WIDTH / 2;
        // Rows begin with a byte, so the bits of each are shifted equally.
        let row = |i: usize| {
            let bytes = self.bits[start / 8 + i * self.stride..][..4].try_into().unwrap_or([0; 4]);
            u64::from(u32::from_le_bytes(bytes) >> (start % 8)) & ((1 << G::WIDTH) - 1)
        };
        let rows = (0..G::HEIGHT).map(|i| row(i) << (i * G::WIDTH));
        Bitboard::from_bits_truncate(rows.fold(0, |window, row| window | row))
    }

    /// Returns whether entry `place` is in the set.
    pub(super) fn contains(&self, place: usize) -> bool {
        let bit = place + self.first;
        self.bits[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// Removes entry `place`.
    #[inline(always)]
    pub(super) fn remove(&mut self, place: usize) {
        let bit = place + self.first;
        self.bits[bit / 8] &= !(1 << (bit % 8));
    }
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
                (StepKind::NoCornerCut, length) => {
                    length == 1 || length == 2 && free(dx, 0).is_some() && free(0, dy).is_some()
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
                let mut meter = Meter::new(&Limits::new());
                let ours = with_change(grid, from, &[], kind, change, &mut meter).expect("memory");
                for (y, row) in expected.iter().enumerate() {
                    let same = ours.row(y).is_some_and(|ours| ours.eq(row.iter().copied()));
                    assert!(same, "row {y}");
                }
                let furthest = expected.iter().flatten().flatten().max().copied();
                assert_eq!(ours.max(), furthest);
                assert_eq!(ours.reached() as usize, expected.iter().flatten().flatten().count());
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
        // Walls across the whole width, open at alternating ends: a way of 40 × 100 cells.
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
                let mut meter = Meter::new(&Limits::new());
                let all = distances(&grid, &[(3, 5)], &[], kind, &mut meter).expect("memory");
                let to = [target];
                let some = distances(&grid, &[(3, 5)], &to, kind, &mut meter).expect("memory");
                assert_eq!(some.get(target), all.get(target));
            }
        }
    }
}
