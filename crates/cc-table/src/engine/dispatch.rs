//! The choice of instructions: each kernel is compiled for several instruction sets.

#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{
    Level, Simd as Tokens, SimdBase, dispatch, u64x2, u64x4, u64x8,
};

#[cfg(feature = "simd")]
use super::lanes::{self, Found, Kernel};
use super::{halves, shrink};
use crate::Connectivity;
use crate::grid::Grid;

/// How many boards are processed at once, and with which instructions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Simd {
    /// One, in general registers.
    Scalar,
    /// As many as a vector register has lanes of 64 bits.
    #[cfg(feature = "simd")]
    Vectors(Level),
}

impl Simd {
    /// The widest that the processor has. [`Scalar`](Self::Scalar) without the feature `simd`.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        #[cfg(feature = "simd")]
        return Self::Vectors(Level::new());
        #[cfg(not(feature = "simd"))]
        return Self::Scalar;
    }

    /// All that the processor has.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(feature = "simd")]
        let vectors = {
            let level = Level::new();
            #[cfg(target_arch = "x86_64")]
            let narrower = [
                level.as_sse2().map(Level::Sse2),
                level.as_sse4_2().map(Level::Sse4_2),
                level.as_avx2().map(Level::Avx2),
                level.as_avx512().map(Level::Avx512),
            ];
            #[cfg(not(target_arch = "x86_64"))]
            let narrower = [Some(level)];
            narrower.into_iter().flatten().map(Self::Vectors)
        };
        #[cfg(not(feature = "simd"))]
        let vectors = [];
        [Self::Scalar].into_iter().chain(vectors)
    }

    /// The number of boards.
    #[inline]
    #[must_use]
    pub fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            #[cfg(feature = "simd")]
            Self::Vectors(level) => dispatch!(level, simd => lanes_of(simd)),
        }
    }

    /// Runs `work`, which must be `#[inline(always)]`, compiled for AVX2 and BMI2 if they are there: shifts
    /// by any count and counts of bits take one instruction then.
    #[inline(always)]
    pub(crate) fn with_bmi2<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        if let Self::Vectors(level) = self
            && let Some(avx2) = level.as_avx2()
        {
            return avx2.vectorize(work);
        }
        work()
    }
}

/// The number of lanes of 64 bits of the vectors that fit a register.
#[cfg(feature = "simd")]
#[inline(always)]
fn lanes_of<S: Tokens>(_: S) -> usize {
    S::u64s::LEN
}

/// Runs `kernel` with the vectors of `level`.
#[cfg(feature = "simd")]
#[inline]
fn run<K: Kernel>(level: Level, connectivity: Connectivity, kernel: K) {
    match connectivity {
        Connectivity::Four => dispatch!(level, simd => native(simd, Connectivity::Four, kernel)),
        Connectivity::Eight => dispatch!(level, simd => native(simd, Connectivity::Eight, kernel)),
    }
}

/// Runs `kernel` with the vectors that fit a register.
#[cfg(feature = "simd")]
#[inline(always)]
fn native<S: Tokens, K: Kernel>(simd: S, connectivity: Connectivity, kernel: K) {
    match const { S::u64s::LEN } {
        8 => kernel.run::<S, u64x8<S>>(simd, connectivity),
        4 => kernel.run::<S, u64x4<S>>(simd, connectivity),
        _ => kernel.run::<S, u64x2<S>>(simd, connectivity),
    }
}

/// For each board the cells in components of at least four, or, if `SEEDS`, some cells of each such
/// component and no others.
#[inline]
pub(crate) fn fours<const W: usize, const H: usize, const SEEDS: bool>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [Grid<W, H>],
) {
    match simd {
        Simd::Scalar => {
            for (out, &board) in out.iter_mut().zip(boards) {
                *out = halves::fours::<W, H, SEEDS, u128>(board, connectivity);
            }
        }
        #[cfg(feature = "simd")]
        Simd::Vectors(level) => {
            run(level, connectivity, lanes::Fours::<W, H, SEEDS> { boards, out });
        }
    }
}

/// The number of components of each board, by shrinking.
#[inline]
pub(crate) fn counts<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) {
    match simd {
        Simd::Scalar => {
            for (out, &board) in out.iter_mut().zip(boards) {
                *out = shrink::count(board, connectivity) as u8;
            }
        }
        #[cfg(feature = "simd")]
        Simd::Vectors(level) => run(level, connectivity, lanes::Counts { boards, out }),
    }
}

/// The components of at most as many boards as there are lanes.
#[cfg(feature = "simd")]
#[inline]
pub(crate) fn components<const W: usize, const H: usize>(
    level: Level,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    found: &mut Found,
) {
    run(level, connectivity, lanes::Components { boards, found });
}
