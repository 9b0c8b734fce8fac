//! Images and volumes: components by runs and union-find.
//!
//! Queries take an [`Image`], bits of up to three axes, and a [`Connectivity`]. Images are made from
//! words, bytes, numbers or text.
//!
//! The **runs** of a row are found with word operations, 64 pixels at a time. Runs that touch runs
//! of earlier rows are joined by union-find. Area, bounding box and centroid of a [`Component`] are
//! sums over runs, never over pixels, and a label image is only made on request.
//!
//! A **band** is some rows, as many as fit the cache. The runs that later rows may touch are carried
//! into the next band with their labels, so labels are provisional until the last band.
//!
//! ```
//! use cc_label::{Connectivity, Image, components};
//!
//! let image: Image = "
//!     X X . X . X
//!     . . . . X .".parse()?;
//! let found = components(&image, Connectivity::FOUR);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 1, 1, 1]);
//! let found = components(&image, Connectivity::EIGHT);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 3]);
//! assert_eq!((found[1].left(), found[1].right()), (3, image.width() - 1));
//! assert_eq!((found[1].top(), found[1].bottom()), (0, 1));
//!
//! let volume = Image::from_fn((8, 8, 8), |x, y, z| x.abs_diff(y) == z)?;
//! let found = components(&volume, Connectivity::TWENTY_SIX);
//! assert_eq!((found.len(), found[0].size()), (1, 64));
//! assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (7, 7, 7)));
//! # Ok::<(), cc_label::LabelError>(())
//! ```
//!
//! | answer | function |
//! | --- | --- |
//! | statistics of all components | [`components`] |
//! | only size and box, or second moments too | [`measure()`] |
//! | number of holes of each component | [`WithEuler`] |
//! | number of components, Euler number | [`count`], [`euler_number`] |
//! | a label image | [`label()`] |
//! | labels of runs, labels of another type, several threads, memory kept | [`Labeler`] |
//! | some components, in little memory | [`Labeler::select`] |
//! | the number of components before a type is chosen for labels, other labels | [`Labeler::scan`] |
//! | a label image whose edges meet | [`Labeler::label_periodic`] |
//! | a label image of pixels of equal values | [`Labeler::label_values`] |
//! | an image without small components or holes | [`retain`], [`retain_largest`], [`fill_holes`] |
//! | the same for pixels of equal values | [`retain_values`], [`retain_largest_values`], [`fill_holes_values`] |
//! | which labels of a label image touch | [`contacts()`] |
//! | a table of properties of labels or components: axes, perimeters, intensities | `regions` (feature `std`) |
//! | holes, and which component is in which hole | [`RegionTree`] |
//! | components of an image taller than memory | [`Stream`] |
//! | components of an image or a volume of any size from rectangles or boxes | [`Tile`], [`Tiles`] |
//!
//! [`WithEuler`], [`RegionTree`] and [`Stream`] are for images of one plane. A query takes time
//! proportional to its input and cannot be stopped; one of more than a second is better divided by
//! [`Stream`] or [`Tiles`], between whose parts the caller can stop.
//!
//! # Reading order
//!
//! The modules in this order; each uses only those before it. Each file explains its algorithm at
//! the top.
//!
//! | module | files | subject |
//! | --- | --- | --- |
//! | `image` | `bits`, `pack` | images, and what they are made from |
//! | `scan` | | which rows touch |
//! | | `runs` | the runs of a row, and which of them touch runs of earlier rows (**links**) |
//! | | `forest` | union-find: components of runs, and provisional labels that are joined later |
//! | | `band`, `pass` | rows whose runs are linked and labeled, band by band |
//! | `measure` | `moments`, `euler` | what is summed up for each component |
//! | `parts` | `part` | boxes with open components, and how they are joined |
//! | | `stream`, `threads`, `tile`, `state` | what is divided into them |
//! | `label` | `paint`, `scanned` | label images |
//! | | `compare`, `values` | label images of images of numbers |
//! | `clean` | `contacts`, `holes`, `tree` | images without noise, and what touches or surrounds what |
//! | `regions` | `column`, `sums`, `part` | tables of the properties of labels |
//!
//! The calls of the two most common queries:
//!
//! ```text
//! components       Pass::planes → Pass::row → Band::push_row_of → find_runs    for each row
//!                  Pass::end_band → Band::label → label_sets, Labeled::add_to  for each band
//!                  Pass::merge → Sets::flatten_and_merge                       once
//!
//! Labeler::label   Band::rows_of → Band::push_row_of → find_runs               for each row
//!                  label_sets                                                  once
//!                  paint → in_pieces or expand                                 once
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod clean;
mod image;
mod label;
mod measure;
mod parts;
#[cfg(feature = "std")]
pub mod regions;
mod scan;

pub use bitboard_core;

pub use self::clean::{
    Contact, RegionTree, contacts, fill_holes, fill_holes_values, retain, retain_largest,
    retain_largest_values, retain_values,
};
pub use self::image::{BitOrder, Connectivity, Image, LabelError};
pub use self::label::{Labeler, Scanned, label};
pub use self::measure::{Component, Extent, Moments, WithEuler, components, euler_number, measure};
pub use self::parts::{
    Selected, Stream, Tile, TileError, TileLabels, TiledComponents, Tiles, count,
};
pub use self::scan::LabeledRun;

/// The traits of arguments, which are implemented only here, for functions that are generic over
/// them. They may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::image::Position;
    pub use crate::label::{Label, Value, label_graph};
    #[cfg(feature = "std")]
    pub use crate::regions::Row;
    pub use crate::scan::{Measure, Rows};
}

/// What traits need that are implemented only in this crate.
mod sealed {
    pub trait Sealed {}

    /// Zeroed memory is a value: threads get room for components without touching it.
    #[cfg(feature = "parallel")]
    pub(crate) use bytemuck::Zeroable as MaybeZeroable;
    #[cfg(not(feature = "parallel"))]
    pub trait MaybeZeroable {}
    #[cfg(not(feature = "parallel"))]
    impl<T> MaybeZeroable for T {}
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
