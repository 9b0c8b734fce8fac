//! Labels of runs and pixels.
//!
//! A [`Labeler`] keeps the runs of the whole image in one [`Band`], because the label of a run is
//! known only after the last row. Then the runs are painted (`paint`). In images of numbers,
//! segments of equal values take the place of runs (`values`).
//!
//! The cost is that of [`Band`] for the runs, and time proportional to the pixels of the label
//! image. Its memory is 12 bytes for each run, and grows in steps of a factor of two.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::limits::{unlimited, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, TryError};

use crate::adjacency::Position;
use crate::band::{Band, LabeledRuns};
use crate::bitmap::BitmapError;
use crate::compare::{Numbers, Value};
use crate::keep::{Keep, renumber, retain_values};
use crate::limits::RowWatch;
use crate::measure::{Measure, Place};
use crate::paint::{Label, check_count, paint};
use crate::pass::Pass;
use crate::raster::{Planes, Raster};
#[cfg(feature = "parallel")]
use crate::threads;
use crate::values::Segments;

/// Labels the runs or the pixels of images, and reuses its memory from image to image.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{Bitmap, Labeler};
///
/// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
/// let mut labels = [0; 8];
/// let mut labeler = Labeler::new();
/// assert_eq!(labeler.label(image, Connectivity::Four, &mut labels)?, 2);
/// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
/// # Ok::<(), cc_label::BitmapError>(())
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
    segments: Segments,
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
        Self {
            band: Band::new(),
            #[cfg(feature = "parallel")]
            strips: Vec::new(),
            pass: Pass::new(),
            segments: Segments::new(),
        }
    }

    /// Finds and measures the components as [`measure()`](crate::measure()) does, but reuses
    /// memory: that of the labeler, and that of `found`, whose contents are replaced. The type of
    /// its elements selects what is measured.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Bitmap, Component, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let mut found: Vec<Component> = Vec::new();
    /// Labeler::new().components(image, Connectivity::Four, &mut found);
    /// assert_eq!(found.len(), 2);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    pub fn components<M: Measure>(
        &mut self,
        raster: impl Raster<Connectivity = M::Connectivity>,
        connectivity: M::Connectivity,
        found: &mut Vec<M>,
    ) {
        unlimited(|limits| self.try_components(raster, connectivity, found, limits));
    }

    /// [`components`](Self::components) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned. Then
    /// `found` is empty, and the labeler can be used as before.
    pub fn try_components<M: Measure>(
        &mut self,
        raster: impl Raster<Connectivity = M::Connectivity>,
        connectivity: M::Connectivity,
        found: &mut Vec<M>,
        limits: &Limits<'_>,
    ) -> Result<(), Interrupted<u64>> {
        let planes = raster.planes(connectivity);
        found.clear();
        let watch = RowWatch::new(limits, planes.shape.width);
        let rows = 0..planes.shape.row_count;
        let done = self.pass.planes(planes, rows, found, &watch, |_| ());
        if done.is_err() {
            found.clear();
        }
        done
    }

    /// Writes the label of each pixel or voxel, row by row: 0 where none is set, else the number of
    /// its component, from 1 in raster order. Returns the number of components.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Labeler};
    ///
    /// let image: BitmapBuf = "
    ///     X . X X
    ///     . . X .".parse()?;
    /// let mut labels = [0_i32; 8];
    /// Labeler::new().label(&image, Connectivity::Four, &mut labels)?;
    /// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Length`] if `labels` does not have one element for each pixel,
    /// [`BitmapError::TooManyComponents`] if there are more components than the type can number.
    pub fn label<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        labels: &mut [L],
    ) -> Result<u32, BitmapError> {
        unlimited_fallible(|limits| self.try_label(raster, connectivity, labels, limits))
    }

    /// [`label`](Self::label) within limits. A node is a row.
    ///
    /// ```
    /// use cc_label::{Connectivity, Limits};
    /// use cc_label::{BitmapBuf, Labeler};
    ///
    /// let image = BitmapBuf::new(10, 10)?;
    /// let (mut labels, limits) = ([0_u32; 100], Limits::new().nodes(7));
    /// let found =
    ///     Labeler::new().try_label(&image, Connectivity::Four, &mut labels, &limits);
    /// assert_eq!(found.unwrap_err().partial(), Some(&7));
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label), or if a limit is reached, with the number of rows that have been
    /// scanned. Then the contents of `labels` are unspecified, and the labeler can be used as
    /// before.
    pub fn try_label<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        labels: &mut [L],
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        let found = &mut Vec::<()>::new();
        self.label_planes(raster.planes(connectivity), labels, found, limits)
    }

    /// Labels the pixels and measures the components in one scan, as [`label`](Self::label) and
    /// [`components`](Self::components) do: element i of `found` is the component with label i + 1.
    /// The contents of `found` are replaced.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Bitmap, Component, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let (mut labels, mut found) = ([0_u16; 8], Vec::<Component>::new());
    /// Labeler::new().label_and_measure(image, Connectivity::Four, &mut labels, &mut found)?;
    /// assert_eq!(labels, [1, 0, 2, 2, 0, 0, 2, 0]);
    /// assert_eq!(found[1].area(), 3);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label). Then the contents of `labels` and `found` are unspecified.
    pub fn label_and_measure<L: Label, M: Measure>(
        &mut self,
        raster: impl Raster<Connectivity = M::Connectivity>,
        connectivity: M::Connectivity,
        labels: &mut [L],
        found: &mut Vec<M>,
    ) -> Result<u32, BitmapError> {
        unlimited_fallible(|limits| {
            self.try_label_and_measure(raster, connectivity, labels, found, limits)
        })
    }

    /// [`label_and_measure`](Self::label_and_measure) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label). Then the contents of `found` are unspecified too.
    pub fn try_label_and_measure<L: Label, M: Measure>(
        &mut self,
        raster: impl Raster<Connectivity = M::Connectivity>,
        connectivity: M::Connectivity,
        labels: &mut [L],
        found: &mut Vec<M>,
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        self.label_planes(raster.planes(connectivity), labels, found, limits)
    }

    /// Labels an image or a volume and measures its components.
    fn label_planes<L: Label, M: Measure>(
        &mut self,
        planes: Planes<'_>,
        labels: &mut [L],
        found: &mut Vec<M>,
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        check_length(planes, labels.len())?;
        let (watch, rows) = (RowWatch::new(limits, planes.shape.width), 0..planes.shape.row_count);
        let labeled = self.band.rows_of::<M>(planes, rows, 1, &watch)?;
        let count = labeled.end() - 1;
        check_count::<L>(count)?;
        found.clear();
        found.resize(count as usize, M::EMPTY);
        let top = Place::new(0, planes.shape.height as u64);
        watch.rows(planes.shape.row_count, |rows| labeled.add_to(rows, top, found, 1))?;
        paint(&labeled, planes.rows, labels, &watch)?;
        Ok(count)
    }

    /// [`label`](Self::label) where edges meet: `periodic` tells for x, y and z whether the pixels
    /// or voxels at one end touch those at the other. The z of an image is ignored. Returns the
    /// number of pixels or voxels of each component.
    ///
    /// A component that wraps around has no box and no centroid, so these are not measured.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Labeler};
    ///
    /// let image: BitmapBuf = "
    ///     X . . X
    ///     . . . .
    ///     . X . X".parse()?;
    /// let (mut labeler, mut labels) = (Labeler::new(), [0_u16; 12]);
    /// let (four, x_and_y) = (Connectivity::Four, [true, true, false]);
    /// assert_eq!(labeler.label_periodic(&image, four, x_and_y, &mut labels)?, [3, 1]);
    /// assert_eq!(labels, [1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label).
    pub fn label_periodic<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        periodic: [bool; 3],
        labels: &mut [L],
    ) -> Result<Vec<u64>, BitmapError> {
        unlimited_fallible(|limits| {
            self.try_label_periodic(raster, connectivity, periodic, labels, limits)
        })
    }

    /// [`label_periodic`](Self::label_periodic) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label).
    pub fn try_label_periodic<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        periodic: [bool; 3],
        labels: &mut [L],
        limits: &Limits<'_>,
    ) -> Result<Vec<u64>, TryError<BitmapError, u64>> {
        let planes = raster.planes(connectivity);
        check_length(planes, labels.len())?;
        let (watch, rows) = (RowWatch::new(limits, planes.shape.width), 0..planes.shape.row_count);
        self.band.scan::<()>(planes, rows, &watch)?;
        self.band.join_edges(planes, periodic, &watch)?;
        let labeled = self.band.number(1, &watch)?;
        check_count::<L>(labeled.end() - 1)?;
        let mut sizes = vec![0; labeled.end() as usize - 1];
        let (numbers, spans) = (labeled.labels(), labeled.spans());
        watch.numbers(numbers.len(), |runs| {
            for (&label, [start, end]) in numbers[runs.clone()].iter().zip(&spans[runs]) {
                sizes[label as usize - 1] += u64::from(end - start);
            }
        })?;
        paint(&labeled, planes.rows, labels, &watch)?;
        Ok(sizes)
    }

    /// [`try_label`](Self::try_label) on at most `threads` threads, or one for each core if it is
    /// 0. The labels do not depend on their number.
    ///
    /// ```
    /// use cc_label::{Connectivity, Limits};
    /// use cc_label::{BitmapBuf, Labeler};
    ///
    /// let image = BitmapBuf::from_fn(2000, 1000, |x, y| (x ^ y) % 7 < 3)?;
    /// let mut labels = vec![0_u32; 2_000_000];
    /// let (mut labeler, limits) = (Labeler::new(), Limits::new());
    /// let (image, four) = (&image, Connectivity::Four);
    /// let count = labeler.try_label_on_threads(image, four, &mut labels, 0, &limits)?;
    /// assert_eq!(Some(&count), labels.iter().max());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label).
    #[cfg(feature = "parallel")]
    pub fn try_label_on_threads<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        labels: &mut [L],
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        let planes = raster.planes(connectivity);
        let threads = threads::useful_threads(planes, threads);
        if threads <= 1 {
            return self.try_label(raster, connectivity, labels, limits);
        }
        check_length(planes, labels.len())?;
        let watch = RowWatch::new(limits, planes.shape.width);
        threads::label(&mut self.strips, planes, labels, threads, &watch)
    }

    /// Writes the label of each pixel or voxel of an image or a volume of numbers: 0 for those of
    /// value `background`, else the number of its component, from 1 in raster order. Pixels are
    /// connected if they have the same value. Returns the number of components.
    ///
    /// `size` is `(width, height)`, and `connectivity` a
    /// [`Connectivity`](bitboard_core::Connectivity); or `(width, height, depth)` and
    /// [`Neighbors`](crate::Neighbors). Rows come one after the other, then planes.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Labeler, Neighbors};
    ///
    /// let pixels: [u8; 12] = [
    ///     7, 7, 0, 2, //
    ///     2, 7, 2, 0, //
    ///     2, 2, 7, 7,
    /// ];
    /// let (mut labeler, mut labels) = (Labeler::new(), [0_u32; 12]);
    /// let four = Connectivity::Four;
    /// assert_eq!(labeler.label_values(&pixels, (4, 3), 0, four, &mut labels)?, 5);
    /// assert_eq!(labels, [1, 1, 0, 2, 3, 1, 4, 0, 3, 3, 5, 5]);
    /// // Three planes of two rows of two voxels.
    /// let six = Neighbors::Six;
    /// assert_eq!(labeler.label_values(&pixels, (2, 2, 3), 2, six, &mut labels)?, 4);
    /// assert_eq!(labels, [1, 1, 2, 0, 0, 1, 0, 3, 0, 0, 4, 4]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::PixelCount`] if the number of pixels is 0 or at least 2³²,
    /// [`BitmapError::Length`] if there is not one value and one label for each pixel,
    /// [`BitmapError::TooManyComponents`] if there are more components than the type can number.
    pub fn label_values<V: Value, L: Label, P: Position>(
        &mut self,
        values: &[V],
        size: P,
        background: V,
        connectivity: P::Connectivity,
        labels: &mut [L],
    ) -> Result<u32, BitmapError> {
        unlimited_fallible(|limits| {
            self.try_label_values(values, size, background, connectivity, labels, limits)
        })
    }

    /// [`label_values`](Self::label_values) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`label_values`](Self::label_values), or if a limit is reached, with the number of rows
    /// that have been scanned. Then the contents of `labels` are unspecified, and the labeler can
    /// be used as before.
    pub fn try_label_values<V: Value, L: Label, P: Position>(
        &mut self,
        values: &[V],
        size: P,
        background: V,
        connectivity: P::Connectivity,
        labels: &mut [L],
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        let numbers = Numbers::to_label(values, size, background, connectivity)?;
        let (expected, found) = (values.len(), labels.len());
        if found != expected {
            return Err(BitmapError::Length { expected, found }.into());
        }
        let watch = RowWatch::new(limits, numbers.shape.width);
        let count = self.segments.scan(numbers, &watch)?;
        check_count::<L>(count)?;
        self.segments.paint(numbers.shape.width, labels, &watch)?;
        Ok(count)
    }

    /// [`label`](Self::label) of the components to keep, which are numbered without gaps. The other
    /// pixels or voxels get 0. Returns the number of the components that are kept.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Keep, Labeler};
    ///
    /// let image: BitmapBuf = "
    ///     X . X X
    ///     . . X .".parse()?;
    /// let (mut labeler, mut labels) = (Labeler::new(), [0_u16; 8]);
    /// labeler.label_kept(&image, Connectivity::Four, Keep::at_least(2), &mut labels)?;
    /// assert_eq!(labels, [0, 0, 1, 1, 0, 0, 1, 0]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label).
    pub fn label_kept<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        keep: Keep,
        labels: &mut [L],
    ) -> Result<u32, BitmapError> {
        unlimited_fallible(|limits| self.try_label_kept(raster, connectivity, keep, labels, limits))
    }

    /// [`label_kept`](Self::label_kept) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_label`](Self::try_label).
    pub fn try_label_kept<R: Raster, L: Label>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        keep: Keep,
        labels: &mut [L],
        limits: &Limits<'_>,
    ) -> Result<u32, TryError<BitmapError, u64>> {
        let planes = raster.planes(connectivity);
        check_length(planes, labels.len())?;
        let (watch, rows) = (RowWatch::new(limits, planes.shape.width), 0..planes.shape.row_count);
        let mut labeled = self.band.rows_of::<()>(planes, rows, 1, &watch)?;
        let count = renumber(&mut labeled, planes, keep, &watch)?;
        check_count::<L>(count)?;
        paint(&labeled, planes.rows, labels, &watch)?;
        Ok(count)
    }

    /// Sets the pixels of an image or a volume of numbers to `background`, except those of the
    /// components to keep. Pixels are connected if they have the same value, and the arguments are
    /// those of [`label_values`](Self::label_values). Returns the number of the components that are
    /// kept.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Keep, Labeler};
    ///
    /// let mut pixels: [u8; 12] = [
    ///     7, 7, 0, 2, //
    ///     2, 7, 2, 0, //
    ///     2, 2, 7, 7,
    /// ];
    /// let (mut labeler, keep) = (Labeler::new(), Keep::largest_of_each_value(1));
    /// assert_eq!(labeler.retain_values(&mut pixels, (4, 3), 0, Connectivity::Four, keep)?, 2);
    /// assert_eq!(pixels, [7, 7, 0, 0, 2, 7, 0, 0, 2, 2, 0, 0]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the size and the number of values, as for [`label_values`](Self::label_values).
    pub fn retain_values<V: Value, P: Position>(
        &mut self,
        values: &mut [V],
        size: P,
        background: V,
        connectivity: P::Connectivity,
        keep: Keep,
    ) -> Result<usize, BitmapError> {
        unlimited_fallible(|limits| {
            self.try_retain_values(values, size, background, connectivity, keep, limits)
        })
    }

    /// [`retain_values`](Self::retain_values) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`retain_values`](Self::retain_values), or if a limit is reached, with the number of rows
    /// that have been scanned. Then `values` is unchanged, and the labeler can be used as before.
    pub fn try_retain_values<V: Value, P: Position>(
        &mut self,
        values: &mut [V],
        size: P,
        background: V,
        connectivity: P::Connectivity,
        keep: Keep,
        limits: &Limits<'_>,
    ) -> Result<usize, TryError<BitmapError, u64>> {
        let numbers = Numbers::to_label(values, size, background, connectivity)?;
        let empty = Numbers { values: &[], ..numbers };
        Ok(retain_values(&mut self.segments, values, empty, keep, limits)?)
    }

    /// Returns the runs of all rows in raster order with their labels, from 1 in raster order. The
    /// rows of a volume are counted plane by plane.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Bitmap, Labeler};
    ///
    /// let image = Bitmap::new(&[0b1101, 0b0100], 4, 2)?;
    /// let mut labeler = Labeler::new();
    /// let runs = labeler.runs(image, Connectivity::Four);
    /// let runs: Vec<_> = runs.map(|run| (run.y, run.start, run.end, run.label)).collect();
    /// assert_eq!(runs, [(0, 0, 1, 1), (0, 2, 4, 2), (1, 2, 3, 2)]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    pub fn runs<R: Raster>(&mut self, raster: R, connectivity: R::Connectivity) -> LabeledRuns<'_> {
        unlimited(|limits| self.try_runs(raster, connectivity, limits))
    }

    /// [`runs`](Self::runs) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned. Then
    /// the labeler can be used as before.
    pub fn try_runs<R: Raster>(
        &mut self,
        raster: R,
        connectivity: R::Connectivity,
        limits: &Limits<'_>,
    ) -> Result<LabeledRuns<'_>, Interrupted<u64>> {
        let planes = raster.planes(connectivity);
        let (watch, rows) = (RowWatch::new(limits, planes.shape.width), 0..planes.shape.row_count);
        Ok(self.band.rows_of::<()>(planes, rows, 1, &watch)?.into_runs())
    }
}

/// Checks that there is one label for each pixel.
fn check_length(planes: Planes<'_>, found: usize) -> Result<(), BitmapError> {
    let expected = planes.shape.width * planes.shape.row_count;
    if found != expected {
        return Err(BitmapError::Length { expected, found });
    }
    Ok(())
}
