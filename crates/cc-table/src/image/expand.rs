//! Label images of short runs, eight pixels at once.

use core::arch::x86_64::{
    _mm_cvtsi64_si128, _mm256_andnot_si256, _mm256_cvtepi8_epi32, _mm256_permutevar8x32_epi32,
    _mm256_srai_epi32,
};

use bitboard_core::simd::fearless_simd::prelude::*;
use bitboard_core::simd::fearless_simd::{self, u32x8, x86::Avx2};

use super::band::Band;
use super::bitmap::Bitmap;
use super::label::Label;

/// For eight pixels, after the pixel to the left of them in bit 0: a byte for each, which numbers its run from
/// that of the pixel to the left if it is set, or is 255 if the pixel is not set.
static RUNS: [u64; 512] = {
    let mut runs = [0; 512];
    let mut pixels = 0;
    while pixels < 512 {
        // The number of runs until the pixel.
        let mut run = pixels & 1;
        let mut x = 0;
        while x < 8 {
            let set = pixels >> (x + 1) & 1;
            run += set & !(pixels >> x);
            runs[pixels as usize] |= (if set == 1 { run - 1 } else { 255 }) << (8 * x);
            x += 1;
        }
        pixels += 1;
    }
    runs
};

/// Writes the label of each pixel, in the same time for runs of any lengths.
#[inline(always)]
pub(super) fn expand<L: Label>(avx2: Avx2, image: Bitmap<'_>, band: &Band, labels: &mut [L]) {
    let numbers = band.parents_and_slack();
    let rows = labels.chunks_exact_mut(image.width());
    for (y, (runs, labels)) in band.rows().zip(rows).enumerate() {
        let mut left = Left { run: runs.start, pixel: 0 };
        for (&word, labels) in image.row(y).iter().zip(labels.chunks_mut(64)) {
            let mut word = word;
            let (eights, rest) = labels.as_chunks_mut::<8>();
            for eight in eights {
                *eight = left.next(avx2, numbers, word);
                word >>= 8;
            }
            if !rest.is_empty() {
                rest.copy_from_slice(&left.next(avx2, numbers, word)[..rest.len()]);
            }
        }
    }
}

/// What is to the left of eight pixels.
struct Left {
    /// The number of the next run to start.
    run: usize,
    /// 1 if the last pixel is set.
    pixel: u64,
}

impl Left {
    /// The labels of the eight lowest pixels of `word`.
    #[inline(always)]
    fn next<L: Label>(&mut self, avx2: Avx2, numbers: &[u32], word: u64) -> [L; 8] {
        let pixels = (word & 0xff) << 1 | self.pixel;
        let near = &numbers[self.run - self.pixel as usize..][..8];
        let found = pick(avx2, u32x8::from_slice(avx2, near), RUNS[pixels as usize]);
        self.run += (pixels >> 1 & !pixels).count_ones() as usize;
        self.pixel = word >> 7 & 1;
        let mut labels = [0; 8];
        found.store_slice(&mut labels);
        labels.map(L::from_number)
    }
}

fearless_simd::kernel!(
    /// The numbers at `places`, one in each byte, or 0 for negative places.
    #[inline]
    fn pick(avx2: Avx2, numbers: u32x8<Avx2>, places: u64) -> u32x8<Avx2> {
        let places = _mm256_cvtepi8_epi32(_mm_cvtsi64_si128(places.cast_signed()));
        let picked = _mm256_permutevar8x32_epi32(numbers.into(), places);
        _mm256_andnot_si256(_mm256_srai_epi32::<31>(places), picked).simd_into(avx2)
    }
);
