//! Images whose strips of rows come in any order.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use bitboard_core::Connectivity;

use super::bitmap::Bitmap;
use super::component::TallComponent;
use super::edge::Edge;
use super::measure::Measure;
use super::pass::Pass;
use super::sets::Sets;

/// The components of some rows of an image, and its first and last row, where others are joined.
///
/// Strips may be made by several threads, or on several machines. Two strips, one right below the other, make one
/// strip. Its memory grows with the width and with the number of components that it has not
/// [handed out](Self::take_complete).
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, Strip};
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
pub struct Strip {
    connectivity: Connectivity,
    width: u32,
    top: u64,
    bottom: u64,
    /// The components of the first and the last row.
    open: Vec<TallComponent>,
    /// Those of neither.
    complete: Vec<TallComponent>,
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
    /// The strip with the rows of `rows`, of which the first is row `top` of the whole image.
    ///
    /// # Panics
    /// If the last row has number 2⁶⁴ − 1 or more.
    #[must_use]
    pub fn new(rows: Bitmap<'_>, top: u64, connectivity: Connectivity) -> Self {
        let bottom = top.checked_add(rows.height() as u64).expect("fewer than 2^64 rows");
        let (mut pass, mut stats) = (Pass::new(connectivity), Vec::new());
        pass.y = top;
        pass.row(rows.row(0), rows.columns(), 0, &mut stats);
        pass.end_band(&mut stats);
        let mut first = Edge::of(&pass);
        for y in 1..rows.height() {
            pass.row(rows.row(y), rows.columns(), 0, &mut stats);
        }
        pass.finish(&mut stats);
        let mut last = Edge::of(&pass);
        first.renumber(&pass.sets);
        last.renumber(&pass.sets);
        let mut strip = Self {
            connectivity,
            width: rows.columns(),
            top,
            bottom,
            open: stats,
            complete: Vec::new(),
            first,
            last,
        };
        strip.close();
        strip
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The first row.
    #[must_use]
    pub fn top(&self) -> u64 {
        self.top
    }

    /// The row after the last one.
    #[must_use]
    pub fn bottom(&self) -> u64 {
        self.bottom
    }

    /// Returns the components that touch neither the first nor the last row, in an unspecified order, and forgets them.
    #[must_use]
    pub fn take_complete(&mut self) -> Vec<TallComponent> {
        mem::take(&mut self.complete)
    }

    /// Joins the strip with the one right below it.
    ///
    /// # Errors
    /// [`StripError`] if the other strip does not begin in the row after the last one, or has another width or connectivity.
    pub fn join(self, below: Self) -> Result<Self, StripError> {
        if self.bottom != below.top {
            return Err(StripError::Gap { expected: self.bottom, found: below.top });
        }
        check(&self, below.width, below.connectivity)?;
        let mut sets = Sets::new();
        let begin_below = self.open.len() as u32;
        sets.extend_to(begin_below + below.open.len() as u32);
        self.last.join(0, &below.first, begin_below, self.connectivity, &mut sets);
        let (mut first, mut last) = (self.first, below.last);
        last.numbers.iter_mut().for_each(|number| *number += begin_below);
        let (mut open, mut complete) = (self.open, self.complete);
        open.extend_from_slice(&below.open);
        complete.extend_from_slice(&below.complete);
        // Roots come first, so each component is added to a root.
        for number in (0..open.len()).filter(|&number| !sets.is_root(number)).collect::<Vec<_>>() {
            let component = open[number];
            open[sets.find(number as u32) as usize].merge(&component);
            open[number] = TallComponent::EMPTY;
        }
        for number in first.numbers.iter_mut().chain(&mut last.numbers) {
            *number = sets.find(*number);
        }
        let mut strip = Self { bottom: below.bottom, open, complete, first, last, ..self };
        strip.close();
        Ok(strip)
    }

    /// Returns all components that have not been taken, in an unspecified order.
    #[must_use]
    pub fn finish(self) -> Vec<TallComponent> {
        let Self { mut complete, open, .. } = self;
        complete.extend_from_slice(&open);
        complete
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
        let rest = self.open.iter().zip(places);
        let rest = rest.filter(|&(component, place)| place == UNUSED && component.area() > 0);
        self.complete.extend(rest.map(|(component, _)| component));
        self.open = open;
    }
}

/// Whether a strip fits others.
fn check(strip: &Strip, width: u32, connectivity: Connectivity) -> Result<(), StripError> {
    if strip.width != width {
        let (expected, found) = (strip.width as usize, width as usize);
        return Err(StripError::Width { expected, found });
    }
    if strip.connectivity == connectivity { Ok(()) } else { Err(StripError::Connectivity) }
}

/// The strips of an image in the order in which they come. Strips without a gap between them are joined.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, Strip, Strips};
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
#[derive(Clone, Debug, Default)]
pub struct Strips {
    /// By first row. Adjacent strips are already joined.
    strips: BTreeMap<u64, Strip>,
}

impl Strips {
    /// No strips.
    #[must_use]
    pub const fn new() -> Self {
        Self { strips: BTreeMap::new() }
    }

    /// Adds a strip. Calls `done` with components that are complete.
    ///
    /// # Errors
    /// [`StripError`] if the strip has a row that has been added before, or another width or connectivity. It is then
    /// ignored.
    pub fn push(
        &mut self,
        mut strip: Strip,
        done: impl FnMut(TallComponent),
    ) -> Result<(), StripError> {
        if let Some(other) = self.strips.values().next() {
            check(other, strip.width, strip.connectivity)?;
        }
        let above = self.strips.range(..strip.bottom).next_back().map(|(&top, _)| top);
        if let Some(above) = above {
            let bottom = self.strips[&above].bottom;
            if bottom > strip.top {
                return Err(StripError::Overlap { row: above.max(strip.top) });
            }
            if bottom == strip.top
                && let Some(above) = self.strips.remove(&above)
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
    pub fn finish(self, done: impl FnMut(TallComponent)) -> Result<(), StripError> {
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
