//! Periodic edges: the pixels at one edge of an image touch those at the opposite edge, as on a
//! torus; so do the voxels at opposite faces of a volume.
//!
//! The scan of a [`Band`](crate::band::Band) joins all other neighbors. Afterwards, each row is
//! joined with the rows next to it, if their edges meet:
//!
//! - **y and z**: the last row and the first one, the last plane and the first one. All pairs of
//!   runs of two such rows that touch are joined.
//! - **x**: the last run of a row that ends at the right edge, and the first run of the same row or
//!   of a row next to it that starts at the left edge.
//!
//! Two rows are next to each other also if both y and z wrap. The cost is that of the runs at the
//! edges, and some comparisons for each row if x is periodic.

use core::ops::Range;

use crate::adjacency::Adjacency;
use crate::raster::Planes;

/// Calls `pair` with each of the rows and those next to it, and with the row and itself. The third
/// argument tells whether pixels of adjacent columns of the two touch, the fourth whether y or z
/// wraps between them.
pub(crate) fn for_each_pair(
    planes: Planes<'_>,
    rows: Range<usize>,
    [_, periodic_y, periodic_z]: [bool; 3],
    mut pair: impl FnMut(usize, usize, bool, bool),
) {
    let most = planes.shape.adjacency.axes();
    // Half of the steps to the rows next to a row, and that to itself.
    let steps: &[(isize, usize)] = match planes.shape.adjacency {
        Adjacency::Plane(_) => &[(0, 0), (1, 0)],
        Adjacency::Space(_) => &[(0, 0), (1, 0), (0, 1), (1, 1), (-1, 1)],
    };
    let [_, height, depth] = planes.shape.size();
    for row in rows {
        for &(dy, dz) in steps {
            let axes = (dy.unsigned_abs() + dz) as u64;
            let y = next(row % height, dy, height, periodic_y);
            let z = next(row / height, dz as isize, depth, periodic_z);
            if let (Some((y, wraps_y)), Some((z, wraps_z)), true) = (y, z, axes <= most) {
                pair(row, height * z + y, axes < most, wraps_y || wraps_z);
            }
        }
    }
}

/// Returns the place after a step, and whether the step has left at one edge and come back at the
/// other. `None` if it has left and the axis is not periodic.
fn next(at: usize, step: isize, len: usize, is_periodic: bool) -> Option<(usize, bool)> {
    match at.checked_add_signed(step) {
        Some(to) if to < len => Some((to, false)),
        _ if !is_periodic => None,
        Some(_) => Some((0, true)),
        None => Some((len - 1, true)),
    }
}
