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
use alloc::vec::Vec;
use core::mem;

use bitboard_core::limits::unlimited;
use bitboard_core::{Connectivity, Interrupted, Limits};

use crate::adjacency::{Adjacency, Neighbors};
use crate::limits::RowWatch;
use crate::measure::{Component, Measure, Place};
use crate::raster::{Planes, Raster};
use crate::runs::{Pixels, copy_row, runs_less_links};
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
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Neighbors, Volume, euler_number};
///
/// let ring: BitmapBuf = "
///     . X .
///     X . X
///     . X .".parse()?;
/// assert_eq!(euler_number(&ring, Connectivity::Eight), 0);
/// assert_eq!(euler_number(&ring, Connectivity::Four), 4);
/// // A box with a cavity, from which a tunnel leads out.
/// let mut volume = Volume::from_fn(3, 3, 3, |x, y, z| (x, y, z) != (1, 1, 1))?;
/// assert_eq!(euler_number(&volume, Neighbors::Six), 2);
/// volume.set((1, 1, 0), false)?;
/// assert_eq!(euler_number(&volume, Neighbors::Six), 1);
/// volume.set((1, 1, 2), false)?;
/// assert_eq!(euler_number(&volume, Neighbors::Six), 0);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[must_use]
pub fn euler_number<R: Raster>(raster: R, connectivity: R::Connectivity) -> i64 {
    unlimited(|limits| try_euler_number(raster, connectivity, limits))
}

/// [`euler_number`] within limits. A node is a row.
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_euler_number<R: Raster>(
    raster: R,
    connectivity: R::Connectivity,
    limits: &Limits<'_>,
) -> Result<i64, Interrupted<u64>> {
    let planes = raster.planes(connectivity);
    let watch = RowWatch::new(limits, planes.shape.width);
    euler_of(planes, |add| watch.scan(0..planes.shape.row_count, add))
}

/// Returns the Euler number. `for_each` calls what it gets with all rows in ascending order.
pub(crate) fn euler_of<E>(
    planes: Planes<'_>,
    for_each: impl FnOnce(&mut dyn FnMut(usize)) -> Result<(), E>,
) -> Result<i64, E> {
    match planes.shape.adjacency {
        Adjacency::Plane(connectivity) => {
            let mut euler = EulerSum::new(planes.rows.columns());
            for_each(&mut |row| euler.push(planes.row(row), connectivity))?;
            Ok(euler.sum)
        }
        Adjacency::Space(neighbors) => in_space(planes, neighbors, for_each),
    }
}

/// Returns the Euler number of a volume.
fn in_space<E>(
    planes: Planes<'_>,
    neighbors: Neighbors,
    for_each: impl FnOnce(&mut dyn FnMut(usize)) -> Result<(), E>,
) -> Result<i64, E> {
    let [_, height, depth] = planes.shape.size();
    let outside = vec![0; planes.shape.width.div_ceil(64)];
    // Rows before the first one wrap to large numbers.
    let row = |y: usize, z: usize| {
        if y < height && z < depth { planes.row(height * z + y) } else { &outside[..] }
    };
    let cells = |y: usize, z: usize| {
        let (above, before) = (y.wrapping_sub(1), z.wrapping_sub(1));
        let rows = [row(y, z), row(above, z), row(y, before), row(above, before)];
        cells_at(rows, neighbors)
    };
    let mut sum = 0;
    for_each(&mut |row| {
        let (y, z) = (row % height, row / height);
        sum += cells(y, z);
        if y + 1 == height {
            sum += cells(height, z);
        }
    })?;
    Ok(sum + (0..=height).map(|y| cells(y, depth)).sum::<i64>())
}

/// Returns the signed number of cells at a row and at the edges to the rows before it: the row,
/// that above it, and those of the plane before.
pub(crate) fn cells_at(rows: [&[u64]; 4], neighbors: Neighbors) -> i64 {
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
        sum += if neighbors == Neighbors::Six {
            let pairs = count(c & c1) + count(c & a) + count(c & e);
            let squares = count(c & c1 & a & a1) + count(c & c1 & e & e1) + count(c & a & e & p);
            count(c) - pairs + squares - count(c & c1 & a & a1 & e & e1 & p & p1)
        } else {
            let edges = count(c | a | e | p) + count(c | c1 | e | e1) + count(c | c1 | a | a1);
            let faces = count(c | c1) + count(c | a) + count(c | e);
            count(c | c1 | a | a1 | e | e1 | p | p1) - edges + faces - count(c)
        };
        if neighbors == Neighbors::Eighteen {
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

/// The Euler number of the rows so far, as if the rows below were unset.
struct EulerSum {
    sum: i64,
    width: u32,
    above: Vec<u64>,
    row: Vec<u64>,
}

impl EulerSum {
    /// No rows of `width` columns.
    fn new(width: u32) -> Self {
        let row = vec![0; width.div_ceil(64) as usize];
        Self { sum: 0, width, above: row.clone(), row }
    }

    /// Adds the next row.
    fn push(&mut self, row: &[u64], connectivity: Connectivity) {
        copy_row(row, self.width, Pixels::Set, &mut self.row);
        self.sum += runs_less_links(&self.above, &self.row, connectivity);
        mem::swap(&mut self.above, &mut self.row);
    }
}

/// Another measure and the Euler number: 1 less the number of holes. Holes are components of the
/// other pixels under the other connectivity.
///
/// Unlike [`RegionTree`](crate::RegionTree), it does not scan the other pixels.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Component, WithEuler, measure};
///
/// let image: BitmapBuf = "
///     X X X X X
///     X . X . X
///     X X X X X".parse()?;
/// let found: Vec<WithEuler<Component>> = measure(&image, Connectivity::Four);
/// assert_eq!((found[0].euler_number(), found[0].hole_count()), (-1, 2));
/// assert_eq!(found[0].measure().area(), 13);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored<M>"))]
pub struct WithEuler<M = Component> {
    measure: M,
    euler_number: i64,
}

/// The serialized form of [`WithEuler`], before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Stored<M> {
    measure: M,
    euler_number: i64,
}

#[cfg(feature = "serde")]
impl<M> TryFrom<Stored<M>> for WithEuler<M> {
    type Error = &'static str;

    fn try_from(Stored { measure, euler_number }: Stored<M>) -> Result<Self, &'static str> {
        match euler_number {
            ..=1 => Ok(Self { measure, euler_number }),
            _ => Err("expected an Euler number of at most 1"),
        }
    }
}

impl<M: Measure<Connectivity = Connectivity>> Measure for WithEuler<M> {
    type Connectivity = Connectivity;
    type Rows = M::Rows;

    const LINKS: bool = true;
    const EMPTY: Self = Self { measure: M::EMPTY, euler_number: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.measure.add_run(start, end, place);
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
    pub const fn measure(&self) -> &M {
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
