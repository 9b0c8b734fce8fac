//! Images and volumes: components by runs and union-find.
//!
//! Queries take a [`Raster`]: a `&`[`BitmapBuf`], which is made from words, bytes, a PBM or PGM
//! file, text, or an image of the `image` crate; a [`Bitmap`], which borrows its words; or a
//! `&`[`Volume`], which has a third axis. Pixels are connected by
//! [`Connectivity`], voxels by [`Neighbors`].
//!
//! The **runs** of a row are found with word operations, 64 pixels at a time. Runs that touch runs
//! of earlier rows are joined by union-find. Area, bounding box and centroid of a [`Component`] are
//! sums over runs, never over pixels, and a label image is only made on request.
//!
//! A **band** is some rows, in images as many as fit the cache. The runs that later rows may touch
//! are carried into the next band with their labels, so labels are provisional until the last band.
//!
//! ```
//! use cc_label::{BitmapBuf, Connectivity, components};
//!
//! let image: BitmapBuf = "
//!     X X . X . X
//!     . . . . X .".parse()?;
//! let found = components(&image, Connectivity::Four);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 1, 1, 1]);
//! let found = components(&image, Connectivity::Eight);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 3]);
//! assert_eq!((found[1].left(), found[1].right()), (3, image.width() - 1));
//! assert_eq!((found[1].top(), found[1].bottom()), (0, 1));
//! # Ok::<(), cc_label::BitmapError>(())
//! ```
//!
//! Volumes have the same queries; their components are [`VolumeComponent`]s:
//!
//! ```
//! use cc_label::{Neighbors, Volume, components};
//!
//! let volume = Volume::from_fn(8, 8, 8, |x, y, z| x.abs_diff(y) == z)?;
//! let found = components(&volume, Neighbors::TwentySix);
//! assert_eq!((found.len(), found[0].voxel_count()), (1, 64));
//! assert_eq!((found[0].lower(), found[0].upper()), ((0, 0, 0), (7, 7, 7)));
//! # Ok::<(), cc_label::BitmapError>(())
//! ```
//!
//! | answer | function |
//! | --- | --- |
//! | statistics of all components | [`components`] |
//! | only area and box, or second moments too | [`measure()`] |
//! | number of holes of each component | [`WithEuler`] |
//! | surface of each component of a volume | [`WithSurface`] |
//! | holes, and which component is in which hole | [`RegionTree`] |
//! | some components, in little memory | [`select`] |
//! | number of components, Euler number | [`count`], [`euler_number`] |
//! | a label for each run, a label image | [`Labeler`] |
//! | a label image whose edges meet | [`Labeler::label_periodic`] |
//! | a label image of pixels of equal values | [`Labeler::label_values`] |
//! | which labels of a label image touch | [`contacts()`] |
//! | an image or a volume without small components or holes | [`retain`], [`fill_holes`], [`Keep`] |
//! | an image of a rectangle | [`Bitmap::crop`] |
//! | components of an image taller than memory | [`Stream`] |
//! | components of an image or a volume of any size from rectangles or boxes | [`Tile`], [`Tiles`] |
//! | components on several threads (feature `parallel`) | `try_components_on_threads` |
//!
//! [`WithEuler`], [`RegionTree`], [`Stream`] and `try_select_on_threads` are for images only.
//! Queries of a whole image or volume have a twin with `try_` that stops at given
//! [`Limits`], counted in rows.
//!
//! # Reading order
//!
//! Each file explains its algorithm at the top.
//!
//! | files | subject |
//! | --- | --- |
//! | `bitmap`, `pack`, `pnm` | images, and what they are made from |
//! | `volume`, `raster`, `adjacency` | volumes, what images and volumes have in common, and which pixels touch |
//! | `runs` | the runs of a row, and which of them touch runs of earlier rows (**links**) |
//! | `forest` | union-find: components of runs, and provisional labels that are joined later |
//! | `band` | rows whose runs are linked and labeled |
//! | `measure`, `euler`, `surface` | what is summed up for each component |
//! | `pass` | the engine: bands of rows that fit the cache, and the measures of their components |
//! | `part` | a box with open components: a `pass` that retires complete ones |
//! | `queries`, `select`, `stream`, `tree` | queries about components |
//! | `labels`, `paint` | label images |
//! | `compare`, `values` | label images of images of numbers |
//! | `contacts` | which labels touch |
//! | `keep` | images without small components, holes and other noise |
//! | `periodic` | edges that meet |
//! | `threads` | parts of an image by several threads |
//! | `tile`, `state`, `seams`, `tiles` | images and volumes larger than memory |
//! | `limits` | stops a query |
//!
//! A volume is rows too, plane by plane. How many earlier rows a row touches is a constant of a
//! `Neighborhood` (`runs`): one in an image, four in a volume. So images and volumes have one
//! engine, and images do not pay for the third axis. What differs is chosen once for each row, in
//! `Band`. The calls of the two most common queries:
//!
//! ```text
//! components       Pass::planes → Pass::row → Band::push_row_of → find_runs    for each row
//!                  Pass::end_band → Band::label → label_sets, Labeled::add_to  for each band
//!                  Pass::merge → Sets::flatten_and_merge                       once
//!
//! Labeler::label   Band::rows_of → Band::push_row_of → find_runs               for each row
//!                  label_sets                                                  for each block of runs
//!                  paint → in_pieces or expand                                 for some rows
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod adjacency;
mod band;
mod bitmap;
mod compare;
mod contacts;
mod euler;
mod forest;
mod keep;
mod labels;
mod limits;
mod measure;
mod pack;
mod paint;
mod part;
mod pass;
mod periodic;
#[cfg(feature = "std")]
mod pnm;
mod queries;
mod raster;
mod runs;
mod seams;
mod select;
mod state;
mod stream;
mod surface;
#[cfg(feature = "parallel")]
mod threads;
mod tile;
mod tiles;
mod tree;
mod values;
mod volume;

/// Implemented only in this crate.
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

pub use bitboard_core;
pub use bitboard_core::Connectivity;
#[cfg(target_has_atomic = "64")]
pub use bitboard_core::{Interrupted, Limits, Progress, StopReason, TryError};
#[cfg(feature = "image")]
pub use image;

pub use self::adjacency::{Neighbors, NeighborsError, Position};
pub use self::band::LabeledRuns;
pub use self::bitmap::{BitOrder, Bitmap, BitmapBuf, BitmapError, otsu_threshold};
pub use self::compare::Value;
pub use self::contacts::{Contact, contacts, try_contacts};
pub use self::euler::{WithEuler, euler_number, try_euler_number};
pub use self::keep::{Keep, fill_holes, retain, try_fill_holes, try_retain};
pub use self::labels::Labeler;
pub use self::measure::{
    Axes, Component, Extent, Measure, Moments, Rows, TallComponent, TileComponent, VolumeComponent,
    VolumeMoments,
};
pub use self::paint::Label;
#[cfg(feature = "std")]
pub use self::pnm::PnmError;
pub use self::queries::{components, count, measure, try_components, try_count, try_measure};
pub use self::raster::{Raster, RasterBuf};
pub use self::runs::LabeledRun;
pub use self::select::{Selected, select, try_select};
pub use self::stream::Stream;
pub use self::surface::WithSurface;
#[cfg(feature = "parallel")]
pub use self::threads::{try_components_on_threads, try_select_on_threads};
pub use self::tile::{Tile, TileError};
pub use self::tiles::{Joined, TileLabels, Tiles};
pub use self::tree::RegionTree;
pub use self::volume::Volume;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
