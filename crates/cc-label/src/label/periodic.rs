//! Periodic edges: the pixels at one edge of an image touch those at the opposite edge, as on a
//! torus; so do the voxels at opposite faces of a volume.
//!
//! The scan of a [`Band`] joins all other neighbors. Afterwards, each row is
//! joined with the rows next to it, if their edges meet:
//!
//! - **y and z**: the last row and the first one, the last plane and the first one. All pairs of
//!   runs of two such rows that touch are joined.
//! - **x**: the last run of a row that ends at the right edge, and the first run of the same row or
//!   of a row next to it that starts at the left edge.
//!
//! Two rows are next to each other also if both y and z wrap. The cost is that of the runs at the
//! edges, and some comparisons for each row if x is periodic.

use alloc::vec;
use alloc::vec::Vec;

use super::check_length;
use super::paint::{Label, check_count, paint};
use crate::image::{Connectivity, Image, LabelError};
use crate::scan::band::{Band, Linked};
use crate::scan::forest::join;
use crate::scan::planes::{Adjacency, Planes};
use crate::scan::runs::{Placed, for_each_touching};

/// Labels an image or a volume whose edges meet: `periodic` tells for x, y and z whether the pixels
/// or voxels at one end touch those at the other. The z of an image is ignored. Returns the number
/// of pixels or voxels of each component.
///
/// A component that wraps around has no box and no centroid, so these are not measured.
///
/// ```
/// use cc_label::{Connectivity, Image, label_periodic};
///
/// let image: Image = "
///     X . . X
///     . . . .
///     . X . X".parse()?;
/// let (mut labels, x_and_y) = ([0_u16; 12], [true, true, false]);
/// assert_eq!(label_periodic(&image, Connectivity::FOUR, x_and_y, &mut labels)?, [3, 1]);
/// assert_eq!(labels, [1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// # Errors
/// As [`Labeler::label`](super::Labeler::label).
pub fn label_periodic<L: Label>(
    image: &Image<impl AsRef<[u64]>>,
    connectivity: Connectivity,
    periodic: [bool; 3],
    labels: &mut [L],
) -> Result<Vec<u64>, LabelError> {
    let planes = Planes::new(image, connectivity);
    check_length(planes, labels.len())?;
    let mut band = Band::new();
    band.scan::<()>(planes, 0..planes.shape.row_count);
    join_edges(band.linked(), planes, periodic);
    let labeled = band.number(1);
    check_count::<L>(labeled.end() - 1)?;
    let mut sizes = vec![0; labeled.end() as usize - 1];
    for (&label, [start, end]) in labeled.labels().iter().zip(labeled.spans()) {
        sizes[label as usize - 1] += u64::from(end - start);
    }
    paint(&labeled, planes.rows, labels);
    Ok(sizes)
}

/// Joins the runs of an image at edges that meet.
fn join_edges(runs: Linked<'_>, planes: Planes<'_>, periodic: [bool; 3]) {
    let Linked { rows, spans, parents } = runs;
    let right = |row| rows.get(row).next_back().filter(|&run| spans[run][1] == planes.columns());
    let left = |row| rows.get(row).next().filter(|&run| spans[run][0] == 0);
    let placed = |row| -> Vec<Placed> {
        let place = |run: usize| (0, spans[run][0].into(), spans[run][1].into(), run as u32);
        rows.get(row).map(place).collect()
    };
    for_each_pair(planes, periodic, |row, other, is_diagonal, wraps| {
        if periodic[0] && is_diagonal {
            for (a, b) in [(row, other), (other, row)] {
                if let (Some(a), Some(b)) = (right(a), left(b)) {
                    join(parents, a, b);
                }
            }
        }
        if wraps {
            let reach = u64::from(is_diagonal);
            for_each_touching(&placed(row), &placed(other), reach, |a, b| {
                join(parents, a as usize, b as usize);
            });
        }
    });
}

/// Calls `pair` with each row and those next to it, and with the row and itself. The third
/// argument tells whether pixels of adjacent columns of the two touch, the fourth whether y or z
/// wraps between them.
fn for_each_pair(
    planes: Planes<'_>,
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
    for row in 0..planes.shape.row_count {
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
