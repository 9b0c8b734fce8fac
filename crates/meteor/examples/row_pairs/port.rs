//! Port of the Meteor search of Nicolas Cellier's "Meteor Contest - Part 8 dumb and fast" (2012):
//! next free cell first, on a window of rows that moves up by two when they are full, with tables
//! of positions for each of the five pairs of rows from which those that make an island by
//! themselves are left out.
//!
//! The tables hold 487, 600, 594, 326 and 19 positions, as published. The search takes 518,760
//! loops where 545,906 are published: the article does not state which six orientations of the
//! piece that breaks the symmetry it keeps, this port keeps the smaller one of each pair. It also
//! finds the region that a piece may cut off on the whole board instead of the window of rows.

use bitboard_core::{Bitboard, OffsetHex, Steps};
use meteor_puzzle::presets;

type Board = Bitboard<u64, OffsetHex<5, 10>>;

const TWO_ROWS: u64 = (1 << 10) - 1;

/// A position of a piece in the window, and the region that it may cut off.
#[derive(Clone, Copy, Debug)]
struct Position {
    mask: u64,
    /// Cells that the piece encloses together with all that comes before its first cell; 0 if
    /// none.
    island: u64,
}

/// The tables, and what has been found.
#[derive(Clone, Debug)]
pub struct Search {
    /// By pair of rows, first cell in it, and piece.
    tables: [[[Vec<Position>; 10]; 10]; 5],
    chosen: [u64; 10],
    solutions: Vec<[u64; 10]>,
    loops: u64,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// Makes the tables.
    #[must_use]
    pub fn new() -> Self {
        let mut tables: [[[Vec<Position>; 10]; 10]; 5] = Default::default();
        let all = presets::find("meteor").expect("it comes with the crate").puzzle().placements();
        let count = |piece| all.iter().filter(|placement| placement.piece == piece).count();
        let most = (0..10).max_by_key(|&piece| count(piece)).unwrap_or_default();
        for placement in all {
            let cells = Board::from_bits_truncate(placement.cells().map(|cell| 1 << cell).sum());
            if placement.piece == most && orientation(cells) > turned(&orientation(cells)) {
                continue;
            }
            // An island that the piece cuts off at an edge by itself.
            if regions(!cells).any(|region| region.len() % 5 != 0) {
                continue;
            }
            let first = cells.bits().trailing_zeros() as usize;
            let (pair, shift) = (first / 10, first / 10 * 10);
            // With everything before the first cell filled, the smaller of the regions left may be
            // cut off; whether it is a bad one shows on the board.
            let before = Board::from_bits_truncate(
                cells.bits() | (cells.bits() & cells.bits().wrapping_neg()).wrapping_sub(1),
            );
            let mut left: Vec<Board> = regions(!before).collect();
            left.sort_unstable_by_key(|region| region.len());
            let island = if left.len() > 1 { left[0].bits() >> shift } else { 0 };
            let position = Position { mask: cells.bits() >> shift, island };
            tables[pair][first - shift][placement.piece].push(position);
        }
        Self { tables, chosen: [0; 10], solutions: Vec::new(), loops: 0 }
    }

    /// The number of positions in the tables of the five pairs of rows.
    #[must_use]
    pub fn positions(&self) -> [usize; 5] {
        std::array::from_fn(|pair| self.tables[pair].iter().flatten().map(Vec::len).sum())
    }

    /// The number of times that the search went one level deeper.
    #[must_use]
    pub fn loops(&self) -> u64 {
        self.loops
    }

    /// Searches everything and returns one solution of each pair that a half turn exchanges, as the
    /// cells of each piece.
    pub fn run(&mut self) -> &[[u64; 10]] {
        self.watch(|_| true)
    }

    /// [`run`](Self::run), which calls `step` with the cells of the placed pieces, 0 for the
    /// others, once a loop and once a solution, and stops if it returns false.
    pub fn watch(&mut self, mut step: impl FnMut(&[u64; 10]) -> bool) -> &[[u64; 10]] {
        self.solutions.clear();
        self.chosen = [0; 10];
        self.loops = 0;
        self.place(0, 0, (1 << 10) - 1, &mut step);
        &self.solutions
    }

    /// `board` starts at row 2 · `pair`; `pieces` are those left. Returns false if the search
    /// stops.
    fn place(
        &mut self,
        mut board: u64,
        mut pair: usize,
        pieces: u32,
        step: &mut impl FnMut(&[u64; 10]) -> bool,
    ) -> bool {
        if pieces == 0 {
            self.solutions.push(self.chosen);
            return step(&self.chosen);
        }
        self.loops += 1;
        if !step(&self.chosen) {
            return false;
        }
        while board & TWO_ROWS == TWO_ROWS {
            board >>= 10;
            pair += 1;
        }
        let cell = (!board).trailing_zeros() as usize;
        for piece in (0..10).filter(|piece| pieces >> piece & 1 == 1) {
            for i in 0..self.tables[pair][cell][piece].len() {
                let position = self.tables[pair][cell][piece][i];
                if position.mask & board != 0 || leaves_island(position, board) {
                    continue;
                }
                self.chosen[piece] = position.mask << (10 * pair);
                let goes_on = self.place(board | position.mask, pair, pieces & !(1 << piece), step);
                if !goes_on {
                    return false;
                }
            }
            self.chosen[piece] = 0;
        }
        true
    }
}

/// Returns whether the free cells of the region that the piece may cut off are not a multiple of
/// five.
fn leaves_island(position: Position, board: u64) -> bool {
    !(position.island & !board).count_ones().is_multiple_of(5)
}

/// The cells in axial coordinates about the first, whatever the place of the piece on the board.
fn orientation(cells: Board) -> Vec<(isize, isize)> {
    let axial = |(x, y): (usize, usize)| (x as isize - y as isize / 2, y as isize);
    based(cells.iter().map(|cell| axial(cell.coords())).collect())
}

/// The orientation after half a turn.
fn turned(orientation: &[(isize, isize)]) -> Vec<(isize, isize)> {
    based(orientation.iter().map(|&(q, r)| (-q, -r)).collect())
}

fn based(mut cells: Vec<(isize, isize)>) -> Vec<(isize, isize)> {
    cells.sort_unstable_by_key(|&(q, r)| (r, q));
    let (q, r) = cells[0];
    cells.iter().map(|&(x, y)| (x - q, y - r)).collect()
}

fn regions(free: Board) -> impl Iterator<Item = Board> {
    let steps: &'static Steps<OffsetHex<5, 10>> = &Steps::HEXAGON;
    free.components(steps)
}
