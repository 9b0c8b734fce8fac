//! Euler numbers: of an image or a volume, and of each component of an image.
//!
//! The Euler number is the number of components less the number of holes. It needs neither: it is
//! the number of runs less the number of links between runs of adjacent rows, because a component
//! of runs and links that is a tree has one run more than links, and each further link encloses a
//! hole. For a whole image these are counts of bits ([`euler_number`]); for each component they are
//! added up with its other measures ([`WithEuler`]).
//!
//! **Volumes.** With 26 neighbors, a set of voxels is a body of closed cubes. Its Euler number is
//! that of its cells: vertices - edges + faces - cubes. A vertex belongs to it if one of the eight
//! cubes around it does, an edge if one of four does, a face if one of two does. With 18 neighbors,
//! cubes that meet only in a vertex do not touch there: a vertex of two opposite cubes and no other
//! counts twice. With 6 neighbors, voxels are the vertices of a grid, and pairs, squares and cubes
//! of set voxels are its other cells. All are counts of bits of four rows.

use alloc::vec;
use core::mem;

use super::Component;
use crate::image::{Connectivity, Image};
use crate::scan::runs::{Pixels, copy_row, runs_less_links};
use crate::scan::{Adjacency, Measure, Place, Planes};
use crate::sealed::Sealed;

/// Returns the Euler number. That of an image is the number of components less the number of holes.
/// Holes are components of the other pixels under the other connectivity that do not touch the
/// border of the image.
///
/// That of a volume is the number of components less the number of tunnels, and with the number of
/// cavities added. Cavities have 6 neighbors if components have 18 or 26, and 26 if components have
/// 6.
///
/// ```
/// use cc_label::{Connectivity, Image, euler_number};
///
/// let ring: Image = "
///     . X .
///     X . X
///     . X .".parse()?;
/// assert_eq!(euler_number(&ring, Connectivity::EIGHT), 0);
/// assert_eq!(euler_number(&ring, Connectivity::FOUR), 4);
/// // A box with a cavity, from which a tunnel leads out.
/// let mut volume = Image::from_fn((3, 3, 3), |x, y, z| (x, y, z) != (1, 1, 1))?;
/// assert_eq!(euler_number(&volume, Connectivity::SIX), 2);
/// volume.set((1, 1, 0), false)?;
/// assert_eq!(euler_number(&volume, Connectivity::SIX), 1);
/// volume.set((1, 1, 2), false)?;
/// assert_eq!(euler_number(&volume, Connectivity::SIX), 0);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn euler_number(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> i64 {
    let planes = Planes::new(image, connectivity);
    match planes.shape.adjacency {
        Adjacency::Plane(connectivity) => in_plane(planes, connectivity),
        Adjacency::Space(connectivity) => in_space(planes, connectivity),
    }
}

/// Returns the Euler number of an image.
fn in_plane(planes: Planes<'_>, connectivity: Connectivity) -> i64 {
    let mut row = vec![0; planes.shape.width.div_ceil(64)];
    let (mut above, mut sum) = (row.clone(), 0);
    for y in 0..planes.shape.row_count {
        copy_row(planes.row(y), planes.columns(), Pixels::Set, &mut row);
        sum += runs_less_links(&above, &row, connectivity);
        mem::swap(&mut above, &mut row);
    }
    sum
}

/// Returns the Euler number of a volume.
fn in_space(planes: Planes<'_>, connectivity: Connectivity) -> i64 {
    let [_, height, depth] = planes.shape.size();
    let outside = vec![0; planes.shape.width.div_ceil(64)];
    // Rows before the first one wrap to large numbers.
    let row = |y: usize, z: usize| {
        if y < height && z < depth { planes.row(height * z + y) } else { &outside[..] }
    };
    let cells = |y: usize, z: usize| {
        let (above, before) = (y.wrapping_sub(1), z.wrapping_sub(1));
        let rows = [row(y, z), row(above, z), row(y, before), row(above, before)];
        cells_at(rows, connectivity)
    };
    (0..=depth).map(|z| (0..=height).map(|y| cells(y, z)).sum::<i64>()).sum()
}

/// Returns the signed number of cells at a row and at the edges to the rows before it: the row,
/// that above it, and those of the plane before.
fn cells_at(rows: [&[u64]; 4], connectivity: Connectivity) -> i64 {
    let (mut last, mut sum) = ([0; 4], 0);
    // One word more for the right edge.
    for i in 0..=rows[0].len() {
        let set = rows.map(|row| row.get(i).copied().unwrap_or(0));
        let [c, a, e, p] = set;
        let mut before = [0; 4];
        for k in 0..4 {
            before[k] = set[k] << 1 | last[k];
            last[k] = set[k] >> 63;
        }
        let [c1, a1, e1, p1] = before;
        let count = |bits: u64| i64::from(bits.count_ones());
        sum += if connectivity == Connectivity::Faces {
            let pairs = count(c & c1) + count(c & a) + count(c & e);
            let squares = count(c & c1 & a & a1) + count(c & c1 & e & e1) + count(c & a & e & p);
            count(c) - pairs + squares - count(c & c1 & a & a1 & e & e1 & p & p1)
        } else {
            let edges = count(c | a | e | p) + count(c | c1 | e | e1) + count(c | c1 | a | a1);
            let faces = count(c | c1) + count(c | a) + count(c | e);
            count(c | c1 | a | a1 | e | e1 | p | p1) - edges + faces - count(c)
        };
        if connectivity == Connectivity::Edges {
            let opposite = [(c, p1), (c1, p), (a, e1), (a1, e)];
            for (k, (b, d)) in opposite.into_iter().enumerate() {
                let others = opposite.into_iter().enumerate().filter(|&(other, _)| other != k);
                let others = others.fold(0, |others, (_, (b, d))| others | b | d);
                sum += count(b & d & !others);
            }
        }
    }
    sum
}

/// Another measure and the Euler number: 1 less the number of holes. Holes are components of the
/// other pixels under the other connectivity.
///
/// Unlike [`RegionTree`](crate::RegionTree), it does not scan the other pixels.
///
/// It is for images of one plane: queries of a volume panic.
///
/// ```
/// use cc_label::{Component, Connectivity, Image, WithEuler, measure};
///
/// let image: Image = "
///     X X X X X
///     X . X . X
///     X X X X X".parse()?;
/// let found: Vec<WithEuler<Component>> = measure(&image, Connectivity::FOUR);
/// assert_eq!((found[0].euler_number(), found[0].hole_count()), (-1, 2));
/// assert_eq!(found[0].inner().area(), 13);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WithEuler<M = Component> {
    measure: M,
    euler_number: i64,
}

impl<M: Measure> Measure for WithEuler<M> {
    type Rows = M::Rows;

    const LINKS: bool = true;

    fn empty(is_plane: bool) -> Self {
        assert!(is_plane, "Euler numbers of components are for images of one plane");
        Self { measure: M::empty(is_plane), euler_number: 0 }
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        self.measure.add_run::<PLANE>(start, end, place);
        self.euler_number += 1;
    }

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
        self.euler_number -= i64::from(links);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.measure.merge(&other.measure);
        self.euler_number += other.euler_number;
    }
}

impl<M> Sealed for WithEuler<M> {}

impl<M> WithEuler<M> {
    /// The other measure.
    #[must_use]
    pub const fn inner(&self) -> &M {
        &self.measure
    }

    /// The Euler number, which is at most 1.
    #[must_use]
    pub const fn euler_number(&self) -> i64 {
        self.euler_number
    }

    /// Number of holes.
    #[must_use]
    pub const fn hole_count(&self) -> u64 {
        1_i64.wrapping_sub(self.euler_number).cast_unsigned()
    }
}
