//! Second moments: how long a component is, and in which direction.

use core::array::from_fn;

use super::Component;
use crate::scan::{Measure, Place, Rows};
use crate::sealed::{MaybeZeroable, Sealed};

/// A component with its second moments, which tell how long it is and in which direction.
///
/// ```
/// use cc_label::{Connectivity, Image, Moments, measure};
///
/// let image: Image = "
///     X X . .
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Moments> = measure(&image, Connectivity::FOUR);
/// assert_eq!(found[0].component().area(), 6);
/// let [[xx, xy, _], [_, yy, _], _] = found[0].covariance();
/// assert!(xx > yy && xy > 0.0);
///
/// let volume = Image::from_fn((4, 4, 4), |x, y, z| x == y && z == 0)?;
/// let found: Vec<Moments> = measure(&volume, Connectivity::TWENTY_SIX);
/// assert_eq!(found[0].covariance(), [[1.25, 1.25, 0.0], [1.25, 1.25, 0.0], [0.0; 3]]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
#[cfg_attr(feature = "parallel", zeroable(bound = "Component<R>: bytemuck::Zeroable"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "Component<R>: serde::Serialize"))]
pub struct Moments<R: Rows = u32> {
    component: Component<R>,
    /// The sums of the products of coordinates, xx, xy, yy, xz, yz and zz, modulo 2¹²⁸. In images
    /// and volumes in memory, the sums are less than that.
    products: [u128; 6],
}

impl<R: Rows> Sealed for Moments<R> {}

impl<R: Rows + MaybeZeroable> Measure for Moments<R>
where
    R::Sum: MaybeZeroable,
{
    type Rows = R;

    #[inline]
    fn empty(is_plane: bool) -> Self {
        Self { component: Component::empty(is_plane), products: [0; 6] }
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        self.component.add_run::<PLANE>(start, end, place);
        let (Place { y, z, .. }, n) = (place, u64::from(end - start));
        let sum_x = (u64::from(start) + u64::from(end) - 1) * n / 2;
        let xx = sum_of_squares(start, end);
        // Below 2²⁰, all products are less than 2⁶⁴.
        if (u64::from(end) | y | z) < 1 << 20 {
            let products = [sum_x * y, n * y * y, sum_x * z, n * y * z, n * z * z];
            let [xy, yy, xz, yz, zz] = products.map(u128::from);
            self.add::<PLANE>([xx, xy, yy, xz, yz, zz]);
        } else {
            let [sum_x, n, y, z] = [sum_x, n, y, z].map(u128::from);
            let n_times = |product: u128| n.wrapping_mul(product);
            let [yy, yz, zz] = [n_times(y * y), n_times(y * z), n_times(z * z)];
            self.add::<PLANE>([xx, sum_x * y, yy, sum_x * z, yz, zz]);
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.component.merge(&other.component);
        self.add::<false>(other.products);
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

impl<R: Rows> Moments<R> {
    /// Adds to the sums of products; in a plane, those with z are 0.
    #[inline(always)]
    fn add<const PLANE: bool>(&mut self, products: [u128; 6]) {
        let used = if PLANE { 3 } else { 6 };
        for (sum, product) in self.products[..used].iter_mut().zip(products) {
            *sum = sum.wrapping_add(product);
        }
    }

    /// Area, box and centroid.
    #[must_use]
    pub const fn component(&self) -> &Component<R> {
        &self.component
    }

    /// The sums of the products of each two coordinates over the pixels or voxels, modulo 2¹²⁸. Only
    /// images of more than 2³² rows have larger sums.
    #[must_use]
    pub fn products(&self) -> [[u128; 3]; 3] {
        let [xx, xy, yy, xz, yz, zz] = self.products;
        [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    }

    /// The covariance of each two coordinates of the pixels or voxels, a symmetric matrix with the
    /// variances on its diagonal.
    ///
    /// The differences are exact for components of fewer than 2³² pixels or voxels.
    #[must_use]
    pub fn covariance(&self) -> [[f64; 3]; 3] {
        let (count, sums) = (u128::from(self.component.size()), self.component.sums());
        let lower = self.component.lower.map(|at| u128::from(at.into()));
        // Sums relative to the corner of the box are small, so they are right although the sums are
        // modulo 2¹²⁸.
        let relative: [u128; 3] = from_fn(|i| sums[i].wrapping_sub(count.wrapping_mul(lower[i])));
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
    /// use cc_label::{Connectivity, Image, Moments, measure};
    ///
    /// let volume = Image::from_fn((1, 4, 2), |_, _, _| true)?;
    /// let found: Vec<Moments> = measure(&volume, Connectivity::SIX);
    /// let [(long, direction), (short, _), _] = found[0].axes();
    /// assert_eq!((long, short), (1.25_f64.sqrt(), 0.5));
    /// assert_eq!(direction.map(f64::abs), [0.0, 1.0, 0.0]);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn axes(&self) -> [(f64, [f64; 3]); 3] {
        principal_axes(self.covariance()).map(|(value, axis)| (value.max(0.0).sqrt(), axis))
    }

    /// The angle of the longest axis in the plane of x and y, from −π/2 to π/2: 0 if it is
    /// horizontal, positive if it falls to the right. Rows count downwards. 0 if all directions are
    /// equal.
    ///
    /// ```
    /// use std::f64::consts::FRAC_PI_4;
    ///
    /// use cc_label::{Connectivity, Image, Moments, measure};
    ///
    /// let image: Image = "
    ///     X . .
    ///     . X .
    ///     . . X".parse()?;
    /// let found: Vec<Moments> = measure(&image, Connectivity::EIGHT);
    /// assert!((found[0].orientation() - FRAC_PI_4).abs() < 1e-12);
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn orientation(&self) -> f64 {
        let [[xx, xy, _], [_, yy, _], _] = self.covariance();
        (2.0 * xy).atan2(xx - yy) / 2.0
    }
}

/// Returns the eigenvalues of a symmetric matrix, the largest first, and their vectors of length 1.
#[cfg(feature = "std")]
pub(crate) fn principal_axes(mut matrix: [[f64; 3]; 3]) -> [(f64, [f64; 3]); 3] {
    let mut axes: [[f64; 3]; 3] = from_fn(|i| from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    // Jacobi rotations: each clears an entry off the diagonal, and all become small soon.
    let pairs = (0..3).flat_map(|i| (i + 1..3).map(move |j| (i, j)));
    for (i, j) in pairs.cycle().take(10 * 3) {
        if matrix[i][j] == 0.0 {
            continue;
        }
        let difference = matrix[i][i] - matrix[j][j];
        let angle = (2.0 * matrix[i][j] * difference.signum()).atan2(difference.abs()) / 2.0;
        let (sin, cos) = angle.sin_cos();
        let rotate = |a: f64, b: f64| (cos * a + sin * b, cos * b - sin * a);
        for row in &mut matrix {
            (row[i], row[j]) = rotate(row[i], row[j]);
        }
        for column in 0..3 {
            (matrix[i][column], matrix[j][column]) = rotate(matrix[i][column], matrix[j][column]);
            (axes[i][column], axes[j][column]) = rotate(axes[i][column], axes[j][column]);
        }
    }
    let mut found = from_fn(|axis| (matrix[axis][axis], axes[axis]));
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Extent;

    /// A column of more pixels than a test can scan: numbers of more than 128 bits.
    #[test]
    fn covariance_of_many_pixels() {
        let n = 1_u128 << 42;
        let (last, sum, squares) = (n - 1, n * (n - 1) / 2, (n - 1) * n * (2 * n - 1) / 6);
        let extent = Extent { size: n as u64, lower: [0; 3], upper: [0, last as u64, 0] };
        let component = Component { extent, sums: [0, sum, 0] };
        let found = Moments { component, products: [0, 0, squares, 0, 0, 0] };
        let ([[xx, xy, _], [_, yy, _], _], variance) = (found.covariance(), 2_f64.powi(84) / 12.0);
        assert_eq!((xx, xy), (0.0, 0.0));
        assert!((yy / variance - 1.0).abs() < 1e-9, "{yy}");
    }
}
