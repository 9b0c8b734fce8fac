//! Images of any size: components by runs and union-find.
//!
//! A [`Bitmap`] has rows of `u64` words, pixel x of a row in bit x % 64 of word x / 64. A
//! [`BitmapBuf`] is made from such words, from bytes, from a PBM or PGM file, from text, or from an
//! image of the `image` crate.
//!
//! The **runs** of a row are found with word operations, 64 pixels at a time. Runs of adjacent rows
//! that touch are joined by union-find. Area, bounding box and centroid of a [`Component`] are sums
//! over runs, never over pixels, and a label image is only made on request.
//!
//! ```
//! use cc_table::Connectivity;
//! use cc_table::labeling::{Bitmap, components};
//!
//! // Two rows of 70 pixels, two words each.
//! let words = [0b1011, 1 << 5, 0b0100, 1 << 4];
//! let image = Bitmap::new(&words, 70, 2)?;
//! let found = components(image, Connectivity::Four);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [2, 1, 1, 1, 1]);
//! let found = components(image, Connectivity::Eight);
//! assert_eq!(found.iter().map(|c| c.area()).collect::<Vec<_>>(), [4, 2]);
//! assert_eq!((found[1].left(), found[1].right()), (68, 69));
//! assert_eq!((found[1].top(), found[1].bottom()), (0, 1));
//! # Ok::<(), cc_table::labeling::BitmapError>(())
//! ```
//!
//! | answer | function |
//! | --- | --- |
//! | statistics of all components | [`components`] |
//! | only area and box, or second moments too | [`measure()`] |
//! | number of holes of each component | [`WithEuler`] |
//! | holes, and which component is in which hole | [`RegionTree`] |
//! | some components, in little memory | [`select`] |
//! | number of components, Euler number | [`count`], [`euler_number`] |
//! | a label for each run, a label image | [`Labeler`] |
//! | a label image of pixels of equal values | [`Labeler::label_values`] |
//! | an image of a rectangle | [`Bitmap::crop`] |
//! | components of an image taller than memory | [`Stream`] |
//! | components of an image of any size from rectangles | [`Tile`], [`Tiles`] |
//! | components on several threads (feature `parallel`) | `try_components_on_threads` |
//!
//! Each query has a twin with `try_` that stops at given [`Limits`](bitboard_core::Limits), counted
//! in rows.
//!
//! # Reading order
//!
//! Read [`Bitmap`] first (`bitmap`; `pnm` reads files), then `runs`: the runs of a row, and which
//! of them touch runs of the row above (**links**). `band` joins linked runs by union-find and
//! numbers the components. `measure` has the sums of a component. `pass` puts these together for a
//! whole image, in bands of rows that fit the cache. `labels` (label images, of numbers with
//! `values`, drawn by `paint`), `select` (some components), `strip` and `threads` (parts of an
//! image), `tile`, `seams` and `tiles` (images larger than memory), `tree` (holes) and `euler`
//! (their number) build on them. `limits` stops a query. The calls of the two most common queries:
//!
//! ```text
//! components       Pass::image → Pass::row → Band::push → find_runs            for each row
//!                  Pass::end_band → Band::number_below, Numbered::add_to       for each band
//!                  Pass::finish → Sets::add_up                                 once
//!
//! Labeler::label   Labeler::scan → Band::push → find_runs                      for each row
//!                  Band::number                                                once
//!                  paint → in_pieces or expand                                 for some rows
//! ```

mod band;
mod bitmap;
mod euler;
mod forest;
mod labels;
mod limits;
mod measure;
mod pack;
mod paint;
mod part;
mod pass;
#[cfg(feature = "std")]
mod pnm;
mod queries;
mod runs;
mod seams;
mod select;
mod state;
mod stream;
#[cfg(feature = "parallel")]
mod threads;
mod tile;
mod tiles;
mod tree;
mod values;

pub use self::band::LabeledRuns;
pub use self::bitmap::{BitOrder, Bitmap, BitmapBuf, BitmapError, otsu_threshold};
pub use self::euler::{WithEuler, euler_number, try_euler_number};
pub use self::labels::Labeler;
pub use self::measure::{Component, Extent, Measure, Moments, Rows, TallComponent};
pub use self::paint::Label;
#[cfg(feature = "std")]
pub use self::pnm::PnmError;
pub use self::queries::{components, count, measure, try_components, try_count, try_measure};
pub use self::runs::LabeledRun;
pub use self::select::{Selected, select, try_select};
pub use self::stream::Stream;
#[cfg(feature = "parallel")]
pub use self::threads::{try_components_on_threads, try_select_on_threads};
pub use self::tile::{Tile, TileError};
pub use self::tiles::{Joined, TileLabels, Tiles};
pub use self::tree::RegionTree;
pub use self::values::Value;
