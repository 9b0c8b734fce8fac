use alloc::vec::Vec;
use core::mem;

use super::band::Band;
use super::component::Component;
use super::image::{Bitmap, BitmapError};
use super::pass::{Pass, number};
use crate::Connectivity;
use crate::engine::dispatch::Simd;

/// A run of pixels of one component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LabelledRun {
    /// Its row.
    pub y: u32,
    /// Its first column.
    pub start: u32,
    /// The column after its last.
    pub end: u32,
    /// Its component: 1 for that of the first pixel in raster order, and so on.
    pub label: u32,
}

/// Labels the runs or the pixels of images. It keeps its memory from image to image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::bitmap::{Bitmap, Labeller};
///
/// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
/// let mut labels = [0; 8];
/// let mut labeller = Labeller::new();
/// assert_eq!(labeller.label(image, Connectivity::Four, &mut labels)?, 2);
/// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
/// # Ok::<(), cc_table::bitmap::BitmapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labeller {
    /// The whole image in one.
    band: Band,
    /// For statistics, which need no more than some rows at a time.
    pass: Pass,
    /// A row of labels and more.
    row: Vec<u32>,
}

impl Default for Labeller {
    fn default() -> Self {
        Self::new()
    }
}

impl Labeller {
    /// Without memory as yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            band: Band::new(Connectivity::Four),
            pass: Pass::new(Connectivity::Four),
            row: Vec::new(),
        }
    }

    /// [`components`](super::components) into a vector of the caller's, whose memory is used again. What was in it is
    /// gone.
    pub fn components(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        found: &mut Vec<Component>,
    ) {
        self.pass.restart(connectivity, mem::take(found));
        for y in 0..image.height() {
            self.pass.row(image.row(y), image.width(), 0);
        }
        *found = self.pass.finish();
    }

    /// Writes the label of each pixel into `labels`, row by row: 0 where none is set, else the number of its
    /// component, from 1 in raster order. Returns how many components there are.
    ///
    /// # Errors
    /// [`BitmapError::Length`] if `labels` has not one element for each pixel.
    pub fn label(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
        labels: &mut [u32],
    ) -> Result<u32, BitmapError> {
        let width = image.width() as usize;
        let expected = width * image.height();
        if labels.len() != expected {
            return Err(BitmapError::Length { expected, found: labels.len() });
        }
        let count = self.scan(image, connectivity);
        self.row.resize(self.row.len().max(width + PIECE), 0);
        Simd::best().with_bmi2(
            #[inline(always)]
            || self.paint(width, labels),
        );
        Ok(count)
    }

    /// Writes the label of each pixel.
    #[inline(always)]
    fn paint(&mut self, width: usize, labels: &mut [u32]) {
        let (starts, ends) = self.band.spans();
        let numbers = self.band.parents();
        for (to, runs) in labels.chunks_exact_mut(width).zip(self.band.rows()) {
            let mut x = 0;
            for run in runs {
                let (start, end) = (starts[run] as usize, ends[run] as usize);
                fill(&mut self.row, x, start, 0);
                fill(&mut self.row, start, end, numbers[run]);
                x = end;
            }
            fill(&mut self.row, x, width, 0);
            to.copy_from_slice(&self.row[..width]);
        }
    }

    /// The runs of all rows in raster order with their labels, from 1 in raster order.
    pub fn runs(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
    ) -> impl Iterator<Item = LabelledRun> + '_ {
        self.scan(image, connectivity);
        let (starts, ends) = self.band.spans();
        let labels = self.band.parents();
        self.band.rows().enumerate().flat_map(move |(y, runs)| {
            runs.map(move |run| LabelledRun {
                y: y as u32,
                start: starts[run],
                end: ends[run],
                label: labels[run],
            })
        })
    }

    /// Finds all runs and puts the label of each in the place of its parent.
    fn scan(&mut self, image: Bitmap<'_>, connectivity: Connectivity) -> u32 {
        self.band.clear(connectivity);
        for y in 0..image.height() {
            self.band.push(image.row(y), image.width(), 0);
        }
        number(self.band.parents_mut(), 0, 1) - 1
    }
}

/// How many pixels are written at once.
const PIECE: usize = 8;

/// Fills pixels from `start` to before `end`, in pieces, some of them beyond: what comes next is filled later.
#[inline(always)]
fn fill(row: &mut [u32], mut start: usize, end: usize, label: u32) {
    loop {
        row[start..start + PIECE].fill(label);
        start += PIECE;
        if start >= end {
            return;
        }
    }
}
