//! Queries about the components of an image in memory.

use alloc::vec::Vec;

use bitboard_core::limits::unlimited;
use bitboard_core::{Connectivity, Interrupted, Limits};

use super::bitmap::Bitmap;
use super::limits::RowWatch;
use super::measure::{Component, Measure};
use super::part::scan_image;
use super::pass::Pass;

/// Returns the components of an image in raster order: that of their first pixels, row by row.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(components(&image, Connectivity::Four).len(), 3);
/// assert_eq!(components(&image, Connectivity::Eight).len(), 1);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn components<'a>(image: impl Into<Bitmap<'a>>, connectivity: Connectivity) -> Vec<Component> {
    measure(image, connectivity)
}

/// [`components`] within limits. A node is a row.
///
/// ```
/// use cc_table::{Connectivity, Limits, StopReason};
/// use cc_table::labeling::{BitmapBuf, try_components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .
///     . . X".parse()?;
/// let (image, limits) = (&image, Limits::new().nodes(2));
/// let stopped = try_components(image, Connectivity::Four, &limits).unwrap_err();
/// assert_eq!((stopped.reason, stopped.partial), (StopReason::Nodes, 2));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_components<'a>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    try_measure(image, connectivity, limits)
}

/// Returns the components of an image in raster order. The type of the elements selects what is
/// measured.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "X.XX".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::Four);
/// assert_eq!(found[1].area(), 2);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn measure<'a, M: Measure>(image: impl Into<Bitmap<'a>>, connectivity: Connectivity) -> Vec<M> {
    unlimited(|limits| try_measure(image, connectivity, limits))
}

/// [`measure`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_measure<'a, M: Measure>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<M>, Interrupted<u64>> {
    let image = image.into();
    let mut found = Vec::new();
    let watch = RowWatch::new(limits, image.width());
    Pass::new(connectivity, 0).image(image, &mut found, &watch)?;
    Ok(found)
}

/// Returns the number of components of an image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, count};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(&image, Connectivity::Four), 3);
/// assert_eq!(count(&image, Connectivity::Eight), 1);
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
#[must_use]
pub fn count<'a>(image: impl Into<Bitmap<'a>>, connectivity: Connectivity) -> usize {
    unlimited(|limits| try_count(image, connectivity, limits))
}

/// [`count`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_count<'a>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let mut count = 0;
    scan_image(image.into(), connectivity, limits, |()| count += 1)?;
    Ok(count)
}
