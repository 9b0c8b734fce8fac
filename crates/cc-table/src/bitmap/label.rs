use alloc::vec::Vec;

use super::image::{Bitmap, BitmapError};
use super::pass::{Run, join};
use super::sets::Sets;
use crate::Connectivity;

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
#[derive(Clone, Debug, Default)]
pub struct Labeller {
    sets: Sets,
    runs: Vec<Run>,
    /// Where the runs of each row begin.
    rows: Vec<usize>,
    /// The label of each root.
    labels: Vec<u32>,
}

impl Labeller {
    /// Without memory as yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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
        let expected = image.width() as usize * image.height();
        if labels.len() != expected {
            return Err(BitmapError::Length { expected, found: labels.len() });
        }
        let count = self.scan(image, connectivity);
        for (y, row) in labels.chunks_mut(image.width() as usize).enumerate() {
            let mut x = 0;
            for run in &self.runs[self.rows[y]..self.rows[y + 1]] {
                row[x..run.start as usize].fill(0);
                row[run.start as usize..run.end as usize].fill(self.labels[run.set as usize]);
                x = run.end as usize;
            }
            row[x..].fill(0);
        }
        Ok(count)
    }

    /// The runs of all rows in raster order with their labels, from 1 in raster order.
    pub fn runs(
        &mut self,
        image: Bitmap<'_>,
        connectivity: Connectivity,
    ) -> impl Iterator<Item = LabelledRun> + '_ {
        self.scan(image, connectivity);
        let this: &Self = self;
        (0..image.height()).flat_map(move |y| {
            this.runs[this.rows[y]..this.rows[y + 1]].iter().map(move |run| LabelledRun {
                y: y as u32,
                start: run.start,
                end: run.end,
                label: this.labels[run.set as usize],
            })
        })
    }

    /// Finds all runs and their sets, and the label of each set.
    fn scan(&mut self, image: Bitmap<'_>, connectivity: Connectivity) -> u32 {
        self.sets.clear();
        self.runs.clear();
        self.rows.clear();
        self.labels.clear();
        let reach = u32::from(connectivity == Connectivity::Eight);
        let mut above = Vec::new();
        let mut begin = 0;
        for y in 0..image.height() {
            self.rows.push(begin);
            let runs = &mut self.runs;
            join(&mut self.sets, &above, reach, image.row(y), image.width(), 0, |run, _| {
                runs.push(run);
            });
            above.clear();
            above.extend_from_slice(&self.runs[begin..]);
            begin = self.runs.len();
        }
        self.rows.push(begin);
        let mut count = 0;
        for number in 0..self.sets.len() {
            let label = if self.sets.is_root(number) {
                count += 1;
                count
            } else {
                // Roots come before what they are roots of.
                self.labels[self.sets.find(number as u32) as usize]
            };
            self.labels.push(label);
        }
        count
    }
}
