//! Which components are in which holes.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Connectivity;

use super::band::Band;
use super::bitmap::Bitmap;
use super::component::Component;
use super::dual;
use super::measure::Measure;
use super::pass::number;

/// The adjacency tree of an image: its components, their holes, the components in the holes, and so on.
///
/// A hole is a component of the unset pixels under the other connectivity that does not touch the border of the image.
/// Unset pixels that touch the border are outside. A component is surrounded by a hole or lies outside, and a hole is
/// surrounded by a component.
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
pub struct RegionTree {
    components: Vec<Component>,
    holes: Vec<Component>,
    /// For each component the hole around it, or [`OUTSIDE`].
    holes_around: Vec<u32>,
    /// For each hole the component around it.
    components_around: Vec<u32>,
    /// For each component the number of its holes.
    hole_counts: Vec<u32>,
}

/// In place of a hole.
const OUTSIDE: u32 = u32::MAX;

/// The runs of an image with the numbers of their components, from 0 in raster order.
struct Regions {
    band: Band,
    count: usize,
}

impl Regions {
    fn of(mut band: Band) -> Self {
        let count = number(band.parents_mut(), 0, 0) as usize;
        Self { band, count }
    }

    /// For each number the first run and the number of its row.
    fn first_runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut next = 0;
        let numbers = self.band.parents();
        let runs = self.band.rows().enumerate().flat_map(|(y, runs)| runs.map(move |run| (y, run)));
        runs.filter(move |&(_, run)| {
            let is_first = numbers[run] == next;
            next += u32::from(is_first);
            is_first
        })
    }

    /// Whether a component touches the border of an image, by number.
    fn touching_border(&self, width: u32) -> Vec<bool> {
        let mut touching = vec![false; self.count];
        let spans = self.band.spans();
        let numbers = self.band.parents();
        for (y, runs) in self.band.rows().enumerate() {
            let is_edge = y == 0 || y + 1 == self.band.height();
            for run in runs {
                if is_edge || spans[run][0] == 0 || spans[run][1] == width {
                    touching[numbers[run] as usize] = true;
                }
            }
        }
        touching
    }

    /// Measures the components. `place` maps numbers to places in the result.
    fn measure(&self, places: usize, place: impl Fn(u32) -> Option<usize>) -> Vec<Component> {
        let mut found = vec![Component::EMPTY; places];
        let spans = self.band.spans();
        let numbers = self.band.parents();
        for (y, runs) in (0..).zip(self.band.rows()) {
            for run in runs {
                if let Some(place) = place(numbers[run]) {
                    let [start, end] = spans[run];
                    found[place].add_run(start, end, y);
                }
            }
        }
        found
    }
}

impl RegionTree {
    /// Finds all components and holes.
    #[must_use]
    pub fn new(image: Bitmap<'_>, connectivity: Connectivity) -> Self {
        let (mut set, mut unset) = (Band::new(connectivity), Band::new(dual(connectivity)));
        for y in 0..image.height() {
            set.push(image.row(y), image.columns(), 0);
            unset.push(image.row(y), image.columns(), u64::MAX);
        }
        let (set, unset) = (Regions::of(set), Regions::of(unset));
        let mut holes = 0;
        let hole_of: Vec<u32> = unset
            .touching_border(image.columns())
            .into_iter()
            .map(|is_outside| {
                let hole = if is_outside { OUTSIDE } else { holes };
                holes += u32::from(!is_outside);
                hole
            })
            .collect();
        // The pixel to the left of the first one of a component is around it, and so is the one above. They are
        // connected, because the one between them is not in the component, which would begin there.
        let holes_around = left_of(&set, &unset);
        let holes_around: Vec<u32> = holes_around
            .map(|around| around.map_or(OUTSIDE, |number| hole_of[number as usize]))
            .collect();
        let components_around: Vec<u32> = left_of(&unset, &set)
            .zip(&hole_of)
            // The first pixel of a hole does not begin a row.
            .filter_map(|(around, &hole)| around.filter(|_| hole != OUTSIDE))
            .collect();
        let mut hole_counts = vec![0; set.count];
        for &component in &components_around {
            hole_counts[component as usize] += 1;
        }
        let hole = |number: u32| Some(hole_of[number as usize]).filter(|&hole| hole != OUTSIDE);
        Self {
            components: set.measure(set.count, |number| Some(number as usize)),
            holes: unset.measure(holes as usize, |number| hole(number).map(|hole| hole as usize)),
            holes_around,
            components_around,
            hole_counts,
        }
    }

    /// The components of the set pixels, in raster order.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The holes, in raster order.
    #[must_use]
    pub fn holes(&self) -> &[Component] {
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

    /// The number of components less the number of holes, which is [`euler_number`](super::euler_number).
    #[must_use]
    pub fn euler_number(&self) -> i64 {
        self.components.len() as i64 - self.holes.len() as i64
    }
}

/// For each component the number of the other component to the left of its first pixel; `None` if that is the first of a
/// row.
fn left_of(these: &Regions, others: &Regions) -> impl Iterator<Item = Option<u32>> {
    let rows: Vec<_> = these.band.rows().zip(others.band.rows()).collect();
    let spans = these.band.spans();
    these.first_runs().map(move |(y, run)| {
        let (row, other_row) = &rows[y];
        // Runs of both kinds alternate in a row.
        let begins_here = spans[row.start][0] == 0;
        let other = (run - row.start).checked_sub(usize::from(begins_here))?;
        Some(others.band.parents()[other_row.start + other])
    })
}
