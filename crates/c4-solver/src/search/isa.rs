//! Instruction sets. The search is the same code on words and on vectors of them.
//!
//! It is compiled for words, AVX2 and AVX-512, with four boards to a vector. Two boards in 128 bits (SSE4.2) took 0.93 to
//! 1.09 times the time of words, eight boards with AVX-512 0.97 to 1.03 times the time of four.

use bitboard_core::Bits;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use bitboard_core::simd::fearless_simd::{Avx2, Avx512, Level};
#[cfg(feature = "std")]
use bitboard_core::simd::{Lanes, fearless_simd::Simd};

use crate::board::BoardWord;

/// An instruction set, and the number of boards in its vectors.
pub(crate) trait Isa: Copy + Send {
    /// The vectors.
    type Lanes<T: BoardWord>: Bits<Word = T>;

    /// Returns `word` in every lane.
    fn splat<T: BoardWord>(self, word: T) -> Self::Lanes<T>;
    /// Returns the first words of a slice.
    fn load<T: BoardWord>(self, words: &[T]) -> Self::Lanes<T>;
    /// Writes the words of `lanes` to the front of a slice.
    fn store<T: BoardWord>(self, lanes: Self::Lanes<T>, words: &mut [T]);
    /// Calls a function, which is compiled for this instruction set if it is marked `#[inline(always)]`.
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R;
}

/// One board in a word, with the instructions that every processor of the target has.
#[derive(Clone, Copy)]
pub(crate) struct Words;

impl Isa for Words {
    type Lanes<T: BoardWord> = T;

    #[inline(always)]
    fn splat<T: BoardWord>(self, word: T) -> T {
        word
    }

    #[inline(always)]
    fn load<T: BoardWord>(self, words: &[T]) -> T {
        words[0]
    }

    #[inline(always)]
    fn store<T: BoardWord>(self, lanes: T, words: &mut [T]) {
        words[0] = lanes;
    }

    #[inline(never)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

/// Four boards in a vector.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only x86-64 has vectors of 256 bits")
)]
pub(crate) struct Vectors<S>(S);

#[cfg(feature = "std")]
impl<S: Simd> Isa for Vectors<S> {
    type Lanes<T: BoardWord> = T::X4<S>;

    #[inline(always)]
    fn splat<T: BoardWord>(self, word: T) -> T::X4<S> {
        Lanes::splat(self.0, word)
    }

    #[inline(always)]
    fn load<T: BoardWord>(self, words: &[T]) -> T::X4<S> {
        Lanes::load(self.0, words)
    }

    #[inline(always)]
    fn store<T: BoardWord>(self, lanes: T::X4<S>, words: &mut [T]) {
        lanes.store(words);
    }

    #[inline(always)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        self.0.vectorize(function)
    }
}

/// An instruction set for which the search is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Processor {
    Words,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx2(Vectors<Avx2>),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx512(Vectors<Avx512>),
}

impl Processor {
    /// Returns the best instruction set of this processor.
    pub(crate) fn detect() -> Self {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            let level = Level::new();
            if let Some(simd) = level.as_avx512() {
                return Self::Avx512(Vectors(simd));
            }
            if let Some(simd) = level.as_avx2() {
                return Self::Avx2(Vectors(simd));
            }
        }
        Self::Words
    }

    /// Returns all instruction sets of this processor.
    #[cfg(all(test, feature = "std"))]
    pub(crate) fn all() -> alloc::vec::Vec<Self> {
        #[allow(unused_mut, reason = "other processors have words only")]
        let mut all = alloc::vec![Self::Words];
        #[cfg(target_arch = "x86_64")]
        {
            let level = Level::new();
            all.extend(level.as_avx2().map(|simd| Self::Avx2(Vectors(simd))));
            all.extend(level.as_avx512().map(|simd| Self::Avx512(Vectors(simd))));
        }
        all
    }
}

/// Evaluates an expression with the instruction set `$isa` of a [`Processor`].
macro_rules! dispatch {
    ($processor:expr, $isa:ident => $result:expr) => {
        match $processor {
            $crate::search::isa::Processor::Words => {
                let $isa = $crate::search::isa::Words;
                $result
            }
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            $crate::search::isa::Processor::Avx2($isa) => $result,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            $crate::search::isa::Processor::Avx512($isa) => $result,
        }
    };
}
pub(super) use dispatch;
