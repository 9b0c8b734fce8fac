//! Tables of the moves that fit.
//!
//! The cells behind the lowest cell of a move are divided into groups of six. For each group a table
//! gives the moves that each pattern of filled cells excludes, 64 moves at a time.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::fallible::{OutOfMemory, filled};
use crate::engine::order::low_bits;
use crate::engine::problem::{Move, Problem};

/// The number of cells of a group.
pub(crate) const GROUP: u32 = 6;
const PATTERNS: usize = 1 << GROUP;

/// For each pattern of cells of a group a set of up to 64 · N moves.
pub(crate) type Group<const N: usize> = [[u64; N]; PATTERNS];

/// No moves.
pub(crate) const fn no_moves<const N: usize>() -> Group<N> {
    [[0; N]; PATTERNS]
}

/// Adds a move to the patterns of each single cell of `behind`.
pub(crate) fn add_move<W: Word, const N: usize>(
    groups: &mut [Group<N>],
    number: usize,
    mut behind: W,
) {
    while !behind.is_zero() {
        let bit = behind.trailing_zeros();
        if let Some(group) = groups.get_mut((bit / GROUP) as usize) {
            group[1 << (bit % GROUP)][number / 64] |= 1 << (number % 64);
        }
        behind = behind.without_lowest_bit();
    }
}

/// Adds to each pattern the moves of its cells and of the empty pattern.
pub(crate) fn complete<const N: usize>(groups: &mut [Group<N>]) {
    for group in groups {
        for pattern in 1..PATTERNS {
            let others = pattern & (pattern - 1);
            let lowest = group[pattern ^ others];
            (0..N).for_each(|word| group[pattern][word] |= group[others][word] | lowest[word]);
        }
    }
}

/// The moves of the patterns that `behind` has in the groups.
#[inline]
pub(crate) fn moves_of<W: Word, const N: usize>(groups: &[Group<N>], mut behind: W) -> [u64; N] {
    let mut moves = [0; N];
    for group in groups {
        let of_pattern = &group[behind.to_u128() as usize % PATTERNS];
        (0..N).for_each(|word| moves[word] |= of_pattern[word]);
        behind = behind >> GROUP;
    }
    moves
}

/// The moves on one cell, and tables of the moves that filled cells exclude.
pub(crate) struct Fits<'a, W> {
    moves: &'a [Move<W>],
    cell: u32,
    /// The number of groups.
    groups: usize,
    /// The groups of the first 64 moves, of the next 64, and so on.
    ruled_out: Vec<Group<1>>,
}

impl<'a, W: Word> Fits<'a, W> {
    /// The moves on a cell.
    pub(crate) fn new(problem: &'a Problem<W>, cell: u32) -> Result<Self, OutOfMemory> {
        let moves = &problem.moves[problem.moves_at(cell)];
        let reach = moves.iter().map(|m| W::BITS - 1 - m.cells.leading_zeros() - cell).max();
        let groups = reach.unwrap_or(0).div_ceil(GROUP).max(1) as usize;
        let mut fits = Self { moves, cell, groups, ruled_out: Vec::new() };
        fits.ruled_out = fits.table(moves.iter().map(|m| m.cells))?;
        // Bits after the last move are never set.
        if let Some(last) = fits.ruled_out.chunks_mut(groups).last() {
            let unused = !low_bits::<u64>((moves.len() as u32 - 1) % 64 + 1);
            last[0].iter_mut().for_each(|[moves]| *moves |= unused);
        }
        Ok(fits)
    }

    /// The moves on a cell without those that leave islets when all cells before it are filled.
    pub(crate) fn without_islets(problem: &'a Problem<W>, cell: u32) -> Result<Self, OutOfMemory> {
        let mut fits = Self::new(problem, cell)?;
        let before = low_bits::<W>(cell);
        let islets = fits.moves.iter().map(|m| problem.islands.islets(before | m.cells));
        let islets: Vec<_> = islets.collect();
        if islets.iter().all(|islets| islets.is_zero()) {
            return Ok(fits);
        }
        // By patterns of free cells.
        let islets = fits.table(islets.into_iter())?;
        for (ruled_out, islets) in fits.ruled_out.iter_mut().zip(&islets) {
            for (filled, [moves]) in ruled_out.iter_mut().enumerate() {
                *moves |= islets[!filled % PATTERNS][0];
            }
        }
        Ok(fits)
    }

    /// The same, built when it is first needed.
    #[inline]
    pub(crate) fn once<'b>(
        fits: &'b mut Option<Self>,
        problem: &'a Problem<W>,
        cell: u32,
    ) -> Result<&'b Self, OutOfMemory> {
        match fits {
            Some(fits) => Ok(fits),
            None => Ok(fits.insert(Self::without_islets(problem, cell)?)),
        }
    }

    /// The number of bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.ruled_out.len() * size_of::<Group<1>>()
    }

    /// For each pattern the moves that have some of its cells among their `cells`.
    fn table(&self, cells: impl Iterator<Item = W>) -> Result<Vec<Group<1>>, OutOfMemory> {
        let mut table = filled(self.groups * self.moves.len().div_ceil(64), no_moves())?;
        for (i, cells) in cells.enumerate() {
            let groups = &mut table[i / 64 * self.groups..][..self.groups];
            add_move(groups, i % 64, cells >> self.cell >> 1);
        }
        complete(&mut table);
        Ok(table)
    }

    /// The number of moves on the cell.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves that fit, in order, if `filled` does not have the cell.
    #[inline]
    pub(crate) fn of(&self, filled: W) -> Fitting<'_, 'a, W> {
        let behind = filled >> self.cell >> 1;
        let bits = if self.ruled_out.is_empty() { 0 } else { self.word(0, behind) };
        Fitting { fits: self, behind, word: 0, bits }
    }

    /// Which of the moves from number `64 * word` on fit, by the filled cells behind the cell.
    #[inline]
    fn word(&self, word: usize, behind: W) -> u64 {
        let [ruled_out] = moves_of(&self.ruled_out[word * self.groups..][..self.groups], behind);
        !ruled_out
    }
}

/// Moves that fit.
pub(crate) struct Fitting<'b, 'a, W> {
    fits: &'b Fits<'a, W>,
    behind: W,
    /// The moves of this word that were not returned yet.
    word: usize,
    bits: u64,
}

impl<W: Word> Iterator for Fitting<'_, '_, W> {
    type Item = Move<W>;

    #[inline]
    fn next(&mut self) -> Option<Move<W>> {
        while self.bits == 0 {
            if 64 * (self.word + 1) >= self.fits.moves.len() {
                return None;
            }
            self.word += 1;
            self.bits = self.fits.word(self.word, self.behind);
        }
        let i = 64 * self.word + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.fits.moves[i])
    }
}
