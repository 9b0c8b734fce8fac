//! Random numbers that are the same everywhere, so that every engine and every run gets the same
//! inputs.

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A random sequence for each seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// 128 random bits.
    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }

    /// A number below `end`.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "there is no number below 0");
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
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
