//! What is measured of the components of a volume: numbers of voxels and boxes, centroids, second
//! moments.
//!
//! As in an image (`measure`), all are sums, minima and maxima over runs, with a third axis.

use core::array::from_fn;

use super::measure::{Measure, Place, sum_of_squares};
use super::sealed::Sealed;
use super::volume::{Neighbors, Volume};

/// A component of a volume: its number of voxels, bounding box and centroid.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "serialize::VolumeComponent"))]
pub struct VolumeComponent {
    voxels: u32,
    lower: [u32; 3],
    upper: [u32; 3],
    /// Fewer than 2³² voxels have sums of less than 2⁶⁴.
    sums: [u64; 3],
}

impl Sealed for VolumeComponent {}

impl Measure for VolumeComponent {
    type Connectivity = Neighbors;
    type Rows = u32;

    const EMPTY: Self = Self { voxels: 0, lower: [u32::MAX; 3], upper: [0; 3], sums: [0; 3] };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, Place { y, z, .. }: Place) {
        let (voxels, ends) = (u64::from(end - start), u64::from(start) + u64::from(end) - 1);
        self.merge(&Self {
            voxels: end - start,
            lower: [start, y as u32, z as u32],
            upper: [end - 1, y as u32, z as u32],
            sums: [ends * voxels / 2, voxels * y, voxels * z],
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

impl VolumeComponent {
    /// Number of voxels.
    #[must_use]
    pub fn voxel_count(&self) -> u64 {
        self.voxels.into()
    }

    /// The smallest x, y and z of the voxels.
    #[must_use]
    pub fn lower(&self) -> (usize, usize, usize) {
        self.lower.map(|at| at as usize).into()
    }

    /// The largest x, y and z of the voxels.
    #[must_use]
    pub fn upper(&self) -> (usize, usize, usize) {
        self.upper.map(|at| at as usize).into()
    }

    /// Width, height and depth of the bounding box.
    #[must_use]
    pub fn size(&self) -> (usize, usize, usize) {
        from_fn::<_, 3, _>(|axis| (self.upper[axis] - self.lower[axis]) as usize + 1).into()
    }

    /// Returns whether the box touches the border of `volume`, in which the component is.
    #[must_use]
    pub fn touches_border(&self, volume: &Volume) -> bool {
        let size = [volume.width(), volume.height(), volume.depth()];
        (0..3).any(|axis| self.lower[axis] == 0 || self.upper[axis] as usize + 1 == size[axis])
    }

    /// The sums of x, y and z of the voxels.
    #[must_use]
    pub const fn sums(&self) -> [u64; 3] {
        self.sums
    }

    /// The mean x, y and z of the voxels.
    #[must_use]
    pub fn centroid(&self) -> (f64, f64, f64) {
        self.sums.map(|sum| sum as f64 / f64::from(self.voxels)).into()
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

/// The serialized form, which is checked.
#[cfg(feature = "serde")]
mod serialize {
    #[derive(serde::Deserialize)]
    pub(super) struct VolumeComponent {
        voxels: u32,
        lower: [u32; 3],
        upper: [u32; 3],
        sums: [u64; 3],
    }

    impl TryFrom<VolumeComponent> for super::VolumeComponent {
        type Error = &'static str;

        fn try_from(stored: VolumeComponent) -> Result<Self, &'static str> {
            let VolumeComponent { voxels, lower, upper, sums } = stored;
            for axis in 0..3 {
                let (least, most) = (u64::from(lower[axis]), u64::from(upper[axis]));
                // A connected component reaches each plane of its box.
                if least > most || most - least >= voxels.into() {
                    return Err("expected a bounding box that fits the number of voxels");
                }
                let within =
                    u128::from(least) * u128::from(voxels)..=u128::from(most) * u128::from(voxels);
                if !within.contains(&sums[axis].into()) {
                    return Err("expected a centroid inside the bounding box");
                }
            }
            Ok(Self { voxels, lower, upper, sums })
        }
    }
}
