//! A puzzle as the engines see it: bits instead of cells.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::grid::{Coord, Grid};
use crate::polyform::puzzle::{Placement, Puzzle};

/// What can be done about the lowest free cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move<W> {
    /// The cells that it fills.
    pub(crate) cells: W,
    /// Which piece, or [`EMPTY`].
    pub(crate) piece: u16,
}

/// The cell is left empty.
pub(crate) const EMPTY: u16 = u16::MAX;

/// A puzzle with its free cells numbered in the order in which they are filled.
#[derive(Clone, Debug)]
pub(crate) struct Problem<W> {
    /// All free cells.
    pub(crate) full: W,
    /// Sorted by lowest cells, then pieces.
    pub(crate) moves: Vec<Move<W>>,
    /// The moves with lowest cell i are those from `starts[i]` to `starts[i + 1]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) pieces: Vec<Stock>,
    /// The number in the puzzle of each cell here.
    cell_of: Vec<u8>,
    /// How to get from cells to their neighbours.
    steps: Vec<(u32, W)>,
    /// Whether so many cells can be filled at all.
    sizes: [bool; 129],
    /// Whether regions of some sizes cannot be filled.
    pub(crate) has_islands: bool,
}

/// What is left of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stock {
    /// How often it must still be used.
    pub(crate) min: u16,
    /// How often it can still be used.
    pub(crate) max: u16,
    /// How many cells it has.
    pub(crate) size: u16,
}

impl<W: Word> Problem<W> {
    /// `W` has to have as many bits as there are free cells.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let order = order(puzzle);
        let mut number = [0; 128];
        for (i, &cell) in order.iter().enumerate() {
            number[usize::from(cell)] = i as u32;
        }
        let mut problem = Self {
            full: low_bits(order.len() as u32),
            moves: Vec::new(),
            starts: Vec::new(),
            pieces: stocks(puzzle),
            cell_of: order,
            steps: Vec::new(),
            sizes: [true; 129],
            has_islands: false,
        };
        problem.make_moves(puzzle, &number);
        if !puzzle.packing {
            problem.make_sizes();
            problem.make_steps(puzzle, &number);
        }
        problem
    }

    fn make_moves(&mut self, puzzle: &Puzzle, number: &[u32; 128]) {
        let mut moves: Vec<_> = puzzle
            .placements()
            .into_iter()
            .map(|Placement { piece, cells }| Move {
                cells: renumber(cells, number),
                piece: piece as u16,
            })
            .collect();
        if puzzle.packing {
            let cells = 0..self.cell_of.len() as u32;
            moves.extend(cells.map(|cell| Move { cells: W::ONE << cell, piece: EMPTY }));
        }
        moves.sort_unstable_by_key(|m| (m.cells.trailing_zeros(), m.piece, m.cells));
        let starts = (0..=self.cell_of.len() as u32)
            .map(|cell| moves.partition_point(|m| m.cells.trailing_zeros() < cell) as u32);
        self.starts = starts.collect();
        self.moves = moves;
    }

    /// Which numbers of cells can be made from the pieces that are left.
    fn make_sizes(&mut self) {
        let cells = self.cell_of.len();
        let mut sizes = [false; 129];
        sizes[0] = true;
        for stock in &self.pieces {
            for size in
                (0..=128).rev().filter(|&size| sizes[size] && stock.size > 0).collect::<Vec<_>>()
            {
                let more = (1..=usize::from(stock.max)).map(|n| size + n * usize::from(stock.size));
                more.take_while(|&size| size <= 128).for_each(|size| sizes[size] = true);
            }
        }
        self.has_islands = sizes[..=cells].contains(&false);
        self.sizes = sizes;
    }

    fn make_steps(&mut self, puzzle: &Puzzle, number: &[u32; 128]) {
        let taken = puzzle.placed_cells();
        for (from, &cell) in self.cell_of.iter().enumerate() {
            let from = from as u32;
            for neighbour in puzzle.grid.neighbours(puzzle.cells[usize::from(cell)]) {
                let Some(index) = puzzle.cell_index(neighbour) else { continue };
                let to = number[index];
                if taken >> index & 1 != 0 || to <= from {
                    continue;
                }
                let by = to - from;
                match self.steps.iter_mut().find(|step| step.0 == by) {
                    Some(step) => step.1 |= W::ONE << from,
                    None => self.steps.push((by, W::ONE << from)),
                }
            }
        }
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> u32 {
        self.cell_of.len() as u32
    }

    /// The moves with this lowest cell.
    #[inline]
    pub(crate) fn moves_at(&self, cell: u32) -> core::ops::Range<usize> {
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }

    /// Whether some region of free cells has a size that no pieces add up to.
    #[inline]
    pub(crate) fn is_dead(&self, filled: W) -> bool {
        if !self.has_islands {
            return false;
        }
        let mut free = self.full & !filled;
        while !free.is_zero() {
            let region = self.region(free.lowest_bit(), free);
            if !self.sizes[region.count_ones() as usize] {
                return true;
            }
            free &= !region;
        }
        false
    }

    #[inline]
    fn region(&self, seed: W, free: W) -> W {
        let mut region = seed;
        loop {
            let mut grown = region;
            for &(by, from) in &self.steps {
                grown |= (grown & from) << by;
                grown |= (grown >> by) & from;
            }
            grown &= free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The cells of the puzzle for cells here.
    pub(crate) fn to_puzzle(&self, mut cells: W) -> u128 {
        let mut found = 0;
        while !cells.is_zero() {
            found |= 1 << self.cell_of[cells.trailing_zeros() as usize];
            cells &= !cells.lowest_bit();
        }
        found
    }

    pub(crate) fn placement(&self, m: Move<W>) -> Placement {
        Placement { piece: m.piece.into(), cells: self.to_puzzle(m.cells) }
    }
}

pub(crate) fn low_bits<W: Word>(count: u32) -> W {
    if count == W::BITS { !W::ZERO } else { !(!W::ZERO << count) }
}

fn renumber<W: Word>(mut cells: u128, number: &[u32; 128]) -> W {
    let mut found = W::ZERO;
    while cells != 0 {
        found |= W::ONE << number[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    found
}

pub(crate) fn stocks(puzzle: &Puzzle) -> Vec<Stock> {
    let stock = |(i, piece): (usize, &crate::polyform::Piece)| {
        let used = puzzle.placed.iter().filter(|placement| placement.piece == i).count() as u16;
        Stock {
            min: piece.min.saturating_sub(used),
            max: piece.max - used,
            size: piece.cells.len() as u16,
        }
    };
    puzzle.pieces.iter().enumerate().map(stock).collect()
}

/// The free cells of the puzzle in the order in which they are best filled: along the direction in which the border
/// between filled and free cells stays shortest. Rows from the top if nothing is better.
fn order(puzzle: &Puzzle) -> Vec<u8> {
    let taken = puzzle.placed_cells();
    let free: Vec<u8> =
        (0..puzzle.cells.len() as u8).filter(|cell| taken >> cell & 1 == 0).collect();
    let sweeps = (0..6).map(|sweep| {
        let mut cells = free.clone();
        cells.sort_by_key(|&cell| key(puzzle.grid, puzzle.cells[usize::from(cell)], sweep));
        cells
    });
    sweeps.min_by_key(|cells| border(puzzle, cells)).unwrap_or_default()
}

/// A line sweeps over the plane; this is where it meets the cell, and where on the line.
fn key(grid: Grid, (x, y): Coord, sweep: usize) -> (i32, i32) {
    // Where the cell is in the plane, in half widths and rows.
    let x = match grid {
        Grid::Square => 2 * x,
        Grid::AxialHexagon => 2 * x + y,
        Grid::OffsetHexagon => 2 * x + (y & 1),
        Grid::Triangle => x,
    };
    match sweep {
        0 => (y, x),
        1 => (x, y),
        2 => (x + y, y),
        3 => (x - y, y),
        4 => (x + 2 * y, y),
        _ => (x - 2 * y, y),
    }
}

/// A measure of how many fillings there can be: the sum of 2^b over all steps of the sweep, b being the number of
/// free cells that touch swept ones.
fn border(puzzle: &Puzzle, order: &[u8]) -> u128 {
    let (mut swept, mut sum) = (0u128, 0u128);
    let (mut touched, taken) = (0u128, puzzle.placed_cells());
    for &cell in order {
        swept |= 1 << cell;
        for neighbour in puzzle.grid.neighbours(puzzle.cells[usize::from(cell)]) {
            if let Some(index) = puzzle.cell_index(neighbour) {
                touched |= 1 << index;
            }
        }
        let width = (touched & !swept & !taken).count_ones();
        sum = sum.saturating_add(1 << width.min(120));
    }
    sum
}
