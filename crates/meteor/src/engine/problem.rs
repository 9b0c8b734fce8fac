//! A puzzle in bits: its free cells in the order in which they are filled, and all moves.
//!
//! [`Problem`] is the type to read first.
//!
//! The free cells are numbered in the order in which they are filled, so the lowest free cell is
//! the lowest clear bit. All algorithms of the engine fill it next: a *move* is a piece put on the
//! lowest free cell. In a packing, an empty cell is a piece of which there are always enough.
//!
//! The order decides how much work that is. Partial solutions with about as many filled cells
//! differ only near the *frontier* between filled and free cells, so there are fewer sets of filled
//! cells if the frontier is short. [`order`] tries sweeps in several directions and chooses the one
//! with the shortest frontier.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::islands::{Islands, low_bits};
use crate::grid::{Coord, Cube};
use crate::piece::Piece;
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A piece put on the lowest free cell, or several of which one covers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move<W> {
    /// The cells that it fills.
    pub(crate) cells: W,
    pub(crate) pieces: Pieces,
}

/// The pieces of a move: copies of one piece, at most as many as can be used. The moves of a puzzle
/// have one, those of [`fixed_by`](crate::engine::symmetry::fixed_by) can have more.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pieces {
    pub(crate) piece: u16,
    /// The number of copies.
    pub(crate) times: u16,
}

/// The number of copies of a piece beside those that are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Copies {
    /// The number that must still be used.
    pub(crate) min: u16,
    /// The number that can still be used.
    pub(crate) max: u16,
    /// The number of cells of the piece.
    pub(crate) size: u16,
}

/// A puzzle with its free cells numbered in the order in which they are filled.
#[derive(Clone, Debug)]
pub(crate) struct Problem<W> {
    /// All free cells.
    pub(crate) full: W,
    /// All moves, sorted by lowest cells, then pieces, then cells.
    pub(crate) moves: Vec<Move<W>>,
    /// The moves with lowest cell i are those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    /// The copies of each piece beside those that are placed. In a packing, an empty cell is the
    /// last piece.
    pub(crate) pieces: Vec<Copies>,
    /// The number of pieces without the empty cell.
    pub(crate) empty: u16,
    /// The index in [`Puzzle::cells`] of each cell here.
    cell_of: Vec<u8>,
    pub(crate) islands: Islands<W>,
    /// Whether most sets of filled cells are made by few sets of pieces, as in space, and pieces are
    /// counted. Then there are too many states, and [`cover`](crate::engine::cover) finds the
    /// solutions, unless its lists of moves would be too long.
    pub(crate) is_sparse: bool,
}

impl<W: Word> Problem<W> {
    /// Lists the moves. `W` must have a bit for each free cell.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let order = order(puzzle);
        let number = numbers(&order);
        let pieces = copies(puzzle);
        let empty = puzzle.pieces.len() as u16;
        let (moves, starts) = sorted(moves(puzzle, &number), order.len());
        let islands = Islands::new(puzzle, &order, &number, sizes(puzzle, &pieces));
        let full = low_bits(order.len() as u32);
        let room = |copies: &Copies| order.len() as u16 / copies.size;
        let are_enough = pieces.iter().all(|copies| copies.min == 0 && copies.max >= room(copies));
        let is_sparse = puzzle.grid.axes() == 3 && !are_enough && moves.len() <= MOST_FITTING;
        Self { full, moves, starts, pieces, empty, cell_of: order, islands, is_sparse }
    }

    /// The number of free cells.
    pub(crate) fn cells(&self) -> u32 {
        self.cell_of.len() as u32
    }

    /// The moves with this lowest cell.
    #[inline]
    pub(crate) fn moves_at(&self, cell: u32) -> core::ops::Range<usize> {
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }

    /// The same board and order with other moves.
    pub(crate) fn with_moves(&self, moves: Vec<Move<W>>, pieces: Vec<Copies>) -> Self {
        let (moves, starts) = sorted(moves, self.cell_of.len());
        let (cell_of, islands) = (self.cell_of.clone(), self.islands.clone());
        Self { moves, starts, pieces, cell_of, islands, ..*self }
    }

    /// The image of each cell under a map of the cells of the puzzle, which maps free cells to free
    /// cells.
    pub(crate) fn images(&self, map: &[u8]) -> Vec<u8> {
        let number = numbers(&self.cell_of);
        let image = |&cell: &u8| number[usize::from(map[usize::from(cell)])] as u8;
        self.cell_of.iter().map(image).collect()
    }

    /// Calls `found` with the index in [`Puzzle::cells`] of each of these cells.
    #[inline]
    pub(crate) fn for_each_cell(&self, mut cells: W, mut found: impl FnMut(usize)) {
        while !cells.is_zero() {
            found(self.cell_of[cells.trailing_zeros() as usize].into());
            cells = cells.without_lowest_bit();
        }
    }

    /// These cells as a set of cells of the puzzle.
    pub(crate) fn to_puzzle(&self, cells: W) -> u128 {
        let mut all = 0;
        self.for_each_cell(cells, |cell| all |= 1 << cell);
        all
    }

    /// The placement of a move; `None` if it leaves a cell empty.
    pub(crate) fn placement(&self, m: Move<W>) -> Option<Placement> {
        let piece = m.pieces.piece;
        let placement = || Placement { piece: piece.into(), cells: self.to_puzzle(m.cells) };
        (piece != self.empty).then(placement)
    }
}

/// The most moves of which [`cover`](crate::engine::cover) has a list of those that fit for each
/// piece on the board, 2 MiB at first. All 29 pentacubes have 24,888 moves on 8×4×4 cells.
const MOST_FITTING: usize = 1 << 16;

/// The copies of each piece beside those that are placed.
fn copies(puzzle: &Puzzle) -> Vec<Copies> {
    let copies = |(i, piece): (usize, &Piece)| {
        let (min, max) = puzzle.copies_left(i);
        Copies { min, max, size: piece.cells.len() as u16 }
    };
    let mut all: Vec<_> = puzzle.pieces.iter().enumerate().map(copies).collect();
    if puzzle.is_packing() {
        let (min, max) = puzzle.empty;
        all.push(Copies { min, max, size: 1 });
    }
    all
}

/// All moves.
fn moves<W: Word>(puzzle: &Puzzle, number: &[u32; 128]) -> Vec<Move<W>> {
    let mut all = Vec::new();
    puzzle.for_each_placement(0..puzzle.pieces.len(), |Placement { piece, cells }| {
        let pieces = Pieces { piece: piece as u16, times: 1 };
        all.push(Move { cells: renumber(cells, number), pieces });
    });
    if *puzzle.empty_range().end() > 0 {
        let pieces = Pieces { piece: puzzle.pieces.len() as u16, times: 1 };
        let free = puzzle.optional & puzzle.free_cells();
        let cells = Placement { piece: 0, cells: free }.cells();
        all.extend(cells.map(|cell| Move { cells: W::ONE << number[cell], pieces }));
    }
    all
}

/// Sorts moves by lowest cells, then pieces, then cells. Also returns where those of each lowest
/// cell begin.
fn sorted<W: Word>(all: Vec<Move<W>>, cells: usize) -> (Vec<Move<W>>, Vec<u32>) {
    // A counting sort by lowest cells, which leaves short lists to be sorted further. While moves
    // are put in their places, `starts[i + 1]` is the place of the next move with lowest cell i.
    let mut starts = vec![0; cells + 2];
    for m in &all {
        starts[m.cells.trailing_zeros() as usize + 2] += 1;
    }
    for cell in 2..starts.len() {
        starts[cell] += starts[cell - 1];
    }
    let mut moves = all.clone();
    for m in all {
        let at = &mut starts[m.cells.trailing_zeros() as usize + 1];
        moves[*at as usize] = m;
        *at += 1;
    }
    starts.pop();
    for ends in starts.windows(2) {
        moves[ends[0] as usize..ends[1] as usize]
            .sort_unstable_by_key(|m| (m.pieces.piece, m.cells));
    }
    (moves, starts)
}

/// The free cells of the puzzle in the order in which they are filled: along the direction in which
/// the frontier stays shortest, and row by row if none is better.
///
/// The directions are those of some sweeps over the board, turned and turned over in all ways. So a
/// puzzle and its image by a symmetry of the grid have the same order up to the symmetry, and cost
/// the same.
fn order(puzzle: &Puzzle) -> Vec<u8> {
    let free_cells = puzzle.free_cells();
    let free: Vec<u8> =
        (0..puzzle.cells.len() as u8).filter(|cell| free_cells >> cell & 1 == 1).collect();
    let neighbors = neighbors(puzzle);
    let mut best: Vec<Vec<u8>> = Vec::new();
    let mut least = u128::MAX;
    let mut keyed = Vec::with_capacity(free.len());
    for op in 0..2 * puzzle.grid.rotations() {
        let turned = turned_cells(puzzle, op);
        for sweep in puzzle.grid.sweeps() {
            keyed.clear();
            keyed.extend(free.iter().map(|&cell| {
                let [x, y, z] = turned[usize::from(cell)];
                let [time, place] = sweep.map(|[a, b, c]| sortable(a * x + b * y + c * z));
                (time << 32 | place << 8) | u64::from(cell)
            }));
            keyed.sort_unstable();
            let cells = || keyed.iter().map(|&key| key as u8);
            let states = estimate_states(&neighbors, cells());
            if states < least {
                best.clear();
                least = states;
            }
            if states == least && !best.iter().any(|other| other.iter().copied().eq(cells())) {
                best.push(cells().collect());
            }
        }
    }
    // Of several orders, choose the one with the smallest list of neighbors, of cells that may stay
    // empty and of placements of pieces that must not be turned in all ways, all by the numbers of
    // cells in this order.
    retain_least(&mut best, |cells| neighbors_by_number(cells, &neighbors));
    let optional = puzzle.optional & free_cells;
    retain_least(&mut best, |cells| renumber::<u128>(optional, &numbers(cells)));
    let turns = |&piece: &usize| puzzle.pieces[piece].turns_in_all_ways(puzzle.grid);
    for piece in (0..puzzle.pieces.len()).filter(|piece| !turns(piece)).take(MOST_COMPARED) {
        let placements = puzzle.placements_of(piece..piece + 1);
        retain_least(&mut best, |cells| {
            let number = numbers(cells);
            let renumbered = placements.iter().map(|placed| renumber(placed.cells, &number));
            let mut all: Vec<u128> = renumbered.collect();
            all.sort_unstable();
            all
        });
    }
    best.into_iter().next().unwrap_or_default()
}

/// The most pieces whose placements choose an order. The first one that tells orders apart that are
/// mirror images is enough, and rotations of the board change no placements.
const MOST_COMPARED: usize = 8;

/// Keeps the orders with the smallest key.
fn retain_least<K: Ord>(orders: &mut Vec<Vec<u8>>, key: impl Fn(&[u8]) -> K) {
    if orders.len() > 1 {
        let keys: Vec<K> = orders.iter().map(|cells| key(cells)).collect();
        let least = keys.iter().min();
        let mut is_least = keys.iter().map(|key| Some(key) == least);
        orders.retain(|_| is_least.next() == Some(true));
    }
}

/// A number of 24 bits with the order of `value`, which is a small multiple of a coordinate.
fn sortable(value: i32) -> u64 {
    (value + (1 << 23)) as u64
}

/// The points of all cells after symmetry number `op` of the grid.
fn turned_cells(puzzle: &Puzzle, op: usize) -> Vec<Cube> {
    let turn = |&cell: &Coord| {
        let cube = puzzle.grid.turn(op, puzzle.grid.cube_of(cell));
        puzzle.grid.point(puzzle.grid.coord_of(cube))
    };
    puzzle.cells.iter().map(turn).collect()
}

/// The free neighbors of each cell.
fn neighbors(puzzle: &Puzzle) -> Vec<u128> {
    let free = puzzle.free_cells();
    let of_cell = |&cell: &Coord| {
        let indices = puzzle.grid.neighbors(cell).filter_map(|cell| puzzle.cell_index(cell));
        indices.fold(0, |cells, index| cells | 1 << index) & free
    };
    puzzle.cells.iter().map(of_cell).collect()
}

/// The neighbors of each cell, by their numbers in the order `cells`.
fn neighbors_by_number(cells: &[u8], neighbors: &[u128]) -> Vec<u128> {
    let number = numbers(cells);
    cells.iter().map(|&cell| renumber(neighbors[usize::from(cell)], &number)).collect()
}

/// An estimate of the number of sets of filled cells: the sum of 2^b over all steps of the sweep,
/// where b is the number of free cells next to swept ones.
fn estimate_states(neighbors: &[u128], order: impl Iterator<Item = u8>) -> u128 {
    let (mut swept, mut touched, mut sum) = (0u128, 0u128, 0u128);
    for cell in order {
        swept |= 1 << cell;
        touched |= neighbors[usize::from(cell)];
        let width = (touched & !swept).count_ones();
        sum = sum.saturating_add(1 << width.min(120));
    }
    sum
}

/// The number of each cell of the puzzle, by the order of its free cells.
fn numbers(order: &[u8]) -> [u32; 128] {
    let mut number = [0; 128];
    for (i, &cell) in order.iter().enumerate() {
        number[usize::from(cell)] = i as u32;
    }
    number
}

/// Element n: whether copies of the pieces and empty cells can be n cells together.
fn sizes(puzzle: &Puzzle, pieces: &[Copies]) -> [bool; 129] {
    let mut sizes = [false; 129];
    sizes[0] = true;
    let mut pieces = pieces.to_vec();
    if puzzle.is_packing()
        && let Some(empty) = pieces.last_mut()
    {
        empty.max = empty.max.min(puzzle.optional.count_ones() as u16);
    }
    for copies in pieces.iter().filter(|copies| copies.size > 0) {
        for size in (0..=128).rev().filter(|&size| sizes[size]).collect::<Vec<_>>() {
            let more = (1..=usize::from(copies.max)).map(|n| size + n * usize::from(copies.size));
            more.take_while(|&size| size <= 128).for_each(|size| sizes[size] = true);
        }
    }
    sizes
}

/// The cells of the puzzle by their new numbers.
fn renumber<W: Word>(mut cells: u128, number: &[u32; 128]) -> W {
    let mut found = W::ZERO;
    while cells != 0 {
        found |= W::ONE << number[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    found
}
