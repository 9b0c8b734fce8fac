//! What is measured of the components of a volume: numbers of voxels and boxes, centroids, second
//! moments.
//!
//! As in an image (`measure`), all are sums, minima and maxima over runs, with a third axis.

use core::array::from_fn;

use super::measure::{Measure, Place, Rows, sum_of_squares};
use super::sealed::Sealed;
use super::volume::{Neighbors, Volume};

/// A component of a volume: its number of voxels, bounding box and centroid. `R` is the type of
/// positions and numbers of voxels.
///
/// ```
/// use cc_table::labeling::{Neighbors, Volume, components};
///
/// let volume = Volume::from_fn(4, 3, 2, |x, y, z| x < 2 && y == z || (x, y, z) == (3, 2, 0))?;
/// let found = components(&volume, Neighbors::Eighteen);
/// assert_eq!((found[0].voxel_count(), found[1].voxel_count()), (4, 1));
/// assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (1, 1, 1)));
/// assert_eq!((found[0].size(), found[0].centroid()), ((2, 2, 2), (0.5, 0.5, 0.5)));
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
        try_from = "serialize::VolumeComponent<R>",
        bound(
            serialize = "R: serde::Serialize, R::Sum: serde::Serialize",
            deserialize = "serialize::VolumeComponent<R>: serde::Deserialize<'de>"
        )
    )
)]
pub struct VolumeComponent<R = u32>
where
    R: Rows,
{
    voxels: R,
    lower: [R; 3],
    upper: [R; 3],
    /// Fewer than 2³² voxels have sums of less than 2⁶⁴.
    sums: [R::Sum; 3],
}

/// A component of tiles: of a volume of any size, or of an image, which has one plane.
pub type TileComponent = VolumeComponent<u64>;

impl<R: Rows> Sealed for VolumeComponent<R> {}

impl<R: Rows> Measure for VolumeComponent<R> {
    type Connectivity = Neighbors;
    type Rows = R;

    const EMPTY: Self =
        Self { voxels: R::ZERO, lower: [R::MAX; 3], upper: [R::ZERO; 3], sums: [R::NO_SUM; 3] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, Place { y, z, .. }: Place) {
        let (voxels, ends) = (u64::from(end - start), u64::from(start) + u64::from(end) - 1);
        let sum = R::Sum::from;
        self.merge(&Self {
            voxels: R::of(voxels),
            lower: [start.into(), y, z].map(R::of),
            upper: [u64::from(end) - 1, y, z].map(R::of),
            sums: [sum(ends * voxels / 2), sum(voxels) * sum(y), sum(voxels) * sum(z)],
        });
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.voxels += other.voxels;
        for axis in 0..3 {
            self.lower[axis] = self.lower[axis].min(other.lower[axis]);
            self.upper[axis] = self.upper[axis].max(other.upper[axis]);
            self.sums[axis] += other.sums[axis];
        }
    }
}

impl<R: Rows> VolumeComponent<R> {
    /// Number of voxels.
    #[must_use]
    pub fn voxel_count(&self) -> u64 {
        self.voxels.into()
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

    /// Returns whether the box touches the border of `volume`, in which the component is.
    #[must_use]
    pub fn touches_border(&self, volume: &Volume) -> bool {
        let size = [volume.width(), volume.height(), volume.depth()].map(|side| side as u64);
        let [lower, upper] = [self.lower, self.upper].map(|corner| corner.map(Into::into));
        (0..3).any(|axis| lower[axis] == 0 || upper[axis] + 1 == size[axis])
    }

    /// The sums of x, y and z of the voxels.
    #[must_use]
    pub fn sums(&self) -> [u128; 3] {
        self.sums.map(Into::into)
    }

    /// The mean x, y and z of the voxels.
    #[must_use]
    pub fn centroid(&self) -> (f64, f64, f64) {
        let voxels = self.voxel_count() as f64;
        self.sums().map(|sum| sum as f64 / voxels).into()
    }

    /// Checks the measures of a component that was stored.
    fn checked(self) -> Result<Self, &'static str> {
        let voxels = self.voxel_count();
        for (axis, sum) in self.sums().into_iter().enumerate() {
            let (least, most) = (self.lower[axis].into(), self.upper[axis].into());
            // A connected component reaches each plane of its box.
            if least > most || most - least >= voxels || usize::try_from(most).is_err() {
                return Err("expected a bounding box that fits the number of voxels");
            }
            let voxels = u128::from(voxels);
            if !(u128::from(least) * voxels..=u128::from(most) * voxels).contains(&sum) {
                return Err("expected a centroid inside the bounding box");
            }
        }
        Ok(self)
    }
}

impl TileComponent {
    /// Number of bytes of a component in the state of a tile.
    pub(super) const BYTES: usize = 104;

    /// Moves the component along the three axes, to places that are known to exist.
    pub(super) fn move_by(&mut self, distance: [u64; 3]) {
        for (axis, distance) in distance.into_iter().enumerate() {
            self.lower[axis] += distance;
            self.upper[axis] += distance;
            self.sums[axis] += u128::from(self.voxels) * u128::from(distance);
        }
    }

    /// Returns the measures in little-endian order.
    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let Self { voxels, lower: [x, y, z], upper: [right, bottom, back], sums } = self;
        let [a, b, c] = sums.map(|sum| [sum as u64, (sum >> 64) as u64]);
        let words = [voxels, x, y, z, right, bottom, back, a[0], a[1], b[0], b[1], c[0], c[1]];
        let mut bytes = [0; Self::BYTES];
        for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *to = word.to_le_bytes();
        }
        bytes
    }

    /// `None` if these are not the bytes of a component.
    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let word =
            |i: usize| bytes.as_chunks().0.get(i).map_or(0, |word| u64::from_le_bytes(*word));
        let corner = |i: usize| [word(i), word(i + 1), word(i + 2)];
        let sum = |i: usize| u128::from(word(i)) | u128::from(word(i + 1)) << 64;
        let sums = [sum(7), sum(9), sum(11)];
        Self { voxels: word(0), lower: corner(1), upper: corner(4), sums }.checked().ok()
    }
}

/// A component of a volume with its second moments, which tell how long it is and in which
/// directions.
///
/// ```
/// use cc_table::labeling::{Neighbors, Volume, VolumeMoments, measure};
///
/// let volume = Volume::from_fn(4, 4, 4, |x, y, z| x == y && z == 0)?;
/// let found: Vec<VolumeMoments> = measure(&volume, Neighbors::TwentySix);
/// assert_eq!(found[0].covariance(), [[1.25, 1.25, 0.0], [1.25, 1.25, 0.0], [0.0; 3]]);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VolumeMoments {
    component: VolumeComponent,
    /// Of xx, yy, zz, xy, xz and yz. Fewer than 2³² voxels have sums of less than 2⁹⁶.
    sums: [u128; 6],
}

impl Sealed for VolumeMoments {}

impl Measure for VolumeMoments {
    type Connectivity = Neighbors;
    type Rows = u32;

    const EMPTY: Self = Self { component: VolumeComponent::EMPTY, sums: [0; 6] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        let (y, z, n) = (place.y, place.z, u64::from(end - start));
        let sum_x = (u64::from(start) + u64::from(end) - 1) * n / 2;
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let (yy, zz, yz) = (product(n * y, y), product(n * z, z), product(n * y, z));
        let sums = [sum_of_squares(start, end), yy, zz, product(sum_x, y), product(sum_x, z), yz];
        let mut component = VolumeComponent::EMPTY;
        component.add_run(start, end, place);
        self.merge(&Self { component, sums });
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.component.merge(&other.component);
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum += other;
        }
    }
}

impl VolumeMoments {
    /// Number of voxels, box and centroid.
    #[must_use]
    pub const fn component(&self) -> &VolumeComponent {
        &self.component
    }

    /// The sums of x², y², z², x · y, x · z and y · z over the voxels (x, y, z).
    #[must_use]
    pub const fn sums(&self) -> [u128; 6] {
        self.sums
    }

    /// The covariance of x, y and z of the voxels, a symmetric matrix with the variances on its
    /// diagonal. The differences are exact.
    #[must_use]
    pub fn covariance(&self) -> [[f64; 3]; 3] {
        let VolumeComponent { voxels, lower, sums, .. } = self.component;
        let n = i128::from(voxels);
        // Sums relative to the corner of the box; products with the number of voxels then fit.
        let lower = lower.map(i128::from);
        let relative: [i128; 3] = from_fn(|axis| i128::from(sums[axis]) - n * lower[axis]);
        let entry = |i: usize, j: usize, sum: u128| {
            let sum = sum.cast_signed() - lower[i] * i128::from(sums[j]) - lower[j] * relative[i];
            let (a, b) = (n.checked_mul(sum), relative[i].checked_mul(relative[j]));
            let difference = match (a, b) {
                (Some(a), Some(b)) => (a - b) as f64,
                _ => n as f64 * sum as f64 - relative[i] as f64 * relative[j] as f64,
            };
            difference / (n as f64 * n as f64)
        };
        let [xx, yy, zz, xy, xz, yz] = self.sums;
        let (xy, xz, yz) = (entry(0, 1, xy), entry(0, 2, xz), entry(1, 2, yz));
        [[entry(0, 0, xx), xy, xz], [xy, entry(1, 1, yy), yz], [xz, yz, entry(2, 2, zz)]]
    }

    /// The principal axes, the longest first: the standard deviation of the voxels along each axis,
    /// and its direction, a vector of length 1. A solid ellipsoid with half axes a, b and c has
    /// a / √5, b / √5 and c / √5.
    ///
    /// ```
    /// use cc_table::labeling::{Neighbors, Volume, VolumeMoments, measure};
    ///
    /// let volume = Volume::from_fn(1, 4, 2, |_, _, _| true)?;
    /// let found: Vec<VolumeMoments> = measure(&volume, Neighbors::Six);
    /// let [(long, direction), (short, _), _] = found[0].axes();
    /// assert_eq!((long, short), (1.25_f64.sqrt(), 0.5));
    /// assert_eq!(direction.map(f64::abs), [0.0, 1.0, 0.0]);
    /// # Ok::<(), cc_table::labeling::BitmapError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn axes(&self) -> [(f64, [f64; 3]); 3] {
        let (mut matrix, mut axes) =
            (self.covariance(), [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]]);
        // Jacobi rotations: each clears an entry off the diagonal, and all become small soon.
        for (i, j) in [(0, 1), (0, 2), (1, 2)].into_iter().cycle().take(30) {
            let difference = matrix[i][i] - matrix[j][j];
            let angle = (2.0 * matrix[i][j] * difference.signum()).atan2(difference.abs()) / 2.0;
            let (sin, cos) = angle.sin_cos();
            let rotate = |a: f64, b: f64| (cos * a + sin * b, cos * b - sin * a);
            for row in &mut matrix {
                (row[i], row[j]) = rotate(row[i], row[j]);
            }
            for column in 0..3 {
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

/// Another measure and the surface: the number of faces between voxels of the component and unset
/// voxels, or the outside of the volume.
///
/// A column of voxels along an axis has two such faces for each of its runs. So half of them are
/// counted, those to earlier voxels.
///
/// ```
/// use cc_table::labeling::{Neighbors, Volume, WithSurface, measure};
///
/// let volume = Volume::from_fn(4, 2, 2, |x, y, z| x < 2 && (x, y, z) != (1, 1, 1))?;
/// let found: Vec<WithSurface> = measure(&volume, Neighbors::Six);
/// assert_eq!((found[0].measure().voxel_count(), found[0].face_count()), (7, 24));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WithSurface<M = VolumeComponent> {
    measure: M,
    faces: u64,
}

impl<M> Sealed for WithSurface<M> {}

impl<M: Measure<Connectivity = Neighbors>> Measure for WithSurface<M> {
    type Connectivity = Neighbors;
    type Rows = M::Rows;

    const LINKS: bool = true;
    const EMPTY: Self = Self { measure: M::EMPTY, faces: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.measure.add_run(start, end, place);
        self.faces += 2;
    }

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
        self.faces += 2 * u64::from(links);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.measure.merge(&other.measure);
        self.faces += other.faces;
    }
}

impl<M> WithSurface<M> {
    /// The other measure.
    #[must_use]
    pub const fn measure(&self) -> &M {
        &self.measure
    }

    /// Number of faces to unset voxels and to the outside.
    #[must_use]
    pub const fn face_count(&self) -> u64 {
        self.faces
    }
}

/// The serialized form, which is checked.
#[cfg(feature = "serde")]
mod serialize {
    use super::Rows;

    #[derive(serde::Deserialize)]
    #[serde(bound = "R: serde::Deserialize<'de>, R::Sum: serde::Deserialize<'de>")]
    pub(super) struct VolumeComponent<R: Rows> {
        voxels: R,
        lower: [R; 3],
        upper: [R; 3],
        sums: [R::Sum; 3],
    }

    impl<R: Rows> TryFrom<VolumeComponent<R>> for super::VolumeComponent<R> {
        type Error = &'static str;

        fn try_from(stored: VolumeComponent<R>) -> Result<Self, &'static str> {
            let VolumeComponent { voxels, lower, upper, sums } = stored;
            Self { voxels, lower, upper, sums }.checked()
        }
    }
}
