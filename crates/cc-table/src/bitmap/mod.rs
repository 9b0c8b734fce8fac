//! Images of any size: components by runs and union-find.
//!
//! An image is rows of `u64` words, pixel x of a row in bit x % 64 of word x / 64. The **runs** of a
//! row are found with word operations, 64 pixels at a time; runs of adjacent rows that touch are joined by
//! union-find. What is reported of a component ([`Component`]: area, box, centroid) is summed up
//! from runs, never pixel by pixel, and a label image is only made if asked for.
//!
//! ```
//! use cc_table::Connectivity;
//! use cc_table::bitmap::{Bitmap, components};
//!
//! // Two rows of 70 pixels, two words each.
//! let words = [0b1011, 1 << 5, 0b0100, 1 << 4];
//! let image = Bitmap::new(&words, 70, 2)?;
//! let found = components(image, Connectivity::Four);
//! assert_eq!(found.iter().map(|c| c.area).collect::<Vec<_>>(), [2, 1, 1, 1, 1]);
//! let found = components(image, Connectivity::Eight);
//! assert_eq!(found.iter().map(|c| c.area).collect::<Vec<_>>(), [4, 2]);
//! assert_eq!((found[1].left, found[1].top, found[1].right, found[1].bottom), (68, 0, 69, 1));
//! # Ok::<(), cc_table::bitmap::BitmapError>(())
//! ```
//!
//! | question | function |
//! | --- | --- |
//! | statistics of all components | [`components`] |
//! | the same of foreground and background | [`components_of_both`] |
//! | how many | [`count`] |
//! | a label for each run, a label image | [`Labeller`] |
//! | an image taller than memory | [`Stream`] |
//! | all processors (feature `parallel`) | `components_parallel` |

mod band;
mod component;
mod image;
mod label;
#[cfg(feature = "parallel")]
mod parallel;
mod pass;
mod runs;
mod sets;
mod stream;

use alloc::vec::Vec;

pub use self::component::Component;
pub use self::image::{Bitmap, BitmapBuf, BitmapError};
pub use self::label::{LabelledRun, Labeller};
#[cfg(feature = "parallel")]
pub use self::parallel::components_parallel;
pub use self::stream::Stream;

use self::pass::Pass;
use crate::Connectivity;

/// The components of an image in raster order: that of their first pixels, row by row.
#[must_use]
pub fn components(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    let mut pass = Pass::new(connectivity);
    for y in 0..image.height() {
        pass.row(image.row(y), image.width(), 0);
    }
    pass.finish()
}

/// How many components an image has.
#[must_use]
pub fn count(image: Bitmap<'_>, connectivity: Connectivity) -> usize {
    let mut pass = Pass::counting(connectivity);
    for y in 0..image.height() {
        pass.row(image.row(y), image.width(), 0);
    }
    pass.end_band();
    pass.sets.count()
}

/// The components of the set pixels, and those of the others under the other connectivity: what
/// is joined diagonally in one of them is then parted in the other.
#[must_use]
pub fn components_of_both(
    image: Bitmap<'_>,
    connectivity: Connectivity,
) -> (Vec<Component>, Vec<Component>) {
    let mut background = Pass::new(match connectivity {
        Connectivity::Four => Connectivity::Eight,
        Connectivity::Eight => Connectivity::Four,
    });
    let mut foreground = Pass::new(connectivity);
    for y in 0..image.height() {
        foreground.row(image.row(y), image.width(), 0);
        background.row(image.row(y), image.width(), u64::MAX);
    }
    (foreground.finish(), background.finish())
}
