//! What a vector of words must be able to do.

use core::ops::{BitAnd, BitOr};

/// Several words side by side.
pub(crate) trait Lanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// How many.
    const LEN: usize;

    /// The same word in all lanes.
    fn splat(word: u64) -> Self;
    /// The first words of a slice that has as many.
    fn load(words: &[u64]) -> Self;
    /// Writes them to the first places of a slice that has as many.
    fn store(self, words: &mut [u64]);
    /// All lanes shifted to the left.
    fn shl(self, bits: u32) -> Self;
    /// All lanes shifted to the right.
    fn shr(self, bits: u32) -> Self;
    /// The lanes of `self` in which `a` and `b` have no bit in common; 0 in the others.
    fn if_disjoint(self, a: Self, b: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Lanes of `self`, less 1 where `other` is 0.
    fn less_zeros(self, other: Self) -> Self;
    /// Whether all lanes are 0.
    fn are_zero(self) -> bool;
}

/// One word: what every processor can do.
impl Lanes for u64 {
    const LEN: usize = 1;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        words[0]
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[0] = self;
    }
    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        self << bits
    }
    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        self >> bits
    }
    #[inline(always)]
    fn if_disjoint(self, a: Self, b: Self) -> Self {
        if a & b == 0 { self } else { 0 }
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    fn less_zeros(self, other: Self) -> Self {
        self.wrapping_sub(u64::from(other == 0))
    }
    #[inline(always)]
    fn are_zero(self) -> bool {
        self == 0
    }
}
