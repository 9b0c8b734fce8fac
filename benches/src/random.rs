//! Random numbers that are the same everywhere, so that every engine and every run gets the same
//! inputs.

use bitboard_core::{Random as _, SeededRng};

/// A random sequence with the numbers that inputs need.
#[derive(Clone, Debug)]
pub struct Random(SeededRng);

impl Random {
    /// A random sequence for each seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SeededRng::new(seed))
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end as u64) as usize
    }

    /// `bits` bits, each set with this probability in percent.
    pub fn mask(&mut self, bits: u32, percent: usize) -> u128 {
        (0..bits).filter(|_| self.below(100) < percent).fold(0, |mask, bit| mask | 1 << bit)
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
