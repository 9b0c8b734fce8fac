//! Queries about the components of an image or a volume in memory.

use alloc::vec::Vec;

use bitboard_core::limits::unlimited;
use bitboard_core::{Interrupted, Limits};

use crate::limits::RowWatch;
use crate::measure::Measure;
use crate::part::scan_planes;
use crate::pass::Pass;
use crate::raster::Raster;

/// Returns the components of an image or a volume in raster order: that of their first pixels, row
/// by row.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(components(&image, Connectivity::Four).len(), 3);
/// assert_eq!(components(&image, Connectivity::Eight).len(), 1);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[must_use]
pub fn components<R: Raster>(raster: R, connectivity: R::Connectivity) -> Vec<R::Component> {
    measure(raster, connectivity)
}

/// [`components`] within limits. A node is a row.
///
/// ```
/// use cc_label::{Connectivity, Limits, StopReason};
/// use cc_label::{BitmapBuf, try_components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .
///     . . X".parse()?;
/// let (image, limits) = (&image, Limits::new().nodes(2));
/// let stopped = try_components(image, Connectivity::Four, &limits).unwrap_err();
/// assert_eq!((stopped.reason, stopped.partial), (StopReason::Nodes, 2));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_components<R: Raster>(
    raster: R,
    connectivity: R::Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<R::Component>, Interrupted<u64>> {
    try_measure(raster, connectivity, limits)
}

/// Returns the components of an image or a volume in raster order. The type of the elements selects
/// what is measured.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "X.XX".parse()?;
/// let found: Vec<Extent> = measure(&image, Connectivity::Four);
/// assert_eq!(found[1].area(), 2);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[must_use]
pub fn measure<M: Measure>(
    raster: impl Raster<Connectivity = M::Connectivity>,
    connectivity: M::Connectivity,
) -> Vec<M> {
    unlimited(|limits| try_measure(raster, connectivity, limits))
}

/// [`measure`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_measure<M: Measure>(
    raster: impl Raster<Connectivity = M::Connectivity>,
    connectivity: M::Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<M>, Interrupted<u64>> {
    let (planes, mut found) = (raster.planes(connectivity), Vec::new());
    let watch = RowWatch::new(limits, planes.shape.width);
    let rows = 0..planes.shape.row_count;
    Pass::new().planes(planes, rows, &mut found, &watch, |_| ())?;
    Ok(found)
}

/// Returns the number of components of an image or a volume.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Neighbors, Volume, count};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(&image, Connectivity::Four), 3);
/// assert_eq!(count(&image, Connectivity::Eight), 1);
/// let volume = Volume::from_fn(2, 1, 2, |x, _, z| x == z)?;
/// assert_eq!(Neighbors::ALL.map(|neighbors| count(&volume, neighbors)), [2, 1, 1]);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[must_use]
pub fn count<R: Raster>(raster: R, connectivity: R::Connectivity) -> usize {
    unlimited(|limits| try_count(raster, connectivity, limits))
}

/// [`count`] within limits. A node is a row.
///
/// # Errors
/// As [`try_components`].
pub fn try_count<R: Raster>(
    raster: R,
    connectivity: R::Connectivity,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let mut count = 0;
    scan_planes(raster.planes(connectivity), limits, |()| count += 1)?;
    Ok(count)
}
