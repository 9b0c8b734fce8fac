//! Labels of runs and pixels.
//!
//! Read this file first, then `paint`. `values` labels images of numbers, whose rows `compare` turns
//! into bits. [`Scanned`] is for those who choose labels when the number of components is known.
//!
//! A [`Labeler`] keeps the runs of the whole image in one [`Band`], because the label of a run is
//! known only after the last row. Then the runs are painted (`paint`). Several threads have a band
//! for each strip, and join the components that touch at seams (`parts::threads`). So do edges that
//! meet: they are a seam too (`parts::part`).
//!
//! The cost is that of [`Band`] for the runs, and time proportional to the pixels of the label
//! image. Its memory is 12 bytes for each run, and grows in steps of a factor of two.

mod compare;
mod graph;
mod paint;
mod scanned;
mod values;

use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;

use crate::image::{Connectivity, Image, LabelError, Position};
use crate::parts::Selected;
use crate::parts::part::{Block, Borders, scan_planes};
use crate::parts::stream::Chosen;
use crate::parts::threads::{self, StripLabels, map, split, strips};
use crate::scan::band::{Band, Labeled};
use crate::scan::pass::Pass;
use crate::scan::{LabeledRun, Measure, Place, Planes, Shape};
use crate::sealed::Sealed;

use self::paint::{check_count, paint};

pub use self::compare::Value;
pub(crate) use self::compare::{Columns, Numbers};
pub use self::graph::label_graph;
pub use self::paint::Label;
pub use self::scanned::Scanned;
pub(crate) use self::values::Segments;

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
    strips: Vec<Band>,
    /// The whole image, if it is one of numbers that is scanned.
    segments: Segments,
    /// For measures, which need only some rows at a time.
    pass: Pass,
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
            strips: Vec::new(),
            segments: Segments::new(),
            pass: Pass::new(),
            threads: 1,
        }
    }

    /// Sets the number of threads: at most `threads`, or one for each core if it is 0. This needs the
    /// feature `parallel`. No answer depends on it. Small images, [`runs`](Self::runs) and measures
    /// [`WithEuler`](crate::WithEuler) take one thread.
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

    /// Returns how many threads pay for an image, `None` if it is one.
    pub(crate) fn useful_threads(&self, shape: Shape) -> Option<usize> {
        threads::useful(shape, self.threads)
    }

    /// Measures the components as [`measure()`](crate::measure()) does, but reuses memory: that of
    /// the labeler, and on one thread that of `found`, whose contents are replaced.
    pub fn measure<M: Measure>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        found: &mut Vec<M>,
    ) {
        let planes = Planes::new(image, connectivity);
        // Counts of links do not add up over strips.
        if let Some(threads) = self.useful_threads(planes.shape).filter(|_| !M::LINKS) {
            *found = threads::measure(planes, threads);
            return;
        }
        found.clear();
        self.pass.planes(planes, 0..planes.shape.row_count, found, |_| ());
    }

    /// Counts the components and returns the first `limit` ones for which `keep` returns true, in
    /// raster order. The type of the argument of `keep` selects what is measured, as for
    /// [`measure()`](crate::measure()). The memory depends on the width of the image, or on the size
    /// of a plane of the volume, and on `limit`.
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
        if let Some(threads) = self.useful_threads(planes.shape) {
            return threads::select(planes, limit, keep, threads);
        }
        let mut chosen = Chosen::new(limit, &keep);
        scan_planes(planes, |found| chosen.add(found));
        chosen.finish()
    }

    /// Writes the label of each pixel or voxel, row by row: 0 where none is set, else the number of
    /// its component, from 1 in raster order. Returns the number of components. Labels are `u8`,
    /// `u16`, `u32`, `u64`, `i32` or `i64`.
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
        self.label_and_measure(image, connectivity, labels, &mut Vec::<()>::new())
    }

    /// Labels the pixels and measures the components in one scan, as [`label`](Self::label) and
    /// [`measure`](Self::measure) do: element i of `found` is the component with label i + 1. The
    /// contents of `found` are replaced.
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
        let planes = Planes::new(image, connectivity);
        check_length(planes, labels.len())?;
        if let Some(threads) = self.useful_threads(planes.shape).filter(|_| !M::LINKS) {
            let count;
            (count, *found) = label_strips(&mut self.strips, planes, [false; 3], labels, threads)?;
            return Ok(count);
        }
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

    /// Labels an image or a volume some of whose edges meet, as on a torus: `is_periodic` tells for
    /// x, y and z whether the pixels or voxels at one end touch those at the other. The z of an
    /// image is ignored. Returns the number of pixels or voxels of each component.
    ///
    /// A component that wraps around has no box and no centroid, so these are not measured.
    ///
    /// ```
    /// use cc_label::{Connectivity, Image, Labeler};
    ///
    /// let image: Image = "
    ///     X . . X
    ///     . . . .
    ///     . X . X".parse()?;
    /// let (mut labeler, mut labels, x_and_y) = (Labeler::new(), [0; 12], [true, true, false]);
    /// let sizes = labeler.label_periodic(&image, Connectivity::FOUR, x_and_y, &mut labels)?;
    /// assert_eq!(sizes, [3, 1]);
    /// assert_eq!(labels, [1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`label`](Self::label).
    pub fn label_periodic<L: Label>(
        &mut self,
        image: &Image<impl AsRef<[u64]>>,
        connectivity: Connectivity,
        mut is_periodic: [bool; 3],
        labels: &mut [L],
    ) -> Result<Vec<u64>, LabelError> {
        let planes = Planes::new(image, connectivity);
        check_length(planes, labels.len())?;
        is_periodic[2] &= !planes.shape.adjacency.is_plane();
        let threads = self.useful_threads(planes.shape).unwrap_or(1);
        let (_, found) =
            label_strips::<L, Size>(&mut self.strips, planes, is_periodic, labels, threads)?;
        Ok(found.into_iter().map(|Size(size)| size.into()).collect())
    }

    /// Writes the label of each pixel or voxel of an image or a volume of integers: 0 for those of
    /// value `background`, else the number of its component, from 1 in raster order. Pixels are
    /// connected if they have the same value. Returns the number of components.
    ///
    /// `size` is `(width, height)` or `(width, height, depth)`. Rows come one after the other, then
    /// planes.
    ///
    /// ```
    /// use cc_label::{Connectivity, Labeler};
    ///
    /// let pixels: [u8; 12] = [
    ///     7, 7, 0, 2, //
    ///     2, 7, 2, 0, //
    ///     2, 2, 7, 7,
    /// ];
    /// let (labeler, mut labels) = (Labeler::new(), [0_u32; 12]);
    /// assert_eq!(labeler.label_values(&pixels, (4, 3), 0, Connectivity::FOUR, &mut labels)?, 5);
    /// assert_eq!(labels, [1, 1, 0, 2, 3, 1, 4, 0, 3, 3, 5, 5]);
    /// // Three planes of two rows of two voxels.
    /// assert_eq!(labeler.label_values(&pixels, (2, 2, 3), 2, Connectivity::SIX, &mut labels)?, 4);
    /// assert_eq!(labels, [1, 1, 2, 0, 0, 1, 0, 3, 0, 0, 4, 4]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LabelError::PixelCount`] if the number of pixels is 0 or at least 2³²,
    /// [`LabelError::Length`] if there is not one value and one label for each pixel,
    /// [`LabelError::TooManyComponents`] if there are more components than the type can number.
    pub fn label_values<V: Value, L: Label>(
        &self,
        values: &[V],
        size: impl Position,
        background: V,
        connectivity: Connectivity,
        labels: &mut [L],
    ) -> Result<u32, LabelError> {
        let numbers = Numbers::to_label(values, size, background, connectivity)?;
        let (expected, found) = (values.len(), labels.len());
        if found != expected {
            return Err(LabelError::Length { expected, found });
        }
        values::label(numbers, labels, self.useful_threads(numbers.shape))
    }

    /// Returns the runs of all rows in raster order with their labels, from 1 in raster order. The
    /// rows of a volume are counted plane by plane.
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
    ) -> impl FusedIterator<Item = LabeledRun> + Clone {
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

/// Labels the strips of an image, whose edges may meet, and measures its components. `bands` is
/// memory. Returns the number of components, and these.
fn label_strips<L: Label, M: Measure>(
    bands: &mut Vec<Band>,
    planes: Planes<'_>,
    is_periodic: [bool; 3],
    labels: &mut [L],
    threads: usize,
) -> Result<(u32, Vec<M>), LabelError> {
    let (shape, strips) = (planes.shape, strips(planes.shape, threads));
    bands.resize_with(strips.clone().count(), Band::new);
    let scanned = map(bands.iter_mut().zip(strips.clone()), threads, |(band, rows)| {
        let mut block = Block::rows(shape, &rows);
        block.whole.is_periodic = is_periodic;
        let (mut borders, height) = (Borders::new(block), rows.len());
        let top = Place::new(rows.start as u64, shape.height as u64);
        let labeled = band.rows_of::<M>(planes, rows, 0);
        borders.add(&labeled);
        let mut found = vec![M::empty(shape.adjacency.is_plane()); labeled.end() as usize];
        labeled.add_to(0..height, top, &mut found, 0);
        (borders.into_part(|label| label, |_| ()), (labeled, found))
    });
    let (parts, scanned): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let (labeled, found): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let counts = labeled.iter().map(Labeled::end);
    let joined = StripLabels::new(&parts, counts, threads, |(), ()| true);
    check_count::<L>(joined.count)?;
    let places = split(labels, strips.clone().map(|rows| rows.len() * shape.width));
    let work = labeled.into_iter().zip(strips.zip(places)).enumerate();
    map(work, threads, |(strip, (mut labeled, (rows, labels)))| {
        labeled.replace(&joined.of(strip, labeled.end()));
        paint(&labeled, planes.rows.into_rows(rows), labels);
    });
    // `()` stores no measures.
    let found = if size_of::<M>() == 0 { Vec::new() } else { joined.merge(found, threads) };
    Ok((joined.count, found))
}

/// The number of pixels or voxels of a component, which is all that is measured of one that wraps
/// around.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
struct Size(u32);

impl Sealed for Size {}

impl Measure for Size {
    type Rows = u32;

    fn empty(_: bool) -> Self {
        Self(0)
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, _: Place) {
        self.0 += end - start;
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.0 += other.0;
    }
}

/// Checks that there is one label for each pixel.
fn check_length(planes: Planes<'_>, found: usize) -> Result<(), LabelError> {
    let expected = planes.shape.width * planes.shape.row_count;
    if found != expected {
        return Err(LabelError::Length { expected, found });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bitboard_core::{Random as _, SeededRng};

    use super::*;
    use crate::measure::Component;

    /// Strips of small images, which are not divided otherwise.
    #[test]
    fn strips_are_labeled_as_the_whole() {
        let mut rng = SeededRng::new(1);
        let mut below = |n: u64| rng.below(n) as usize;
        for _ in 0..60 {
            let width = if below(4) == 0 { 60 + below(10) } else { 1 + below(9) };
            let (size, most) = ((width, 1 + below(20), 1 + below(9)), 2 + below(4));
            let values: Vec<u8> =
                (0..size.0 * size.1 * size.2).map(|_| below(most as u64) as u8).collect();
            for size in [size, (size.0, size.1 * size.2, 1)] {
                for connectivity in Connectivity::ALL {
                    check(&values, size, connectivity);
                }
            }
        }
    }

    fn check(values: &[u8], size: (usize, usize, usize), connectivity: Connectivity) {
        let image = Image::from_values(values, size, |value| value < 2).unwrap();
        let planes = Planes::new(&image, connectivity);
        let (mut expected, mut found) = (vec![0_u32; values.len()], Vec::<Component>::new());
        let mut labeler = Labeler::new();
        let count =
            labeler.label_and_measure(&image, connectivity, &mut expected, &mut found).unwrap();
        let numbers = Numbers::to_label(values, size, 1, connectivity).unwrap();
        let mut of_values = expected.clone();
        let value_count = values::label(numbers, &mut of_values, None).unwrap();
        let mut labels = vec![9_u32; values.len()];
        for threads in 2..5 {
            let bands = &mut Vec::new();
            let answer = label_strips(bands, planes, [false; 3], &mut labels, threads);
            assert_eq!(answer, Ok((count, found.clone())), "{size:?} {connectivity:?}");
            assert_eq!(labels, expected, "{size:?} {connectivity:?}");
            assert_eq!(values::label(numbers, &mut labels, Some(threads)), Ok(value_count));
            assert_eq!(labels, of_values, "{size:?} {connectivity:?}");
        }
        for axes in 0..if size.2 == 1 { 4 } else { 8 } {
            let periodic = [0, 1, 2].map(|axis| axes >> axis & 1 == 1);
            let sizes = labeler.label_periodic(&image, connectivity, periodic, &mut expected);
            let sizes = sizes.unwrap();
            for threads in 2..4 {
                let bands = &mut Vec::new();
                let (_, found) =
                    label_strips::<u32, Size>(bands, planes, periodic, &mut labels, threads)
                        .unwrap();
                assert!(found.iter().map(|size| u64::from(size.0)).eq(sizes.iter().copied()));
                assert_eq!(labels, expected, "{size:?} {connectivity:?} {periodic:?}");
            }
        }
    }
}
