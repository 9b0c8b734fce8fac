//! The search, compiled for several instruction sets.
//!
//! All versions are the same code, on words or on vectors of them.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod x86_64;

#[cfg(feature = "alloc")]
mod slot;

use bitboard_core::Word;

#[cfg(feature = "alloc")]
pub(crate) use self::slot::{Slot, empty_buckets, prefetch};

#[cfg(feature = "alloc")]
use crate::bits::Bits;
#[cfg(feature = "alloc")]
use crate::{
    board::Board,
    position::Position,
    search::{Expansion, Search},
    watch::StopReason,
};

/// A word with a vector type where the processor has one: `u64` or `u128`.
pub trait LaneWord: Word + Sealed {}

impl LaneWord for u64 {}
impl LaneWord for u128 {}

/// The vectors and the table slot of a word. A word of 128 bits is its own vector.
pub trait Sealed: core::marker::Sized {
    /// A slot of a transposition table.
    #[cfg(feature = "alloc")]
    #[allow(private_bounds)]
    type Slot: Slot<Word = Self>;
    /// Multiplication modulo 2^BITS.
    #[cfg(feature = "alloc")]
    #[must_use]
    fn multiply(self, factor: Self) -> Self;
    /// Vectors of 256 bits.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[allow(private_bounds)]
    type Avx2: Bits<Word = Self>;
    /// Vectors of 512 bits.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[allow(private_bounds)]
    type Avx512: Bits<Word = Self>;
}

impl Sealed for u64 {
    #[cfg(feature = "alloc")]
    type Slot = slot::Single;
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn multiply(self, factor: Self) -> Self {
        self.wrapping_mul(factor)
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    type Avx2 = x86_64::Words4;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    type Avx512 = x86_64::Words8;
}

impl Sealed for u128 {
    #[cfg(feature = "alloc")]
    type Slot = slot::Double;
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn multiply(self, factor: Self) -> Self {
        self.wrapping_mul(factor)
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    type Avx2 = u128;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    type Avx512 = u128;
}

/// An instruction set.
#[cfg(feature = "alloc")]
pub(crate) trait Isa: Copy {
    /// Its vectors.
    type Bits<T: LaneWord>: Bits<Word = T>;

    /// [`Search::expand`], compiled for this instruction set.
    fn expand<B: Board>(
        self,
        search: &mut Search<'_, B>,
        expansion: &mut Expansion<B::Word>,
        all: B::Word,
        beta: i32,
    );
}

/// The baseline of the target.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub(crate) struct Portable;

#[cfg(feature = "alloc")]
impl Isa for Portable {
    type Bits<T: LaneWord> = T;

    #[inline(never)]
    fn expand<B: Board>(
        self,
        search: &mut Search<'_, B>,
        expansion: &mut Expansion<B::Word>,
        all: B::Word,
        beta: i32,
    ) {
        search.expand(self, expansion, all, beta);
    }
}

/// The best instruction set of this processor.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub(crate) enum Processor {
    Portable,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx2(x86_64::Avx2),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx512(x86_64::Avx512),
}

#[cfg(feature = "alloc")]
impl Processor {
    pub(crate) fn detect() -> Self {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            if let Some(isa) = x86_64::Avx512::detect() {
                return Self::Avx512(isa);
            }
            if let Some(isa) = x86_64::Avx2::detect() {
                return Self::Avx2(isa);
            }
        }
        Self::Portable
    }

    /// All instruction sets of this processor.
    #[cfg(all(test, feature = "std"))]
    pub(crate) fn all() -> alloc::vec::Vec<Self> {
        let portable = core::iter::once(Self::Portable);
        #[cfg(target_arch = "x86_64")]
        let vectors = {
            let avx2 = x86_64::Avx2::detect().map(Self::Avx2);
            avx2.into_iter().chain(x86_64::Avx512::detect().map(Self::Avx512))
        };
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = core::iter::empty();
        portable.chain(vectors).collect()
    }

    /// [`Search::bound`].
    pub(crate) fn bound<B: Board>(
        self,
        search: &mut Search<'_, B>,
        position: Position<B>,
        beta: i32,
    ) -> Result<i32, StopReason> {
        match self {
            Self::Portable => search.bound(Portable, position, beta),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Self::Avx2(isa) => search.bound(isa, position, beta),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Self::Avx512(isa) => search.bound(isa, position, beta),
        }
    }
}
