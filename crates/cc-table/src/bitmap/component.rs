/// What is known of a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Component {
    /// Pixels.
    pub area: u64,
    /// Leftmost column.
    pub left: u32,
    /// Rightmost column.
    pub right: u32,
    /// Topmost row.
    pub top: u64,
    /// Bottommost row.
    pub bottom: u64,
    /// The sum of the columns of all pixels.
    pub sum_x: u128,
    /// The sum of the rows of all pixels.
    pub sum_y: u128,
}

impl Component {
    /// Of no pixel.
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

    /// The mean column and row of its pixels.
    #[must_use]
    pub fn centroid(&self) -> (f64, f64) {
        let area = self.area as f64;
        (self.sum_x as f64 / area, self.sum_y as f64 / area)
    }

    /// Columns of its box.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.right - self.left + 1
    }

    /// Rows of its box.
    #[must_use]
    pub const fn height(&self) -> u64 {
        self.bottom - self.top + 1
    }
}
