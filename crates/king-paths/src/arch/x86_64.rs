//! AVX2 and AVX-512.

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr};

use crate::batch::{Buffers, Kind, Lanes, Simd, Vector, find_all};

/// Whether the processor has a feature. Without `std` it must be known at compile time.
macro_rules! has {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::arch::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}

#[allow(
    clippy::eq_op,
    clippy::nonminimal_bool,
    reason = "without `std` the features are constants"
)]
pub(super) fn has(simd: Simd) -> bool {
    match simd {
        Simd::Portable => true,
        Simd::Avx2 => has!("avx2"),
        Simd::Avx512 => has!("avx2") && has!("avx512f"),
    }
}

/// Says whether it could be done with vectors.
pub(super) fn find(simd: Simd, kind: Kind, sets: [&[u64]; 3], buffers: &mut Buffers) -> bool {
    #[target_feature(enable = "avx2")]
    fn avx2(kind: Kind, sets: [&[u64]; 3], buffers: &mut Buffers) {
        find_all::<Four, 3>(kind, sets, buffers);
    }

    #[target_feature(enable = "avx2,avx512f")]
    fn avx512(kind: Kind, sets: [&[u64]; 3], buffers: &mut Buffers) {
        find_all::<Eight, 4>(kind, sets, buffers);
    }

    match simd {
        Simd::Avx512 if has(simd) => {
            // SAFETY: the processor has AVX2 and AVX-512F.
            unsafe { avx512(kind, sets, buffers) };
            true
        }
        Simd::Avx2 if has(simd) => {
            // SAFETY: the processor has AVX2.
            unsafe { avx2(kind, sets, buffers) };
            true
        }
        _ => false,
    }
}

/// Four words. Made only where the processor has AVX2: everything here is inlined into `avx2`.
#[derive(Clone, Copy)]
struct Four(__m256i);

/// Eight words. Made only where the processor has AVX-512F: everything here is inlined into `avx512`.
#[derive(Clone, Copy)]
struct Eight(__m512i);

macro_rules! operator {
    ($lanes:ty, $trait:ident $function:ident, $intrinsic:ident) => {
        impl $trait for $lanes {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                // SAFETY: the type is used only where the processor has the instruction.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}

operator!(Four, BitAnd bitand, _mm256_and_si256);
operator!(Four, BitOr bitor, _mm256_or_si256);
operator!(Eight, BitAnd bitand, _mm512_and_si512);
operator!(Eight, BitOr bitor, _mm512_or_si512);

impl Lanes for Four {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        Self(unsafe { _mm256_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        Self(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }
    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }
}

impl Vector for Four {
    const LEN: usize = 4;

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        let words = &words[..4];
        // SAFETY: the processor has AVX2; there are four words.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let words = &mut words[..4];
        // SAFETY: the processor has AVX2; there are four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
    }
    #[inline(always)]
    fn if_disjoint(self, a: Self, b: Self) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        let disjoint = unsafe { _mm256_cmpeq_epi64((a & b).0, _mm256_setzero_si256()) };
        self & Self(disjoint)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn less_zeros(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, see the type.
        Self(unsafe {
            _mm256_add_epi64(self.0, _mm256_cmpeq_epi64(other.0, _mm256_setzero_si256()))
        })
    }
    #[inline(always)]
    fn are_zero(self) -> bool {
        // SAFETY: the processor has AVX, see the type.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
}

impl Lanes for Eight {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe { _mm512_set1_epi64(word as i64) })
    }
    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }
    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }
}

impl Vector for Eight {
    const LEN: usize = 8;

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        let words = &words[..8];
        // SAFETY: the processor has AVX-512F; there are eight words.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let words = &mut words[..8];
        // SAFETY: the processor has AVX-512F; there are eight words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
    }
    #[inline(always)]
    fn if_disjoint(self, a: Self, b: Self) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe { _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(a.0, b.0), self.0) })
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn less_zeros(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512F, see the type.
        Self(unsafe {
            let zeros = _mm512_testn_epi64_mask(other.0, other.0);
            _mm512_mask_sub_epi64(self.0, zeros, self.0, _mm512_set1_epi64(1))
        })
    }
    #[inline(always)]
    fn are_zero(self) -> bool {
        // SAFETY: the processor has AVX-512F, see the type.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }
}
