//! What is measured of components: areas and boxes, centroids, second moments.
//!
//! Each type contains the one before it:
//!
//! | type | measures | bytes in memory, in streams |
//! | --- | --- | --- |
//! | [`Extent`] | area, bounding box | 20, 32 |
//! | [`Component`] | and sums of columns and rows: the centroid | 40, 64 |
//! | [`Moments`] | and sums of squares and products: axes, orientation | 96, 112 |
//!
//! [`WithEuler`](super::WithEuler) adds the Euler number to any of them. Components of volumes have
//! other types, with a third axis (`solid`).
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
//! The measures of two parts of a component are merged by adding their sums. Rows are counted in
//! `u32` for images in memory, which have fewer than 2³² pixels, and in `u64` for those of any
//! height.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, AddAssign, Mul};

use bitboard_core::Connectivity;

use super::bitmap::Bitmap;
use super::sealed::Sealed;

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
    pub(super) row: u64,
    /// The row in its plane, and the plane.
    pub(super) y: u64,
    pub(super) z: u64,
    /// Number of rows of a plane.
    height: u64,
}

impl Place {
    /// A row of an image, of which no row is in another plane.
    pub(super) const fn in_plane(row: u64) -> Self {
        Self { row, y: row, z: 0, height: u64::MAX }
    }

    /// A row of planes of `height` rows.
    pub(super) const fn new(row: u64, height: u64) -> Self {
        Self { row, y: row % height, z: row / height, height }
    }

    /// The row `rows` later.
    pub(super) const fn after(self, rows: u64) -> Self {
        Self::new(self.row + rows, self.height)
    }

    /// The next row.
    #[inline(always)]
    pub(super) const fn next(self) -> Self {
        let Self { row, y, z, height } = self;
        let is_last = y + 1 == height;
        Self { row: row + 1, y: if is_last { 0 } else { y + 1 }, z: z + is_last as u64, height }
    }
}

/// The measures of a component: of an image [`Extent`], [`Component`], [`Moments`] or one of these
/// [`WithEuler`](super::WithEuler), of a volume [`VolumeComponent`](super::VolumeComponent),
/// [`VolumeMoments`](super::VolumeMoments) or one of these [`WithSurface`](super::WithSurface). The
/// trait is sealed.
pub trait Measure: Sealed + Copy {
    /// [`Connectivity`](bitboard_core::Connectivity) if it measures components of images,
    /// [`Neighbors`](super::Neighbors) if it measures those of volumes.
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

    /// Adds the pixels of another component.
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
pub(super) struct Located<M> {
    /// The row and the column of the first pixel. An image in memory has fewer than 2³² rows.
    pub(super) first: (u32, u32),
    pub(super) measure: M,
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
/// takes most of the time.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::Four);
/// assert_eq!((found.len(), found[0].area()), (1, 4));
/// assert_eq!((found[0].left(), found[0].right(), found[0].width()), (1, 3, 3));
/// assert_eq!((found[0].top(), found[0].bottom(), found[0].height()), (0, 1, 2));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "serialize::Extent<R>",
        bound(deserialize = "R: Rows + serde::Deserialize<'de>")
    )
)]
pub struct Extent<R = u32> {
    area: R,
    left: u32,
    right: u32,
    top: R,
    bottom: R,
}

impl<R> Sealed for Extent<R> {}

impl<R: Rows> Measure for Extent<R> {
    type Connectivity = Connectivity;
    type Rows = R;

    const EMPTY: Self =
        Self { area: R::ZERO, left: u32::MAX, right: 0, top: R::MAX, bottom: R::ZERO };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, Place { row: y, .. }: Place) {
        self.area += R::of(u64::from(end - start));
        self.left = self.left.min(start);
        self.right = self.right.max(end - 1);
        self.top = self.top.min(R::of(y));
        self.bottom = R::of(y);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.area += other.area;
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
    }
}

impl<R: Rows> Extent<R> {
    /// Number of pixels.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.area.into()
    }

    /// The leftmost column.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left as usize
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub fn right(&self) -> usize {
        self.right as usize
    }

    /// The topmost row.
    #[must_use]
    pub fn top(&self) -> usize {
        self.top.into() as usize
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub fn bottom(&self) -> usize {
        self.bottom.into() as usize
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

    /// Returns whether the box touches the border of `image`, in which the component is.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::{BitmapBuf, Extent, measure};
    ///
    /// let image: BitmapBuf = "
    ///     . . X .
    ///     X . . .
    ///     . . X .
    ///     . . . .".parse()?;
    /// let found: Vec<Extent> = measure(&image, Connectivity::Four);
    /// let inside = found.iter().filter(|c| !c.touches_border(&image));
    /// assert_eq!(inside.map(Extent::top).collect::<Vec<_>>(), [2]);
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    #[must_use]
    pub fn touches_border<'a>(&self, image: impl Into<Bitmap<'a>>) -> bool {
        let image = image.into();
        self.left() == 0
            || self.top() == 0
            || self.right() + 1 == image.width()
            || self.bottom() + 1 == image.height()
    }

    /// Checks the measures of a component that was stored.
    #[cfg(feature = "serde")]
    fn checked(self) -> Result<Self, &'static str> {
        let Self { area, left, right, top, bottom } = self;
        if left > right || top > bottom {
            return Err("expected a bounding box with its corners in order");
        }
        if usize::try_from(bottom.into()).is_err() {
            return Err("expected rows whose numbers fit a usize");
        }
        let columns = u128::from(right - left) + 1;
        let rows = u128::from(bottom.into() - top.into()) + 1;
        // A connected component reaches each row and each column of its box.
        let (least, area) = (columns.max(rows), u128::from(area.into()));
        if area < least || area > columns * rows {
            return Err("expected an area that fits the bounding box");
        }
        Ok(self)
    }
}

/// A component of an image: its area, bounding box and centroid.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X X X .
///     X . . .
///     . . . X".parse()?;
/// let found = components(&image, Connectivity::Four);
/// assert_eq!((found[0].area(), found[1].area()), (4, 1));
/// assert_eq!((found[0].left(), found[0].top()), (0, 0));
/// assert_eq!((found[0].right(), found[0].bottom()), (2, 1));
/// assert_eq!((found[0].sums(), found[0].centroid()), ((3, 1), (0.75, 0.25)));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(
    feature = "parallel",
    zeroable(bound = "R: bytemuck::Zeroable, R::Sum: bytemuck::Zeroable")
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "serialize::Component<R>",
        bound(
            serialize = "R: Rows + serde::Serialize, R::Sum: serde::Serialize",
            deserialize = "serialize::Component<R>: serde::Deserialize<'de>"
        )
    )
)]
pub struct Component<R: Rows = u32> {
    extent: Extent<R>,
    sum_x: R::Sum,
    sum_y: R::Sum,
}

/// A component of an image of any height.
pub type TallComponent = Component<u64>;

impl<R: Rows> Sealed for Component<R> {}

impl<R: Rows> Measure for Component<R> {
    type Connectivity = Connectivity;
    type Rows = R;

    const EMPTY: Self = Self { extent: Extent::EMPTY, sum_x: R::NO_SUM, sum_y: R::NO_SUM };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        let y = place.row;
        self.extent.add_run(start, end, place);
        // The same expression as the extent's, so that it is computed once.
        let area = u64::from(end - start);
        let ends = u64::from(start) + u64::from(end) - 1;
        self.sum_x += R::Sum::from(ends * area / 2);
        self.sum_y += R::Sum::from(area) * R::Sum::from(y);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.extent.merge(&other.extent);
        self.sum_x += other.sum_x;
        self.sum_y += other.sum_y;
    }
}

impl<R: Rows> Component<R> {
    /// The area and the bounding box.
    #[must_use]
    pub const fn extent(&self) -> &Extent<R> {
        &self.extent
    }

    /// Number of pixels.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.extent.area()
    }

    /// The leftmost column.
    #[must_use]
    pub fn left(&self) -> usize {
        self.extent.left()
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub fn right(&self) -> usize {
        self.extent.right()
    }

    /// The topmost row.
    #[must_use]
    pub fn top(&self) -> usize {
        self.extent.top()
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub fn bottom(&self) -> usize {
        self.extent.bottom()
    }

    /// Number of columns of the bounding box.
    #[must_use]
    pub fn width(&self) -> usize {
        self.extent.width()
    }

    /// Number of rows of the bounding box.
    #[must_use]
    pub fn height(&self) -> usize {
        self.extent.height()
    }

    /// Returns whether the box touches the border of `image`; see [`Extent::touches_border`].
    #[must_use]
    pub fn touches_border<'a>(&self, image: impl Into<Bitmap<'a>>) -> bool {
        self.extent.touches_border(image)
    }

    /// The sum of the columns of all pixels, and the sum of their rows.
    #[must_use]
    pub fn sums(&self) -> (u128, u128) {
        (self.sum_x.into(), self.sum_y.into())
    }

    /// The mean column and row of the pixels.
    #[must_use]
    pub fn centroid(&self) -> (f64, f64) {
        let (area, (x, y)) = (self.area() as f64, self.sums());
        (x as f64 / area, y as f64 / area)
    }

    /// Checks the measures of a component that was stored.
    #[cfg(feature = "serde")]
    fn checked(self) -> Result<Self, &'static str> {
        let Extent { area, left, right, top, bottom } = self.extent;
        let within = |sum: R::Sum, least: u64, most: u64| {
            let (area, sum) = (u128::from(area.into()), sum.into());
            u128::from(least) * area <= sum && sum <= u128::from(most) * area
        };
        if !within(self.sum_x, left.into(), right.into())
            || !within(self.sum_y, top.into(), bottom.into())
        {
            return Err("expected a centroid inside the bounding box");
        }
        Ok(self)
    }
}

/// A component with its second moments, which tell how long it is and in which direction.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Moments, measure};
///
/// let image: BitmapBuf = "
///     X X . .
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Moments> = measure(&image, Connectivity::Four);
/// assert_eq!(found[0].component().area(), 6);
/// let [xx, xy, yy] = found[0].covariance();
/// assert!(xx > yy && xy > 0.0);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "Component<R>: serde::Serialize",
        deserialize = "Component<R>: serde::Deserialize<'de>"
    ))
)]
pub struct Moments<R: Rows = u32> {
    component: Component<R>,
    /// Modulo 2¹²⁸, as are the other two sums. In images in memory, the sums are less than that.
    sum_xx: u128,
    sum_xy: u128,
    sum_yy: u128,
}

impl<R: Rows> Sealed for Moments<R> {}

impl<R: Rows> Measure for Moments<R> {
    type Connectivity = Connectivity;
    type Rows = R;

    const EMPTY: Self = Self { component: Component::EMPTY, sum_xx: 0, sum_xy: 0, sum_yy: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        let y = place.row;
        self.component.add_run(start, end, place);
        let n = u64::from(end - start);
        let ends = u64::from(start) + u64::from(end) - 1;
        // Below 2²⁰, all products are less than 2⁶⁴.
        if u64::from(end) | y < 1 << 20 {
            self.add(sum_of_squares(start, end), (ends * n / 2 * y).into(), (n * y * y).into());
        } else {
            let (sum, n, y) = (u128::from(ends * n / 2), u128::from(n), u128::from(y));
            self.add(sum_of_squares(start, end), sum * y, n.wrapping_mul(y * y));
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.component.merge(&other.component);
        self.add(other.sum_xx, other.sum_xy, other.sum_yy);
    }
}

/// Returns the sum of the squares of the numbers from `start` to before `end`.
#[inline(always)]
pub(super) fn sum_of_squares(start: u32, end: u32) -> u128 {
    if end < 1 << 20 {
        // All products are less than 2⁶⁴.
        let squares = |n: u64| n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6;
        return (squares(end.into()) - squares(start.into())).into();
    }
    let squares = |n: u128| n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6;
    squares(end.into()) - squares(start.into())
}

impl<R: Rows> Moments<R> {
    #[inline(always)]
    fn add(&mut self, xx: u128, xy: u128, yy: u128) {
        self.sum_xx = self.sum_xx.wrapping_add(xx);
        self.sum_xy = self.sum_xy.wrapping_add(xy);
        self.sum_yy = self.sum_yy.wrapping_add(yy);
    }

    /// Area, box and centroid.
    #[must_use]
    pub const fn component(&self) -> &Component<R> {
        &self.component
    }

    /// The sums of x², x · y and y² over the pixels (x, y), modulo 2¹²⁸. Only images of more than
    /// 2³² rows have larger sums.
    #[must_use]
    pub const fn sums(&self) -> [u128; 3] {
        [self.sum_xx, self.sum_xy, self.sum_yy]
    }

    /// The variance of the columns of the pixels, the covariance of columns and rows, and the
    /// variance of the rows.
    ///
    /// The differences are exact for components in images of fewer than 2³² pixels.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "XXXX".parse()?;
    /// let found: Vec<Moments> = measure(&image, Connectivity::Four);
    /// assert_eq!(found[0].covariance(), [1.25, 0.0, 0.0]);
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    #[must_use]
    pub fn covariance(&self) -> [f64; 3] {
        let area = u128::from(self.component.area());
        let (sum_x, sum_y) = self.component.sums();
        let (left, top) = (self.component.left() as u128, self.component.top() as u128);
        // Sums relative to the corner of the box are small, so they are right although the sums are
        // modulo 2¹²⁸.
        let relative = |sum: u128, offset: u128| sum.wrapping_sub(offset);
        let (x, y) = (relative(sum_x, area * left), relative(sum_y, area.wrapping_mul(top)));
        let xx = relative(self.sum_xx, left.wrapping_mul(sum_x + x));
        let yy = relative(self.sum_yy, top.wrapping_mul(sum_y.wrapping_add(y)));
        let xy = relative(self.sum_xy, top.wrapping_mul(sum_x).wrapping_add(left.wrapping_mul(y)));
        // The difference of two products over the square of the area.
        let over = |sum: u128, [a, b]: [u128; 2]| {
            let difference = match (area.checked_mul(sum), a.checked_mul(b)) {
                (Some(square), Some(product)) if square >= product => (square - product) as f64,
                (Some(square), Some(product)) => -((product - square) as f64),
                _ => area as f64 * sum as f64 - a as f64 * b as f64,
            };
            difference / (area as f64 * area as f64)
        };
        [over(xx, [x, x]), over(xy, [x, y]), over(yy, [y, y])]
    }

    /// The standard deviations of the pixels along the longest axis and across it. A solid ellipse
    /// with half axes a and b has a / 2 and b / 2.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn axes(&self) -> (f64, f64) {
        let [xx, xy, yy] = self.covariance();
        let (mean, difference) = ((xx + yy) / 2.0, (xx - yy) / 2.0);
        let root = difference.hypot(xy);
        ((mean + root).sqrt(), (mean - root).max(0.0).sqrt())
    }

    /// The angle of the longest axis, from −π/2 to π/2: 0 if it is horizontal, positive if it falls
    /// to the right. Rows count downwards. 0 if all directions are equal.
    ///
    /// ```
    /// use std::f64::consts::FRAC_PI_4;
    ///
    /// use cc_table::Connectivity;
    /// use cc_table::labeling::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "
    ///     X . .
    ///     . X .
    ///     . . X".parse()?;
    /// let found: Vec<Moments> = measure(&image, Connectivity::Eight);
    /// assert!((found[0].orientation() - FRAC_PI_4).abs() < 1e-12);
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn orientation(&self) -> f64 {
        let [xx, xy, yy] = self.covariance();
        (2.0 * xy).atan2(xx - yy) / 2.0
    }
}

/// The serialized forms, which are checked.
#[cfg(feature = "serde")]
mod serialize {
    use serde::Deserialize;

    use super::Rows;

    #[derive(Deserialize)]
    pub(super) struct Extent<R> {
        area: R,
        left: u32,
        right: u32,
        top: R,
        bottom: R,
    }

    impl<R: Rows> TryFrom<Extent<R>> for super::Extent<R> {
        type Error = &'static str;

        fn try_from(extent: Extent<R>) -> Result<Self, &'static str> {
            let Extent { area, left, right, top, bottom } = extent;
            Self { area, left, right, top, bottom }.checked()
        }
    }

    #[derive(Deserialize)]
    #[serde(bound = "super::Extent<R>: Deserialize<'de>, R::Sum: Deserialize<'de>")]
    pub(super) struct Component<R: Rows> {
        extent: super::Extent<R>,
        sum_x: R::Sum,
        sum_y: R::Sum,
    }

    impl<R: Rows> TryFrom<Component<R>> for super::Component<R> {
        type Error = &'static str;

        fn try_from(component: Component<R>) -> Result<Self, &'static str> {
            let Component { extent, sum_x, sum_y } = component;
            Self { extent, sum_x, sum_y }.checked()
        }
    }
}
