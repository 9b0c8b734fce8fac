//! Tables of moves.
//!
//! [`MoveTable`] answers for one lowest free cell: which moves cover free cells only? The cells
//! after the lowest one are divided into groups of six. For each group a table has the moves that
//! each of its 64 patterns of filled cells excludes, as a bit set of 64 moves:
//!
//! ```text
//! fitting moves = !(table[0][pattern of group 0] | table[1][pattern of group 1] | …)
//! ```
//!
//! Cost: 64 moves are tested by one look-up for each group that a move can reach, four of them for
//! pentominoes on 6×10. The same table also excludes moves that leave a region smaller than all
//! pieces when all cells before the lowest one are filled, unless that region is filled already.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::budget::{Budget, Result};
use crate::engine::islands::low_bits;
use crate::engine::problem::{Move, Problem};

/// The number of cells of a group.
const GROUP: u32 = 6;
const PATTERNS: usize = 1 << GROUP;

/// The cost of a flood, in operations.
const WORK_OF_FLOOD: usize = 32;

/// For each pattern of cells of a group a set of up to 64 moves.
type Group = [u64; PATTERNS];

/// The moves on one cell, and tables of the moves that filled cells exclude.
pub(crate) struct MoveTable<'a, W> {
    moves: &'a [Move<W>],
    cell: u32,
    /// The number of groups.
    groups: usize,
    /// The moves that do not fit, by patterns of filled cells: the groups of the first 64 moves,
    /// of the next 64, and so on.
    excluded: Vec<Group>,
}

impl<'a, W: Word> MoveTable<'a, W> {
    /// The moves on a cell, without those that leave too small regions when all cells before it are
    /// filled.
    pub(crate) fn new(problem: &'a Problem<W>, cell: u32, budget: &mut Budget<'_>) -> Result<Self> {
        let moves = &problem.moves[problem.moves_at(cell)];
        let reach = moves.iter().map(|m| W::BITS - 1 - m.cells.leading_zeros() - cell).max();
        let groups = reach.unwrap_or(0).div_ceil(GROUP).max(1) as usize;
        let mut table = Self { moves, cell, groups, excluded: Vec::new() };
        table.excluded = table.table(moves.iter().map(|m| m.cells), budget)?;
        // Bits after the last move are never set.
        if let Some(last) = table.excluded.chunks_mut(groups).last() {
            let unused = !low_bits::<u64>((moves.len() as u32 - 1) % 64 + 1);
            last[0].iter_mut().for_each(|moves| *moves |= unused);
        }
        let before = low_bits::<W>(cell);
        let mut small = Vec::with_capacity(table.moves.len());
        for m in table.moves {
            budget.work(WORK_OF_FLOOD)?;
            small.push(problem.islands.too_small(before | m.cells));
        }
        if small.iter().all(|small| small.is_zero()) {
            return Ok(table);
        }
        // A move is excluded if a cell of its small regions is free, so this table is looked up
        // with patterns of free cells, the complements of the patterns of filled ones.
        let small = table.table(small.into_iter(), budget)?;
        for (excluded, small) in table.excluded.iter_mut().zip(&small) {
            for (filled, moves) in excluded.iter_mut().enumerate() {
                *moves |= small[!filled % PATTERNS];
            }
        }
        budget.free(small);
        Ok(table)
    }

    /// Drops the tables.
    pub(crate) fn free(self, budget: &mut Budget<'_>) {
        budget.free(self.excluded);
    }

    /// For each pattern the moves that have some of its cells among their `cells`. `cells` has a
    /// set for each move.
    fn table(&self, cells: impl Iterator<Item = W>, budget: &mut Budget<'_>) -> Result<Vec<Group>> {
        let mut table: Vec<Group> =
            budget.filled(self.groups * self.moves.len().div_ceil(64), [0; PATTERNS])?;
        // First the patterns of single cells, then the others as unions of two smaller ones.
        for (i, cells) in cells.enumerate() {
            let groups = &mut table[i / 64 * self.groups..][..self.groups];
            let mut later = cells >> self.cell >> 1;
            while !later.is_zero() {
                let bit = later.trailing_zeros();
                if let Some(group) = groups.get_mut((bit / GROUP) as usize) {
                    group[1 << (bit % GROUP)] |= 1 << (i % 64);
                }
                later = later.without_lowest_bit();
            }
        }
        for group in table.iter_mut().filter(|group| group.iter().any(|&moves| moves != 0)) {
            budget.work(PATTERNS)?;
            for pattern in 1..PATTERNS {
                let others = pattern & (pattern - 1);
                group[pattern] |= group[others] | group[pattern ^ others];
            }
        }
        Ok(table)
    }

    /// The number of moves on the cell.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Calls `found` with each move that fits, in order. The cell must be free.
    #[inline(always)]
    pub(crate) fn for_each(
        &self,
        filled: W,
        mut found: impl FnMut(Move<W>) -> Result<()>,
    ) -> Result<()> {
        let later = filled >> self.cell >> 1;
        let chunks = self.excluded.chunks_exact(self.groups).zip(self.moves.chunks(64));
        for (groups, moves) in chunks {
            let (mut excluded, mut later) = (0, later);
            for group in groups {
                excluded |= group[later.to_u128() as usize % PATTERNS];
                later = later >> GROUP;
            }
            let mut fitting = !excluded;
            while fitting != 0 {
                let i = fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                found(moves[i])?;
            }
        }
        Ok(())
    }
}
