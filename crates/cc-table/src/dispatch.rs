//! The choice of algorithm and instructions. Kernels are compiled for several instruction sets.

use bitboard_core::Connectivity;
#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{self, Level, u64x2};
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use bitboard_core::simd::fearless_simd::{
    Simd as _, u64x4, u64x8,
    x86::{Avx2, Avx512, Sse2},
};

use crate::board::Board;
use crate::components::Components;
use crate::kernel::automaton::Automaton;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use crate::kernel::gather;
#[cfg(feature = "simd")]
use crate::kernel::lanes::{self, Found, Half, Kernel};
use crate::kernel::{flood, halves, mask, shrink};

/// The number of boards processed at once, and the instructions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Simd {
    /// One, in general registers.
    Scalar,
    /// Two, with SSE2.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Sse2(Sse2),
    /// Four, with AVX2 and BMI2.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Avx2(Avx2),
    /// Eight, with AVX-512 and BMI2.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Avx512(Avx512),
    /// Two, with NEON or WASM SIMD128.
    #[cfg(all(feature = "simd", not(target_arch = "x86_64")))]
    Vectors(Level),
}

impl Simd {
    /// The widest that the processor has. [`Scalar`](Self::Scalar) without the feature `simd`.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        return match Level::new() {
            Level::Avx512(avx512) => Self::Avx512(avx512),
            Level::Avx2(avx2) => Self::Avx2(avx2),
            level => level.as_sse2().map_or(Self::Scalar, Self::Sse2),
        };
        #[cfg(all(feature = "simd", not(target_arch = "x86_64")))]
        return Some(Level::new())
            .filter(|level| !level.is_fallback())
            .map_or(Self::Scalar, Self::Vectors);
        #[cfg(not(feature = "simd"))]
        return Self::Scalar;
    }

    /// All that the processor has, the narrowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        let narrower = {
            let level = Level::new();
            let avx2 = level.as_avx2().filter(|_| level.as_avx512().is_some());
            let sse2 = level.as_sse2().filter(|_| level.as_avx2().is_some());
            sse2.map(Self::Sse2).into_iter().chain(avx2.map(Self::Avx2))
        };
        #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
        let narrower = [];
        let best = Some(Self::best()).filter(|best| !matches!(best, Self::Scalar));
        [Self::Scalar].into_iter().chain(narrower).chain(best)
    }

    /// The number of boards.
    #[inline]
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Sse2(_) => 2,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Avx2(_) => 4,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Avx512(_) => 8,
            #[cfg(all(feature = "simd", not(target_arch = "x86_64")))]
            Self::Vectors(_) => 2,
        }
    }

    /// AVX2 and BMI2, if they are there.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn avx2(self) -> Option<Avx2> {
        match self {
            Self::Avx2(avx2) => Some(avx2),
            Self::Avx512(avx512) => avx512.level().as_avx2(),
            _ => None,
        }
    }

    /// Runs `work`, which must be `#[inline(always)]`, compiled for AVX2 and BMI2 if they are there: shifts
    /// by any count and counts of bits take one instruction then.
    #[inline(always)]
    pub(crate) fn with_bmi2<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        {
            if let Some(avx2) = self.avx2() {
                return avx2.vectorize(work);
            }
        }
        work()
    }

    /// The components of a board, by the automaton.
    #[inline(always)]
    fn by_automaton<const W: usize, const H: usize>(
        self,
        automaton: &Automaton,
        board: Board<W, H>,
        found: &mut Components<W, H>,
    ) {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        if let Some(avx2) = self.avx2().filter(|_| H <= gather::ROWS) {
            return gather::components(avx2, automaton, board, found);
        }
        automaton.components(board, found);
    }

    /// Runs `kernel` with vectors that fit a register.
    ///
    /// # Panics
    /// If this is [`Scalar`](Self::Scalar).
    #[cfg(feature = "simd")]
    #[inline]
    fn run<K: Kernel>(self, connectivity: Connectivity, kernel: K) {
        match self {
            Self::Scalar => unreachable!("kernels of vectors are not scalar"),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2(sse2) => run_on::<_, u64x2<_>, _>(sse2, connectivity, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => run_on::<_, u64x4<_>, _>(avx2, connectivity, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => run_on::<_, u64x8<_>, _>(avx512, connectivity, kernel),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Vectors(level) => fearless_simd::dispatch!(
                level, simd => run_on::<_, u64x2<_>, _>(simd, connectivity, kernel)
            ),
        }
    }
}

/// Runs `kernel` with the instructions of `token`. The connectivity is chosen first, because a constant
/// one halves the code that runs.
#[cfg(feature = "simd")]
#[inline(always)]
fn run_on<S: fearless_simd::Simd, V: Half<S>, K: Kernel>(
    token: S,
    connectivity: Connectivity,
    kernel: K,
) {
    match connectivity {
        Connectivity::Four => token.vectorize(
            #[inline(always)]
            move || kernel.run::<S, V>(token, Connectivity::Four),
        ),
        Connectivity::Eight => token.vectorize(
            #[inline(always)]
            move || kernel.run::<S, V>(token, Connectivity::Eight),
        ),
    }
}

/// The components of a board: by floods where few cells have neighbors or nearly all do, otherwise by the
/// automaton, which takes the same time for every board.
#[inline]
pub(crate) fn components<const W: usize, const H: usize>(
    simd: Simd,
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    // A constant connectivity halves the code that runs.
    match connectivity {
        Connectivity::Four => simd.with_bmi2(
            #[inline(always)]
            move || split(simd, board, Connectivity::Four, found),
        ),
        Connectivity::Eight => simd.with_bmi2(
            #[inline(always)]
            move || split(simd, board, Connectivity::Eight, found),
        ),
    }
}

#[inline(always)]
fn split<const W: usize, const H: usize>(
    simd: Simd,
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    let joined = mask::twos(board, connectivity).len() as usize;
    match Automaton::of_width(W, connectivity) {
        Some(automaton) if 6 * joined > W * H && 10 * joined < 9 * W * H => {
            simd.by_automaton(&automaton, board, found);
        }
        _ => flood::components_peeled(board, connectivity, found),
    }
}

/// For each board the cells in components of at least four, or, if `SEEDS`, some cells of each such
/// component and no others.
#[inline]
pub(crate) fn fours<const W: usize, const H: usize, const SEEDS: bool>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [Board<W, H>],
) {
    match simd {
        Simd::Scalar => {
            for (out, &board) in out.iter_mut().zip(boards) {
                *out = halves::fours::<W, H, SEEDS, u128>(board, connectivity);
            }
        }
        #[cfg(feature = "simd")]
        _ => simd.run(connectivity, lanes::Fours::<W, H, SEEDS> { boards, out }),
    }
}

/// The number of components of each board, by shrinking.
#[inline]
pub(crate) fn counts<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
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
        _ => simd.run(connectivity, lanes::Counts { boards, out }),
    }
}

/// The components of at most one board per lane.
#[cfg(feature = "simd")]
#[inline]
pub(crate) fn flood_lanes<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    found: &mut Found,
) {
    simd.run(connectivity, lanes::Components { boards, found });
}
