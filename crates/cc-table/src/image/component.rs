//! Area, box and centroid of components.

use super::measure::{Measure, sealed::Sealed};

/// A component of an image: its area, bounding box and centroid.
///
/// Rows are counted in `R` and coordinates added up in `S`. The defaults are enough for images in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "Fields", bound(deserialize = "R: TryFrom<u64>, S: TryFrom<u128>"))
)]
pub struct Component<R = u32, S = u64> {
    area: R,
    left: u32,
    right: u32,
    top: R,
    bottom: R,
    sum_x: S,
    sum_y: S,
}

/// A component of an image of any height.
pub type TallComponent = Component<u64, u128>;

macro_rules! impl_measure {
    ($rows:ty, $sum:ty) => {
        impl Sealed for Component<$rows, $sum> {}

        impl Measure for Component<$rows, $sum> {
            const EMPTY: Self = Self {
                area: 0,
                left: u32::MAX,
                right: 0,
                top: <$rows>::MAX,
                bottom: 0,
                sum_x: 0,
                sum_y: 0,
            };

            #[inline(always)]
            fn add_run(&mut self, start: u32, end: u32, y: u64) {
                let (first, last) = (u64::from(start), u64::from(end) - 1);
                let area = last - first + 1;
                self.area += area as $rows;
                self.left = self.left.min(start);
                self.right = self.right.max(end - 1);
                self.top = self.top.min(y as $rows);
                self.bottom = y as $rows;
                self.sum_x += <$sum>::from((first + last) * area / 2);
                self.sum_y += <$sum>::from(area) * <$sum>::from(y);
            }

            #[inline(always)]
            fn merge(&mut self, other: &Self) {
                self.area += other.area;
                self.left = self.left.min(other.left);
                self.right = self.right.max(other.right);
                self.top = self.top.min(other.top);
                self.bottom = self.bottom.max(other.bottom);
                self.sum_x += other.sum_x;
                self.sum_y += other.sum_y;
            }
        }
    };
}

// Images in memory have fewer than 2³² pixels, so sums of their columns or rows are less than 2⁶⁴.
impl_measure!(u32, u64);
impl_measure!(u64, u128);

impl<R: Copy + Into<u64>, S: Copy + Into<u128>> Component<R, S> {
    /// Number of pixels.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = "X X . X".parse()?;
    /// let areas = components(image.as_bitmap(), Connectivity::Four).iter().map(|c| c.area()).collect::<Vec<_>>();
    /// assert_eq!(areas, [2, 1]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> u64 {
        self.area.into()
    }

    /// The leftmost column.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = ". X X X .".parse()?;
    /// let component = components(image.as_bitmap(), Connectivity::Four)[0];
    /// assert_eq!((component.left(), component.right()), (1, 3));
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left.into()
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub fn right(&self) -> u64 {
        self.right.into()
    }

    /// The topmost row.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = "
    ///     . .
    ///     . X
    ///     . X".parse()?;
    /// let component = components(image.as_bitmap(), Connectivity::Four)[0];
    /// assert_eq!((component.top(), component.bottom()), (1, 2));
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn top(&self) -> u64 {
        self.top.into()
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub fn bottom(&self) -> u64 {
        self.bottom.into()
    }

    /// Number of columns of the bounding box.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = "
    ///     . X X .
    ///     . . X X".parse()?;
    /// let component = components(image.as_bitmap(), Connectivity::Four)[0];
    /// assert_eq!((component.left(), component.right(), component.width()), (1, 3, 3));
    /// assert_eq!((component.top(), component.bottom(), component.height()), (0, 1, 2));
    /// assert_eq!(component.area(), 4);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn width(&self) -> u64 {
        self.right() - self.left() + 1
    }

    /// Number of rows of the bounding box.
    #[must_use]
    pub fn height(&self) -> u64 {
        self.bottom() - self.top() + 1
    }

    /// The sum of the columns of all pixels, and the sum of their rows.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = "
    ///     X X .
    ///     . X X".parse()?;
    /// assert_eq!(components(image.as_bitmap(), Connectivity::Four)[0].sums(), (0 + 1 + 1 + 2, 0 + 0 + 1 + 1));
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn sums(&self) -> (u128, u128) {
        (self.sum_x.into(), self.sum_y.into())
    }

    /// The mean column and row of the pixels.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, components};
    ///
    /// let image: BitmapBuf = "XXXX".parse()?;
    /// assert_eq!(components(image.as_bitmap(), Connectivity::Four)[0].centroid(), (1.5, 0.0));
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn centroid(&self) -> (f64, f64) {
        let (area, (x, y)) = (self.area() as f64, self.sums());
        (x as f64 / area, y as f64 / area)
    }
}

/// A serialized component.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Fields {
    area: u64,
    left: u32,
    right: u32,
    top: u64,
    bottom: u64,
    sum_x: u128,
    sum_y: u128,
}

#[cfg(feature = "serde")]
impl<R: TryFrom<u64>, S: TryFrom<u128>> TryFrom<Fields> for Component<R, S> {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, &'static str> {
        let Fields { area, left, right, top, bottom, sum_x, sum_y } = fields;
        if left > right || top > bottom {
            return Err("expected a bounding box with its corners in order");
        }
        let columns = u128::from(right - left) + 1;
        let rows = u128::from(bottom - top) + 1;
        // A connected component reaches each row and each column of its box.
        let least = columns.max(rows);
        if u128::from(area) < least || u128::from(area) > columns * rows {
            return Err("expected an area that fits the bounding box");
        }
        let within = |sum: u128, least: u64, most: u64| {
            let area = u128::from(area);
            u128::from(least) * area <= sum && sum <= u128::from(most) * area
        };
        if !within(sum_x, left.into(), right.into()) || !within(sum_y, top, bottom) {
            return Err("expected a centroid inside the bounding box");
        }
        let too_large = "expected fewer than 2^32 pixels";
        let row = |row| R::try_from(row).map_err(|_| too_large);
        let sum = |sum| S::try_from(sum).map_err(|_| too_large);
        let (area, top, bottom) = (row(area)?, row(top)?, row(bottom)?);
        Ok(Self { area, left, right, top, bottom, sum_x: sum(sum_x)?, sum_y: sum(sum_y)? })
    }
}
