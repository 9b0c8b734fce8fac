//! The Euler number.

use alloc::vec;
use core::mem;

use bitboard_core::Connectivity;

use super::bitmap::Bitmap;
use super::runs::{copy_row, count_links, count_runs};

/// Returns the Euler number of an image: the number of components less the number of holes. Holes are components of the
/// other pixels under the other connectivity that do not touch the border of the image.
///
/// No component is found. A component is its runs, joined where they touch in adjacent rows, so the sum is the
/// number of runs less the number of pairs that touch.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, euler_number};
///
/// let ring: BitmapBuf = "
///     . X .
///     X . X
///     . X .".parse()?;
/// assert_eq!(euler_number(ring.as_bitmap(), Connectivity::Eight), 0);
/// assert_eq!(euler_number(ring.as_bitmap(), Connectivity::Four), 4);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn euler_number(image: Bitmap<'_>, connectivity: Connectivity) -> i64 {
    let words = image.width().div_ceil(64);
    let (mut above, mut row) = (vec![0; words], vec![0; words]);
    let mut number = 0;
    for y in 0..image.height() {
        copy_row(image.row(y), image.columns(), 0, &mut row);
        number += count_runs(&row) as i64 - count_links(&above, &row, connectivity) as i64;
        mem::swap(&mut above, &mut row);
    }
    number
}
