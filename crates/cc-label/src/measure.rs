//! What is measured of components: areas and boxes, centroids, second moments, in an image or in a
//! volume.
//!
//! Each type contains the one before it, and has 2 or 3 axes:
//!
//! | type | measures | bytes in an image in memory, in a stream | in a volume |
//! | --- | --- | --- | --- |
//! | [`Extent`] | area, bounding box | 20, 40 | 28 |
//! | [`Component`] | and sums of coordinates: the centroid | 40, 80 | 56 |
//! | [`Moments`] | and sums of products: axes, orientation | 112, 144 | 208 |
//!
//! [`WithEuler`](crate::WithEuler) adds the Euler number to any of them, and
//! [`WithSurface`](crate::WithSurface) the number of faces in a volume.
//!
//! All of them are sums, minima and maxima over runs, never over pixels. A run of the columns from
//! s to before e in row y adds
//!
//! ```text
//! area    n = e - s
//! Σ x     s + … + (e - 1)   = (s + e - 1) · n / 2        Σ y     n · y
//! Σ x²    s² + … + (e - 1)² = S(e) - S(s),               Σ y²    n · y²
//!         where S(n) = (n - 1) · n · (2n - 1) / 6        Σ x·y   y · Σ x
//! ```
//!
//! The measures of two parts of a component are merged by adding their sums. A measure that counts
//! links between runs (`LINKS`) also needs those between the parts. So only queries that find these
//! take any measure: those on one thread, and `try_select_on_threads`. Tiles have
//! [`TileComponent`], and lists from several threads [`Component`] or [`VolumeComponent`]. Rows are counted in `u32` for images in memory, which have fewer than 2³²
//! pixels, and in `u64` for those of any height.

use core::array::from_fn;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, AddAssign, Deref, Mul};

use bitboard_core::Connectivity;

use crate::adjacency::Neighbors;
use crate::sealed::Sealed;

/// The type that rows and pixels are counted in: `u32` for images in memory, `u64` for images of
/// any height. The trait is sealed.
pub trait Rows: Sealed + Copy + Ord + Hash + Debug + Into<u64> + AddAssign {
    /// The type of sums of columns or rows.
    type Sum: Copy
        + Ord
        + Hash
        + Debug
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
    /// A row of an image, of which no row is in another plane.
    pub(crate) const fn in_plane(row: u64) -> Self {
        Self { row, y: row, z: 0, height: u64::MAX }
    }

    /// A row of planes of `height` rows.
    pub(crate) const fn new(row: u64, height: u64) -> Self {
        Self { row, y: row % height, z: row / height, height }
    }

    /// The coordinates of a column of the row.
    #[inline(always)]
    fn at<const N: usize>(&self, x: u64) -> [u64; N] {
        // Closures of `array::from_fn` and `map` are not always inlined into dependents.
        let mut at = [0; N];
        for (to, from) in at.iter_mut().zip([x, self.y, self.z]) {
            *to = from;
        }
        at
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

/// The number of axes of an image or a volume. The trait is sealed.
pub trait Axes: Sealed {
    /// [`Connectivity`] of images, [`Neighbors`] of volumes.
    type Connectivity;
}

impl Sealed for [(); 2] {}

impl Axes for [(); 2] {
    type Connectivity = Connectivity;
}

impl Sealed for [(); 3] {}

impl Axes for [(); 3] {
    type Connectivity = Neighbors;
}

/// The measures of a component: [`Extent`], [`Component`] or [`Moments`] of an image or a volume,
/// or one of these [`WithEuler`](crate::WithEuler) in an image or
/// [`WithSurface`](crate::WithSurface) in a volume. The trait is sealed.
pub trait Measure: Sealed + Copy {
    /// [`Connectivity`](bitboard_core::Connectivity) if it measures components of images,
    /// [`Neighbors`](crate::Neighbors) if it measures those of volumes.
    type Connectivity;

    /// The type that rows are counted in.
    type Rows: Rows;

    /// Whether links between runs are counted, in a volume faces.
    #[doc(hidden)]
    const LINKS: bool = false;

    /// The measures of a component without pixels.
    #[doc(hidden)]
    const EMPTY: Self;

    /// Adds one run, from `start` to before `end`; rows come in order.
    #[doc(hidden)]
    fn add_run(&mut self, start: u32, end: u32, place: Place);

    /// Adds links between runs of the component, in adjacent rows. In a volume, adds half of the
    /// faces of a run to unset voxels of other rows.
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
    type Connectivity = Connectivity;
    type Rows = u32;

    const EMPTY: Self = ();

    #[inline(always)]
    fn add_run(&mut self, _: u32, _: u32, _: Place) {}

    #[inline(always)]
    fn merge(&mut self, (): &Self) {}
}

impl Sealed for () {}

/// A component with its first pixel, which orders components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<M> {
    /// The row and the column of the first pixel. An image in memory has fewer than 2³² rows.
    pub(crate) first: (u32, u32),
    pub(crate) measure: M,
}

impl<M: Measure> Measure for Located<M> {
    type Connectivity = M::Connectivity;
    type Rows = M::Rows;

    const LINKS: bool = M::LINKS;
    const EMPTY: Self = Self { first: (u32::MAX, u32::MAX), measure: M::EMPTY };

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
    }

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        // Runs come in raster order.
        if self.first.0 == u32::MAX {
            self.first = (place.row as u32, start);
        }
        self.measure.add_run(start, end, place);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.first = self.first.min(other.first);
        self.measure.merge(&other.measure);
    }
}

impl<M> Sealed for Located<M> {}

/// The area and the bounding box of a component: for images with many components, where memory
/// takes most of the time. `R` is the type of coordinates, and `N` the number of axes.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::Four);
/// assert_eq!((found.len(), found[0].area()), (1, 4));
/// assert_eq!((found[0].left(), found[0].right(), found[0].width()), (1, 3, 3));
/// assert_eq!((found[0].top(), found[0].bottom(), found[0].height()), (0, 1, 2));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(
    feature = "parallel",
    zeroable(bound = "R: bytemuck::Zeroable, [R; N]: bytemuck::Zeroable")
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "serialize::Extent<R, N>",
        bound(
            serialize = "R: serde::Serialize, [R; N]: serde::Serialize",
            deserialize = "R: Rows, serialize::Extent<R, N>: serde::Deserialize<'de>"
        )
    )
)]
pub struct Extent<R = u32, const N: usize = 2> {
    pub(crate) count: R,
    pub(crate) lower: [R; N],
    pub(crate) upper: [R; N],
}

impl<R, const N: usize> Sealed for Extent<R, N> {}

impl<R: Rows, const N: usize> Measure for Extent<R, N>
where
    [(); N]: Axes,
{
    type Connectivity = <[(); N] as Axes>::Connectivity;
    type Rows = R;

    const EMPTY: Self = Self { count: R::ZERO, lower: [R::MAX; N], upper: [R::ZERO; N] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.count += R::of(u64::from(end - start));
        let (first, last) = (place.at::<N>(start.into()), place.at::<N>(u64::from(end) - 1));
        for axis in 0..N {
            let (at, last) = (R::of(first[axis]), R::of(last[axis]));
            self.lower[axis] = self.lower[axis].min(at);
            // Rows come in order.
            let is_last = axis + 1 == N;
            self.upper[axis] = if is_last { at } else { self.upper[axis].max(last) };
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        for axis in 0..N {
            self.lower[axis] = self.lower[axis].min(other.lower[axis]);
            self.upper[axis] = self.upper[axis].max(other.upper[axis]);
        }
    }
}

impl<R: Rows, const N: usize> Extent<R, N> {
    /// Checks the measures of a component that was stored.
    fn checked(self) -> Result<Self, &'static str> {
        let (count, mut most) = (self.count.into(), 1_u128);
        for (lower, upper) in self.lower.into_iter().zip(self.upper) {
            let (lower, upper) = (lower.into(), upper.into());
            if lower > upper {
                return Err("expected a bounding box with its corners in order");
            }
            if usize::try_from(upper).is_err() {
                return Err("expected rows whose numbers fit a usize");
            }
            // A connected component reaches each row, column and plane of its box.
            if upper - lower >= count {
                return Err("expected an area that fits the bounding box");
            }
            most = most.saturating_mul(u128::from(upper - lower) + 1);
        }
        if u128::from(count) > most {
            return Err("expected an area that fits the bounding box");
        }
        Ok(self)
    }
}

/// Extents of images.
impl<R: Rows> Extent<R> {
    /// Number of pixels.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.count.into()
    }

    /// The leftmost column.
    #[must_use]
    pub fn left(&self) -> usize {
        self.lower[0].into() as usize
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub fn right(&self) -> usize {
        self.upper[0].into() as usize
    }

    /// The topmost row.
    #[must_use]
    pub fn top(&self) -> usize {
        self.lower[1].into() as usize
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub fn bottom(&self) -> usize {
        self.upper[1].into() as usize
    }

    /// Number of columns of the bounding box.
    #[must_use]
    pub fn width(&self) -> usize {
        self.right() - self.left() + 1
    }

    /// Number of rows of the bounding box.
    #[must_use]
    pub fn height(&self) -> usize {
        self.bottom() - self.top() + 1
    }
}

/// Extents of volumes.
impl<R: Rows> Extent<R, 3> {
    /// Number of voxels.
    #[must_use]
    pub fn voxel_count(&self) -> u64 {
        self.count.into()
    }

    /// The smallest x, y and z of the voxels.
    #[must_use]
    pub fn lower(&self) -> (usize, usize, usize) {
        self.lower.map(|at| at.into() as usize).into()
    }

    /// The largest x, y and z of the voxels.
    #[must_use]
    pub fn upper(&self) -> (usize, usize, usize) {
        self.upper.map(|at| at.into() as usize).into()
    }

    /// Width, height and depth of the bounding box.
    #[must_use]
    pub fn size(&self) -> (usize, usize, usize) {
        let length = |axis: usize| self.upper[axis].into() - self.lower[axis].into() + 1;
        from_fn::<_, 3, _>(|axis| length(axis) as usize).into()
    }
}

/// A component of an image or a volume: its [`Extent`], whose methods it has, and its centroid.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X X X .
///     X . . .
///     . . . X".parse()?;
/// let found = components(&image, Connectivity::Four);
/// assert_eq!((found[0].area(), found[1].area()), (4, 1));
/// assert_eq!((found[0].left(), found[0].top()), (0, 0));
/// assert_eq!((found[0].right(), found[0].bottom()), (2, 1));
/// assert_eq!((found[0].sums(), found[0].centroid()), ([3, 1], [0.75, 0.25]));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(
    feature = "parallel",
    zeroable(bound = "Extent<R, N>: bytemuck::Zeroable, [R::Sum; N]: bytemuck::Zeroable")
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "serialize::Component<R, N>",
        bound(
            serialize = "Extent<R, N>: serde::Serialize, [R::Sum; N]: serde::Serialize",
            deserialize = "serialize::Component<R, N>: serde::Deserialize<'de>"
        )
    )
)]
pub struct Component<R: Rows = u32, const N: usize = 2> {
    extent: Extent<R, N>,
    sums: [R::Sum; N],
}

/// A component of an image of any height.
pub type TallComponent = Component<u64>;

/// A component of a volume.
///
/// ```
/// use cc_label::{Neighbors, Volume, components};
///
/// let volume = Volume::from_fn(4, 3, 2, |x, y, z| x < 2 && y == z || (x, y, z) == (3, 2, 0))?;
/// let found = components(&volume, Neighbors::Eighteen);
/// assert_eq!((found[0].voxel_count(), found[1].voxel_count()), (4, 1));
/// assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (1, 1, 1)));
/// assert_eq!((found[0].size(), found[0].centroid()), ((2, 2, 2), [0.5; 3]));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
pub type VolumeComponent<R = u32> = Component<R, 3>;

/// A component of tiles: of a volume of any size, or of an image, which has one plane.
pub type TileComponent = VolumeComponent<u64>;

impl<R: Rows, const N: usize> Sealed for Component<R, N> {}

impl<R: Rows, const N: usize> Measure for Component<R, N>
where
    [(); N]: Axes,
{
    type Connectivity = <[(); N] as Axes>::Connectivity;
    type Rows = R;

    const EMPTY: Self = Self { extent: Extent::EMPTY, sums: [R::NO_SUM; N] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.extent.add_run(start, end, place);
        // The same expression as the extent's, so that it is computed once.
        let count = u64::from(end - start);
        let ends = u64::from(start) + u64::from(end) - 1;
        self.sums[0] += R::Sum::from(ends * count / 2);
        for axis in 1..N {
            self.sums[axis] += R::Sum::from(count) * R::Sum::from(place.at::<N>(0)[axis]);
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.extent.merge(&other.extent);
        for axis in 0..N {
            self.sums[axis] += other.sums[axis];
        }
    }
}

impl<R: Rows, const N: usize> Deref for Component<R, N> {
    type Target = Extent<R, N>;

    fn deref(&self) -> &Extent<R, N> {
        &self.extent
    }
}

impl<R: Rows, const N: usize> Component<R, N> {
    /// The area and the bounding box.
    #[must_use]
    pub const fn extent(&self) -> &Extent<R, N> {
        &self.extent
    }

    /// The sums of the coordinates of all pixels or voxels: of columns, of rows, of planes.
    #[must_use]
    pub fn sums(&self) -> [u128; N] {
        self.sums.map(Into::into)
    }

    /// The mean of each coordinate of the pixels or voxels.
    #[must_use]
    pub fn centroid(&self) -> [f64; N] {
        let (count, mut means) = (self.extent.count.into() as f64, [0.0; N]);
        for (mean, sum) in means.iter_mut().zip(self.sums) {
            let sum: u128 = sum.into();
            // Fewer bits are converted much faster.
            let sum = match u64::try_from(sum) {
                Ok(sum) => sum as f64,
                Err(_) => sum as f64,
            };
            *mean = sum / count;
        }
        means
    }

    /// Checks the measures of a component that was stored.
    fn checked(self) -> Result<Self, &'static str> {
        let Extent { count, lower, upper } = self.extent.checked()?;
        for (axis, sum) in self.sums().into_iter().enumerate() {
            let bound = |at: R| u128::from(at.into()) * u128::from(count.into());
            if !(bound(lower[axis])..=bound(upper[axis])).contains(&sum) {
                return Err("expected a centroid inside the bounding box");
            }
        }
        Ok(self)
    }
}

impl TileComponent {
    /// Number of bytes of a component in the state of a tile.
    pub(crate) const BYTES: usize = 104;

    /// Moves the component along the three axes, to places that are known to exist.
    pub(crate) fn move_by(&mut self, distance: [u64; 3]) {
        for (axis, distance) in distance.into_iter().enumerate() {
            self.extent.lower[axis] += distance;
            self.extent.upper[axis] += distance;
            self.sums[axis] += u128::from(self.extent.count) * u128::from(distance);
        }
    }

    /// Returns the measures in little-endian order.
    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let Extent { count, lower: [x, y, z], upper: [right, bottom, back] } = self.extent;
        let [a, b, c] = self.sums.map(|sum| [sum as u64, (sum >> 64) as u64]);
        let words = [count, x, y, z, right, bottom, back, a[0], a[1], b[0], b[1], c[0], c[1]];
        let mut bytes = [0; Self::BYTES];
        for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *to = word.to_le_bytes();
        }
        bytes
    }

    /// `None` if these are not the bytes of a component.
    pub(crate) fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let word =
            |i: usize| bytes.as_chunks().0.get(i).map_or(0, |word| u64::from_le_bytes(*word));
        let corner = |i: usize| [word(i), word(i + 1), word(i + 2)];
        let sum = |i: usize| u128::from(word(i)) | u128::from(word(i + 1)) << 64;
        let extent = Extent { count: word(0), lower: corner(1), upper: corner(4) };
        Self { extent, sums: [sum(7), sum(9), sum(11)] }.checked().ok()
    }
}

/// A component with its second moments, which tell how long it is and in which direction.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Moments, measure};
///
/// let image: BitmapBuf = "
///     X X . .
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Moments> = measure(&image, Connectivity::Four);
/// assert_eq!(found[0].component().area(), 6);
/// let [[xx, xy], [_, yy]] = found[0].covariance();
/// assert!(xx > yy && xy > 0.0);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "Component<R, N>: serde::Serialize, [[u128; N]; N]: serde::Serialize",
        deserialize = "Component<R, N>: serde::Deserialize<'de>, \
                       [[u128; N]; N]: serde::Deserialize<'de>"
    ))
)]
pub struct Moments<R: Rows = u32, const N: usize = 2> {
    component: Component<R, N>,
    /// The sums of the products of coordinates i and j, where i ≤ j, modulo 2¹²⁸. In images and
    /// volumes in memory, the sums are less than that.
    products: [[u128; N]; N],
}

/// A component of a volume with its second moments.
///
/// ```
/// use cc_label::{Neighbors, Volume, VolumeMoments, measure};
///
/// let volume = Volume::from_fn(4, 4, 4, |x, y, z| x == y && z == 0)?;
/// let found: Vec<VolumeMoments> = measure(&volume, Neighbors::TwentySix);
/// assert_eq!(found[0].covariance(), [[1.25, 1.25, 0.0], [1.25, 1.25, 0.0], [0.0; 3]]);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
pub type VolumeMoments = Moments<u32, 3>;

impl<R: Rows, const N: usize> Sealed for Moments<R, N> {}

impl<R: Rows, const N: usize> Measure for Moments<R, N>
where
    [(); N]: Axes,
{
    type Connectivity = <[(); N] as Axes>::Connectivity;
    type Rows = R;

    const EMPTY: Self = Self { component: Component::EMPTY, products: [[0; N]; N] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.component.add_run(start, end, place);
        let (at, n) = (place.at::<N>(0), u64::from(end - start));
        let sum_x = (u64::from(start) + u64::from(end) - 1) * n / 2;
        // Below 2²⁰, all products are less than 2⁶⁴.
        if (u64::from(end) | place.y | place.z) < 1 << 20 {
            self.add(|i, j| match (i, j) {
                (_, 0) => sum_of_squares(start, end),
                (0, _) => (sum_x * at[j]).into(),
                _ => (n * at[i] * at[j]).into(),
            });
        } else {
            let (sum_x, n, at) = (u128::from(sum_x), u128::from(n), at.map(u128::from));
            self.add(|i, j| match (i, j) {
                (_, 0) => sum_of_squares(start, end),
                (0, _) => sum_x * at[j],
                _ => n.wrapping_mul(at[i] * at[j]),
            });
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.component.merge(&other.component);
        self.add(|i, j| other.products[i][j]);
    }
}

/// Returns the sum of the squares of the numbers from `start` to before `end`.
#[inline(always)]
fn sum_of_squares(start: u32, end: u32) -> u128 {
    if end < 1 << 20 {
        // All products are less than 2⁶⁴.
        let squares = |n: u64| n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6;
        return (squares(end.into()) - squares(start.into())).into();
    }
    let squares = |n: u128| n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6;
    squares(end.into()) - squares(start.into())
}

impl<R: Rows, const N: usize> Moments<R, N> {
    /// Adds to the sum of the products of each two coordinates.
    #[inline(always)]
    fn add(&mut self, product: impl Fn(usize, usize) -> u128) {
        for i in 0..N {
            for j in i..N {
                self.products[i][j] = self.products[i][j].wrapping_add(product(i, j));
            }
        }
    }

    /// Area, box and centroid.
    #[must_use]
    pub const fn component(&self) -> &Component<R, N> {
        &self.component
    }

    /// The sums of the products of each two coordinates over the pixels or voxels, modulo 2¹²⁸: in
    /// an image of x² and x · y, and of x · y and y². Only images of more than 2³² rows have larger
    /// sums.
    #[must_use]
    pub fn products(&self) -> [[u128; N]; N] {
        from_fn(|i| from_fn(|j| self.products[i.min(j)][i.max(j)]))
    }

    /// The covariance of each two coordinates of the pixels or voxels, a symmetric matrix with the
    /// variances on its diagonal.
    ///
    /// The differences are exact for components of fewer than 2³² pixels or voxels.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "XXXX".parse()?;
    /// let found: Vec<Moments> = measure(&image, Connectivity::Four);
    /// assert_eq!(found[0].covariance(), [[1.25, 0.0], [0.0; 2]]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    #[must_use]
    pub fn covariance(&self) -> [[f64; N]; N] {
        let (count, sums) = (u128::from(self.component.count.into()), self.component.sums());
        let lower = self.component.lower.map(|at| u128::from(at.into()));
        // Sums relative to the corner of the box are small, so they are right although the sums are
        // modulo 2¹²⁸.
        let relative: [u128; N] = from_fn(|i| sums[i].wrapping_sub(count.wrapping_mul(lower[i])));
        let products = self.products();
        let entry = |i: usize, j: usize| {
            let far = lower[i].wrapping_mul(sums[j]);
            let far = far.wrapping_add(lower[j].wrapping_mul(relative[i]));
            let product = products[i][j].wrapping_sub(far);
            let (a, b) = (count.checked_mul(product), relative[i].checked_mul(relative[j]));
            let difference = match (a, b) {
                (Some(a), Some(b)) if a >= b => (a - b) as f64,
                (Some(a), Some(b)) => -((b - a) as f64),
                _ => count as f64 * product as f64 - relative[i] as f64 * relative[j] as f64,
            };
            difference / (count as f64 * count as f64)
        };
        from_fn(|i| from_fn(|j| entry(i.min(j), i.max(j))))
    }

    /// The principal axes, the longest first: the standard deviation of the pixels or voxels along
    /// each axis, and its direction, a vector of length 1. A solid ellipse with half axes a and b
    /// has a / 2 and b / 2, and a solid ellipsoid with half axes a, b and c has a / √5, b / √5 and
    /// c / √5.
    ///
    /// ```
    /// use cc_label::{Neighbors, Volume, VolumeMoments, measure};
    ///
    /// let volume = Volume::from_fn(1, 4, 2, |_, _, _| true)?;
    /// let found: Vec<VolumeMoments> = measure(&volume, Neighbors::Six);
    /// let [(long, direction), (short, _), _] = found[0].axes();
    /// assert_eq!((long, short), (1.25_f64.sqrt(), 0.5));
    /// assert_eq!(direction.map(f64::abs), [0.0, 1.0, 0.0]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn axes(&self) -> [(f64, [f64; N]); N] {
        let mut matrix = self.covariance();
        let mut axes: [[f64; N]; N] = from_fn(|i| from_fn(|j| if i == j { 1.0 } else { 0.0 }));
        // Jacobi rotations: each clears an entry off the diagonal, and all become small soon.
        let pairs = (0..N).flat_map(|i| (i + 1..N).map(move |j| (i, j)));
        for (i, j) in pairs.cycle().take(10 * N) {
            let difference = matrix[i][i] - matrix[j][j];
            let angle = (2.0 * matrix[i][j] * difference.signum()).atan2(difference.abs()) / 2.0;
            let (sin, cos) = angle.sin_cos();
            let rotate = |a: f64, b: f64| (cos * a + sin * b, cos * b - sin * a);
            for row in &mut matrix {
                (row[i], row[j]) = rotate(row[i], row[j]);
            }
            for column in 0..N {
                (matrix[i][column], matrix[j][column]) =
                    rotate(matrix[i][column], matrix[j][column]);
                (axes[i][column], axes[j][column]) = rotate(axes[i][column], axes[j][column]);
            }
        }
        let mut found = from_fn(|axis| (matrix[axis][axis].max(0.0).sqrt(), axes[axis]));
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found
    }
}

/// Moments of images.
#[cfg(feature = "std")]
impl<R: Rows> Moments<R> {
    /// The angle of the longest axis, from −π/2 to π/2: 0 if it is horizontal, positive if it falls
    /// to the right. Rows count downwards. 0 if all directions are equal.
    ///
    /// ```
    /// use std::f64::consts::FRAC_PI_4;
    ///
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "
    ///     X . .
    ///     . X .
    ///     . . X".parse()?;
    /// let found: Vec<Moments> = measure(&image, Connectivity::Eight);
    /// assert!((found[0].orientation() - FRAC_PI_4).abs() < 1e-12);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    #[must_use]
    pub fn orientation(&self) -> f64 {
        let [[xx, xy], [_, yy]] = self.covariance();
        (2.0 * xy).atan2(xx - yy) / 2.0
    }
}

/// The serialized forms, which are checked.
#[cfg(feature = "serde")]
mod serialize {
    use serde::Deserialize;

    use super::Rows;

    #[derive(Deserialize)]
    #[serde(bound = "R: Deserialize<'de>, [R; N]: Deserialize<'de>")]
    pub(crate) struct Extent<R, const N: usize> {
        count: R,
        lower: [R; N],
        upper: [R; N],
    }

    impl<R: Rows, const N: usize> TryFrom<Extent<R, N>> for super::Extent<R, N> {
        type Error = &'static str;

        fn try_from(stored: Extent<R, N>) -> Result<Self, &'static str> {
            let Extent { count, lower, upper } = stored;
            Self { count, lower, upper }.checked()
        }
    }

    #[derive(Deserialize)]
    #[serde(bound = "super::Extent<R, N>: Deserialize<'de>, [R::Sum; N]: Deserialize<'de>")]
    pub(crate) struct Component<R: Rows, const N: usize> {
        extent: super::Extent<R, N>,
        sums: [R::Sum; N],
    }

    impl<R: Rows, const N: usize> TryFrom<Component<R, N>> for super::Component<R, N> {
        type Error = &'static str;

        fn try_from(stored: Component<R, N>) -> Result<Self, &'static str> {
            let Component { extent, sums } = stored;
            Self { extent, sums }.checked()
        }
    }
}
