//! Images of any size: components by runs and union-find.
//!
//! A [`Bitmap`] has rows of `u64` words, pixel x of a row in bit x % 64 of word x / 64. A [`BitmapBuf`] is
//! made from such words, from bytes, from a PBM or PGM file, from text, or from an image of the `image` crate.
//!
//! The **runs** of a row are found with word operations, 64 pixels at a time. Runs of adjacent rows that
//! touch are joined by union-find. Area, bounding box and centroid of a [`Component`] are sums over runs,
//! never over pixels, and a label image is only made on request.
//!
//! ```
//! use cc_table::Connectivity;
//! use cc_table::image::{Bitmap, components};
//!
//! // Two rows of 70 pixels, two words each.
//! let words = [0b1011, 1 << 5, 0b0100, 1 << 4];
//! let image = Bitmap::new(&words, 70, 2)?;
//! let found = components(image, Connectivity::Four);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 1, 1, 1, 1]);
//! let found = components(image, Connectivity::Eight);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [4, 2]);
//! assert_eq!((found[1].left(), found[1].top(), found[1].right(), found[1].bottom()), (68, 0, 69, 1));
//! # Ok::<(), cc_table::image::BitmapError>(())
//! ```
//!
//! | answer | function |
//! | --- | --- |
//! | statistics of all components | [`components`] |
//! | less or more of them: only area and box, or second moments too | [`measure()`] |
//! | statistics of foreground and background | [`components_of_both`] |
//! | holes, and which component is in which hole | [`RegionTree`] |
//! | number of components, Euler number | [`count`], [`euler_number`] |
//! | a label for each run, a label image | [`Labeler`] |
//! | components of an image taller than memory | [`Stream`] |
//! | the same from strips in any order or on several machines | [`Strip`], [`Strips`] |
//! | on all processors (feature `parallel`) | `components_parallel` |

mod band;
mod bitmap;
mod bytes;
mod component;
mod edge;
mod error;
mod euler;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod expand;
mod extent;
#[cfg(feature = "image")]
mod interop;
mod label;
mod labeler;
mod measure;
mod moments;
mod paint;
#[cfg(feature = "parallel")]
mod parallel;
mod pass;
#[cfg(feature = "std")]
mod pbm;
#[cfg(feature = "std")]
mod pgm;
mod runs;
mod sets;
mod stream;
mod strip;
mod tree;

use alloc::vec::Vec;

use bitboard_core::Connectivity;

pub use self::bitmap::{Bitmap, BitmapBuf};
pub use self::bytes::BitOrder;
pub use self::component::{Component, TallComponent};
pub use self::error::BitmapError;
pub use self::euler::euler_number;
pub use self::extent::Extent;
pub use self::label::Label;
pub use self::labeler::{LabeledRun, Labeler};
pub use self::measure::Measure;
pub use self::moments::Moments;
#[cfg(feature = "parallel")]
pub use self::parallel::components_parallel;
use self::pass::Pass;
#[cfg(feature = "std")]
pub use self::pbm::PnmError;
pub use self::stream::Stream;
pub use self::strip::{Strip, StripError, Strips};
pub use self::tree::RegionTree;

/// Returns the components of an image in raster order: that of their first pixels, row by row.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, components};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(components(image.as_bitmap(), Connectivity::Four).len(), 3);
/// assert_eq!(components(image.as_bitmap(), Connectivity::Eight).len(), 1);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn components(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    measure(image, connectivity)
}

/// Returns the components of an image in raster order. The type of the elements selects what is measured.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, Extent, measure};
///
/// let image: BitmapBuf = "X.XX".parse()?;
/// let found: Vec<Extent> = measure(image.as_bitmap(), Connectivity::Four);
/// assert_eq!(found[1].area(), 2);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn measure<M: Measure>(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<M> {
    let (mut pass, mut found) = (Pass::new(connectivity), Vec::new());
    for y in 0..image.height() {
        pass.row(image.row(y), image.columns(), 0, &mut found);
    }
    pass.finish(&mut found);
    found
}

/// Returns the number of components of an image.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, count};
///
/// let image: BitmapBuf = "
///     X . X
///     . X .".parse()?;
/// assert_eq!(count(image.as_bitmap(), Connectivity::Four), 3);
/// assert_eq!(count(image.as_bitmap(), Connectivity::Eight), 1);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn count(image: Bitmap<'_>, connectivity: Connectivity) -> usize {
    let (mut pass, mut nothing) = (Pass::new(connectivity), Vec::<()>::new());
    for y in 0..image.height() {
        pass.row(image.row(y), image.columns(), 0, &mut nothing);
    }
    pass.end_band(&mut nothing);
    pass.sets.count()
}

/// Returns the components of the set pixels, and those of the other pixels under the other connectivity:
/// pixels that are connected diagonally in one of them are separate in the other.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, components_of_both};
///
/// let ring: BitmapBuf = "
///     . X .
///     X . X
///     . X .".parse()?;
/// let (ring, rest) = components_of_both(ring.as_bitmap(), Connectivity::Eight);
/// assert_eq!((ring.len(), rest.len()), (1, 5));
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn components_of_both(
    image: Bitmap<'_>,
    connectivity: Connectivity,
) -> (Vec<Component>, Vec<Component>) {
    let (mut foreground, mut background) = (Pass::new(connectivity), Pass::new(dual(connectivity)));
    let (mut set, mut unset) = (Vec::new(), Vec::new());
    for y in 0..image.height() {
        foreground.row(image.row(y), image.columns(), 0, &mut set);
        background.row(image.row(y), image.columns(), u64::MAX, &mut unset);
    }
    foreground.finish(&mut set);
    background.finish(&mut unset);
    (set, unset)
}

/// The connectivity of the other pixels: what touches by a corner only is connected in one of the two.
const fn dual(connectivity: Connectivity) -> Connectivity {
    match connectivity {
        Connectivity::Four => Connectivity::Eight,
        Connectivity::Eight => Connectivity::Four,
    }
}
