//! Which moves fit, by tables.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::problem::{Move, Problem, low_bits};
use crate::polyform::room::{NoRoom, filled};

/// The moves on one cell, and for each group of cells behind it a table: which moves each pattern of filled cells rules out.
pub(crate) struct Fits<'a, W> {
    moves: &'a [Move<W>],
    cell: u32,
    /// How many words of 64 moves there are.
    words: usize,
    groups: usize,
    /// Words by group, pattern and move.
    ruled_out: Vec<u64>,
}

/// How many cells a group has.
const GROUP: u32 = 6;
const PATTERNS: usize = 1 << GROUP;

impl<'a, W: Word> Fits<'a, W> {
    /// The moves on a cell.
    pub(crate) fn new(problem: &'a Problem<W>, cell: u32) -> Result<Self, NoRoom> {
        let moves = &problem.moves[problem.moves_at(cell)];
        let reach = moves.iter().map(|m| W::BITS - 1 - m.cells.leading_zeros() - cell).max();
        let groups = reach.unwrap_or(0).div_ceil(GROUP) as usize;
        let words = moves.len().div_ceil(64);
        let mut fits = Self { moves, cell, words, groups, ruled_out: Vec::new() };
        fits.ruled_out = fits.by_pattern(moves.iter().map(|m| m.cells))?;
        Ok(fits)
    }

    /// The same without moves that leave islets, when all cells before are filled.
    pub(crate) fn without_islets(problem: &'a Problem<W>, cell: u32) -> Result<Self, NoRoom> {
        let mut fits = Self::new(problem, cell)?;
        let before = low_bits::<W>(cell);
        let islets = fits.moves.iter().map(|m| problem.islands.islets(before | m.cells));
        let islets: Vec<_> = islets.collect();
        if islets.iter().all(|islets| islets.is_zero()) {
            return Ok(fits);
        }
        // By patterns of free cells.
        let islets = fits.by_pattern(islets.into_iter())?;
        for group in 0..fits.groups {
            for pattern in 0..PATTERNS {
                let (filled, free) = (fits.at(group, pattern), fits.at(group, !pattern % PATTERNS));
                for word in 0..fits.words {
                    fits.ruled_out[filled + word] |= islets[free + word];
                }
            }
        }
        Ok(fits)
    }

    /// The same, made when it is first needed.
    #[inline]
    pub(crate) fn once<'b>(
        fits: &'b mut Option<Self>,
        problem: &'a Problem<W>,
        cell: u32,
    ) -> Result<&'b Self, NoRoom> {
        match fits {
            Some(fits) => Ok(fits),
            None => Ok(fits.insert(Self::without_islets(problem, cell)?)),
        }
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.ruled_out.len() * 8
    }

    /// For each pattern, of which moves it has some of the cells that are given for them.
    fn by_pattern(&self, cells: impl Iterator<Item = W>) -> Result<Vec<u64>, NoRoom> {
        let mut moves = filled(self.groups * PATTERNS * self.words, 0)?;
        for (i, cells) in cells.enumerate() {
            let mut behind = cells >> self.cell >> 1;
            while !behind.is_zero() {
                let bit = behind.trailing_zeros();
                let (group, bit) = ((bit / GROUP) as usize, bit % GROUP);
                if group < self.groups {
                    moves[self.at(group, 1 << bit) + i / 64] |= 1 << (i % 64);
                }
                behind = behind.without_lowest_bit();
            }
        }
        // A pattern has what its lowest cell has, and what the others have.
        for group in 0..self.groups {
            for pattern in (1..PATTERNS).filter(|pattern| !pattern.is_power_of_two()) {
                let lowest = pattern & pattern.wrapping_neg();
                let (to, one) = (self.at(group, pattern), self.at(group, lowest));
                let others = self.at(group, pattern & !lowest);
                for word in 0..self.words {
                    moves[to + word] = moves[one + word] | moves[others + word];
                }
            }
        }
        Ok(moves)
    }

    /// The number of moves on the cell.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    fn at(&self, group: usize, pattern: usize) -> usize {
        (group * PATTERNS + pattern) * self.words
    }

    /// The moves that fit, in order, if `filled` does not have the cell.
    #[inline]
    pub(crate) fn of(&self, filled: W) -> Fitting<'_, 'a, W> {
        let behind = filled >> self.cell >> 1;
        let mut fitting = Fitting { fits: self, behind, word: 0, bits: 0 };
        if self.words > 0 {
            fitting.bits = self.word(0, behind);
        }
        fitting
    }

    /// Which of the moves from number `64 * word` on fit, by the filled cells behind the cell.
    #[inline]
    fn word(&self, word: usize, mut behind: W) -> u64 {
        let mut out = 0;
        for group in 0..self.groups {
            let pattern = behind.to_u128() as usize % PATTERNS;
            out |= self.ruled_out[self.at(group, pattern) + word];
            behind = behind >> GROUP;
        }
        let moves = (self.moves.len() - 64 * word).min(64);
        !out & u64::MAX >> (64 - moves)
    }
}

/// Moves that fit.
pub(crate) struct Fitting<'b, 'a, W> {
    fits: &'b Fits<'a, W>,
    behind: W,
    /// The moves of this word that were not told yet.
    word: usize,
    bits: u64,
}

impl<W: Word> Iterator for Fitting<'_, '_, W> {
    type Item = Move<W>;

    #[inline]
    fn next(&mut self) -> Option<Move<W>> {
        while self.bits == 0 {
            if self.word + 1 >= self.fits.words {
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
