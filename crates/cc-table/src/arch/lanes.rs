//! Vector registers as lanes.
//!
//! Loads and stores sort halves with unpack instructions, so that boards come in another order than they lie in
//! memory; stores undo it.

use core::arch::x86_64::*;

use crate::bits::{Lanes, Wide};
use crate::engine::lanes::{Found, MOST};

macro_rules! lanes {
    (
        $(#[$doc:meta])* $name:ident($vector:ty), $count:literal,
        $set:ident, $and:ident, $or:ident, $xor:ident, $sll:ident, $srl:ident, $add:ident, $sub:ident,
        $load:ident, $store:ident, $low:ident, $high:ident,
        |$zero:ident| $is_zero:expr, |$a:ident, $b:ident| $equal:expr, |$ones:ident| $count_ones:expr, |$sum:ident| $total:expr
        $(, $special:item)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name($vector);

        // SAFETY, of all blocks below: these lanes are only made in functions that enable the
        // instructions, which are only called where the processor has them. Loads and stores go to
        // slices that are asserted to be long enough, and need no alignment.
        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)]
        impl Lanes for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn splat(word: u64) -> Self {
                unsafe { Self($set(word as i64)) }
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                unsafe { Self($and(self.0, other.0)) }
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                unsafe { Self($or(self.0, other.0)) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                unsafe { Self($xor(self.0, other.0)) }
            }

            #[inline(always)]
            fn shl(self, k: usize) -> Self {
                unsafe { Self($sll(self.0, _mm_cvtsi64_si128(k as i64))) }
            }

            #[inline(always)]
            fn shr(self, k: usize) -> Self {
                unsafe { Self($srl(self.0, _mm_cvtsi64_si128(k as i64))) }
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                let $zero = self.0;
                unsafe { $is_zero }
            }

            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                unsafe { Self($equal) }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { Self($add(self.0, other.0)) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { Self($sub(self.0, other.0)) }
            }

            #[inline(always)]
            fn ones(self) -> Self {
                let $ones = self.0;
                unsafe { Self($count_ones) }
            }

            #[inline(always)]
            fn total(self) -> Self {
                let $sum = self.0;
                unsafe { Self($total) }
            }

            #[inline(always)]
            fn to_array(self) -> [u64; MOST] {
                let mut lanes = [0; MOST];
                unsafe { $store(lanes.as_mut_ptr().cast(), self.0) };
                let mut array = [0; MOST];
                // Unpacking takes the lanes of the first half of the boards and of the second in turn.
                for (i, lane) in array[..$count].iter_mut().enumerate() {
                    let half = $count / 2;
                    *lane = lanes[if i < half { 2 * i } else { 2 * (i - half) + 1 }];
                }
                array
            }

            $($special)?

            #[inline(always)]
            fn load(words: &[u128]) -> Wide<Self> {
                assert!(words.len() >= $count);
                let from = words.as_ptr().cast::<$vector>();
                unsafe {
                    let (a, b) = ($load(from.cast()), $load(from.add(1).cast()));
                    Wide { low: Self($low(a, b)), high: Self($high(a, b)) }
                }
            }

            #[inline(always)]
            fn store(wide: Wide<Self>, words: &mut [u128]) {
                assert!(words.len() >= $count);
                let (low, high) = (wide.low.0, wide.high.0);
                let to = words.as_mut_ptr().cast::<$vector>();
                unsafe {
                    $store(to.cast(), $low(low, high));
                    $store(to.add(1).cast(), $high(low, high));
                }
            }
        }
    };
}

lanes! {
    /// SSE2, which every x86-64 has: two boards.
    Two(__m128i), 2,
    _mm_set1_epi64x, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_sll_epi64, _mm_srl_epi64,
    _mm_add_epi64, _mm_sub_epi64, _mm_loadu_si128, _mm_storeu_si128, _mm_unpacklo_epi64, _mm_unpackhi_epi64,
    |a| _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) == 0xffff,
    |a, b| {
        let half = _mm_cmpeq_epi32(a, b);
        _mm_and_si128(half, _mm_shuffle_epi32::<0b10_11_00_01>(half))
    },
    |a| {
        let pairs = _mm_sub_epi8(a, _mm_and_si128(_mm_srli_epi64::<1>(a), _mm_set1_epi8(0x55)));
        let two = _mm_set1_epi8(0x33);
        let fours = _mm_add_epi8(_mm_and_si128(pairs, two), _mm_and_si128(_mm_srli_epi64::<2>(pairs), two));
        _mm_and_si128(_mm_add_epi8(fours, _mm_srli_epi64::<4>(fours)), _mm_set1_epi8(0x0f))
    },
    |a| _mm_sad_epu8(a, _mm_setzero_si128())
}

lanes! {
    /// AVX2: four boards.
    Four(__m256i), 4,
    _mm256_set1_epi64x, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_sll_epi64, _mm256_srl_epi64,
    _mm256_add_epi64, _mm256_sub_epi64, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_unpacklo_epi64, _mm256_unpackhi_epi64,
    |a| _mm256_testz_si256(a, a) == 1,
    |a, b| _mm256_cmpeq_epi64(a, b),
    |a| {
        let table = _mm256_set_epi8(
            4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0,
            4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0,
        );
        let nibble = _mm256_set1_epi8(0x0f);
        let low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, nibble));
        let high = _mm256_and_si256(_mm256_srli_epi64::<4>(a), nibble);
        _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high))
    },
    |a| _mm256_sad_epu8(a, _mm256_setzero_si256())
}

lanes! {
    /// AVX-512: eight boards.
    Eight(__m512i), 8,
    _mm512_set1_epi64, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_sll_epi64, _mm512_srl_epi64,
    _mm512_add_epi64, _mm512_sub_epi64, _mm512_loadu_si512, _mm512_storeu_si512, _mm512_unpacklo_epi64, _mm512_unpackhi_epi64,
    |a| _mm512_test_epi64_mask(a, a) == 0,
    |a, b| _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(a, b), -1),
    |a| _mm512_popcnt_epi64(a),
    |a| a,
    #[inline(always)]
    fn push_all(cells: Wide<Self>, found: &mut Found) {
        // Compressed in registers: compressing stores are slow on some processors.
        unsafe {
            let any = _mm512_or_si512(cells.low.0, cells.high.0);
            let any = _mm512_test_epi64_mask(any, any);
            let boards = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
            let n = found.len.min(Found::ROOM - MOST);
            for (to, from) in [
                (&mut found.lanes, boards),
                (&mut found.low, cells.low.0),
                (&mut found.high, cells.high.0),
            ] {
                let to = to[n..n + MOST].as_mut_ptr();
                _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(any, from));
            }
            found.len = n + any.count_ones() as usize;
        }
    }
}
