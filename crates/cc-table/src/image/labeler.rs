//! Labels of runs and pixels.

use alloc::vec::Vec;

use bitboard_core::Connectivity;

use super::band::Band;
use super::bitmap::Bitmap;
use super::error::BitmapError;
use super::label::Label;
use super::measure::Measure;
use super::paint::paint;
use super::pass::{Pass, number};

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
    /// For statistics, which need only some rows at a time.
    pass: Pass,
}

impl Default for Labeler {
    fn default() -> Self {
        Self::new()
    }
}

impl Labeler {
    /// A labeler that has not allocated anything.
    #[must_use]
    pub const fn new() -> Self {
        Self { band: Band::new(Connectivity::Four), pass: Pass::new(Connectivity::Four) }
    }

    /// [`components`](super::components) into a vector whose memory is reused. Its contents are replaced. The type of its
    /// elements selects what is measured.
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
        found.clear();
        self.pass.restart(connectivity);
        for y in 0..image.height() {
            self.pass.row(image.row(y), image.columns(), 0, found);
        }
        self.pass.finish(found);
    }

    /// Writes the label of each pixel, row by row: 0 where none is set, else the number of its component,
    /// from 1 in raster order. Labels are `u16`, `u32` or `i32`. Returns the number of components.
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
        let width = image.width();
        let expected = width * image.height();
        if labels.len() != expected {
            return Err(BitmapError::Length { expected, found: labels.len() });
        }
        let count = self.scan(image, connectivity);
        if count > L::MAX {
            return Err(BitmapError::TooManyComponents { max: L::MAX, found: count });
        }
        paint(&self.band, image, labels);
        Ok(count)
    }

    /// The runs of all rows in raster order with their labels, from 1 in raster order.
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
        self.scan(image, connectivity);
        let spans = self.band.spans();
        let labels = self.band.parents();
        self.band.rows().enumerate().flat_map(move |(y, runs)| {
            runs.map(move |run| LabeledRun {
                y: y as u32,
                start: spans[run][0],
                end: spans[run][1],
                label: labels[run],
            })
        })
    }

    /// Finds all runs and replaces their parents by their labels.
    fn scan(&mut self, image: Bitmap<'_>, connectivity: Connectivity) -> u32 {
        self.band.clear(connectivity);
        for y in 0..image.height() {
            self.band.push(image.row(y), image.columns(), 0);
        }
        number(self.band.parents_mut(), 0, 1) - 1
    }
}
