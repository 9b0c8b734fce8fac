//! AVX2 and AVX-512.

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::{Isa, LaneWord, Sealed};
use crate::bits::Bits;
use crate::board::Board;
use crate::search::{Expansion, Search};

macro_rules! isa {
    ($name:ident, $vector:ident, $doc:literal, $features:literal, $($feature:tt),+) => {
        #[doc = $doc]
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// `None` if the processor lacks the instruction set.
            pub(crate) fn detect() -> Option<Self> {
                ($(std::arch::is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }
        }

        impl Isa for $name {
            type Bits<T: LaneWord> = <T as Sealed>::$vector;

            #[inline]
            fn expand<B: Board>(
                self,
                search: &mut Search<'_, B>,
                expansion: &mut Expansion<B::Word>,
                all: B::Word,
                beta: i32,
            ) {
                #[target_feature(enable = $features)]
                fn compiled<B: Board>(
                    isa: $name,
                    search: &mut Search<'_, B>,
                    expansion: &mut Expansion<B::Word>,
                    all: B::Word,
                    beta: i32,
                ) {
                    search.expand(isa, expansion, all, beta);
                }
                // SAFETY: only `detect` makes a value of this type, where the processor has the features.
                unsafe { compiled(self, search, expansion, all, beta) }
            }
        }
    };
}

isa!(
    Avx2,
    Avx2,
    "AVX2, BMI and population counts: processors from 2013 on.",
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt"
);
isa!(
    Avx512,
    Avx512,
    "AVX-512 for words, BMI and population counts: processors from 2017 on.",
    "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx512f",
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt"
);

macro_rules! vector {
    (
        $name:ident($vector:ty), $lanes:literal, $set:ident, $and:ident, $or:ident, $xor:ident, $sll:ident, $srl:ident,
        $add:ident, $sub:ident, $load:ident, $store:ident, |$zero:ident| $where_zero:expr, $all_zero:expr
    ) => {
        #[doc = concat!("A vector of ", $lanes, " words.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name($vector);

        // SAFETY, of all blocks below: such vectors are only made in searches of the instruction sets above, which exist only
        // where the processor has them. Loads and stores need no alignment, and their slices are checked to be long enough.
        #[allow(clippy::undocumented_unsafe_blocks)]
        const _: () = {
            impl BitAnd for $name {
                type Output = Self;
                #[inline(always)]
                fn bitand(self, other: Self) -> Self {
                    unsafe { Self($and(self.0, other.0)) }
                }
            }
            impl BitOr for $name {
                type Output = Self;
                #[inline(always)]
                fn bitor(self, other: Self) -> Self {
                    unsafe { Self($or(self.0, other.0)) }
                }
            }
            impl BitXor for $name {
                type Output = Self;
                #[inline(always)]
                fn bitxor(self, other: Self) -> Self {
                    unsafe { Self($xor(self.0, other.0)) }
                }
            }
            impl Not for $name {
                type Output = Self;
                #[inline(always)]
                fn not(self) -> Self {
                    unsafe { Self($xor(self.0, $set(-1))) }
                }
            }
            impl Shl<u32> for $name {
                type Output = Self;
                #[inline(always)]
                fn shl(self, count: u32) -> Self {
                    unsafe { Self($sll(self.0, _mm_cvtsi64_si128(i64::from(count)))) }
                }
            }
            impl Shr<u32> for $name {
                type Output = Self;
                #[inline(always)]
                fn shr(self, count: u32) -> Self {
                    unsafe { Self($srl(self.0, _mm_cvtsi64_si128(i64::from(count)))) }
                }
            }
            impl Bits for $name {
                type Word = u64;
                const LANES: usize = $lanes;

                #[inline(always)]
                fn splat(word: u64) -> Self {
                    unsafe { Self($set(word as i64)) }
                }
                #[inline(always)]
                fn load(words: &[u64]) -> Self {
                    assert!(words.len() >= $lanes);
                    unsafe { Self($load(words.as_ptr().cast())) }
                }
                #[inline(always)]
                fn store(self, words: &mut [u64]) {
                    assert!(words.len() >= $lanes);
                    unsafe { $store(words.as_mut_ptr().cast(), self.0) }
                }
                #[inline(always)]
                fn plus(self, other: Self) -> Self {
                    unsafe { Self($add(self.0, other.0)) }
                }
                #[inline(always)]
                fn minus(self, other: Self) -> Self {
                    unsafe { Self($sub(self.0, other.0)) }
                }
                #[inline(always)]
                fn where_zero(self) -> Self {
                    let $zero = self.0;
                    unsafe { Self($where_zero) }
                }
                #[inline(always)]
                fn all_zero(self) -> bool {
                    let $zero = self.0;
                    unsafe { $all_zero }
                }
            }
        };
    };
}

vector!(
    Words4(__m256i),
    4,
    _mm256_set1_epi64x,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_sll_epi64,
    _mm256_srl_epi64,
    _mm256_add_epi64,
    _mm256_sub_epi64,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    |x| _mm256_cmpeq_epi64(x, _mm256_setzero_si256()),
    _mm256_testz_si256(x, x) != 0
);
vector!(
    Words8(__m512i),
    8,
    _mm512_set1_epi64,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512,
    _mm512_sll_epi64,
    _mm512_srl_epi64,
    _mm512_add_epi64,
    _mm512_sub_epi64,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    |x| _mm512_maskz_set1_epi64(_mm512_testn_epi64_mask(x, x), -1),
    _mm512_test_epi64_mask(x, x) == 0
);
