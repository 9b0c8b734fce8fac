//! Label images from labeled runs.

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use bitboard_core::simd::fearless_simd::Simd as _;

use super::band::Band;
use super::bitmap::Bitmap;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use super::expand::expand;
use super::label::Label;
use bitboard_core::Instructions;

/// Number of pixels that are written at once where runs are short.
const SHORT: usize = 8;
/// The same where runs are long.
const LONG: usize = 64;

/// Writes the label of each pixel. The parents of the band have been replaced by labels, and there are fewer than
/// `L::MAX`.
pub(super) fn paint<L: Label>(band: &Band, image: Bitmap<'_>, labels: &mut [L]) {
    // Runs and gaps alternate. The end of the loop over the pieces of a run is predictable if nearly all
    // need only one, so pieces are longer than most runs.
    if 24 * band.len() <= labels.len() {
        in_pieces::<L, LONG>(band, image.width(), labels);
        return;
    }
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx2) = Instructions::new().avx2().filter(|_| 10 * band.len() > labels.len()) {
        avx2.vectorize(
            #[inline(always)]
            || expand(avx2, image, band, labels),
        );
        return;
    }
    in_pieces::<L, SHORT>(band, image.width(), labels);
}

// Inlined into the same function, the loops for two lengths of pieces take 4 % longer for blobs.
#[inline(never)]
fn in_pieces<L: Label, const PIECE: usize>(band: &Band, width: usize, labels: &mut [L]) {
    Instructions::new().with_bmi2(
        #[inline(always)]
        || {
            let spans = band.spans();
            let numbers = band.parents();
            for (y, runs) in band.rows().enumerate() {
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
fn fill<L: Label, const PIECE: usize>(row: &mut [L], mut start: usize, end: usize, label: L) {
    loop {
        row[start..start + PIECE].fill(label);
        start += PIECE;
        if start >= end {
            return;
        }
    }
}
