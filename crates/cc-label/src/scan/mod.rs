//! The scan: an image is rows, rows have runs, and runs that touch are joined to components.
//!
//! Read `runs` first, the idea of the crate. Then a query passes through `band` (rows whose runs are
//! linked by `forest`, union-find, and labeled) and `pass` (bands of rows that fit the cache, and
//! what is summed up for each component, a [`Measure`]). `planes` says which rows touch.
//!
//! How many earlier rows a row touches is a constant of a `Neighborhood` (`runs`): one in a plane,
//! four in a volume. So planes do not pay for the third axis.

pub(crate) mod band;
pub(crate) mod forest;
pub(crate) mod pass;
pub(crate) mod planes;
pub(crate) mod runs;

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, AddAssign, Mul};

use crate::sealed::{MaybeZeroable, Sealed};

pub use self::band::LabeledRuns;
pub use self::runs::LabeledRun;

/// The type that rows and pixels are counted in: `u32` for images in memory, `u64` for images of
/// any height. The trait is sealed.
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

    #[doc(hidden)]
    const ZERO: Self;
    #[doc(hidden)]
    const MAX: Self;
    #[doc(hidden)]
    const NO_SUM: Self::Sum;

    /// Converts a row or a number of pixels that is known to fit.
    #[doc(hidden)]
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

/// What is summed up for a component: an [`Extent`](crate::Extent), a
/// [`Component`](crate::Component), [`Moments`](crate::Moments), or one of these
/// [`WithEuler`](crate::WithEuler). The trait is sealed.
pub trait Measure: Sealed + Copy + Send + MaybeZeroable {
    /// The type that rows are counted in.
    type Rows: Rows;

    /// Whether links between runs are counted.
    #[doc(hidden)]
    const LINKS: bool = false;

    /// A component without pixels, of an image of one plane or of a volume.
    #[doc(hidden)]
    fn empty(is_plane: bool) -> Self;

    /// Adds one run, from `start` to before `end`; rows come in order.
    #[doc(hidden)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place);

    /// Adds links between runs of the component, in adjacent rows.
    #[doc(hidden)]
    #[inline(always)]
    fn add_links(&mut self, _links: u32) {}

    /// Adds the pixels of another component. Links between the two are added by
    /// [`add_links`](Self::add_links).
    #[doc(hidden)]
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
