//! Labels of runs and pixels.
//!
//! Read this file first, then `paint`. `strips` labels on several threads, `periodic` joins edges
//! that meet, and `values` labels images of numbers, whose rows `compare` turns into bits.
//!
//! A [`Labeler`] keeps the runs of the whole image in one [`Band`], because the label of a run is
//! known only after the last row. Then the runs are painted (`paint`).
//!
//! The cost is that of [`Band`] for the runs, and time proportional to the pixels of the label
//! image. Its memory is 12 bytes for each run, and grows in steps of a factor of two.

mod compare;
mod paint;
mod periodic;
#[cfg(feature = "parallel")]
mod strips;
mod values;

use alloc::vec;
use alloc::vec::Vec;

use crate::image::{Connectivity, Image, LabelError};
use crate::parts::Selected;
use crate::parts::part::scan_planes;
use crate::parts::select::Chosen;
#[cfg(feature = "parallel")]
use crate::parts::threads;
use crate::scan::band::Band;
use crate::scan::pass::Pass;
use crate::scan::planes::Planes;
use crate::scan::{LabeledRuns, Measure, Place};

use self::paint::{check_count, paint};

pub use self::compare::Value;
pub(crate) use self::compare::{Columns, Numbers};
pub use self::paint::Label;
pub use self::periodic::label_periodic;
pub(crate) use self::values::Segments;
pub use self::values::label_values;

/// Labels and measures the components of images and volumes, and reuses its memory from one to the
/// next.
///
/// ```
/// use cc_label::{Component, Connectivity, Image, Labeler};
///
/// let image = Image::borrowed(&[0b1101, 0b0100], (4, 2))?;
/// let (mut labels, mut found) = ([0; 8], Vec::<Component>::new());
/// let mut labeler = Labeler::new();
/// assert_eq!(labeler.label(&image, Connectivity::FOUR, &mut labels)?, 2);
/// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
/// labeler.measure(&image, Connectivity::FOUR, &mut found);
/// assert_eq!(found[1].area(), 3);
/// # Ok::<(), cc_label::LabelError>(())
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
    #[cfg(feature = "parallel")]
    threads: usize,
}

impl Default for Labeler {
    fn default() -> Self {
        Self::new()
    }
}

impl Labeler {
    /// Creates a labeler that uses one thread. It allocates nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            band: Band::new(),
            #[cfg(feature = "parallel")]
            strips: Vec::new(),
            pass: Pass::new(),
            #[cfg(feature = "parallel")]
            threads: 1,
        }
    }

    /// Sets the number of threads of [`measure`](Self::measure), [`label`](Self::label) and
    /// [`select`](Self::select): at most `threads`, or one for each core if it is 0. No answer
    /// depends on it, and small images take one thread.
    ///
    /// ```
    /// use cc_label::{Component, Connectivity, Image, Labeler, components};
    ///
    /// let image = Image::from_fn((1000, 1000), |x, y, _| (x ^ y) % 7 < 3)?;
    /// let mut found: Vec<Component> = Vec::new();
    /// Labeler::new().threads(0).measure(&image, Connectivity::FOUR, &mut found);
    /// assert_eq!(found, components(&image, Connectivity::FOUR));
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Measures the components as [`measure()`](crate::measure()) does, but reuses memory: that of
    /// the labeler, and on one thread that of `found`, whose contents are replaced. The type of its
    /// elements selects what is measured.
    pub fn measure<M: Measure>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        found: &mut Vec<M>,
    ) {
        let planes = Planes::new(image, connectivity);
        #[cfg(feature = "parallel")]
        if let Some(threads) = threads::useful(planes, self.threads).filter(|_| !M::LINKS) {
            *found = threads::measure(planes, threads);
            return;
        }
        found.clear();
        self.pass.planes(planes, 0..planes.shape.row_count, found, |_| ());
    }

    /// Counts the components and returns the first `limit` ones for which `keep` returns true, in
    /// raster order. The memory depends on the width of the image, or on the size of a plane of the
    /// volume, and on `limit`.
    ///
    /// ```
    /// use cc_label::{Component, Connectivity, Image, Labeler};
    ///
    /// let image: Image = "
    ///     X . X X
    ///     . . . .
    ///     X X . X".parse()?;
    /// let is_large = |found: &Component| found.area() >= 2;
    /// let found = Labeler::new().select(&image, Connectivity::FOUR, 1, is_large);
    /// assert_eq!((found.count, found.matching), (4, 2));
    /// assert_eq!((found.components[0].left(), found.components[0].top()), (2, 0));
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    #[must_use]
    pub fn select<M: Measure>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        limit: usize,
        keep: impl Fn(&M) -> bool + Sync,
    ) -> Selected<M> {
        let planes = Planes::new(image, connectivity);
        #[cfg(feature = "parallel")]
        if let Some(threads) = threads::useful(planes, self.threads) {
            return threads::select(planes, limit, keep, threads);
        }
        let mut chosen = Chosen::new(limit, &keep);
        scan_planes(planes, |found| chosen.add(found));
        chosen.finish()
    }

    /// Writes the label of each pixel or voxel, row by row: 0 where none is set, else the number of
    /// its component, from 1 in raster order. Returns the number of components.
    ///
    /// # Errors
    /// [`LabelError::Length`] if `labels` does not have one element for each pixel,
    /// [`LabelError::TooManyComponents`] if there are more components than the type can number.
    pub fn label<L: Label>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        labels: &mut [L],
    ) -> Result<u32, LabelError> {
        let planes = Planes::new(image, connectivity);
        #[cfg(feature = "parallel")]
        if let Some(threads) = threads::useful(planes, self.threads) {
            check_length(planes, labels.len())?;
            return strips::label(&mut self.strips, planes, labels, threads);
        }
        self.label_planes(planes, labels, &mut Vec::<()>::new())
    }

    /// Labels the pixels and measures the components in one scan, as [`label`](Self::label) and
    /// [`measure`](Self::measure) do: element i of `found` is the component with label i + 1. The
    /// contents of `found` are replaced. It uses one thread.
    ///
    /// ```
    /// use cc_label::{Component, Connectivity, Image, Labeler};
    ///
    /// let image = Image::borrowed(&[0b1101, 0b0100], (4, 2))?;
    /// let (mut labels, mut found) = ([0_u16; 8], Vec::<Component>::new());
    /// Labeler::new().label_and_measure(&image, Connectivity::FOUR, &mut labels, &mut found)?;
    /// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
    /// assert_eq!(found[1].area(), 3);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label). Then the contents of `labels` and `found` are unspecified.
    pub fn label_and_measure<L: Label, M: Measure>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        labels: &mut [L],
        found: &mut Vec<M>,
    ) -> Result<u32, LabelError> {
        self.label_planes(Planes::new(image, connectivity), labels, found)
    }

    /// Labels an image or a volume and measures its components.
    fn label_planes<L: Label, M: Measure>(
        &mut self,
        planes: Planes<'_>,
        labels: &mut [L],
        found: &mut Vec<M>,
    ) -> Result<u32, LabelError> {
        check_length(planes, labels.len())?;
        let rows = 0..planes.shape.row_count;
        let labeled = self.band.rows_of::<M>(planes, rows.clone(), 1);
        let count = labeled.end() - 1;
        check_count::<L>(count)?;
        found.clear();
        found.resize(count as usize, M::empty(planes.shape.adjacency.is_plane()));
        labeled.add_to(rows, Place::new(0, planes.shape.height as u64), found, 1);
        paint(&labeled, planes.rows, labels);
        Ok(count)
    }

    /// Returns the runs of all rows in raster order with their labels, from 1 in raster order. The
    /// rows of a volume are counted plane by plane. It uses one thread.
    ///
    /// ```
    /// use cc_label::{Connectivity, Image, Labeler};
    ///
    /// let image = Image::borrowed(&[0b1101, 0b0100], (4, 2))?;
    /// let mut labeler = Labeler::new();
    /// let runs = labeler.runs(&image, Connectivity::FOUR);
    /// let runs: Vec<_> = runs.map(|run| (run.y, run.start, run.end, run.label)).collect();
    /// assert_eq!(runs, [(0, 0, 1, 1), (0, 2, 4, 2), (1, 2, 3, 2)]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    pub fn runs(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
    ) -> LabeledRuns<'_> {
        let planes = Planes::new(image, connectivity);
        self.band.rows_of::<()>(planes, 0..planes.shape.row_count, 1).into_runs()
    }
}

/// Labels an image or a volume. Returns the label of each pixel or voxel, row by row, and the number
/// of components: 0 where none is set, else the number of its component, from 1 in raster order.
/// [`Labeler`] reuses memory, has other types of labels, and several threads.
///
/// ```
/// use cc_label::{Connectivity, Image, label};
///
/// let image: Image = "
///     X . X X
///     . . X .".parse()?;
/// assert_eq!(label(&image, Connectivity::FOUR), (vec![1, 0, 2, 2, 0, 0, 2, 0], 2));
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn label(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> (Vec<u32>, u32) {
    let mut labels = vec![0; image.width() * image.height() * image.depth()];
    let labeled = Labeler::new().label(image, connectivity, &mut labels);
    // There is a label for each pixel, and fewer than 2³² components.
    let count = labeled.unwrap_or_default();
    (labels, count)
}

/// Checks that there is one label for each pixel.
fn check_length(planes: Planes<'_>, found: usize) -> Result<(), LabelError> {
    let expected = planes.shape.width * planes.shape.row_count;
    if found != expected {
        return Err(LabelError::Length { expected, found });
    }
    Ok(())
}
