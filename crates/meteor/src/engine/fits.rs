//! The moves that fit, and the islands that they leave.
//!
//! **[`Fits`]** answers for one lowest free cell: which moves cover free cells only? The cells
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
//!
//! **[`Islands`]** answers for a set of filled cells: is there a region of free cells whose size no
//! pieces add up to? If so, no solution has these cells filled. The regions are found by floods.
//! The first one starts with the cells after the last filled one that are connected to one another,
//! which are most free cells, so it ends after few rounds. Cost: two shifts a round for each
//! distance in bits between neighbors.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::limits::{Failure, Meter};
use crate::engine::problem::{Copies, Move, Problem, low_bits};
use crate::puzzle::Puzzle;

/// The number of cells of a group.
const GROUP: u32 = 6;
const PATTERNS: usize = 1 << GROUP;

/// For each pattern of cells of a group a set of up to 64 moves.
type Group = [u64; PATTERNS];

/// The moves on one cell, and tables of the moves that filled cells exclude.
pub(crate) struct Fits<'a, W> {
    moves: &'a [Move<W>],
    cell: u32,
    /// The index of the first move in the moves of the problem.
    first: usize,
    /// The number of groups.
    groups: usize,
    /// The moves that do not fit, by patterns of filled cells: the groups of the first 64 moves, of
    /// the next 64, and so on.
    excluded: Vec<Group>,
}

impl<'a, W: Word> Fits<'a, W> {
    /// The moves on a cell.
    pub(crate) fn new(
        problem: &'a Problem<W>,
        cell: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let range = problem.moves_at(cell);
        let (first, moves) = (range.start, &problem.moves[range]);
        let reach = moves.iter().map(|m| W::BITS - 1 - m.cells.leading_zeros() - cell).max();
        let groups = reach.unwrap_or(0).div_ceil(GROUP).max(1) as usize;
        let mut fits = Self { moves, cell, first, groups, excluded: Vec::new() };
        fits.excluded = fits.table(moves.iter().map(|m| m.cells), meter)?;
        // Bits after the last move are never set.
        if let Some(last) = fits.excluded.chunks_mut(groups).last() {
            let unused = !low_bits::<u64>((moves.len() as u32 - 1) % 64 + 1);
            last[0].iter_mut().for_each(|moves| *moves |= unused);
        }
        Ok(fits)
    }

    /// The moves on a cell without those that leave too small regions when all cells before it are
    /// filled.
    pub(crate) fn without_small_regions(
        problem: &'a Problem<W>,
        cell: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let mut fits = Self::new(problem, cell, meter)?;
        let before = low_bits::<W>(cell);
        let mut small = Vec::with_capacity(fits.moves.len());
        for m in fits.moves {
            meter.work(WORK_OF_FLOOD)?;
            small.push(problem.islands.too_small(before | m.cells));
        }
        if small.iter().all(|small| small.is_zero()) {
            return Ok(fits);
        }
        // A move is excluded if a cell of its small regions is free, so this table is looked up
        // with patterns of free cells, the complements of the patterns of filled ones.
        let small = fits.table(small.into_iter(), meter)?;
        for (excluded, small) in fits.excluded.iter_mut().zip(&small) {
            for (filled, moves) in excluded.iter_mut().enumerate() {
                *moves |= small[!filled % PATTERNS];
            }
        }
        meter.free(small);
        Ok(fits)
    }

    /// Drops the tables.
    pub(crate) fn free(self, meter: &mut Meter<'_>) {
        meter.free(self.excluded);
    }

    /// For each pattern the moves that have some of its cells among their `cells`. `cells` has a
    /// set for each move.
    fn table(
        &self,
        cells: impl Iterator<Item = W>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Group>, Failure> {
        let mut table: Vec<Group> =
            meter.filled(self.groups * self.moves.len().div_ceil(64), [0; PATTERNS])?;
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
        for group in &mut table {
            meter.work(PATTERNS)?;
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

    /// Calls `found` with the index of each move that fits in the moves of the problem, and the
    /// move, in order. The cell must be free.
    #[inline(always)]
    pub(crate) fn for_each<E>(
        &self,
        filled: W,
        mut found: impl FnMut(usize, Move<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let later = filled >> self.cell >> 1;
        let mut start = 0;
        for groups in self.excluded.chunks_exact(self.groups) {
            let (mut excluded, mut later) = (0, later);
            for group in groups {
                excluded |= group[later.to_u128() as usize % PATTERNS];
                later = later >> GROUP;
            }
            let mut fitting = !excluded;
            while fitting != 0 {
                let i = start + fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                found(self.first + i, self.moves[i])?;
            }
            start += 64;
        }
        Ok(())
    }
}

/// The cost of a flood, in operations.
const WORK_OF_FLOOD: usize = 32;

/// Finds regions of free cells whose size no pieces add up to.
#[derive(Clone, Debug)]
pub(crate) struct Islands<W> {
    full: W,
    /// The distances in bits between neighbors, each with the cells whose number plus this distance
    /// is that of a neighbor.
    steps: Vec<(u32, W)>,
    /// Element n: the region of the last cell if exactly the first n cells are filled.
    tails: Vec<W>,
    /// Element n: whether pieces can have n cells together.
    sizes: [bool; 129],
    /// Whether an island is possible: an element of `sizes` is false, and no cell may stay empty.
    any: bool,
}

impl<W: Word> Islands<W> {
    /// Islands of the cells in `order`; `number` is the inverse of `order`.
    pub(crate) fn new(
        puzzle: &Puzzle,
        order: &[u8],
        number: &[u32; 128],
        pieces: &[Copies],
    ) -> Self {
        let cells = order.len() as u32;
        let sizes = sizes(pieces);
        let mut islands = Self {
            full: low_bits(cells),
            steps: Vec::new(),
            tails: Vec::new(),
            sizes,
            any: !puzzle.packing && sizes[..=order.len()].contains(&false),
        };
        islands.steps = steps(puzzle, order, number);
        let tail = |filled: u32| {
            if filled == cells {
                return W::ZERO;
            }
            islands.region(W::ONE << (cells - 1), islands.full & !low_bits::<W>(filled))
        };
        islands.tails = (0..=cells).map(tail).collect();
        islands
    }

    /// Returns whether an island has only one cell. This is true of most sets with islands, and
    /// faster to find out than [`has_one`](Self::has_one).
    #[inline(always)]
    pub(crate) fn has_single(&self, filled: W) -> bool {
        if self.sizes[1] || !self.any {
            return false;
        }
        let free = self.full & !filled;
        let next = match self.steps[..] {
            [a, b] => neighbors(&[a, b], free),
            [a, b, c] => neighbors(&[a, b, c], free),
            [a, b, c, d] => neighbors(&[a, b, c, d], free),
            ref steps => neighbors(steps, free),
        };
        !(free & !next).is_zero()
    }

    /// Returns whether some region of free cells has a size that no pieces add up to.
    #[inline]
    pub(crate) fn has_one(&self, filled: W) -> bool {
        self.any && self.regions(filled).any(|region| !self.sizes[region.count_ones() as usize])
    }

    /// The regions of free cells that are smaller than all pieces.
    fn too_small(&self, filled: W) -> W {
        let is_small = |region: &W| !self.sizes[1..=region.count_ones() as usize].contains(&true);
        match self.any {
            true => self.regions(filled).filter(is_small).fold(W::ZERO, |all, region| all | region),
            false => W::ZERO,
        }
    }

    /// The connected components of the free cells.
    #[inline(always)]
    fn regions(&self, filled: W) -> impl Iterator<Item = W> {
        // All cells after the last filled one are free, and most free cells are connected to them.
        let filled = filled & self.full;
        let mut free = self.full & !filled;
        let mut seed = self.tails[(W::BITS - filled.leading_zeros()) as usize];
        core::iter::from_fn(move || {
            if free.is_zero() {
                return None;
            }
            if seed.is_zero() {
                seed = free.lowest_bit();
            }
            let region = self.region(seed, free);
            free &= !region;
            seed = W::ZERO;
            Some(region)
        })
    }

    /// The cells of `free` that have a later neighbor in `free`.
    #[inline]
    pub(crate) fn with_later_neighbor(&self, free: W) -> W {
        let steps = self.steps.iter();
        steps.fold(W::ZERO, |cells, &(by, from)| cells | (free >> by) & from & free)
    }

    /// The free cells that are connected to `seed`.
    #[inline]
    fn region(&self, seed: W, free: W) -> W {
        // With a known number of steps they are kept in registers. Most grids have two to four.
        match self.steps[..] {
            [a, b] => flood(&[a, b], seed, free),
            [a, b, c] => flood(&[a, b, c], seed, free),
            [a, b, c, d] => flood(&[a, b, c, d], seed, free),
            ref steps => flood(steps, seed, free),
        }
    }
}

/// The cells that these steps connect to some of `cells`.
#[inline(always)]
fn neighbors<W: Word>(steps: &[(u32, W)], cells: W) -> W {
    let mut found = W::ZERO;
    for &(by, from) in steps {
        found |= (cells & from) << by | (cells >> by) & from;
    }
    found
}

/// The free cells that these steps connect to `seed`.
#[inline(always)]
fn flood<W: Word>(steps: &[(u32, W)], seed: W, free: W) -> W {
    let mut region = seed;
    loop {
        let mut grown = region;
        for &(by, from) in steps {
            grown |= ((grown & from) << by | (grown >> by) & from) & free;
        }
        if grown == region || grown == free {
            return grown;
        }
        region = grown;
    }
}

/// Element n: whether copies of the pieces can have n cells together.
fn sizes(pieces: &[Copies]) -> [bool; 129] {
    let mut sizes = [false; 129];
    sizes[0] = true;
    for copies in pieces.iter().filter(|copies| copies.size > 0) {
        for size in (0..=128).rev().filter(|&size| sizes[size]).collect::<Vec<_>>() {
            let more = (1..=usize::from(copies.max)).map(|n| size + n * usize::from(copies.size));
            more.take_while(|&size| size <= 128).for_each(|size| sizes[size] = true);
        }
    }
    sizes
}

/// The value of [`Islands::steps`].
fn steps<W: Word>(puzzle: &Puzzle, order: &[u8], number: &[u32; 128]) -> Vec<(u32, W)> {
    let free = puzzle.free_cells();
    let mut steps: Vec<(u32, W)> = Vec::new();
    for (from, &cell) in order.iter().enumerate() {
        let from = from as u32;
        for neighbor in puzzle.grid.neighbors(puzzle.cells[usize::from(cell)]) {
            let Some(index) = puzzle.cell_index(neighbor) else { continue };
            let to = number[index];
            if free >> index & 1 == 0 || to <= from {
                continue;
            }
            let by = to - from;
            match steps.iter_mut().find(|step| step.0 == by) {
                Some(step) => step.1 |= W::ONE << from,
                None => steps.push((by, W::ONE << from)),
            }
        }
    }
    steps
}
