//! Words, one or several side by side, as the kinds of steps need them.

use core::ops::{BitAnd, BitOr};

/// One word or several side by side.
pub(crate) trait Lanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The same word in all lanes.
    fn splat(word: u64) -> Self;
    /// All lanes shifted to the left.
    fn shl(self, bits: u32) -> Self;
    /// All lanes shifted to the right.
    fn shr(self, bits: u32) -> Self;
}

/// A single word, available on every processor.
impl Lanes for u64 {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }
    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        self << bits
    }
    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        self >> bits
    }
}
