//! Euler numbers: of an image, and of each component.
//!
//! The Euler number is the number of components less the number of holes. It needs neither: it is
//! the number of runs less the number of links between runs of adjacent rows, because a component
//! of runs and links that is a tree has one run more than links, and each further link encloses a
//! hole. For a whole image these are counts of bits ([`euler_number`]); for each component they are
//! added up with its other measures ([`WithEuler`]).

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use bitboard_core::limits::unlimited;
use bitboard_core::{Connectivity, Interrupted, Limits};

use super::bitmap::Bitmap;
use super::limits::RowWatch;
use super::measure::{Component, Measure, Place};
use super::runs::{Pixels, copy_row, runs_less_links};
use super::sealed::Sealed;

/// Returns the Euler number of an image: the number of components less the number of holes. Holes
/// are components of the other pixels under the other connectivity that do not touch the border of
/// the image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, euler_number};
///
/// let ring: BitmapBuf = "
///     . X .
///     X . X
///     . X .".parse()?;
/// assert_eq!(euler_number(&ring, Connectivity::Eight), 0);
/// assert_eq!(euler_number(&ring, Connectivity::Four), 4);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn euler_number<'a>(image: impl Into<Bitmap<'a>>, connectivity: Connectivity) -> i64 {
    unlimited(|limits| try_euler_number(image, connectivity, limits))
}

/// [`euler_number`] within limits. A node is a row.
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_euler_number<'a>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<i64, Interrupted<u64>> {
    let image = image.into();
    let mut euler = EulerSum::new(image.columns());
    RowWatch::new(limits, image.width())
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
        copy_row(row, self.width, Pixels::Set, &mut self.row);
        self.sum += runs_less_links(&self.above, &self.row, connectivity);
        mem::swap(&mut self.above, &mut self.row);
    }
}

/// Another measure and the Euler number: 1 less the number of holes. Holes are components of the
/// other pixels under the other connectivity.
///
/// Unlike [`RegionTree`](super::RegionTree), it does not scan the other pixels.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Component, WithEuler, measure};
///
/// let image: BitmapBuf = "
///     X X X X X
///     X . X . X
///     X X X X X".parse()?;
/// let found: Vec<WithEuler<Component>> = measure(&image, Connectivity::Four);
/// assert_eq!((found[0].euler_number(), found[0].hole_count()), (-1, 2));
/// assert_eq!(found[0].measure().area(), 13);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
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
