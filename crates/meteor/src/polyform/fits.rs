//! Which moves fit, by tables.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::problem::Move;

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
    /// Of these moves, which all have this lowest cell.
    pub(crate) fn new(cell: u32, moves: &'a [Move<W>]) -> Self {
        let reach = moves.iter().map(|m| W::BITS - 1 - m.cells.leading_zeros() - cell).max();
        let groups = reach.unwrap_or(0).div_ceil(GROUP) as usize;
        let words = moves.len().div_ceil(64);
        let ruled_out = vec![0; groups * PATTERNS * words];
        let mut fits = Self { moves, cell, words, groups, ruled_out };
        fits.add_single_cells();
        fits.add_patterns();
        fits
    }

    fn add_single_cells(&mut self) {
        for (i, m) in self.moves.iter().enumerate() {
            let mut cells = m.cells.without_lowest_bit();
            while !cells.is_zero() {
                let bit = (cells.trailing_zeros() - self.cell - 1) as usize;
                let (group, bit) = (bit / GROUP as usize, bit % GROUP as usize);
                let at = self.at(group, 1 << bit) + i / 64;
                self.ruled_out[at] |= 1 << (i % 64);
                cells = cells.without_lowest_bit();
            }
        }
    }

    /// A pattern rules out what its lowest cell rules out, and what the others do.
    fn add_patterns(&mut self) {
        for group in 0..self.groups {
            for pattern in (1..PATTERNS).filter(|pattern| !pattern.is_power_of_two()) {
                let lowest = pattern & pattern.wrapping_neg();
                let (to, one) = (self.at(group, pattern), self.at(group, lowest));
                let others = self.at(group, pattern & !lowest);
                for word in 0..self.words {
                    self.ruled_out[to + word] =
                        self.ruled_out[one + word] | self.ruled_out[others + word];
                }
            }
        }
    }

    fn at(&self, group: usize, pattern: usize) -> usize {
        (group * PATTERNS + pattern) * self.words
    }

    /// The moves that fit, in order, if `filled` does not have the cell.
    #[inline]
    pub(crate) fn of(&self, filled: W) -> impl Iterator<Item = Move<W>> {
        (0..self.words).flat_map(move |word| {
            let (mut out, mut rest) = (0, filled >> self.cell >> 1);
            for group in 0..self.groups {
                let pattern = rest.to_u128() as usize % PATTERNS;
                out |= self.ruled_out[self.at(group, pattern) + word];
                rest >>= GROUP;
            }
            let moves = &self.moves[64 * word..self.moves.len().min(64 * word + 64)];
            Bits(!out & u64::MAX >> (64 - moves.len())).map(|i| moves[i])
        })
    }
}

/// The set bits of a word.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    }
}
