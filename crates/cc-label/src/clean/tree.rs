//! Holes: the tree of regions.
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
//! no pixel is read. Both kinds are scanned together in the bands of `scan::pass`. When a
//! band ends, each number that is new gets the number of the other kind to the left of its first
//! run. Numbers that are joined later are one region, and the smallest of them has its first pixel.
//! The cost is that of two scans, and a pass over the numbers.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::image::{Connectivity, Image};
use crate::measure::Component;
use crate::scan::band::Labeled;
use crate::scan::pass::Pass;
use crate::scan::runs::Pixels;
use crate::scan::{Adjacency, Measure, Planes};

/// The adjacency tree of an image: its components, their holes, the components in the holes, and so
/// on.
///
/// A hole is a component of the unset pixels under the other connectivity that does not touch the
/// border of the image. Unset pixels that touch the border are outside. A component is surrounded
/// by a hole or lies outside, and a hole is surrounded by a component.
///
/// ```
/// use cc_label::{Connectivity, Image, RegionTree};
///
/// let image: Image = "
///     X X X X X X X
///     X . . . X . X
///     X . X . X X X
///     X . . . X . .
///     X X X X X . X".parse()?;
/// let tree = RegionTree::new(&image, Connectivity::FOUR);
/// assert_eq!((tree.components().len(), tree.holes().len(), tree.euler_number()), (3, 2, 1));
/// // The single pixel is in the first hole of the first component.
/// assert_eq!(tree.hole_around(1), Some(0));
/// assert_eq!((tree.component_around(0), tree.hole_around(0)), (0, None));
/// assert_eq!((tree.hole_count(0), tree.hole_around(2)), (2, None));
/// # Ok::<(), cc_label::LabelError>(())
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
    ///
    /// # Panics
    /// If the image has more than one plane.
    #[must_use]
    pub fn new(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Self {
        Self::with_measure(image, connectivity)
    }
}

impl<M: Measure> RegionTree<M> {
    /// [`RegionTree::new`] for another type of components, which selects what is measured, as for
    /// [`measure()`](crate::measure()).
    ///
    /// ```
    /// use cc_label::{Connectivity, Image, Moments, RegionTree};
    ///
    /// let image: Image = "
    ///     X X X X
    ///     X . . X
    ///     X X X X".parse()?;
    /// let tree = RegionTree::<Moments>::with_measure(&image, Connectivity::FOUR);
    /// assert_eq!(tree.holes()[0].covariance(), [[0.25, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Panics
    /// If the image has more than one plane.
    #[must_use]
    pub fn with_measure(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Self {
        let planes = Planes::new(image, connectivity);
        assert!(
            planes.shape.adjacency.is_plane(),
            "a tree of regions is for an image of one plane"
        );
        let (mut set, mut unset) =
            (Regions::new(connectivity), Regions::new(connectivity.background()));
        let mut is_first = true;
        for y in 0..image.height() {
            let (row, width, is_last) = (planes.row(y), planes.columns(), y + 1 == image.height());
            let set_is_full = set.pass.push::<M>(row, width, Pixels::Set);
            let unset_is_full = unset.pass.push::<M>(row, width, Pixels::Unset);
            if set_is_full || unset_is_full || is_last {
                end_band(&mut set, &mut unset, [is_first, is_last], width);
                is_first = false;
            }
        }
        set.join();
        unset.join();
        // The number of the hole of each region of unset pixels.
        let mut hole_of = Vec::with_capacity(unset.measures.len());
        let mut holes = mem::take(&mut unset.measures);
        let mut components_around = Vec::new();
        let mut hole_counts = vec![0; set.measures.len()];
        for region in 0..holes.len() {
            if unset.is_outside[region] {
                hole_of.push(OUTSIDE);
                continue;
            }
            let hole = components_around.len();
            let around = set.pass.final_label(unset.lefts[region]);
            hole_of.push(hole as u32);
            hole_counts[around as usize] += 1;
            components_around.push(around);
            holes[hole] = holes[region];
        }
        holes.truncate(components_around.len());
        let mut holes_around = mem::take(&mut set.lefts);
        for left in holes_around.iter_mut().filter(|left| **left != OUTSIDE) {
            *left = hole_of[unset.pass.final_label(*left) as usize];
        }
        let components = set.measures;
        Self { components, holes, holes_around, components_around, hole_counts }
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

    /// The number of components less the number of holes, which is
    /// [`euler_number`](crate::euler_number()).
    #[must_use]
    pub fn euler_number(&self) -> i64 {
        self.components.len() as i64 - self.holes.len() as i64
    }
}

/// The regions of the set or of the unset pixels.
struct Regions<M> {
    pass: Pass,
    /// These are by number, and by region when the regions are joined.
    measures: Vec<M>,
    /// The number of the other kind to the left of the first pixel; [`OUTSIDE`] if that begins a
    /// row.
    lefts: Vec<u32>,
    is_outside: Vec<bool>,
}

impl<M: Measure> Regions<M> {
    fn new(connectivity: Connectivity) -> Self {
        let adjacency = Adjacency::new(connectivity, 1);
        let (measures, lefts, is_outside) = (Vec::new(), Vec::new(), Vec::new());
        Self { pass: Pass::at(adjacency, 1, 0), measures, lefts, is_outside }
    }

    /// Turns numbers into regions, in raster order.
    fn join(&mut self) {
        let (mut regions, len) = (0, self.measures.len());
        self.pass.merge(&mut self.measures);
        for number in 0..len {
            let region = self.pass.final_label(number as u32) as usize;
            if region == regions {
                // The smallest number of its region.
                self.lefts[region] = self.lefts[number];
                self.is_outside[region] = self.is_outside[number];
                regions += 1;
            } else {
                self.is_outside[region] |= self.is_outside[number];
            }
        }
        self.lefts.truncate(regions);
    }
}

/// Numbers and measures the regions of a band. `is_edge` tells whether its first and its last row
/// are those of the image.
fn end_band<M: Measure>(
    set: &mut Regions<M>,
    unset: &mut Regions<M>,
    is_edge: [bool; 2],
    width: u32,
) {
    let set_band = set.pass.label_band(&mut set.measures);
    let unset_band = unset.pass.label_band(&mut unset.measures);
    add_lefts(&set_band, &unset_band, &mut set.lefts);
    add_lefts(&unset_band, &set_band, &mut unset.lefts);
    unset.is_outside.resize(unset.measures.len(), false);
    mark_outside(&unset_band, is_edge, width, &mut unset.is_outside);
    // Components have no such mark.
    set.is_outside.resize(set.measures.len(), false);
    set_band.carry();
    unset_band.carry();
}

/// Adds for each new number the number of the other kind to the left of its first pixel.
fn add_lefts(these: &Labeled<'_>, others: &Labeled<'_>, lefts: &mut Vec<u32>) {
    let (spans, labels) = (these.spans(), these.labels());
    let rows = 0..these.height();
    for ((_, row), (_, other_row)) in these.rows(rows.clone()).zip(others.rows(rows)) {
        for run in row.clone() {
            if labels[run] as usize == lefts.len() {
                // Runs of both kinds alternate.
                let begins_here = usize::from(spans[row.start][0] == 0);
                let other = (run - row.start).checked_sub(begins_here);
                let left = other.map(|other| others.labels()[other_row.start + other]);
                lefts.push(left.unwrap_or(OUTSIDE));
            }
        }
    }
}

/// Marks the regions that touch the border of the image.
fn mark_outside(band: &Labeled<'_>, is_edge: [bool; 2], width: u32, is_outside: &mut [bool]) {
    let (spans, labels, height) = (band.spans(), band.labels(), band.height());
    for (y, runs) in band.rows(0..height) {
        if is_edge[0] && y == 0 || is_edge[1] && y + 1 == height {
            labels[runs].iter().for_each(|&number| is_outside[number as usize] = true);
        } else if !runs.is_empty() {
            let (first, last) = (runs.start, runs.end - 1);
            if spans[first][0] == 0 {
                is_outside[labels[first] as usize] = true;
            }
            if spans[last][1] == width {
                is_outside[labels[last] as usize] = true;
            }
        }
    }
}
