//! Dispatch: runs code that processes many boards with the vectors of this processor.
//!
//! A [`SimdKernel`] is such code, written once for vectors of any width and once for single
//! boards. [`SimdLevel`] is a choice of vectors, and [`SimdLevel::run`] runs the version of
//! the kernel for it:
//!
//! ```text
//! kernel.vectors::<Avx512, u64x8>   eight boards of 64 bits in a register
//! kernel.vectors::<Avx2,   u64x4>   four
//! kernel.vectors::<Sse2,   u64x2>   two; also NEON and WASM SIMD128
//! kernel.scalar()                   one; also without the feature `simd`
//! ```
//!
//! On a target without vectors only the last version is compiled: the others would be loops over
//! the lanes, which take long to compile and are not faster.
//!
//! Each version is compiled as a separate function into which everything it calls is inlined. A
//! choice contains the token of its instruction set, which exists only if the processor has these
//! instructions, so no code here is unsafe.
//!
//! A [`Kernel`] is code that is compiled for each of the common movement rules, and started by
//! [`Dilate::specialize`](crate::Dilate::specialize).

#[cfg(feature = "simd")]
use fearless_simd::Simd;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use fearless_simd::x86::{Avx2, Avx512, Sse2};
#[cfg(feature = "simd")]
#[allow(unused_imports, reason = "not used on targets without vectors")]
use fearless_simd::{Level, u64x2};
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use fearless_simd::{u64x4, u64x8};

pub use crate::flood::Kernel;
#[cfg(feature = "simd")]
use crate::simd::Register;

/// Code that processes many boards, for [`SimdLevel::run`].
pub trait SimdKernel {
    /// The result of the code.
    type Output;

    /// Processes the boards one at a time.
    fn scalar(self) -> Self::Output;

    /// Processes the boards with vectors: `V` holds as many boards of 64 bits as a register, and
    /// [`Halves<V>`](crate::simd::Halves) as many of 128 bits. Mark it `#[inline(always)]`, like
    /// all that it calls.
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) -> Self::Output
    where
        Self: Sized,
    {
        let _ = simd;
        self.scalar()
    }
}

/// A choice of the instruction set that processes boards, and so of how many at once.
#[cfg_attr(
    feature = "simd",
    doc = r"
```
use bitboard_core::simd::fearless_simd::Simd;
use bitboard_core::simd::{Lanes, Register};
use bitboard_core::dispatch::{SimdKernel, SimdLevel};
use bitboard_core::{Bitboard, Chess, Steps};

type Board = Bitboard<u64, Chess>;

/// Keeps the component with the lowest cell of each board.
struct FirstComponents<'a>(&'a mut [Board; 8]);

impl SimdKernel for FirstComponents<'_> {
    type Output = ();

    fn scalar(self) {
        for board in self.0 {
            *board = board.isolate_first().flood(*board, &Steps::KING);
        }
    }

    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
        for boards in self.0.chunks_exact_mut(V::LANES) {
            let within = V::load_boards(simd, boards);
            within.isolate_first().flood(within, &Steps::KING).store_boards(boards);
        }
    }
}

for simd_level in SimdLevel::available() {
    let mut boards = [Board::from_u64(0b1011); 8];
    simd_level.run(FirstComponents(&mut boards));
    assert_eq!(boards, [Board::from_u64(0b11); 8]);
}
```"
)]
#[derive(Clone, Copy, Debug)]
pub struct SimdLevel(Choice);

/// An instruction set with its token.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Scalar,
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Sse2(Sse2),
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Avx2(Avx2),
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    Avx512(Avx512),
    #[cfg(all(
        feature = "simd",
        any(target_arch = "x86", target_arch = "aarch64", target_feature = "simd128")
    ))]
    Vectors(Level),
}

impl SimdLevel {
    /// One board at a time.
    pub const SCALAR: Self = Self(Choice::Scalar);

    /// The widest vectors of this processor. [`SCALAR`](Self::SCALAR) without the feature `simd`.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        return Self(match Level::new() {
            Level::Avx512(avx512) => Choice::Avx512(avx512),
            Level::Avx2(avx2) => Choice::Avx2(avx2),
            level => level.as_sse2().map_or(Choice::Scalar, Choice::Sse2),
        });
        #[cfg(all(
            feature = "simd",
            any(target_arch = "x86", target_arch = "aarch64", target_feature = "simd128")
        ))]
        return Some(Level::new())
            .filter(|level| !level.is_fallback())
            .map_or(Self::SCALAR, |level| Self(Choice::Vectors(level)));
        #[allow(unreachable_code, reason = "reached without vectors")]
        Self::SCALAR
    }

    /// Returns the choices that this processor supports, the narrowest first. For tests and
    /// measurements.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        let vectors = {
            let level = Level::new();
            let [sse2, avx2] =
                [level.as_sse2().map(Choice::Sse2), level.as_avx2().map(Choice::Avx2)];
            [sse2, avx2, level.as_avx512().map(Choice::Avx512)].into_iter().flatten().map(Self)
        };
        #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
        let vectors = Some(Self::new()).filter(|best| best.lanes() > 1);
        [Self::SCALAR].into_iter().chain(vectors)
    }

    /// Number of boards of 64 bits in a register, 1 for [`SCALAR`](Self::SCALAR).
    #[inline]
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self.0 {
            Choice::Scalar => 1,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Sse2(_) => 2,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Avx2(_) => 4,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Avx512(_) => 8,
            #[cfg(all(
                feature = "simd",
                any(target_arch = "x86", target_arch = "aarch64", target_feature = "simd128")
            ))]
            Choice::Vectors(_) => 2,
        }
    }

    /// Runs the version of `kernel` for this choice.
    #[inline]
    pub fn run<K: SimdKernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Choice::Scalar => kernel.scalar(),
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Sse2(token) => run_on::<_, u64x2<_>, _>(token, kernel),
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Avx2(token) => run_on::<_, u64x4<_>, _>(token, kernel),
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Choice::Avx512(token) => run_on::<_, u64x8<_>, _>(token, kernel),
            #[cfg(all(
                feature = "simd",
                any(target_arch = "x86", target_arch = "aarch64", target_feature = "simd128")
            ))]
            Choice::Vectors(level) => fearless_simd::dispatch!(
                level, simd => run_on::<_, u64x2<_>, _>(simd, kernel)
            ),
        }
    }

    /// The token of AVX2, if the processor supports it and this choice is at least as wide.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    #[inline(always)]
    #[must_use]
    pub fn avx2(self) -> Option<Avx2> {
        match self.0 {
            Choice::Avx2(avx2) => Some(avx2),
            Choice::Avx512(avx512) => avx512.level().as_avx2(),
            _ => None,
        }
    }

    /// Runs `work`, which must be `#[inline(always)]`, compiled for AVX2 and BMI2 if available.
    /// This is faster for single boards too, because a shift by a variable amount and a count of
    /// bits take one instruction each.
    #[inline(always)]
    pub fn vectorize_avx2<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        {
            if let Some(avx2) = self.avx2() {
                return avx2.vectorize(work);
            }
        }
        work()
    }
}

impl Default for SimdLevel {
    fn default() -> Self {
        Self::new()
    }
}

/// Runs `kernel` in a function that is compiled for the instructions of `token`.
#[cfg(feature = "simd")]
#[allow(dead_code, reason = "not used on targets without vectors")]
#[inline(always)]
fn run_on<S: Simd, V: Register<S>, K: SimdKernel>(token: S, kernel: K) -> K::Output {
    token.vectorize(
        #[inline(always)]
        move || kernel.vectors::<S, V>(token),
    )
}
