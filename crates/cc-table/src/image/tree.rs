//! Holes: the tree of regions, and the Euler number.
//!
//! The components of the set pixels and those of the unset pixels, under the other connectivity,
//! form a tree by "is surrounded by" (Rosenfeld, "Adjacency in digital pictures", 1974). The parent
//! of a region is found at its first pixel in raster order: no pixel of the region is to the left
//! of it or above it, and the two pixels there belong to the parent.
//!
//! ```text
//! . . . . .
//! . A a a .      the first pixel of a is A; the pixel to its left and the one above are outside
//! . a B a .      the first pixel of the hole b is B; the pixel to its left is of a
//! . a a a .
//! ```
//!
//! Runs of both kinds alternate in a row, so the run to the left of a run is found by counting, and
//! no pixel is read. The cost is that of two scans, and a pass over the runs.
//!
//! The Euler number needs no components. It is the number of runs less the number of links: a
//! component of runs and links that is a tree has one run more than links, and each further link
//! encloses a hole.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use bitboard_core::{Connectivity, Interrupted, Limits, Progress, unlimited};

use super::band::{Band, Numbered};
use super::bitmap::Bitmap;
use super::limits::Meter;
use super::measure::{Component, Measure};
use super::pass::dual;
use super::runs::{copy_row, runs_less_links};

/// The adjacency tree of an image: its components, their holes, the components in the holes, and so
/// on.
///
/// A hole is a component of the unset pixels under the other connectivity that does not touch the
/// border of the image. Unset pixels that touch the border are outside. A component is surrounded
/// by a hole or lies outside, and a hole is surrounded by a component.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, RegionTree};
///
/// let image: BitmapBuf = "
///     X X X X X X X
///     X . . . X . X
///     X . X . X X X
///     X . . . X . .
///     X X X X X . X".parse()?;
/// let tree = RegionTree::new(image.as_bitmap(), Connectivity::Four);
/// assert_eq!((tree.components().len(), tree.holes().len(), tree.euler_number()), (3, 2, 1));
/// // The single pixel is in the first hole of the first component.
/// assert_eq!(tree.hole_around(1), Some(0));
/// assert_eq!((tree.component_around(0), tree.hole_around(0)), (0, None));
/// assert_eq!((tree.hole_count(0), tree.hole_around(2)), (2, None));
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionTree<M = Component> {
    components: Vec<M>,
    holes: Vec<M>,
    /// For each component the hole around it, or [`OUTSIDE`].
    holes_around: Vec<u32>,
    /// For each hole the component around it.
    components_around: Vec<u32>,
    /// For each component the number of its holes.
    hole_counts: Vec<u32>,
}

/// In place of a hole.
const OUTSIDE: u32 = u32::MAX;

impl RegionTree {
    /// Finds all components and holes.
    #[must_use]
    pub fn new(image: Bitmap<'_>, connectivity: Connectivity) -> Self {
        Self::measure(image, connectivity)
    }
}

impl<M: Measure> RegionTree<M> {
    /// [`RegionTree::new`] for another type of components, which selects what is measured.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, Moments, RegionTree};
    ///
    /// let image: BitmapBuf = "
    ///     X X X X
    ///     X . . X
    ///     X X X X".parse()?;
    /// let tree = RegionTree::<Moments>::measure(image.as_bitmap(), Connectivity::Four);
    /// assert_eq!(tree.holes()[0].covariance(), [0.25, 0.0, 0.0]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn measure(image: Bitmap<'_>, connectivity: Connectivity) -> Self {
        unlimited(|limits| Self::try_measure(image, connectivity, limits))
    }

    /// [`measure`](Self::measure) within limits. A node is a row.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
    pub fn try_measure(
        image: Bitmap<'_>,
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, Interrupted<Progress>> {
        let meter = &Meter::new(limits, image.width());
        let (width, height) = (image.columns(), image.height());
        let (mut set, mut unset) = (Band::new(connectivity), Band::new(dual(connectivity)));
        meter.scan(0..height, |y| {
            set.push(image.row(y), width, 0);
            unset.push(image.row(y), width, u64::MAX);
        })?;
        let (set, unset) = (set.number(0, meter)?, unset.number(0, meter)?);
        // The number of the hole of each region of unset pixels.
        let mut hole_of = outside(&unset, width, meter)?;
        let mut hole_count = 0;
        meter.numbers(hole_of.len(), |regions| {
            for hole in hole_of[regions].iter_mut().filter(|hole| **hole != OUTSIDE) {
                *hole = hole_count;
                hole_count += 1;
            }
        })?;
        let mut holes_around = Vec::with_capacity(set.end() as usize);
        for_each_left(&set, &unset, meter, |_, around| {
            holes_around.push(around.map_or(OUTSIDE, |region| hole_of[region as usize]));
        })?;
        let mut components_around = Vec::with_capacity(hole_count as usize);
        let mut hole_counts = vec![0; set.end() as usize];
        for_each_left(&unset, &set, meter, |region, around| {
            // The first pixel of a hole does not begin a row.
            if let Some(component) = around.filter(|_| hole_of[region] != OUTSIDE) {
                components_around.push(component);
                hole_counts[component as usize] += 1;
            }
        })?;
        let (mut components, mut holes) = (Vec::new(), Vec::new());
        meter.numbers(set.end() as usize, |numbers| components.resize(numbers.end, M::EMPTY))?;
        meter.rows(height, |rows| set.add_to(rows, 0, &mut components, |number| number))?;
        // All regions outside are measured as one, after the holes.
        let place = |number: u32| hole_of[number as usize].min(hole_count);
        meter.numbers(hole_count as usize + 1, |numbers| holes.resize(numbers.end, M::EMPTY))?;
        meter.rows(height, |rows| unset.add_to(rows, 0, &mut holes, place))?;
        holes.pop();
        Ok(Self { components, holes, holes_around, components_around, hole_counts })
    }

    /// The components of the set pixels, in raster order.
    #[must_use]
    pub fn components(&self) -> &[M] {
        &self.components
    }

    /// The holes, in raster order.
    #[must_use]
    pub fn holes(&self) -> &[M] {
        &self.holes
    }

    /// The hole in which a component lies, `None` if it lies outside.
    ///
    /// # Panics
    /// If the component does not exist.
    #[must_use]
    pub fn hole_around(&self, component: usize) -> Option<usize> {
        Some(self.holes_around[component]).filter(|&hole| hole != OUTSIDE).map(|hole| hole as usize)
    }

    /// The component that has a hole.
    ///
    /// # Panics
    /// If the hole does not exist.
    #[must_use]
    pub fn component_around(&self, hole: usize) -> usize {
        self.components_around[hole] as usize
    }

    /// Number of holes of a component. Its Euler number is 1 less this number.
    ///
    /// # Panics
    /// If the component does not exist.
    #[must_use]
    pub fn hole_count(&self, component: usize) -> usize {
        self.hole_counts[component] as usize
    }

    /// The number of components less the number of holes, which is [`euler_number`].
    #[must_use]
    pub fn euler_number(&self) -> i64 {
        self.components.len() as i64 - self.holes.len() as i64
    }
}

/// Returns [`OUTSIDE`] for each region that touches the border of the image, and 0 for the others.
fn outside(
    numbered: &Numbered<'_>,
    width: u32,
    meter: &Meter<'_>,
) -> Result<Vec<u32>, Interrupted<Progress>> {
    let mut outside = vec![0; numbered.end() as usize];
    let (spans, numbers, height) = (numbered.spans(), numbered.numbers(), numbered.height());
    meter.rows(height, |rows| {
        for (y, runs) in numbered.rows(rows) {
            let is_edge = y == 0 || y + 1 == height;
            for run in runs {
                if is_edge || spans[run][0] == 0 || spans[run][1] == width {
                    outside[numbers[run] as usize] = OUTSIDE;
                }
            }
        }
    })?;
    Ok(outside)
}

/// Calls `f` with each region, in order, and the other region to the left of its first pixel;
/// `None` if the pixel begins a row.
fn for_each_left(
    these: &Numbered<'_>,
    others: &Numbered<'_>,
    meter: &Meter<'_>,
    mut f: impl FnMut(usize, Option<u32>),
) -> Result<(), Interrupted<Progress>> {
    let (spans, numbers) = (these.spans(), these.numbers());
    let mut regions = 0;
    meter.rows(these.height(), |rows| {
        let mut next = regions;
        for ((_, row), (_, other_row)) in these.rows(rows.clone()).zip(others.rows(rows)) {
            for run in row.clone() {
                if numbers[run] as usize == next {
                    // Runs of both kinds alternate.
                    let begins_here = usize::from(spans[row.start][0] == 0);
                    let other = (run - row.start).checked_sub(begins_here);
                    f(next, other.map(|other| others.numbers()[other_row.start + other]));
                    next += 1;
                }
            }
        }
        regions = next;
    })
}

/// Returns the Euler number of an image: the number of components less the number of holes. Holes
/// are components of the other pixels under the other connectivity that do not touch the border of
/// the image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, euler_number};
///
/// let ring: BitmapBuf = "
///     . X .
///     X . X
///     . X .".parse()?;
/// assert_eq!(euler_number(ring.as_bitmap(), Connectivity::Eight), 0);
/// assert_eq!(euler_number(ring.as_bitmap(), Connectivity::Four), 4);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn euler_number(image: Bitmap<'_>, connectivity: Connectivity) -> i64 {
    unlimited(|limits| try_euler_number(image, connectivity, limits))
}

/// [`euler_number`] within limits. A node is a row.
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_euler_number(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<i64, Interrupted<Progress>> {
    let mut euler = EulerSum::new(image.columns());
    Meter::new(limits, image.width())
        .scan(0..image.height(), |y| euler.push(image.row(y), connectivity))?;
    Ok(euler.sum)
}

/// The Euler number of the rows so far, as if the rows below were unset.
pub(super) struct EulerSum {
    pub(super) sum: i64,
    width: u32,
    above: Vec<u64>,
    row: Vec<u64>,
}

impl EulerSum {
    /// No rows of `width` columns.
    pub(super) fn new(width: u32) -> Self {
        let row = vec![0; width.div_ceil(64) as usize];
        Self { sum: 0, width, above: row.clone(), row }
    }

    /// Adds the next row.
    pub(super) fn push(&mut self, row: &[u64], connectivity: Connectivity) {
        copy_row(row, self.width, 0, &mut self.row);
        self.sum += runs_less_links(&self.above, &self.row, connectivity);
        mem::swap(&mut self.above, &mut self.row);
    }
}
