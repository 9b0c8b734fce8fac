//! Components of whole images, and of rows that arrive one by one: an image is a sequence of bands.
//!
//! ```text
//! row ──▶ Band ──16,384 runs or 1,024 rows──▶ numbers ──▶ measures by number ──▶ components
//!           ▲                                    │                    │
//!           └──────── runs of the last row ──────┘          Stream: complete components
//! ```
//!
//! A [`Band`] is some consecutive rows. A [`Pass`] adds rows to it until it is full, while its runs
//! are still in the cache. Then it numbers the components of the band and adds each run to the
//! measure of its number. A later band may join two numbers. Their measures stay apart until they
//! are added up, once for an image, or once for each band of a [`Stream`]. A stream reports the
//! components that no run of the last row belongs to, and forgets them; so its memory depends on
//! the width only.

use alloc::vec::Vec;

use bitboard_core::{Connectivity, Interrupted, Limits, unlimited};

use super::band::{Band, Numbered, Sets};
use super::bitmap::{Bitmap, BitmapError};
use super::limits::RowMeter;
use super::measure::{Component, Measure, TallComponent};

/// A band ends when it has this many runs, while they are in the cache; more in wide images.
pub(super) const RUNS: usize = 1 << 14;
/// A band ends when it has this many rows.
pub(super) const ROWS: usize = 1 << 10;

/// Turns the bands of an image into measures of components.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) band: Band,
    /// The numbers of components. Those that a later band has joined are one set.
    pub(super) sets: Sets,
    /// The first row of the current band.
    y: u64,
    /// The components before this number are kept, even if no later run can belong to them.
    kept: u32,
    /// Memory for the new numbers of components.
    numbers: Vec<u32>,
}

impl Pass {
    pub(super) const fn new(connectivity: Connectivity, y: u64) -> Self {
        Self { band: Band::new(connectivity), sets: Sets::new(), y, kept: 0, numbers: Vec::new() }
    }

    /// Begins another image.
    pub(super) fn restart(&mut self, connectivity: Connectivity) {
        self.band.clear(connectivity);
        self.sets.clear();
        self.kept = 0;
        self.y = 0;
    }

    /// Adds the next row; `flip` is all ones for the pixels that are not set. Returns whether the
    /// band has ended.
    #[inline]
    pub(super) fn row<M: Measure>(
        &mut self,
        row: &[u64],
        width: u32,
        flip: u64,
        measures: &mut Vec<M>,
    ) -> bool {
        self.row_with(row, width, flip, measures, |_| ())
    }

    /// [`row`](Self::row), which calls `ended` with a band that has ended.
    #[inline]
    pub(super) fn row_with<M: Measure>(
        &mut self,
        row: &[u64],
        width: u32,
        flip: u64,
        measures: &mut Vec<M>,
        ended: impl FnOnce(&Numbered<'_>),
    ) -> bool {
        self.band.push::<M>(row, width, flip);
        let is_full = self.band.reaches(RUNS, ROWS);
        if is_full {
            self.end_band_with(measures, ended);
        }
        is_full
    }

    /// Numbers the components of the band and adds its runs to them.
    pub(super) fn end_band<M: Measure>(&mut self, measures: &mut Vec<M>) {
        self.end_band_with(measures, |_| ());
    }

    /// [`end_band`](Self::end_band), which calls `ended` with the band.
    #[inline]
    pub(super) fn end_band_with<M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        ended: impl FnOnce(&Numbered<'_>),
    ) {
        let band = self.band.number_below(&mut self.sets);
        measures.resize(self.sets.len(), M::EMPTY);
        band.add_to(0..band.height(), self.y, measures, |number| number);
        ended(&band);
        self.y += band.carry() as u64;
    }

    /// Adds all rows of an image. Leaves its components in `measures`, in raster order.
    pub(super) fn image<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        measures: &mut Vec<M>,
        meter: &RowMeter<'_>,
    ) -> Result<(), Interrupted<u64>> {
        meter.scan(0..image.height(), |y| {
            self.row(image.row(y), image.columns(), 0, measures);
        })?;
        self.finish(measures, meter)
    }

    /// Leaves all components in `measures`, in raster order.
    pub(super) fn finish<M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        meter: &RowMeter<'_>,
    ) -> Result<(), Interrupted<u64>> {
        self.end_band(measures);
        self.sets.add_up(measures, meter)
    }

    /// Forgets the components that are complete and calls `done` with each. The band has ended.
    ///
    /// A component remains if a carried run belongs to it, or one of the runs whose components are
    /// `kept`, now or in an earlier call. The numbers of kept components do not change later.
    /// `moved` is memory for measures.
    pub(super) fn take_complete<M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        moved: &mut Vec<M>,
        kept: &mut [u32],
        done: impl FnMut(M),
    ) {
        let first = self.kept as usize;
        self.numbers.clear();
        for number in first..self.sets.len() {
            let root = self.sets.find(number as u32) as usize;
            if root == number {
                self.numbers.push(COMPLETE);
            } else {
                let part = measures[number];
                measures[root].merge(&part);
                self.numbers.push(JOINED);
            }
        }
        moved.clear();
        self.renumber(kept, |root| moved.push(measures[root as usize]));
        let remaining = moved.len();
        let rest = measures[first..].iter().zip(&self.numbers);
        moved.extend(rest.filter(|&(_, &next)| next == COMPLETE).map(|(&measure, _)| measure));
        measures.truncate(first);
        measures.extend_from_slice(&moved[..remaining]);
        // `done` may panic, and the pass can be used after that.
        moved[remaining..].iter().copied().for_each(done);
    }

    /// [`take_complete`](Self::take_complete) without measures. Returns the number of components
    /// that are complete.
    fn count_complete(&mut self) -> usize {
        let (before, mut remaining) = (self.sets.count(), 0);
        self.numbers.clear();
        self.numbers.resize(self.sets.len(), COMPLETE);
        self.renumber(&mut [], |_| remaining += 1);
        before - remaining
    }

    /// Replaces the components that are not permanent by those of `kept`, which are permanent from
    /// now on, and of the carried runs. Calls `remain` with the old numbers of these, in the order
    /// of the new ones. An element of `numbers` that is not [`COMPLETE`] afterwards is such a
    /// number.
    fn renumber(&mut self, kept: &mut [u32], mut remain: impl FnMut(u32)) {
        let first = self.kept;
        let mut end = first;
        let carried = self.band.carried_mut();
        for (numbers, is_permanent) in [(kept, true), (carried, false)] {
            for number in numbers {
                *number = self.sets.find(*number);
                let Some(root) = number.checked_sub(first) else { continue };
                let next = &mut self.numbers[root as usize];
                if *next == COMPLETE {
                    remain(*number);
                    *next = end;
                    end += 1;
                }
                *number = *next;
            }
            if is_permanent {
                self.kept = end;
            }
        }
        self.sets.replace_from(first, end - first);
    }
}

/// In place of the new number of a component: no run can belong to it any more.
const COMPLETE: u32 = u32::MAX;
/// The same for a number that belongs to the set of another one.
const JOINED: u32 = u32::MAX - 1;

/// Returns the components of an image in raster order: that of their first pixels, row by row.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(components(image.as_bitmap(), Connectivity::Four).len(), 3);
/// assert_eq!(components(image.as_bitmap(), Connectivity::Eight).len(), 1);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn components(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    measure(image, connectivity)
}

/// [`components`] within limits. A node is a row.
///
/// ```
/// use cc_table::{Connectivity, Limits, StopReason};
/// use cc_table::labeling::{BitmapBuf, try_components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .
///     . . X".parse()?;
/// let (image, limits) = (image.as_bitmap(), Limits::new().nodes(2));
/// let stopped = try_components(image, Connectivity::Four, &limits).unwrap_err();
/// assert_eq!((stopped.reason, stopped.partial), (StopReason::Nodes, 2));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_components(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    try_measure(image, connectivity, limits)
}

/// Returns the components of an image in raster order. The type of the elements selects what is
/// measured.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "X.XX".parse()?;
/// let found: Vec<Extent> = measure(image.as_bitmap(), Connectivity::Four);
/// assert_eq!(found[1].area(), 2);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn measure<M: Measure>(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<M> {
    unlimited(|limits| try_measure(image, connectivity, limits))
}

/// [`measure`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_measure<M: Measure>(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<M>, Interrupted<u64>> {
    let mut found = Vec::new();
    let meter = RowMeter::new(limits, image.width());
    Pass::new(connectivity, 0).image(image, &mut found, &meter)?;
    Ok(found)
}

/// Returns the number of components of an image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, count};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(image.as_bitmap(), Connectivity::Four), 3);
/// assert_eq!(count(image.as_bitmap(), Connectivity::Eight), 1);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn count(image: Bitmap<'_>, connectivity: Connectivity) -> usize {
    unlimited(|limits| try_count(image, connectivity, limits))
}

/// [`count`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_count(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let meter = RowMeter::new(limits, image.width());
    let (mut pass, mut nothing) = (Pass::new(connectivity, 0), Vec::<()>::new());
    let mut count = 0;
    meter.scan(0..image.height(), |y| {
        if pass.row(image.row(y), image.columns(), 0, &mut nothing) {
            count += pass.count_complete();
        }
    })?;
    pass.end_band(&mut nothing);
    Ok(count + pass.sets.count())
}

/// Returns the connectivity of the other pixels: what touches by a corner only is connected in one
/// of the two.
pub(super) const fn dual(connectivity: Connectivity) -> Connectivity {
    match connectivity {
        Connectivity::Four => Connectivity::Eight,
        Connectivity::Eight => Connectivity::Four,
    }
}

/// Components of an image that arrives row by row, in memory that grows with its width and not with
/// its height.
///
/// Components are reported, in an unspecified order, when they are complete.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::Stream;
///
/// let mut stream = Stream::new(10, Connectivity::Four)?;
/// let mut areas = Vec::new();
/// for y in 0..100_000u64 {
///     let row = if y % 3 == 2 { 0 } else { 0b1110011 };
///     stream.push_row(&[row], |found| areas.push(found.area()))?;
/// }
/// stream.finish(|found| areas.push(found.area()));
/// assert_eq!(areas.len(), 2 * 33_334);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream<M = TallComponent> {
    pass: Pass,
    measures: Vec<M>,
    /// Memory for measures.
    moved: Vec<M>,
    width: u32,
}

impl Stream {
    /// A stream of rows of `width` pixels.
    ///
    /// # Errors
    /// [`BitmapError::Empty`] for 0 pixels, [`BitmapError::TooLarge`] for 2³⁰ or more.
    pub fn new(width: usize, connectivity: Connectivity) -> Result<Self, BitmapError> {
        Self::measure(width, connectivity)
    }
}

impl<M: Measure<Rows = u64>> Stream<M> {
    /// [`Stream::new`] for another type of components, which selects what is measured.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::{Moments, Stream};
    ///
    /// let mut stream = Stream::<Moments<u64>>::measure(64, Connectivity::Four)?;
    /// stream.push_row(&[0b1111], |_| ())?;
    /// stream.finish(|found| assert_eq!(found.covariance(), [1.25, 0.0, 0.0]));
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Stream::new`].
    pub fn measure(width: usize, connectivity: Connectivity) -> Result<Self, BitmapError> {
        match u32::try_from(width) {
            Ok(0) => Err(BitmapError::Empty { width, height: 1 }),
            Ok(width) if width < 1 << 30 => {
                let pass = Pass::new(connectivity, 0);
                let (measures, moved) = (Vec::new(), Vec::new());
                Ok(Self { pass, measures, moved, width })
            }
            _ => Err(BitmapError::TooLarge { width, height: 1 }),
        }
    }

    /// Adds the next row, ⌈width / 64⌉ words. Calls `done` with components that are complete.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::Stream;
    ///
    /// let mut stream = Stream::new(64, Connectivity::Eight)?;
    /// stream.push_row(&[1], |_| ())?;
    /// assert!(stream.push_row(&[1, 2], |_| ()).is_err()); // two words for a row of one
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Length`] if the row has another number of words; it is then ignored.
    pub fn push_row(&mut self, row: &[u64], done: impl FnMut(M)) -> Result<(), BitmapError> {
        let expected = self.width.div_ceil(64) as usize;
        if row.len() != expected {
            return Err(BitmapError::Length { expected, found: row.len() });
        }
        self.push(row, done);
        Ok(())
    }

    fn push(&mut self, row: &[u64], done: impl FnMut(M)) {
        if self.pass.row(row, self.width, 0, &mut self.measures) {
            self.pass.take_complete(&mut self.measures, &mut self.moved, &mut [], done);
        }
    }

    /// Ends the image: calls `done` with the remaining components.
    pub fn finish(mut self, done: impl FnMut(M)) {
        unlimited(|limits| self.pass.finish(&mut self.measures, &RowMeter::new(limits, 1)));
        self.measures.into_iter().for_each(done);
    }
}
