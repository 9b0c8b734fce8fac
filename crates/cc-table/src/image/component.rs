//! Statistics of components.

/// A component of an image: its area, bounding box and centroid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Fields"))]
pub struct Component {
    area: u64,
    left: u32,
    right: u32,
    top: u64,
    bottom: u64,
    sum_x: u128,
    sum_y: u128,
}

impl Component {
    /// Without pixels.
    pub(super) const EMPTY: Self =
        Self { area: 0, left: u32::MAX, right: 0, top: u64::MAX, bottom: 0, sum_x: 0, sum_y: 0 };

    /// Adds one run, from `start` to before `end` in row `y`; rows come in order.
    #[inline(always)]
    pub(super) fn add_run(&mut self, start: u32, end: u32, y: u64) {
        let (first, last) = (u64::from(start), u64::from(end) - 1);
        let area = last - first + 1;
        self.area += area;
        self.left = self.left.min(start);
        self.right = self.right.max(end - 1);
        self.top = self.top.min(y);
        self.bottom = y;
        self.sum_x += u128::from((first + last) * area / 2);
        self.sum_y += u128::from(area) * u128::from(y);
    }

    #[inline(always)]
    pub(super) fn merge(&mut self, other: &Self) {
        self.area += other.area;
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
        self.sum_x += other.sum_x;
        self.sum_y += other.sum_y;
    }

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
    pub const fn area(&self) -> u64 {
        self.area
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
    pub const fn left(&self) -> u64 {
        self.left as u64
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub const fn right(&self) -> u64 {
        self.right as u64
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
    pub const fn top(&self) -> u64 {
        self.top
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub const fn bottom(&self) -> u64 {
        self.bottom
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
    pub const fn width(&self) -> u64 {
        self.right as u64 - self.left as u64 + 1
    }

    /// Number of rows of the bounding box.
    #[must_use]
    pub const fn height(&self) -> u64 {
        self.bottom - self.top + 1
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
    pub const fn sums(&self) -> (u128, u128) {
        (self.sum_x, self.sum_y)
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
        let area = self.area as f64;
        (self.sum_x as f64 / area, self.sum_y as f64 / area)
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
impl TryFrom<Fields> for Component {
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
        Ok(Self { area, left, right, top, bottom, sum_x, sum_y })
    }
}
