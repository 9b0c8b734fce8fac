//! Words that hold the cells and guard bits of a board.

use bitboard_core::Word;

mod sealed {
    /// With the standard library the word has vectors, because the instruction set is chosen at run time.
    #[cfg(feature = "std")]
    pub trait Sealed: bitboard_core::simd::VectorWord {}
    #[cfg(not(feature = "std"))]
    pub trait Sealed {}

    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A word that can hold the cells and guard bits of a board: `u64` or `u128`.
pub trait BoardWord: Word + sealed::Sealed {}

impl BoardWord for u64 {}
impl BoardWord for u128 {}
