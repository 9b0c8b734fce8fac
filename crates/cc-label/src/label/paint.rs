//! Painting: the label of each run is written to its pixels, and 0 to the gap before it.
//!
//! The processor cannot predict where a loop over the pixels of a run ends, so labels are written
//! in pieces of a constant length. The method depends on the mean length of runs and of the gaps
//! between them:
//!
//! | mean length | method | writes |
//! | --- | --- | --- |
//! | 24 pixels and more | pieces of 64 pixels | 1 piece for nearly every run and gap |
//! | less, with AVX2 | [`expand`]: 8 pixels at once | the same number for runs of any lengths |
//! | 12 to 24 pixels, without | pieces of 64 pixels | 1 piece |
//! | less, without | pieces of 8 pixels | 1 or 2 pieces |
//! | 7 and more, runs of less than 2 | 0 for the row, then pixels | a row in the cache, and each run |
//!
//! Runs are painted from the left to the right. A piece that reaches beyond the end of its run is
//! overwritten by the next one.
//!
//! [`expand`] looks eight pixels and the pixel at their left up in a table of 512 entries. An entry
//! tells for each pixel to which run it belongs, counted from the run of the pixel at the left. One
//! shuffle then picks the labels out of those of eight consecutive runs:
//!
//! ```text
//! labels from the run at the left    7 9 4 . . . . .
//! pixels, bit 0 at the left      X | X . X X . . X .        the pixel at the left is set
//! runs by the table                  0 - 1 1 - - 2 -
//! labels                             7 0 9 9 0 0 4 0
//! ```
//!
//! Segments of images of numbers (`values`) have no gaps: pixels are looked up by where they start.

use core::ops::Range;

use bitboard_core::dispatch::SimdLevel;

use crate::image::{Image, LabelError};
use crate::scan::band::Labeled;
use crate::sealed::Sealed;

/// The label of a pixel: `u8`, `u16`, `u32`, `u64`, `i32` or `i64`.
pub trait Label: Sealed + Copy + Send {
    /// The largest label.
    const MAX: u32;

    /// Converts a number, which is at most [`MAX`](Self::MAX).
    fn from_number(number: u32) -> Self;
}

macro_rules! impl_label {
    ($($type:ty),*) => {$(
        impl Label for $type {
            const MAX: u32 = <$type>::MAX as u32;

            #[inline(always)]
            fn from_number(number: u32) -> Self {
                number as Self
            }
        }
    )*};
}

impl_label!(u8, u16, u32, i32, i64, u64);

/// Checks that `L` has labels for `found` components.
pub(crate) const fn check_count<L: Label>(found: u32) -> Result<(), LabelError> {
    if found > L::MAX {
        return Err(LabelError::TooManyComponents { max: L::MAX, found });
    }
    Ok(())
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(super) use self::expand::expand_segments;

/// Length of a piece in pixels where runs are short.
const SHORT: usize = 8;
/// Length of a piece in pixels where runs are long.
const LONG: usize = 64;

/// Writes the label of each pixel. No label is more than `L::MAX`.
pub(crate) fn paint<L: Label>(labeled: &Labeled<'_>, image: Image<&[u64]>, labels: &mut [L]) {
    let (width, rows) = (image.width(), 0..image.height());
    // Of a sample of the runs.
    let are_short = || {
        let sample = labeled.spans().iter().step_by(64).map(|[start, end]| end - start);
        sample.clone().map(u64::from).sum::<u64>() < 2 * sample.count() as u64
    };
    if 14 * labeled.len() <= labels.len() && are_short() {
        return in_gaps(labeled, rows, width, labels);
    }
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx2) = SimdLevel::new().avx2().filter(|_| 48 * labeled.len() > labels.len()) {
        return expand::expand(avx2, image, rows, labeled, labels);
    }
    // Runs and gaps alternate.
    if 24 * labeled.len() <= labels.len() {
        return in_pieces::<L, LONG>(labeled, rows, width, labels);
    }
    in_pieces::<L, SHORT>(labeled, rows, width, labels);
}

/// Paints short runs that are far apart: where a gap ends is unpredictable, so it has no loop.
#[inline(never)]
fn in_gaps<L: Label>(labeled: &Labeled<'_>, rows: Range<usize>, width: usize, labels: &mut [L]) {
    SimdLevel::new().vectorize_avx2(
        #[inline(always)]
        || {
            let (spans, numbers) = (labeled.spans(), labeled.labels());
            for ((_, runs), row) in labeled.rows(rows).zip(labels.chunks_exact_mut(width)) {
                row.fill(L::from_number(0));
                for (span, &number) in spans[runs.clone()].iter().zip(&numbers[runs]) {
                    let ([start, end], label) = (span.map(|x| x as usize), L::from_number(number));
                    row[start] = label;
                    // Most runs have one pixel.
                    if end > start + 1 {
                        row[start + 1..end].fill(label);
                    }
                }
            }
        },
    );
}

/// Paints some rows in pieces of `PIECE` pixels.
// Inlined into the same function, the loops for two lengths of pieces take 4 % longer for blobs.
#[inline(never)]
fn in_pieces<L: Label, const PIECE: usize>(
    labeled: &Labeled<'_>,
    rows: Range<usize>,
    width: usize,
    labels: &mut [L],
) {
    SimdLevel::new().vectorize_avx2(
        #[inline(always)]
        || {
            let (spans, numbers) = (labeled.spans(), labeled.labels());
            for (y, runs) in labeled.rows(rows) {
                let rest = &mut labels[width * y..];
                let runs = spans[runs.clone()].iter().zip(&numbers[runs]).map(|(span, &number)| {
                    let [start, end] = span.map(|x| x as usize);
                    (start, end, L::from_number(number))
                });
                // A piece may reach into the next row, which is painted later.
                if rest.len() >= width + PIECE {
                    paint_row(width, runs, |start, end, label| {
                        fill::<L, PIECE>(rest, start, end, label);
                    });
                } else {
                    paint_row(width, runs, |start, end, label| rest[start..end].fill(label));
                }
            }
        },
    );
}

/// Calls `fill` for each run of a row and for the gaps between them, from the left.
#[inline(always)]
fn paint_row<L: Label>(
    width: usize,
    runs: impl Iterator<Item = (usize, usize, L)>,
    mut fill: impl FnMut(usize, usize, L),
) {
    let mut x = 0;
    for (start, end, label) in runs {
        fill(x, start, L::from_number(0));
        fill(start, end, label);
        x = end;
    }
    fill(x, width, L::from_number(0));
}

/// Fills pixels from `start` to before `end`, in pieces of which the last may reach beyond.
#[inline(always)]
pub(crate) fn fill<L: Label, const PIECE: usize>(
    row: &mut [L],
    mut start: usize,
    end: usize,
    label: L,
) {
    loop {
        row[start..start + PIECE].fill(label);
        start += PIECE;
        if start >= end {
            return;
        }
    }
}

/// Label images of short runs, eight pixels at once.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod expand {
    use core::arch::x86_64::{
        _mm_cvtsi64_si128, _mm256_andnot_si256, _mm256_cvtepi8_epi32, _mm256_permutevar8x32_epi32,
        _mm256_srai_epi32,
    };

    use bitboard_core::simd::fearless_simd::prelude::*;
    use bitboard_core::simd::fearless_simd::{self, u32x8, x86::Avx2};

    use super::{Image, Label, Labeled, Range};

    /// For eight pixels, after the pixel to the left of them in bit 0: a byte for each, which
    /// numbers its run from that of the pixel to the left if it is set, or is 255 if the pixel is
    /// not set.
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

    /// For eight pixels, of which bits are set where segments start: a byte for each, the number of
    /// its segment from that of the first pixel on.
    static SEGMENTS: [u64; 256] = {
        let mut segments = [0; 256];
        let mut starts = 0;
        while starts < 256 {
            let mut x = 1;
            while x < 8 {
                // Each start counts for all pixels from it on.
                segments[starts] += (starts as u64 >> x & 1) * (0x0101_0101_0101_0101 << (8 * x));
                x += 1;
            }
            starts += 1;
        }
        segments
    };

    /// Writes the label of each pixel, in the same time for runs of any lengths.
    pub(crate) fn expand<L: Label>(
        avx2: Avx2,
        image: Image<&[u64]>,
        rows: Range<usize>,
        labeled: &Labeled<'_>,
        labels: &mut [L],
    ) {
        avx2.vectorize(
            #[inline(always)]
            || {
                let numbers = labeled.labels_and_slack();
                let labels = labels[image.width() * rows.start..].chunks_exact_mut(image.width());
                for ((y, runs), labels) in labeled.rows(rows).zip(labels) {
                    // The number of the next run to start, and 1 if the pixel to the left is set.
                    let (mut run, mut left) = (runs.start, 0);
                    in_eights(image.row(y), labels, |word| {
                        let pixels = (word & 0xff) << 1 | left;
                        let first = run - left as usize;
                        run += (pixels >> 1 & !pixels).count_ones() as usize;
                        left = word >> 7 & 1;
                        pick(avx2, &numbers[first..], RUNS[pixels as usize])
                    });
                }
            },
        );
    }

    /// Writes the label of each pixel of rows of segments: for each row the columns in which they
    /// start, and their labels, after which there are seven more elements.
    pub(crate) fn expand_segments<'a, L: Label>(
        avx2: Avx2,
        rows: impl Iterator<Item = (&'a [u64], &'a [u32])>,
        width: usize,
        labels: &mut [L],
    ) {
        avx2.vectorize(
            #[inline(always)]
            || {
                for ((starts, numbers), labels) in rows.zip(labels.chunks_exact_mut(width)) {
                    let mut next = 0;
                    in_eights(starts, labels, |word| {
                        // The first segment starts in column 0.
                        let first = next + (word & 1) as usize - 1;
                        next += (word & 0xff).count_ones() as usize;
                        pick(avx2, &numbers[first..], SEGMENTS[word as usize & 0xff])
                    });
                }
            },
        );
    }

    /// Writes the labels of a row, of which `next` returns those of eight pixels, given a word of
    /// which they are the lowest bits.
    #[inline(always)]
    fn in_eights<L: Label>(words: &[u64], labels: &mut [L], mut next: impl FnMut(u64) -> [u32; 8]) {
        for (&word, labels) in words.iter().zip(labels.chunks_mut(64)) {
            let mut word = word;
            let (eights, rest) = labels.as_chunks_mut::<8>();
            for eight in eights {
                *eight = next(word).map(L::from_number);
                word >>= 8;
            }
            if !rest.is_empty() {
                rest.copy_from_slice(&next(word).map(L::from_number)[..rest.len()]);
            }
        }
    }

    /// Returns the numbers at `places`, one in each byte, or 0 for negative places.
    #[inline(always)]
    fn pick(avx2: Avx2, numbers: &[u32], places: u64) -> [u32; 8] {
        let mut picked = [0; 8];
        shuffle(avx2, u32x8::from_slice(avx2, &numbers[..8]), places).store_slice(&mut picked);
        picked
    }

    fearless_simd::kernel!(
        #[inline]
        fn shuffle(avx2: Avx2, numbers: u32x8<Avx2>, places: u64) -> u32x8<Avx2> {
            let places = _mm256_cvtepi8_epi32(_mm_cvtsi64_si128(places.cast_signed()));
            let picked = _mm256_permutevar8x32_epi32(numbers.into(), places);
            _mm256_andnot_si256(_mm256_srai_epi32::<31>(places), picked).simd_into(avx2)
        }
    );
}
