//! The scan: an image is rows, rows have runs, and runs that touch are joined to components.
//!
//! Read `runs` first, the idea of the crate. Then a query passes through `band` (rows whose runs are
//! linked by `forest`, union-find, and labeled) and `pass` (bands of rows that fit the cache, and
//! what is summed up for each component).
//!
//! This file has what they agree on: which rows touch ([`Adjacency`], [`Shape`], [`Planes`]), where
//! a row is ([`Place`]), and what is summed up ([`Measure`]). The scan knows nothing else of images.
//!
//! How many earlier rows a row touches is a constant of a `Neighborhood` (`runs`): one in a plane,
//! four in a volume. So planes do not pay for the third axis.

pub(crate) mod band;
pub(crate) mod forest;
pub(crate) mod pass;
pub(crate) mod runs;

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, AddAssign, Mul};

use crate::image::{Connectivity, Image};
use crate::sealed::{MaybeZeroable, Sealed};

pub use self::runs::LabeledRun;

/// Which rows touch, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adjacency {
    /// Those of one plane. Edges are corners.
    Plane(Connectivity),
    /// Those of a volume.
    Space(Connectivity),
}

impl Adjacency {
    pub(crate) const fn new(connectivity: Connectivity, depth: usize) -> Self {
        if depth > 1 {
            return Self::Space(connectivity);
        }
        match connectivity {
            Connectivity::Faces => Self::Plane(Connectivity::Faces),
            Connectivity::Edges | Connectivity::Corners => Self::Plane(Connectivity::Corners),
        }
    }

    #[inline(always)]
    pub(crate) const fn connectivity(self) -> Connectivity {
        let (Self::Plane(connectivity) | Self::Space(connectivity)) = self;
        connectivity
    }

    #[inline(always)]
    pub(crate) const fn is_plane(self) -> bool {
        matches!(self, Self::Plane(_))
    }

    /// Returns how many of the last rows later rows touch, in planes of `height` rows.
    pub(crate) const fn window(self, height: usize) -> usize {
        if self.is_plane() { 1 } else { height + 1 }
    }

    /// Returns the number of axes in which the places of two neighbors may differ.
    pub(crate) const fn axes(self) -> u64 {
        match (self, self.connectivity()) {
            (_, Connectivity::Faces) => 1,
            (Self::Plane(_), Connectivity::Edges | Connectivity::Corners)
            | (_, Connectivity::Edges) => 2,
            (_, Connectivity::Corners) => 3,
        }
    }
}

/// The size of an image, and which of its rows touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    /// Number of rows of a plane.
    pub(crate) height: usize,
    /// Number of rows of all planes.
    pub(crate) row_count: usize,
    pub(crate) adjacency: Adjacency,
}

impl Shape {
    pub(crate) const fn new(
        [width, height, depth]: [usize; 3],
        connectivity: Connectivity,
    ) -> Self {
        let adjacency = Adjacency::new(connectivity, depth);
        Self { width, height, row_count: height * depth, adjacency }
    }

    /// Number of columns, of rows of a plane, and of planes.
    pub(crate) const fn size(self) -> [usize; 3] {
        [self.width, self.height, self.row_count / self.height]
    }

    /// Number of rows that later rows may touch if they all begin with a new plane: a row of a
    /// plane, a plane of a volume.
    pub(crate) const fn seam(self) -> usize {
        if self.adjacency.is_plane() { 1 } else { self.height }
    }

    /// Returns the earlier rows that a row touches: in a plane that above, in a volume e, a, p and
    /// q (`runs`).
    #[inline(always)]
    pub(crate) fn earlier(self, row: usize) -> [Option<usize>; 4] {
        let height = self.height;
        let y = row % height;
        let earlier = |is_inside: bool, distance: usize| {
            if is_inside { row.checked_sub(distance) } else { None }
        };
        let above = earlier(y > 0, 1);
        if self.adjacency.is_plane() {
            return [above, None, None, None];
        }
        // The last row of a plane before the first one does not exist.
        [
            earlier(true, height),
            above,
            earlier(y > 0, height + 1),
            earlier(y + 1 < height && row >= height, height - 1),
        ]
    }
}

/// The rows of all planes of an image.
#[derive(Clone, Copy)]
pub(crate) struct Planes<'a> {
    /// All rows, as one plane.
    pub(crate) rows: Image<&'a [u64]>,
    pub(crate) shape: Shape,
}

impl<'a> Planes<'a> {
    pub(crate) fn new(image: &'a Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Self {
        let shape = Shape::new(image.size().into(), connectivity);
        Self { rows: image.as_borrowed().into_rows(0..shape.row_count), shape }
    }

    #[inline(always)]
    pub(crate) fn row(self, row: usize) -> &'a [u64] {
        self.rows.into_row(row)
    }

    /// The width in the type of the kernels.
    pub(crate) const fn columns(self) -> u32 {
        self.shape.width as u32
    }
}

/// The row of a run: its number, and where it is in a volume.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number of the row, from the first plane on.
    pub(crate) row: u64,
    /// The row in its plane, and the plane.
    pub(crate) y: u64,
    pub(crate) z: u64,
    /// Number of rows of a plane.
    height: u64,
}

impl Place {
    /// A row of an image of one plane.
    pub(crate) const fn in_plane(row: u64) -> Self {
        Self { row, y: row, z: 0, height: u64::MAX }
    }

    /// A row of a plane, whose number is not needed.
    #[cfg(feature = "std")]
    pub(crate) const fn at(y: u64, z: u64) -> Self {
        Self { row: 0, y, z, height: u64::MAX }
    }

    /// A row of planes of `height` rows.
    pub(crate) const fn new(row: u64, height: u64) -> Self {
        Self { row, y: row % height, z: row / height, height }
    }

    /// The row `rows` later.
    pub(crate) const fn after(self, rows: u64) -> Self {
        Self::new(self.row + rows, self.height)
    }

    /// The next row.
    #[inline(always)]
    pub(crate) const fn next(self) -> Self {
        let Self { row, y, z, height } = self;
        let is_last = y + 1 == height;
        Self { row: row + 1, y: if is_last { 0 } else { y + 1 }, z: z + is_last as u64, height }
    }
}

/// The type that rows and pixels are counted in: `u32` for images in memory, `u64` for images of
/// any height.
pub trait Rows: Sealed + Copy + Ord + Hash + Debug + Send + Into<u64> + AddAssign {
    /// The type of sums of columns or rows.
    type Sum: Copy
        + Ord
        + Hash
        + Debug
        + Send
        + Into<u128>
        + From<u64>
        + Add<Output = Self::Sum>
        + AddAssign
        + Mul<Output = Self::Sum>;

    /// No rows.
    const ZERO: Self;
    /// The largest number.
    const MAX: Self;
    /// The sum of nothing.
    const NO_SUM: Self::Sum;

    /// Converts a row or a number of pixels that is known to fit.
    fn of(rows: u64) -> Self;
}

macro_rules! impl_rows {
    ($($rows:ty: $sum:ty),*) => {$(
        impl Rows for $rows {
            type Sum = $sum;

            const ZERO: Self = 0;
            const MAX: Self = <$rows>::MAX;
            const NO_SUM: $sum = 0;

            #[inline(always)]
            fn of(rows: u64) -> Self {
                rows as Self
            }
        }
    )*};
}

// Images in memory have fewer than 2³² pixels, so sums of their columns or rows are less than 2⁶⁴.
impl_rows!(u32: u64, u64: u128);

/// What is summed up for a component: an [`Extent`](crate::Extent), a
/// [`Component`](crate::Component), [`Moments`](crate::Moments), or one of these
/// [`WithEuler`](crate::WithEuler).
pub trait Measure: Sealed + Copy + Send + MaybeZeroable {
    /// The type that rows are counted in.
    type Rows: Rows;

    /// Whether links between runs are counted.
    const LINKS: bool = false;

    /// A component without pixels, of an image of one plane or of a volume.
    fn empty(is_plane: bool) -> Self;

    /// Adds one run, from `start` to before `end`; rows come in order.
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place);

    /// Adds links between runs of the component, in adjacent rows.
    #[inline(always)]
    fn add_links(&mut self, _links: u32) {}

    /// Adds the pixels of another component. Links between the two are added by
    /// [`add_links`](Self::add_links).
    fn merge(&mut self, other: &Self);
}

/// Nothing, for counting.
impl Measure for () {
    type Rows = u32;

    fn empty(_: bool) -> Self {}

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, _: u32, _: u32, _: Place) {}

    #[inline(always)]
    fn merge(&mut self, (): &Self) {}
}

impl Sealed for () {}

/// The size only.
impl Measure for u32 {
    type Rows = Self;

    fn empty(_: bool) -> Self {
        0
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, _: Place) {
        *self += end - start;
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        *self += other;
    }
}
