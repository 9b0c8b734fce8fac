//! Images whose parts are scanned independently: strips of rows in any order.
//!
//! A **strip** is some rows whose components are known. What another strip may change are the
//! components of its first and its last row, so these rows are kept as [`Edge`]s: the pixels, and
//! the component of each run.
//!
//! ```text
//! strip        0 0 . 1 1 .     first edge, the components 0 and 1 are open
//!              . 0 . . . .
//!              . . . 2 2 .     component 2 is open by the last edge
//! strip below  3 . . 4 . .     first edge: 2 and 4 are joined
//!              3 . 5 . . 6
//! ```
//!
//! To join two strips, the runs of the two edges that touch are found with the word operations of
//! `runs.rs`, and their components are joined by union-find. The cost is that of two rows and of
//! the open components. A component that no edge has is complete.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use bitboard_core::{Connectivity, Interrupted, Limits, unlimited};

#[cfg(feature = "parallel")]
use super::band::Numbered;
use super::band::Sets;
use super::bitmap::Bitmap;
use super::limits::RowMeter;
use super::measure::{Measure, TallComponent};
use super::pass::Pass;
#[cfg(feature = "parallel")]
use super::runs::copy_row;
use super::runs::for_each_link;

/// The first or the last row of a strip: its pixels, and the numbers of the components of its runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Edge {
    pub(super) pixels: Vec<u64>,
    pub(super) numbers: Vec<u32>,
}

impl Edge {
    /// Returns the last row of a band that has ended.
    fn of(pass: &Pass) -> Self {
        let (pixels, numbers) = pass.band.edge();
        Self { pixels: pixels.to_vec(), numbers: numbers.to_vec() }
    }

    /// Returns the first row of a band, which is row `top` of the image.
    #[cfg(feature = "parallel")]
    pub(super) fn first(band: &Numbered<'_>, image: Bitmap<'_>, top: usize) -> Self {
        let mut pixels = vec![0; image.row(top).len()];
        copy_row(image.row(top), image.columns(), 0, &mut pixels);
        Self { pixels, numbers: numbers_of_row(band, 0) }
    }

    /// Returns the last row of a band.
    #[cfg(feature = "parallel")]
    pub(super) fn last(band: &Numbered<'_>) -> Self {
        let numbers = numbers_of_row(band, band.height() - 1);
        Self { pixels: band.last_pixels().to_vec(), numbers }
    }

    /// Replaces the numbers by the places that [`Sets::add_up`] gave them. `begin` is added to the
    /// numbers before.
    fn renumber(&mut self, begin: u32, sets: &Sets) {
        for number in &mut self.numbers {
            *number = sets.place(*number + begin);
        }
    }

    /// Joins the components of this row with those of the row below. `begin` is added to the
    /// numbers of this row and `begin_below` to those of the other. Calls `link` with the number
    /// of the component for each pair of runs that touch.
    pub(super) fn join(
        &self,
        begin: u32,
        below: &Self,
        begin_below: u32,
        connectivity: Connectivity,
        sets: &mut Sets,
        mut link: impl FnMut(u32),
    ) {
        for_each_link(&self.pixels, &below.pixels, connectivity, |a, b| {
            link(self.numbers[a] + begin);
            let a = sets.find(self.numbers[a] + begin);
            let b = sets.find(below.numbers[b] + begin_below);
            sets.join(a, b);
        });
    }
}

#[cfg(feature = "parallel")]
fn numbers_of_row(band: &Numbered<'_>, y: usize) -> Vec<u32> {
    band.rows(y..y + 1).flat_map(|(_, runs)| &band.numbers()[runs]).copied().collect()
}

/// The components of some rows in raster order, and the edges of the rows.
pub(super) struct Scanned<M> {
    pub(super) components: Vec<M>,
    pub(super) first: Edge,
    pub(super) last: Edge,
}

/// Finds the components of some rows of an image, of which the first is row `top` of the whole.
#[cfg(feature = "parallel")]
pub(super) fn scan<M: Measure>(
    image: Bitmap<'_>,
    rows: Range<usize>,
    top: u64,
    connectivity: Connectivity,
    meter: &RowMeter<'_>,
) -> Result<Scanned<M>, Interrupted<u64>> {
    scan_with(image, rows, top, connectivity, meter, |_, _, _| ())
}

/// The same, but calls `done` with most components that are in neither the first nor the last row,
/// and forgets them.
pub(super) fn scan_open<M: Measure>(
    image: Bitmap<'_>,
    rows: Range<usize>,
    top: u64,
    connectivity: Connectivity,
    meter: &RowMeter<'_>,
    mut done: impl FnMut(M),
) -> Result<Scanned<M>, Interrupted<u64>> {
    let mut moved = Vec::new();
    scan_with(image, rows, top, connectivity, meter, |pass, components, kept| {
        pass.take_complete(components, &mut moved, kept, &mut done);
    })
}

/// The same, but calls `ended` after each band except the last, and with the components of the
/// first row when they are known.
#[inline]
fn scan_with<M: Measure>(
    image: Bitmap<'_>,
    rows: Range<usize>,
    top: u64,
    connectivity: Connectivity,
    meter: &RowMeter<'_>,
    mut ended: impl FnMut(&mut Pass, &mut Vec<M>, &mut [u32]),
) -> Result<Scanned<M>, Interrupted<u64>> {
    let (mut pass, mut components) = (Pass::new(connectivity, top), Vec::new());
    let mut first = Edge::default();
    meter.scan(rows.clone(), |y| {
        let is_end = pass.row(image.row(y), image.columns(), 0, &mut components);
        if y == rows.start {
            if !is_end {
                pass.end_band(&mut components);
            }
            first = Edge::of(&pass);
            ended(&mut pass, &mut components, &mut first.numbers);
        } else if is_end {
            ended(&mut pass, &mut components, &mut []);
        }
    })?;
    pass.finish(&mut components, meter)?;
    let mut last = Edge::of(&pass);
    first.renumber(0, &pass.sets);
    last.renumber(0, &pass.sets);
    Ok(Scanned { components, first, last })
}

/// The components of some rows of an image, and its first and last row, where others are joined.
///
/// Strips may be made by several threads. Two strips, one right below the other, make one strip. Its
/// memory grows with the width and with the number of components that
/// have not been [taken](Self::take_complete).
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Strip};
///
/// let above: BitmapBuf = "
///     X . X
///     X . X".parse()?;
/// let below: BitmapBuf = "X X X".parse()?;
/// let above = Strip::new(above.as_bitmap(), 0, Connectivity::Four);
/// let below = Strip::new(below.as_bitmap(), 2, Connectivity::Four);
/// let image = above.join(below)?;
/// assert_eq!((image.top(), image.bottom()), (0, 3));
/// let found = image.finish();
/// assert_eq!((found.len(), found[0].area()), (1, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strip<M = TallComponent> {
    connectivity: Connectivity,
    width: u32,
    top: u64,
    bottom: u64,
    /// The components of the first and the last row.
    open: Vec<M>,
    /// Those of neither.
    complete: Vec<M>,
    first: Edge,
    last: Edge,
}

/// Error returned when strips do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StripError {
    /// The widths differ.
    #[error("expected a strip of {expected} columns, found {found}")]
    Width {
        /// Number of columns of the other strips.
        expected: usize,
        /// Number of columns of this one.
        found: usize,
    },
    /// The connectivities differ.
    #[error("expected strips with the same connectivity")]
    Connectivity,
    /// A strip does not begin right below another.
    #[error("expected a strip from row {expected}, found row {found}")]
    Gap {
        /// The row after the strip above.
        expected: u64,
        /// The first row of the strip.
        found: u64,
    },
    /// Two strips have the same row.
    #[error("expected a strip of new rows, found row {row} again")]
    Overlap {
        /// A row of both.
        row: u64,
    },
}

impl Strip {
    /// Finds the components of some rows, of which the first is row `top` of the whole image.
    ///
    /// # Panics
    /// If the last row has number 2⁶⁴ − 1 or more.
    #[must_use]
    pub fn new(rows: Bitmap<'_>, top: u64, connectivity: Connectivity) -> Self {
        Self::measure(rows, top, connectivity)
    }
}

impl<M: Measure<Rows = u64>> Strip<M> {
    /// [`Strip::new`] for another type of components, which selects what is measured.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::{BitmapBuf, Extent, Strip};
    ///
    /// let rows: BitmapBuf = "X X . X".parse()?;
    /// let strip = Strip::<Extent<u64>>::measure(rows.as_bitmap(), 0, Connectivity::Four);
    /// assert_eq!(strip.finish()[0].area(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// As [`Strip::new`].
    #[must_use]
    pub fn measure(rows: Bitmap<'_>, top: u64, connectivity: Connectivity) -> Self {
        unlimited(|limits| Self::try_measure(rows, top, connectivity, limits))
    }

    /// [`measure`](Self::measure) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
    ///
    /// # Panics
    /// As [`Strip::new`].
    pub fn try_measure(
        rows: Bitmap<'_>,
        top: u64,
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, Interrupted<u64>> {
        top.checked_add(rows.height() as u64).expect("fewer than 2^64 rows");
        let meter = RowMeter::new(limits, rows.width());
        let (height, mut complete) = (rows.height(), Vec::new());
        let done = |found| complete.push(found);
        let mut strip = Self::of_rows(rows, 0..height, top, connectivity, &meter, done)?;
        strip.complete.append(&mut complete);
        Ok(strip)
    }
}

impl<M: Measure> Strip<M> {
    /// The strip of some rows of an image, of which the first is row `top` of the whole. Calls
    /// `done` with most components that are complete.
    pub(super) fn of_rows(
        image: Bitmap<'_>,
        rows: Range<usize>,
        top: u64,
        connectivity: Connectivity,
        meter: &RowMeter<'_>,
        done: impl FnMut(M),
    ) -> Result<Self, Interrupted<u64>> {
        let (width, bottom) = (image.columns(), top + rows.len() as u64);
        let Scanned { components: open, first, last } =
            scan_open(image, rows, top, connectivity, meter, done)?;
        let complete = Vec::new();
        let mut strip = Self { connectivity, width, top, bottom, open, complete, first, last };
        strip.close();
        Ok(strip)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// The first row.
    #[must_use]
    pub const fn top(&self) -> u64 {
        self.top
    }

    /// The row after the last one.
    #[must_use]
    pub const fn bottom(&self) -> u64 {
        self.bottom
    }

    /// Returns the components that touch neither the first nor the last row, in an unspecified
    /// order, and forgets them.
    #[must_use]
    pub fn take_complete(&mut self) -> Vec<M> {
        mem::take(&mut self.complete)
    }

    /// Joins the strip with the one right below it.
    ///
    /// # Errors
    /// [`StripError`] if the other strip does not begin in the row after the last one, or has
    /// another width or connectivity.
    pub fn join(mut self, mut below: Self) -> Result<Self, StripError> {
        if self.bottom != below.top {
            return Err(StripError::Gap { expected: self.bottom, found: below.top });
        }
        self.check(below.width, below.connectivity)?;
        let begin_below = self.open.len() as u32;
        self.open.append(&mut below.open);
        self.complete.append(&mut below.complete);
        let mut sets = Sets::new();
        sets.extend_to(self.open.len() as u32);
        let open = &mut self.open;
        self.last.join(0, &below.first, begin_below, self.connectivity, &mut sets, |number| {
            open[number as usize].add_links(1);
        });
        unlimited(|limits| sets.add_up(&mut self.open, &RowMeter::new(limits, 1)));
        self.first.renumber(0, &sets);
        below.last.renumber(begin_below, &sets);
        (self.last, self.bottom) = (below.last, below.bottom);
        self.close();
        Ok(self)
    }

    /// Returns all components that have not been taken, in an unspecified order.
    #[must_use]
    pub fn finish(mut self) -> Vec<M> {
        self.complete.append(&mut self.open);
        self.complete
    }

    /// Moves open components that touch neither the first nor the last row to the complete ones.
    fn close(&mut self) {
        const UNUSED: u32 = u32::MAX;
        let mut places = vec![UNUSED; self.open.len()];
        let mut open = Vec::new();
        for number in self.first.numbers.iter_mut().chain(&mut self.last.numbers) {
            let place = &mut places[*number as usize];
            if *place == UNUSED {
                *place = open.len() as u32;
                open.push(self.open[*number as usize]);
            }
            *number = *place;
        }
        let rest = self.open.iter().zip(places).filter(|&(_, place)| place == UNUSED);
        self.complete.extend(rest.map(|(component, _)| component));
        self.open = open;
    }

    /// Returns whether a strip of this width and connectivity fits.
    fn check(&self, width: u32, connectivity: Connectivity) -> Result<(), StripError> {
        if self.width != width {
            let (expected, found) = (self.width as usize, width as usize);
            return Err(StripError::Width { expected, found });
        }
        if self.connectivity == connectivity { Ok(()) } else { Err(StripError::Connectivity) }
    }
}

/// The strips of an image in the order in which they come. Strips without a gap between them are
/// joined.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Strip, Strips};
///
/// let rows: BitmapBuf = "
///     X . X
///     X . X".parse()?;
/// let mut strips = Strips::new();
/// let mut areas = Vec::new();
/// for top in [4, 0, 2] {
///     let strip = Strip::new(rows.as_bitmap(), top, Connectivity::Four);
///     strips.push(strip, |found| areas.push(found.area()))?;
/// }
/// strips.finish(|found| areas.push(found.area()))?;
/// assert_eq!(areas, [6, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strips<M = TallComponent> {
    /// By first row. Adjacent strips are already joined.
    strips: BTreeMap<u64, Strip<M>>,
}

impl<M> Default for Strips<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Strips<M> {
    /// No strips.
    #[must_use]
    pub const fn new() -> Self {
        Self { strips: BTreeMap::new() }
    }
}

impl<M: Measure<Rows = u64>> Strips<M> {
    /// Adds a strip. Calls `done` with components that are complete.
    ///
    /// # Errors
    /// [`StripError`] if the strip has a row that has been added before, or another width or
    /// connectivity. It is then ignored.
    pub fn push(&mut self, mut strip: Strip<M>, done: impl FnMut(M)) -> Result<(), StripError> {
        if let Some(other) = self.strips.values().next() {
            other.check(strip.width, strip.connectivity)?;
        }
        let above = self.strips.range(..strip.bottom).next_back();
        if let Some((&top, above)) = above {
            if above.bottom > strip.top {
                return Err(StripError::Overlap { row: top.max(strip.top) });
            }
            if above.bottom == strip.top
                && let Some(above) = self.strips.remove(&top)
            {
                strip = above.join(strip)?;
            }
        }
        if let Some(below) = self.strips.remove(&strip.bottom) {
            strip = strip.join(below)?;
        }
        let complete = strip.take_complete();
        self.strips.insert(strip.top, strip);
        complete.into_iter().for_each(done);
        Ok(())
    }

    /// Ends the image: calls `done` with the remaining components.
    ///
    /// # Errors
    /// [`StripError::Gap`] if rows are missing before the last one.
    pub fn finish(self, done: impl FnMut(M)) -> Result<(), StripError> {
        let mut expected = 0;
        for strip in self.strips.values() {
            if strip.top != expected {
                return Err(StripError::Gap { expected, found: strip.top });
            }
            expected = strip.bottom;
        }
        self.strips.into_values().flat_map(Strip::finish).for_each(done);
        Ok(())
    }
}
