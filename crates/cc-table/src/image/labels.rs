//! Labels of runs and pixels.
//!
//! A [`Labeler`] keeps the runs of the whole image in one [`Band`], because the label of a run is
//! known only after the last row. Then each run is **painted**: its label is written to its pixels,
//! and 0 to the gap before it. The processor cannot predict where a loop over the pixels of a run
//! ends, so labels are written in pieces of a constant length. The method depends on the mean
//! length of runs and of the gaps between them:
//!
//! | mean length | method | writes |
//! | --- | --- | --- |
//! | 12 pixels and more | pieces of 64 pixels | 1 piece for nearly every run and gap |
//! | 5 to 12 pixels | pieces of 8 pixels | 1 or 2 pieces |
//! | less, with AVX2 | [`expand`]: 8 pixels at once | the same number for runs of any lengths |
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
//! The cost is that of [`Band`] for the runs, and time proportional to the pixels of the label
//! image. Its memory is 12 bytes for each run, and grows in steps of a factor of two.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::{Connectivity, Instructions, Interrupted, Limits, Progress, unlimited};

use super::band::{Band, Numbered};
use super::bitmap::{Bitmap, BitmapError};
use super::limits::Meter;
use super::measure::Measure;
use super::pass::Pass;
#[cfg(feature = "parallel")]
use super::threads;
use super::values::Segments;

mod sealed {
    pub trait Sealed {}
}

/// The label of a pixel: `u16`, `u32`, `u64`, `i32` or `i64`. The trait is sealed.
pub trait Label: sealed::Sealed + Copy + Send {
    /// The largest label.
    const MAX: u32;

    /// Converts a number, which is at most [`MAX`](Self::MAX).
    #[doc(hidden)]
    fn from_number(number: u32) -> Self;
}

macro_rules! impl_label {
    ($($type:ty),*) => {$(
        impl sealed::Sealed for $type {}

        impl Label for $type {
            const MAX: u32 = <$type>::MAX as u32;

            #[inline(always)]
            fn from_number(number: u32) -> Self {
                number as Self
            }
        }
    )*};
}

impl_label!(u16, u32, i32, i64, u64);

/// A run of pixels of one component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LabeledRun {
    /// The row.
    pub y: u32,
    /// The first column.
    pub start: u32,
    /// The column after the last one.
    pub end: u32,
    /// The component: 1 for that of the first pixel in raster order, and so on.
    pub label: u32,
}

/// Labels the runs or the pixels of images, and reuses its memory from image to image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{Bitmap, Labeler};
///
/// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
/// let mut labels = [0; 8];
/// let mut labeler = Labeler::new();
/// assert_eq!(labeler.label(image, Connectivity::Four, &mut labels)?, 2);
/// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labeler {
    /// The whole image.
    band: Band,
    /// The strips of an image that is labeled by several threads.
    #[cfg(feature = "parallel")]
    strips: Vec<Band>,
    /// For measures, which need only some rows at a time.
    pass: Pass,
    /// For images of numbers.
    pub(super) segments: Segments,
}

impl Default for Labeler {
    fn default() -> Self {
        Self::new()
    }
}

impl Labeler {
    /// Creates a labeler. It allocates nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        let band = Band::new(Connectivity::Four);
        let pass = Pass::new(Connectivity::Four, 0);
        Self {
            band,
            #[cfg(feature = "parallel")]
            strips: Vec::new(),
            pass,
            segments: Segments::new(),
        }
    }

    /// Finds and measures the components as [`measure()`](super::measure()) does, but reuses
    /// memory: that of the labeler, and that of `found`, whose contents are replaced. The type of
    /// its elements selects what is measured.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{Bitmap, Component, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let mut found: Vec<Component> = Vec::new();
    /// Labeler::new().components(image, Connectivity::Four, &mut found);
    /// assert_eq!(found.len(), 2);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    pub fn components<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        found: &mut Vec<M>,
    ) {
        unlimited(|limits| self.try_components(image, connectivity, found, limits));
    }

    /// [`components`](Self::components) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned. Then
    /// `found` is empty, and the labeler can be used as before.
    pub fn try_components<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        found: &mut Vec<M>,
        limits: &Limits<'_>,
    ) -> Result<(), Interrupted<Progress>> {
        found.clear();
        self.pass.restart(connectivity);
        let done = self.pass.image(image, found, &Meter::new(limits, image.width()));
        if done.is_err() {
            found.clear();
        }
        done
    }

    /// Writes the label of each pixel, row by row: 0 where none is set, else the number of its
    /// component, from 1 in raster order. Returns the number of components.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, Labeler};
    ///
    /// let image: BitmapBuf = "
    ///     X . X X
    ///     . . X .".parse()?;
    /// let mut labels = [0_i32; 8];
    /// Labeler::new().label(image.as_bitmap(), Connectivity::Four, &mut labels)?;
    /// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Length`] if `labels` does not have one element for each pixel,
    /// [`BitmapError::TooManyComponents`] if there are more components than the type can number.
    pub fn label<L: Label>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [L],
    ) -> Result<u32, BitmapError> {
        self.try_label(image, connectivity, labels, &Limits::new())
    }

    /// [`label`](Self::label) within limits. A node is a row.
    ///
    /// ```
    /// use bitboard_core::Limits;
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, BitmapError, Labeler};
    ///
    /// let image = BitmapBuf::new(10, 10)?;
    /// let (mut labels, limits) = ([0_u32; 100], Limits::new().nodes(7));
    /// let found =
    ///     Labeler::new().try_label(image.as_bitmap(), Connectivity::Four, &mut labels, &limits);
    /// let Err(BitmapError::Interrupted(stopped)) = found else { unreachable!() };
    /// assert_eq!(stopped.partial.nodes, 7);
    /// # Ok::<(), BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label), and [`BitmapError::Interrupted`] if a limit is reached, with the
    /// number of rows that have been scanned. Then the contents of `labels` are unspecified, and
    /// the labeler can be used as before.
    pub fn try_label<L: Label>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [L],
        limits: &Limits<'_>,
    ) -> Result<u32, BitmapError> {
        self.try_label_and_measure(image, connectivity, labels, &mut Vec::<()>::new(), limits)
    }

    /// Labels the pixels and measures the components in one scan, as [`label`](Self::label) and
    /// [`components`](Self::components) do: element i of `found` is the component with label i + 1.
    /// The contents of `found` are replaced.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{Bitmap, Component, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let (mut labels, mut found) = ([0_u16; 8], Vec::<Component>::new());
    /// Labeler::new().label_and_measure(image, Connectivity::Four, &mut labels, &mut found)?;
    /// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
    /// assert_eq!(found[1].area(), 3);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label). Then the contents of `labels` and `found` are unspecified.
    pub fn label_and_measure<L: Label, M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [L],
        found: &mut Vec<M>,
    ) -> Result<u32, BitmapError> {
        self.try_label_and_measure(image, connectivity, labels, found, &Limits::new())
    }

    /// [`label_and_measure`](Self::label_and_measure) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label). Then the contents of `found` are unspecified too.
    pub fn try_label_and_measure<L: Label, M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [L],
        found: &mut Vec<M>,
        limits: &Limits<'_>,
    ) -> Result<u32, BitmapError> {
        check_length(image, labels)?;
        let meter = Meter::new(limits, image.width());
        let numbered = self.scan::<M>(image, connectivity, &meter)?;
        let count = numbered.end() - 1;
        if count > L::MAX {
            return Err(BitmapError::TooManyComponents { max: L::MAX, found: count });
        }
        found.clear();
        found.resize(count as usize, M::EMPTY);
        meter.rows(image.height(), |rows| numbered.add_to(rows, 0, found, |label| label - 1))?;
        paint(&numbered, image, labels, &meter)?;
        Ok(count)
    }

    /// [`try_label`](Self::try_label) on at most `threads` threads, or one for each core if it is
    /// 0. The labels do not depend on their number.
    ///
    /// ```
    /// use bitboard_core::Limits;
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, Labeler};
    ///
    /// let image = BitmapBuf::from_fn(2000, 1000, |x, y| (x ^ y) % 7 < 3)?;
    /// let mut labels = vec![0_u32; 2_000_000];
    /// let (mut labeler, limits) = (Labeler::new(), Limits::new());
    /// let (image, four) = (image.as_bitmap(), Connectivity::Four);
    /// let count = labeler.try_label_on_threads(image, four, &mut labels, 0, &limits)?;
    /// assert_eq!(Some(&count), labels.iter().max());
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label).
    #[cfg(feature = "parallel")]
    pub fn try_label_on_threads<L: Label>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [L],
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<u32, BitmapError> {
        let threads = threads::useful_threads(image, threads);
        if threads <= 1 {
            return self.try_label(image, connectivity, labels, limits);
        }
        check_length(image, labels)?;
        let meter = Meter::new(limits, image.width());
        threads::label(&mut self.strips, image, connectivity, labels, threads, &meter)
    }

    /// Returns the runs of all rows in raster order with their labels, from 1 in raster order.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{Bitmap, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let mut labeler = Labeler::new();
    /// let runs = labeler.runs(image, Connectivity::Four);
    /// let runs: Vec<_> = runs.map(|run| (run.y, run.start, run.end, run.label)).collect();
    /// assert_eq!(runs, [(0, 0, 1, 1), (0, 2, 4, 2), (1, 2, 3, 2)]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    pub fn runs(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
    ) -> impl Iterator<Item = LabeledRun> + '_ {
        unlimited(|limits| self.try_runs(image, connectivity, limits))
    }

    /// [`runs`](Self::runs) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned. Then
    /// the labeler can be used as before.
    pub fn try_runs(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<impl Iterator<Item = LabeledRun> + use<'_>, Interrupted<Progress>> {
        let meter = Meter::new(limits, image.width());
        let runs = self.scan::<()>(image, connectivity, &meter)?.into_runs();
        Ok(runs.map(|(y, [start, end], label)| LabeledRun { y: y as u32, start, end, label }))
    }

    /// Finds all runs and numbers them with their labels.
    fn scan<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        meter: &Meter<'_>,
    ) -> Result<Numbered<'_>, Interrupted<Progress>> {
        self.band.rows_of::<M>(image, 0..image.height(), connectivity, 1, meter)
    }
}

fn check_length<L>(image: Bitmap<'_>, labels: &[L]) -> Result<(), BitmapError> {
    let expected = image.width() * image.height();
    match labels.len() {
        found if found == expected => Ok(()),
        found => Err(BitmapError::Length { expected, found }),
    }
}

/// Length of a piece in pixels where runs are short.
const SHORT: usize = 8;
/// Length of a piece in pixels where runs are long.
const LONG: usize = 64;

/// Writes the label of each pixel. No label is more than `L::MAX`.
pub(super) fn paint<L: Label>(
    numbered: &Numbered<'_>,
    image: Bitmap<'_>,
    labels: &mut [L],
    meter: &Meter<'_>,
) -> Result<(), Interrupted<Progress>> {
    let (width, height) = (image.width(), image.height());
    // Runs and gaps alternate.
    if 24 * numbered.len() <= labels.len() {
        return meter.rows(height, |rows| in_pieces::<L, LONG>(numbered, rows, width, labels));
    }
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx2) = Instructions::new().avx2().filter(|_| 10 * numbered.len() > labels.len()) {
        return meter.rows(height, |rows| expand::expand(avx2, image, rows, numbered, labels));
    }
    meter.rows(height, |rows| in_pieces::<L, SHORT>(numbered, rows, width, labels))
}

/// Paints some rows in pieces of `PIECE` pixels.
// Inlined into the same function, the loops for two lengths of pieces take 4 % longer for blobs.
#[inline(never)]
fn in_pieces<L: Label, const PIECE: usize>(
    numbered: &Numbered<'_>,
    rows: Range<usize>,
    width: usize,
    labels: &mut [L],
) {
    Instructions::new().with_bmi2(
        #[inline(always)]
        || {
            let (spans, numbers) = (numbered.spans(), numbered.numbers());
            for (y, runs) in numbered.rows(rows) {
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
pub(super) fn fill<L: Label, const PIECE: usize>(
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

    use super::{Bitmap, Label, Numbered, Range};

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

    /// Writes the label of each pixel, in the same time for runs of any lengths.
    pub(super) fn expand<L: Label>(
        avx2: Avx2,
        image: Bitmap<'_>,
        rows: Range<usize>,
        numbered: &Numbered<'_>,
        labels: &mut [L],
    ) {
        avx2.vectorize(
            #[inline(always)]
            || {
                let numbers = numbered.numbers_and_slack();
                let labels = labels[image.width() * rows.start..].chunks_exact_mut(image.width());
                for ((y, runs), labels) in numbered.rows(rows).zip(labels) {
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
            },
        );
    }

    /// The state to the left of eight pixels.
    struct Left {
        /// The number of the next run to start.
        run: usize,
        /// 1 if the last pixel is set.
        pixel: u64,
    }

    impl Left {
        /// Returns the labels of the eight lowest pixels of `word`.
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
        /// Returns the numbers at `places`, one in each byte, or 0 for negative places.
        #[inline]
        fn pick(avx2: Avx2, numbers: u32x8<Avx2>, places: u64) -> u32x8<Avx2> {
            let places = _mm256_cvtepi8_epi32(_mm_cvtsi64_si128(places.cast_signed()));
            let picked = _mm256_permutevar8x32_epi32(numbers.into(), places);
            _mm256_andnot_si256(_mm256_srai_epi32::<31>(places), picked).simd_into(avx2)
        }
    );
}
