//! A puzzle as the engines see it: bits instead of cells.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::islands::Islands;
use crate::polyform::order::order;
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
    /// How many cells the smallest piece has, or one that may stay empty.
    pub(crate) smallest: u32,
    /// The number in the puzzle of each cell here.
    cell_of: Vec<u8>,
    pub(crate) islands: Islands<W>,
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
        let pieces = stocks(puzzle);
        let mut problem = Self {
            full: low_bits(order.len() as u32),
            moves: Vec::new(),
            starts: Vec::new(),
            islands: Islands::new(puzzle, &order, &number, &pieces),
            smallest: match puzzle.packing {
                true => 1,
                false => pieces.iter().map(|stock| stock.size.into()).min().unwrap_or(0),
            },
            pieces,
            cell_of: order,
        };
        problem.make_moves(puzzle, &number);
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

    /// How many cells there are.
    pub(crate) fn cells(&self) -> u32 {
        self.cell_of.len() as u32
    }

    /// The moves with this lowest cell.
    #[inline]
    pub(crate) fn moves_at(&self, cell: u32) -> core::ops::Range<usize> {
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }

    /// Whether half of the board is filled, or more.
    #[inline]
    pub(crate) fn is_half(&self, filled: W) -> bool {
        2 * (filled & self.full).count_ones() >= self.cells()
    }

    /// The cells that the numbers run backwards for: on most boards those that a half turn exchanges.
    #[inline]
    pub(crate) fn turned(&self, cells: W) -> W {
        let cells = (cells & self.full).reverse_bits();
        if self.cells() == 0 { cells } else { cells >> (W::BITS - self.cells()) }
    }

    /// Whether each move is a move too if the numbers of cells run backwards.
    pub(crate) fn is_own_turn(&self) -> bool {
        let key = |m: &Move<W>| (m.piece, m.cells);
        self.moves.iter().all(|m| {
            let turned = Move { cells: self.turned(m.cells), piece: m.piece };
            let moves = &self.moves[self.moves_at(turned.cells.trailing_zeros())];
            moves.binary_search_by_key(&key(&turned), key).is_ok()
        })
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
