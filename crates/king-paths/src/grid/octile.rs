//! Exact lengths of paths whose diagonal steps are √2 long.
//!
//! A length is a pair (a, b) of steps for a + b · √2, and is never rounded. Two lengths compare as
//! the sign of the difference of the pairs: x ↦ x · |x| keeps the order, so the sign of a + b · √2
//! is that of a · |a| + 2 · b · |b|, in 128 bits for every grid.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Add;

use super::size::Point;

/// The length of a path whose straight steps are 1 and whose diagonal steps are √2 long.
///
/// The order is exact, because √2 is never rounded. Two lengths are equal only if both numbers of
/// steps are.
///
/// ```
/// use king_paths::grid::OctileCost;
///
/// let cost = OctileCost::new(2, 5);
/// assert_eq!((cost.straight(), cost.diagonal()), (2, 5));
/// assert_eq!(cost.to_string(), "9.07106781");
/// // 7 steps to the side are shorter than 5 diagonal ones, and 99 are longer than 70.
/// assert!(OctileCost::new(7, 0) < OctileCost::new(0, 5));
/// assert!(OctileCost::new(99, 0) > OctileCost::new(0, 70));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OctileCost {
    straight: u32,
    diagonal: u32,
}

impl OctileCost {
    /// The length of a path without steps.
    pub const ZERO: Self = Self::new(0, 0);

    /// One straight step.
    pub const STRAIGHT: Self = Self::new(1, 0);

    /// One diagonal step.
    pub const DIAGONAL: Self = Self::new(0, 1);

    /// Longer than every path on a grid, which has fewer than 2³² steps.
    pub(super) const NEVER: Self = Self::new(u32::MAX, u32::MAX);

    /// The entry of a cell that a stopped search has reached but not examined: its cost is not
    /// final.
    pub(super) const OPEN: Self = Self::new(u32::MAX, 0);

    /// The length of a path with these numbers of steps.
    #[must_use]
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// The length of a shortest path between two cells of an open map, whose coordinates are less
    /// than 2³².
    ///
    /// ```
    /// use king_paths::grid::OctileCost;
    ///
    /// assert_eq!(OctileCost::between((1, 1), (4, 9)), OctileCost::new(5, 3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn between(from: Point, to: Point) -> Self {
        // Coordinates are less than 2³².
        let (dx, dy) = (from.0.abs_diff(to.0) as u32, from.1.abs_diff(to.1) as u32);
        let diagonal = if dx < dy { dx } else { dy };
        Self::new(dx.abs_diff(dy), diagonal)
    }

    /// Number of straight steps.
    #[must_use]
    pub const fn straight(self) -> u32 {
        self.straight
    }

    /// Number of diagonal steps.
    #[must_use]
    pub const fn diagonal(self) -> u32 {
        self.diagonal
    }

    /// The length as a floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * core::f64::consts::SQRT_2
    }

    /// The length of a step into a cell of cost `weight`.
    #[inline(always)]
    pub(super) const fn step(is_diagonal: bool, weight: u32) -> Self {
        if is_diagonal { Self::new(0, weight) } else { Self::new(weight, 0) }
    }

    /// The sum of two lengths rounded down.
    #[inline(always)]
    pub(super) fn floor_of_sum(self, other: Self) -> u64 {
        let straight = u64::from(self.straight) + u64::from(other.straight);
        // Less than 2³³, so b · √2 is less than 2³⁴.
        let diagonal = u64::from(self.diagonal) + u64::from(other.diagonal);
        let square = |x: u64| u128::from(x) * u128::from(x);
        // √2 is rounded down, so this is ⌊b · √2⌋ or one less.
        let floor = ((u128::from(diagonal) * u128::from(SQRT_2)) >> 63) as u64;
        straight + floor + u64::from(square(floor + 1) <= 2 * square(diagonal))
    }
}

/// √2 · 2⁶³, rounded down.
const SQRT_2: u64 = 0xb504_f333_f9de_6484;

/// The order of a + b · √2 and 0.
#[inline(always)]
fn order(a: i64, b: i64) -> Ordering {
    // x ↦ x · |x| keeps the order, so a and −b · √2 compare as a · |a| and −2 · b · |b|.
    let square = |x: i64| i128::from(x) * i128::from(x.abs());
    (square(a) + 2 * square(b)).cmp(&0)
}

impl Ord for OctileCost {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        order(
            i64::from(self.straight) - i64::from(other.straight),
            i64::from(self.diagonal) - i64::from(other.diagonal),
        )
    }
}

impl PartialOrd for OctileCost {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for OctileCost {
    type Output = Self;

    /// The length of two paths one after the other.
    ///
    /// # Panics
    /// In debug builds, if there are 2³² straight steps or diagonal steps.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.straight + other.straight, self.diagonal + other.diagonal)
    }
}

impl fmt::Display for OctileCost {
    /// Writes eight digits after the point, or the precision asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.precision() {
            Some(_) => self.to_f64().fmt(f),
            None => write!(f, "{:.8}", self.to_f64()),
        }
    }
}

/// A shortest path whose diagonal steps are √2 long: its length, and its cells from the first to
/// the last.
pub type OctilePath = (OctileCost, Vec<Point>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_rounded_down() {
        let check = |a: u32, b: u32, c: u32| {
            let straight = u64::from(a) + u64::from(c);
            let floor =
                OctileCost::new(a, b).floor_of_sum(OctileCost::new(c, b / 2 + 1)) - straight;
            let diagonal = u128::from(b) + u128::from(b / 2 + 1);
            let square = |x: u64| u128::from(x) * u128::from(x);
            let range = square(floor)..square(floor + 1);
            assert!(range.contains(&(2 * diagonal * diagonal)), "{a} {b} {c}");
        };
        for i in 0..2_000 {
            let b = i * 0x9e37_79b9 % u64::from(u32::MAX);
            check(i as u32, b as u32, u32::MAX - i as u32);
            check(i as u32, i as u32, 3);
        }
    }
}
