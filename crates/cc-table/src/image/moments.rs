//! Second moments of components.

use super::component::Component;
use super::measure::{Measure, sealed::Sealed};

/// A component with its second moments, which tell how long it is and in which direction.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, Moments, measure};
///
/// let image: BitmapBuf = "
///     X X . .
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Moments> = measure(image.as_bitmap(), Connectivity::Four);
/// assert_eq!(found[0].component().area(), 6);
/// let [xx, xy, yy] = found[0].covariance();
/// assert!(xx > yy && xy > 0.0);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moments {
    component: Component,
    sum_xx: u128,
    sum_xy: u128,
    sum_yy: u128,
}

impl Sealed for Moments {}

impl Measure for Moments {
    const EMPTY: Self = Self { component: Component::EMPTY, sum_xx: 0, sum_xy: 0, sum_yy: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, y: u64) {
        self.component.add_run(start, end, y);
        // The sum of the squares of the numbers before n.
        let squares = |n: u32| {
            let n = u128::from(n);
            n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6
        };
        let (start_wide, end_wide, y) = (u64::from(start), u64::from(end), u128::from(y));
        let area = u128::from(end_wide - start_wide);
        let sum = (start_wide + end_wide - 1) as u128 * area / 2;
        self.sum_xx += squares(end) - squares(start);
        self.sum_xy += sum * y;
        self.sum_yy += area * y * y;
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.component.merge(&other.component);
        self.sum_xx += other.sum_xx;
        self.sum_xy += other.sum_xy;
        self.sum_yy += other.sum_yy;
    }
}

impl Moments {
    /// Area, box and centroid.
    #[must_use]
    pub const fn component(&self) -> &Component {
        &self.component
    }

    /// The sums of x², x · y and y² over the pixels (x, y).
    #[must_use]
    pub const fn sums(&self) -> [u128; 3] {
        [self.sum_xx, self.sum_xy, self.sum_yy]
    }

    /// The variance of the columns of the pixels, the covariance of columns and rows, and the variance of the rows.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "XXXX".parse()?;
    /// let found: Vec<Moments> = measure(image.as_bitmap(), Connectivity::Four);
    /// assert_eq!(found[0].covariance(), [1.25, 0.0, 0.0]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn covariance(&self) -> [f64; 3] {
        // Exact differences: relative to the corner of the box, area times a sum is less than 2¹²⁸.
        let area = u128::from(self.component.area());
        let (sum_x, sum_y) = self.component.sums();
        let (left, top) = (u128::from(self.component.left()), u128::from(self.component.top()));
        let (x, y) = (sum_x - area * left, sum_y - area * top);
        let xx = self.sum_xx - left * (sum_x + x);
        let yy = self.sum_yy - top * (sum_y + y);
        let xy = self.sum_xy - top * sum_x - left * y;
        let over = |difference: f64| difference / (area as f64 * area as f64);
        let xy = (area * xy) as i128 - (x * y) as i128;
        [over((area * xx - x * x) as f64), over(xy as f64), over((area * yy - y * y) as f64)]
    }

    /// The standard deviations of the pixels along the longest axis and across it. A solid ellipse with half axes a and
    /// b has a / 2 and b / 2.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn axes(&self) -> (f64, f64) {
        let [xx, xy, yy] = self.covariance();
        let (mean, difference) = ((xx + yy) / 2.0, (xx - yy) / 2.0);
        let root = difference.hypot(xy);
        ((mean + root).sqrt(), (mean - root).max(0.0).sqrt())
    }

    /// The angle of the longest axis, from −π/2 to π/2: 0 if it is horizontal, positive if it falls to the right. Rows count
    /// downwards. 0 if all directions are equal.
    ///
    /// ```
    /// use std::f64::consts::FRAC_PI_4;
    ///
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, Moments, measure};
    ///
    /// let image: BitmapBuf = "
    ///     X . .
    ///     . X .
    ///     . . X".parse()?;
    /// let found: Vec<Moments> = measure(image.as_bitmap(), Connectivity::Eight);
    /// assert!((found[0].orientation() - FRAC_PI_4).abs() < 1e-12);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn orientation(&self) -> f64 {
        let [xx, xy, yy] = self.covariance();
        (2.0 * xy).atan2(xx - yy) / 2.0
    }
}
