//! A puzzle in bits, with its cells in the order in which they are filled.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::islands::Islands;
use crate::engine::order::{low_bits, numbers, order, renumber};
use crate::engine::stock::{Stock, stocks};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A piece put on the lowest free cell, or this cell left empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move<W> {
    /// The cells that it fills.
    pub(crate) cells: W,
    /// The piece, or [`EMPTY`].
    pub(crate) piece: u16,
}

/// The piece of a move that leaves a cell empty.
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
    /// The number of cells of the smallest piece; 1 if cells may stay empty.
    pub(crate) smallest: u32,
    /// The number in the puzzle of each cell here.
    cell_of: Vec<u8>,
    pub(crate) islands: Islands<W>,
}

impl<W: Word> Problem<W> {
    /// Lists the moves. `W` must have a bit for each free cell.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let order = order(puzzle);
        let number = numbers(&order);
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

    /// The number of free cells.
    pub(crate) fn cells(&self) -> u32 {
        self.cell_of.len() as u32
    }

    /// The moves with this lowest cell.
    #[inline]
    pub(crate) fn moves_at(&self, cell: u32) -> core::ops::Range<usize> {
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }

    /// Returns whether at least half of the board is filled.
    #[inline]
    pub(crate) fn is_half(&self, filled: W) -> bool {
        2 * (filled & self.full).count_ones() >= self.cells()
    }

    /// The cells with the order reversed: on most boards, turned by 180°.
    #[inline]
    pub(crate) fn turned(&self, cells: W) -> W {
        let cells = (cells & self.full).reverse_bits();
        if self.cells() == 0 { cells } else { cells >> (W::BITS - self.cells()) }
    }

    /// Returns whether each move is also a move with the order of cells reversed.
    pub(crate) fn is_own_turn(&self) -> bool {
        let key = |m: &Move<W>| (m.piece, m.cells);
        self.moves.iter().all(|m| {
            let turned = Move { cells: self.turned(m.cells), piece: m.piece };
            let moves = &self.moves[self.moves_at(turned.cells.trailing_zeros())];
            moves.binary_search_by_key(&key(&turned), key).is_ok()
        })
    }

    /// The numbers here of the cells of the puzzle.
    pub(crate) fn numbers(&self) -> [u32; 128] {
        numbers(&self.cell_of)
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
