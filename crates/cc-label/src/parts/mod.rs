//! Parts of an image, whose components may reach into other parts: the strips of threads, the bands
//! of a stream, tiles of what is larger than memory.
//!
//! Read `part` first: a box with open components. `seams` joins parts. [`Stream`] has rows that
//! arrive one by one, `select` forgets complete components, `threads` divides an image in memory,
//! and [`Tile`] (`tile`, its bytes in `state`) and [`Tiles`] (`tiles`) divide one of any size.

pub(crate) mod part;
pub(crate) mod seams;
pub(crate) mod select;
mod state;
mod stream;
#[cfg(feature = "parallel")]
pub(crate) mod threads;
mod tile;
mod tiles;

use crate::image::{Connectivity, Image};
use crate::scan::planes::Planes;
use crate::scan::{Measure, Place};
use crate::sealed::Sealed;

pub use self::select::Selected;
pub use self::stream::Stream;
pub use self::tile::{Tile, TileError};
pub use self::tiles::{TileLabels, TiledComponents, Tiles};

/// Returns the number of components.
///
/// ```
/// use cc_label::{Connectivity, Image, count};
///
/// let image: Image = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(&image, Connectivity::FOUR), 3);
/// assert_eq!(count(&image, Connectivity::EIGHT), 1);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[must_use]
pub fn count(image: &Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> usize {
    let mut count = 0;
    part::scan_planes(Planes::new(image, connectivity), |()| count += 1);
    count
}

/// A component with its first pixel, which orders components.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "parallel", derive(bytemuck::Zeroable))]
pub(crate) struct Located<M> {
    /// The row and the column of the first pixel. An image in memory has fewer than 2³² rows.
    pub(crate) first: (u32, u32),
    pub(crate) measure: M,
}

impl<M: Measure> Measure for Located<M> {
    type Rows = M::Rows;

    const LINKS: bool = M::LINKS;

    #[inline]
    fn empty(is_plane: bool) -> Self {
        Self { first: (u32::MAX, u32::MAX), measure: M::empty(is_plane) }
    }

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
    }

    #[inline(always)]
    fn add_run<const PLANE: bool>(&mut self, start: u32, end: u32, place: Place) {
        // Runs come in raster order.
        if self.first.0 == u32::MAX {
            self.first = (place.row as u32, start);
        }
        self.measure.add_run::<PLANE>(start, end, place);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.first = self.first.min(other.first);
        self.measure.merge(&other.measure);
    }
}

impl<M> Sealed for Located<M> {}
