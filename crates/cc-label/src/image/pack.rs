//! Packing: 64 bytes become a word, one bit for each.
//!
//! With vectors, a comparison gives a mask, whose bits are gathered by one instruction (`movemask`)
//! for each register. Without them, 64 comparisons give 64 bytes of 0 or 1, and a multiplication
//! moves those of eight bytes side by side:
//!
//! ```text
//! (bytes * 0x0102_0408_1020_4080) >> 56
//! ```

use bitboard_core::dispatch::{SimdKernel, SimdLevel};
#[cfg(feature = "simd")]
use bitboard_core::simd::Register;
#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{Simd, prelude::*, u8x64};

/// Writes the pixels of at least `threshold` of a row as bits, ⌈pixels / 64⌉ words.
pub(crate) fn pack_bright(simd_level: SimdLevel, pixels: &[u8], threshold: u8, words: &mut [u64]) {
    simd_level.run(Bright { pixels, threshold, words });
}

struct Bright<'a> {
    pixels: &'a [u8],
    threshold: u8,
    words: &'a mut [u64],
}

impl SimdKernel for Bright<'_> {
    type Output = ();

    fn scalar(self) {
        for (word, pixels) in self.words.iter_mut().zip(self.pixels.chunks(64)) {
            *word = bright(pixels, self.threshold);
        }
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
        let threshold = u8x64::splat(simd, self.threshold);
        let (blocks, rest) = self.pixels.as_chunks::<64>();
        let (words, last) = self.words.split_at_mut(blocks.len());
        for (word, block) in words.iter_mut().zip(blocks) {
            *word = u8x64::from_slice(simd, block).simd_ge(threshold).to_bitmask();
        }
        if let Some(last) = last.first_mut() {
            *last = bright(rest, self.threshold);
        }
    }
}

/// Returns the word of at most 64 pixels of which those of at least `threshold` are set.
#[inline(always)]
fn bright(pixels: &[u8], threshold: u8) -> u64 {
    let mut set = [0; 64];
    for (set, &pixel) in set.iter_mut().zip(pixels) {
        *set = u8::from(pixel >= threshold);
    }
    pack(SimdLevel::SCALAR, &set)
}

/// Writes for each value of a row whether `is_set` is true, as bits.
pub(crate) fn pack_where<V: Copy>(
    simd_level: SimdLevel,
    values: &[V],
    is_set: impl Fn(V) -> bool,
    words: &mut [u64],
) {
    simd_level.vectorize_avx2(
        #[inline(always)]
        || {
            for (word, values) in words.iter_mut().zip(values.chunks(64)) {
                let mut set = [0; 64];
                match <&[V; 64]>::try_from(values) {
                    // A loop of constant length becomes vector instructions.
                    Ok(values) => {
                        for i in 0..64 {
                            set[i] = u8::from(is_set(values[i]));
                        }
                    }
                    Err(_) => {
                        for (set, &value) in set.iter_mut().zip(values) {
                            *set = u8::from(is_set(value));
                        }
                    }
                }
                *word = pack(simd_level, &set);
            }
        },
    );
}

/// Returns the lowest bits of the bytes, which are 0 or 1.
#[inline(always)]
#[allow(unused_variables, reason = "without vectors")]
pub(crate) fn pack(simd_level: SimdLevel, bytes: &[u8; 64]) -> u64 {
    // Callers are compiled for AVX2 then, and these are four instructions.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx2) = simd_level.avx2() {
        return u8x64::from_slice(avx2, bytes).simd_ge(u8x64::splat(avx2, 1)).to_bitmask();
    }
    let mut word = 0;
    for (i, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // Moves bit 8·k to 56 + k; no two products overlap.
        let byte = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word |= byte << (8 * i);
    }
    word
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use bitboard_core::{Random as _, SeededRng};

    use super::*;

    #[test]
    fn all_instructions_pack_as_comparisons_do() {
        let mut rng = SeededRng::new(1);
        for length in (0..200_usize).chain([640, 1000]) {
            let pixels: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
            for threshold in [0, 1, 127, 128, 129, 200, 255] {
                let mut expected = vec![0; length.div_ceil(64)];
                for (x, &pixel) in pixels.iter().enumerate() {
                    expected[x / 64] |= u64::from(pixel >= threshold) << (x % 64);
                }
                for simd_level in SimdLevel::available() {
                    let mut words = vec![u64::MAX; expected.len()];
                    pack_bright(simd_level, &pixels, threshold, &mut words);
                    assert_eq!(words, expected, "{length} {threshold} {simd_level:?}");
                }
            }
        }
    }
}
