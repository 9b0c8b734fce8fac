//! What is measured of components: area and box, centroid (here), second moments (`moments`), and the
//! Euler number (`euler`), of an image or of a volume.
//!
//! Each type contains the one before it:
//!
//! | type | measures | bytes in memory | bytes in a stream and in tiles |
//! | --- | --- | --- | --- |
//! | [`Extent`] | size, bounding box | 32 | 56 |
//! | [`Component`] | and sums of coordinates: the centroid | 56 | 112 |
//! | [`Moments`] | and sums of products: axes, orientation | 160 | 208 |
//!
//! [`WithEuler`] adds the Euler number to any of them in an image of one plane.
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
//! In a plane, z is 0 from the beginning and nothing is added to its sums, so the third axis costs
//! memory only.
//!
//! The measures of two parts of a component are merged by adding their sums. Counts of links between
//! runs (`LINKS`) do not add up over parts: `select` adds those at seams, and lists of such measures
//! are made by one thread. Rows are counted in `u32` for images in memory, which have fewer than 2³²
//! pixels, and in `u64` for those of any height.

mod euler;
mod moments;

use alloc::vec::Vec;
use core::ops::Deref;

use crate::image::{Connectivity, Image, Position};
use crate::scan::pass::Pass;
use crate::scan::{Measure, Place, Planes, Rows};
use crate::sealed::{MaybeZeroable, Sealed};

pub use self::euler::{WithEuler, euler_number};
pub use self::moments::Moments;
#[cfg(feature = "std")]
pub(crate) use self::moments::principal_axes;

/// Returns the components in raster order: that of their first pixels, row by row.
///
/// ```
/// use cc_label::{Connectivity, Image, components};
///
/// let image: Image = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(components(&image, Connectivity::FOUR).len(), 3);
/// assert_eq!(components(&image, Connectivity::EIGHT).len(), 1);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn components(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Vec<Component> {
    measure(image, connectivity)
}

/// Returns the components in raster order. The type of the elements selects what is measured: an
/// [`Extent`], a [`Component`], [`Moments`], or one of these [`WithEuler`].
///
/// ```
/// use cc_label::{Connectivity, Extent, Image, measure};
///
/// let image: Image = "X.XX".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::FOUR);
/// assert_eq!(found[1].area(), 2);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn measure<M: Measure>(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Vec<M> {
    let (planes, mut found) = (Planes::new(image, connectivity), Vec::new());
    Pass::new().planes(planes, 0..planes.shape.row_count, &mut found, |_| ());
    found
}

/// The size and the bounding box of a component: for images with many components, where memory
/// takes most of the time. `R` is the type of coordinates.
///
/// ```
/// use cc_label::{Connectivity, Extent, Image, measure};
///
/// let image: Image = "
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::FOUR);
/// assert_eq!((found.len(), found[0].area()), (1, 4));
/// assert_eq!((found[0].left(), found[0].right(), found[0].width()), (1, 3, 3));
/// assert_eq!((found[0].top(), found[0].bottom(), found[0].height()), (0, 1, 2));
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
// Copies of 32 bytes take fewer instructions than those of 28, and so does `Clone` by hand.
#[repr(align(8))]
pub struct Extent<R = u32> {
    pub(crate) size: R,
    pub(crate) lower: [R; 3],
    pub(crate) upper: [R; 3],
}

impl<R: Copy> Clone for Extent<R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Sealed for Extent<R> {}

impl<R: Rows + MaybeZeroable> Measure for Extent<R> {
    type Rows = R;

    #[inline]
    fn empty(is_plane: bool) -> Self {
        let z = if is_plane { R::ZERO } else { R::MAX };
        Self { size: R::ZERO, lower: [R::MAX, R::MAX, z], upper: [R::ZERO; 3] }
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        self.size += R::of(u64::from(end - start));
        let (y, z) = (R::of(place.y), R::of(place.z));
        self.lower[0] = self.lower[0].min(R::of(start.into()));
        self.upper[0] = self.upper[0].max(R::of(u64::from(end) - 1));
        self.lower[1] = self.lower[1].min(y);
        // Rows come in order.
        if PLANE {
            self.upper[1] = y;
        } else {
            self.upper[1] = self.upper[1].max(y);
            self.lower[2] = self.lower[2].min(z);
            self.upper[2] = z;
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.size += other.size;
        for axis in 0..3 {
            self.lower[axis] = self.lower[axis].min(other.lower[axis]);
            self.upper[axis] = self.upper[axis].max(other.upper[axis]);
        }
    }
}

impl<R: Rows> Extent<R> {
    /// Number of pixels or voxels.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size.into()
    }

    /// The smallest x, y and z.
    #[must_use]
    pub fn lower(&self) -> (usize, usize, usize) {
        let [x, y, z] = self.lower;
        (x.into() as usize, y.into() as usize, z.into() as usize)
    }

    /// The largest x, y and z.
    #[must_use]
    pub fn upper(&self) -> (usize, usize, usize) {
        let [x, y, z] = self.upper;
        (x.into() as usize, y.into() as usize, z.into() as usize)
    }

    /// [`size`](Self::size), as one says in a plane.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.size()
    }

    /// The leftmost column.
    #[must_use]
    pub fn left(&self) -> usize {
        self.lower().0
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub fn right(&self) -> usize {
        self.upper().0
    }

    /// The topmost row.
    #[must_use]
    pub fn top(&self) -> usize {
        self.lower().1
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub fn bottom(&self) -> usize {
        self.upper().1
    }

    /// Number of columns of the bounding box.
    #[must_use]
    pub fn width(&self) -> usize {
        self.length(0)
    }

    /// Number of rows of the bounding box, in one plane.
    #[must_use]
    pub fn height(&self) -> usize {
        self.length(1)
    }

    /// Number of planes of the bounding box.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.length(2)
    }

    fn length(&self, axis: usize) -> usize {
        (self.upper[axis].into() - self.lower[axis].into() + 1) as usize
    }

    /// Returns whether the box touches the border of an image or a volume of this size, in which
    /// the component is. An image of one plane has no border before and behind it.
    ///
    /// ```
    /// use cc_label::{Connectivity, Extent, Image, measure};
    ///
    /// let image: Image = "
    ///     . . X .
    ///     X . . .
    ///     . . X .
    ///     . . . .".parse()?;
    /// let found: Vec<Extent> = measure(&image, Connectivity::FOUR);
    /// let inside = found.iter().filter(|c| !c.touches_border(image.size()));
    /// assert_eq!(inside.map(Extent::top).collect::<Vec<_>>(), [2]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    #[must_use]
    pub fn touches_border(&self, size: impl Position) -> bool {
        let size = size.axes(1);
        (0..if size[2] == 1 { 2 } else { 3 }).any(|axis| {
            self.lower[axis] == R::ZERO || self.upper[axis].into() + 1 == size[axis] as u64
        })
    }
}

/// A component: its [`Extent`], whose methods it has, and its centroid.
///
/// ```
/// use cc_label::{Connectivity, Image, components};
///
/// let image: Image = "
///     X X X .
///     X . . .
///     . . . X".parse()?;
/// let found = components(&image, Connectivity::FOUR);
/// assert_eq!((found[0].area(), found[1].area()), (4, 1));
/// assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (2, 1, 0)));
/// assert_eq!((found[0].sums(), found[0].centroid()), ([3, 1, 0], [0.75, 0.25, 0.0]));
///
/// let volume = Image::from_fn((4, 3, 2), |x, y, z| x < 2 && y == z || (x, y, z) == (3, 2, 0))?;
/// let found = components(&volume, Connectivity::EIGHTEEN);
/// assert_eq!((found[0].size(), found[1].size()), (4, 1));
/// assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (1, 1, 1)));
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(
    feature = "parallel",
    zeroable(bound = "Extent<R>: bytemuck::Zeroable, [R::Sum; 3]: bytemuck::Zeroable")
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "Extent<R>: serde::Serialize, [R::Sum; 3]: serde::Serialize")
)]
pub struct Component<R: Rows = u32> {
    pub(crate) extent: Extent<R>,
    pub(crate) sums: [R::Sum; 3],
}

impl<R: Rows> Clone for Component<R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rows> Sealed for Component<R> {}

impl<R: Rows + MaybeZeroable> Measure for Component<R>
where
    R::Sum: MaybeZeroable,
{
    type Rows = R;

    #[inline]
    fn empty(is_plane: bool) -> Self {
        Self { extent: Extent::empty(is_plane), sums: [R::NO_SUM; 3] }
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        self.extent.add_run::<PLANE>(start, end, place);
        // The same expression as the extent's, so that it is computed once.
        let count = u64::from(end - start);
        let ends = u64::from(start) + u64::from(end) - 1;
        self.sums[0] += R::Sum::from(ends * count / 2);
        self.sums[1] += R::Sum::from(count) * R::Sum::from(place.y);
        if !PLANE {
            self.sums[2] += R::Sum::from(count) * R::Sum::from(place.z);
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.extent.merge(&other.extent);
        for axis in 0..3 {
            self.sums[axis] += other.sums[axis];
        }
    }
}

impl<R: Rows> Deref for Component<R> {
    type Target = Extent<R>;

    fn deref(&self) -> &Extent<R> {
        &self.extent
    }
}

impl<R: Rows> Component<R> {
    /// The size and the bounding box.
    #[must_use]
    pub const fn extent(&self) -> &Extent<R> {
        &self.extent
    }

    /// The sums of the coordinates of all pixels or voxels: of columns, of rows, of planes.
    #[must_use]
    pub fn sums(&self) -> [u128; 3] {
        self.sums.map(Into::into)
    }

    /// The mean of each coordinate of the pixels or voxels.
    #[must_use]
    pub fn centroid(&self) -> [f64; 3] {
        let (count, mut means) = (self.extent.size.into() as f64, [0.0; 3]);
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
}
