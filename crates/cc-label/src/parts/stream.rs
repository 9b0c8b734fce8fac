//! Components that are not all in memory: reported, chosen or counted as soon as they are complete.
//!
//! [`components`](crate::components()) keeps all components until the end, because a later row can
//! join any two of them. In an image of noise this takes more time than the scan: the first touch
//! of new memory. Here only the components of the last row are kept, or of the last plane. Each of
//! the others is complete. A [`Stream`] reports it, [`count`] counts it, and
//! [`Labeler::select`](crate::Labeler::select) chooses or forgets it.
//!
//! Components become complete in another order than that of their first pixels. So `select`
//! measures the first pixel too ([`Located`]), and sorts the chosen components by it.

use alloc::vec::Vec;

use super::part::{Block, PartScan, Whole, scan_planes};
use crate::image::{Connectivity, Image, LabelError};
use crate::measure::Component;
use crate::scan::{Adjacency, Measure, Place, Planes};
use crate::sealed::Sealed;

/// Components of an image that arrives row by row, in memory that grows with its width and not with
/// its height.
///
/// Components are reported, in an unspecified order, when they are complete.
///
/// ```
/// use cc_label::{Connectivity, Stream};
///
/// let mut stream = Stream::new(10, Connectivity::FOUR)?;
/// let mut areas = Vec::new();
/// for y in 0..100_000u64 {
///     let row = if y % 3 == 2 { 0 } else { 0b1110011 };
///     stream.push_row(&[row], |found| areas.push(found.area()))?;
/// }
/// stream.finish(|found| areas.push(found.area()));
/// assert_eq!(areas.len(), 2 * 33_334);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream<M = Component<u64>> {
    scan: PartScan<M>,
    width: u32,
    height: usize,
}

impl Stream {
    /// A stream of rows of `width` pixels.
    ///
    /// # Errors
    /// [`LabelError::StreamWidth`] for 0 pixels, or 2³⁰ or more.
    pub fn new(width: usize, connectivity: Connectivity) -> Result<Self, LabelError> {
        Self::with_measure(width, connectivity)
    }
}

impl<M: Measure<Rows = u64>> Stream<M> {
    /// [`Stream::new`] for another type of components, which selects what is measured, as for
    /// [`measure()`](crate::measure()). Rows are counted in `u64`.
    ///
    /// ```
    /// use cc_label::{Connectivity, Moments, Stream};
    ///
    /// let mut stream = Stream::<Moments<u64>>::with_measure(64, Connectivity::FOUR)?;
    /// stream.push_row(&[0b1111], |_| ())?;
    /// stream.finish(|found| assert_eq!(found.covariance(), [[1.25, 0.0, 0.0], [0.0; 3], [0.0; 3]]));
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Stream::new`].
    pub fn with_measure(width: usize, connectivity: Connectivity) -> Result<Self, LabelError> {
        match u32::try_from(width) {
            Ok(width) if (1..1 << 30).contains(&width) => {
                // The number of rows is not known, so they are not borders of a part.
                let adjacency = Adjacency::new(connectivity, 1);
                let whole = Whole::new([width.into(), 0, 0], adjacency);
                let block = Block { whole, at: [0; 3], size: [width, 1, 0] };
                Ok(Self { scan: PartScan::new(block, 0), width, height: 0 })
            }
            _ => Err(LabelError::StreamWidth { found: width }),
        }
    }

    /// Adds the next row, ⌈width / 64⌉ words, whose bits past the width are ignored. Calls `done`
    /// with components that are complete.
    ///
    /// # Errors
    /// [`LabelError::Length`] if the row has another number of words, [`LabelError::PixelCount`]
    /// after `usize::MAX` rows. The row is then ignored.
    pub fn push_row(&mut self, row: &[u64], done: impl FnMut(M)) -> Result<(), LabelError> {
        let expected = self.width.div_ceil(64) as usize;
        if row.len() != expected {
            return Err(LabelError::Length { expected, found: row.len() });
        }
        let too_large = LabelError::PixelCount { size: (self.width as usize, self.height, 1) };
        self.height = self.height.checked_add(1).ok_or(too_large)?;
        self.scan.push(row, done);
        Ok(())
    }

    /// Ends the image: calls `done` with the remaining components.
    pub fn finish(self, done: impl FnMut(M)) {
        self.scan.finish(done);
    }
}

/// Returns the number of components.
///
/// ```
/// use cc_label::{Connectivity, Image, count};
///
/// let image: Image = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(&image, Connectivity::FOUR), 3);
/// assert_eq!(count(&image, Connectivity::EIGHT), 1);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn count(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> usize {
    let mut count = 0;
    scan_planes(Planes::new(image, connectivity), |()| count += 1);
    count
}

/// The components that [`Labeler::select`](crate::Labeler::select) chose.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selected<M> {
    /// Number of components of the image or the volume.
    pub count: usize,
    /// Number of those for which `keep` returned true.
    pub matching: usize,
    /// The first ones of these, in raster order.
    pub components: Vec<M>,
}

/// The complete components that are kept so far.
pub(crate) struct Chosen<'a, M, F> {
    keep: &'a F,
    limit: usize,
    count: usize,
    matching: usize,
    /// A superset of the `limit` components that start first.
    found: Vec<Located<M>>,
    /// A component whose first pixel is not before this one is not among the first.
    bound: (u32, u32),
    /// The number of components at which those after the limit are removed.
    room: usize,
}

impl<'a, M: Measure, F: Fn(&M) -> bool> Chosen<'a, M, F> {
    pub(crate) const fn new(limit: usize, keep: &'a F) -> Self {
        let bound = if limit == 0 { (0, 0) } else { (u32::MAX, u32::MAX) };
        let room = limit.saturating_mul(2).saturating_add(64);
        Self { keep, limit, count: 0, matching: 0, found: Vec::new(), bound, room }
    }

    #[inline]
    pub(crate) fn add(&mut self, component: Located<M>) {
        self.count += 1;
        if (self.keep)(&component.measure) {
            self.matching += 1;
            self.push(component);
        }
    }

    #[inline]
    fn push(&mut self, component: Located<M>) {
        // Most components begin after those that are chosen.
        if component.first >= self.bound {
            return;
        }
        self.found.push(component);
        if self.found.len() >= self.room {
            let (_, last, _) =
                self.found.select_nth_unstable_by_key(self.limit, |found| found.first);
            self.bound = last.first;
            self.found.truncate(self.limit);
        }
    }

    /// Adds the components of another thread.
    #[cfg(feature = "parallel")]
    pub(crate) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.matching += other.matching;
        other.found.into_iter().for_each(|component| self.push(component));
    }

    pub(crate) fn finish(mut self) -> Selected<M> {
        self.found.sort_unstable_by_key(|found| found.first);
        self.found.truncate(self.limit);
        let components = self.found.into_iter().map(|found| found.measure).collect();
        Selected { count: self.count, matching: self.matching, components }
    }
}

/// A component with its first pixel, which orders components.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
pub(crate) struct Located<M> {
    /// The row and the column of the first pixel. An image in memory has fewer than 2³² rows.
    pub(crate) first: (u32, u32),
    pub(crate) measure: M,
}

impl<M: Measure> Measure for Located<M> {
    type Rows = M::Rows;

    const LINKS: bool = M::LINKS;

    #[inline]
    fn empty(is_plane: bool) -> Self {
        Self { first: (u32::MAX, u32::MAX), measure: M::empty(is_plane) }
    }

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        // Runs come in raster order.
        if self.first.0 == u32::MAX {
            self.first = (place.row as u32, start);
        }
        self.measure.add_run::<PLANE>(start, end, place);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.first = self.first.min(other.first);
        self.measure.merge(&other.measure);
    }
}

impl<M> Sealed for Located<M> {}
