//! Area and box of components.

use super::measure::{Measure, sealed::Sealed};

/// The area and the bounding box of a component, in 20 bytes: for images with many components, where memory takes most of
/// the time.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "
///     . X X .
///     . . X X".parse()?;
/// let found: Vec<Extent> = measure(image.as_bitmap(), Connectivity::Four);
/// assert_eq!((found.len(), found[0].area()), (1, 4));
/// assert_eq!((found[0].left(), found[0].top(), found[0].right(), found[0].bottom()), (1, 0, 3, 1));
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Extent {
    area: u32,
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

impl Sealed for Extent {}

impl Measure for Extent {
    const EMPTY: Self = Self { area: 0, left: u32::MAX, right: 0, top: u32::MAX, bottom: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, y: u64) {
        self.area += end - start;
        self.left = self.left.min(start);
        self.right = self.right.max(end - 1);
        self.top = self.top.min(y as u32);
        self.bottom = y as u32;
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

impl Extent {
    /// Number of pixels.
    #[must_use]
    pub const fn area(&self) -> u32 {
        self.area
    }

    /// The leftmost column.
    #[must_use]
    pub const fn left(&self) -> u32 {
        self.left
    }

    /// The rightmost column, which is in the component.
    #[must_use]
    pub const fn right(&self) -> u32 {
        self.right
    }

    /// The topmost row.
    #[must_use]
    pub const fn top(&self) -> u32 {
        self.top
    }

    /// The bottommost row, which is in the component.
    #[must_use]
    pub const fn bottom(&self) -> u32 {
        self.bottom
    }
}
