//! Connected components of game boards and of images, and chains of falling-block games.
//!
//! **The components of a board:**
//!
//! ```
//! use cc_table::{Board, Connectivity, components};
//!
//! let board: Board<6, 2> = "X X . X . X / . . . . X .".parse()?;
//! assert_eq!(components(board, Connectivity::Four).len(), 4);
//! assert_eq!(components(board, Connectivity::Eight).len(), 2);
//! # Ok::<(), bitboard_core::PictureError>(())
//! ```
//!
//! **The components of an image:**
//!
#![cfg_attr(feature = "alloc", doc = "```")]
#![cfg_attr(not(feature = "alloc"), doc = "```ignore")]
//! use cc_table::Connectivity;
//! use cc_table::labeling::{BitmapBuf, components};
//!
//! let pixels = [10, 200, 90, 130, 250, 127]; // two rows of three gray pixels
//! let image = BitmapBuf::from_luma(&pixels, 3, 2, 3, 128)?;
//! let found = components(&image, Connectivity::Four);
//! assert_eq!((found[0].area(), found[0].right(), found[0].centroid()[0]), (3, 1, 2.0 / 3.0));
//! # Ok::<(), cc_table::labeling::BitmapError>(())
//! ```
//!
//! **The chain of a field:**
//!
//! ```
//! use cc_table::chain::{Field, Rules};
//!
//! let mut field: Field = "....../....../....../....../....../....../
//!     ....../....../....../.1..../0211../1222..".parse()?;
//! let outcome = field.play(&Rules::PUYO_PUYO_TSU);
//! assert_eq!((outcome.steps, outcome.score), (2, 360));
//! # Ok::<(), cc_table::chain::FieldError>(())
//! ```
//!
//! # Which query?
//!
//! | question | query |
//! | --- | --- |
//! | the components of a board | [`components`], [`components_into`] |
//! | those of at least n cells; the cells in them | [`components_at_least`]; [`mask_at_least`] |
//! | one component | [`component_of`], [`largest`] |
//! | their number | [`count`] |
//! | a number for each cell | [`label`] |
//! | the same for many boards | [`batch`] |
//! | the chain of a falling-block field | [`chain::Field::play`] |
//! | components, labels, sizes of an image or a volume | the module `labeling`, which has a table of its own |
//!
//! A [`Board`] has up to 8 columns and 128 cells. Components of boards with other shapes, of
//! hexagons and of chess boards are those of
//! [`Bitboard::components`](bitboard_core::Bitboard::components).
//!
//! The crate starts from the two-row table of "Fast Connected Components for 6x12 bitboard"
//! (Tech.io). The example `two_row_table` is a port of it, and runs it beside these functions.
//!
//! # Features
//!
//! | feature | default | cost |
//! | --- | --- | --- |
//! | `std` | yes | the standard library: reading PBM and PGM |
//! | `simd` | yes | `std` and the `fearless_simd` crate: batches in vectors, BMI2 |
//! | `alloc` | with `std` | an allocator: the module `labeling` |
//! | `parallel` | no | `std` with threads |
//! | `image` | no | `alloc` and the `image` crate: its images as input and output of `labeling`; decoders such as `png` are features of that crate |
//! | `serde` | no | the `serde` crate |
//!
//! Without features the crate needs neither the standard library nor an allocator.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Read `board` first: `batch` runs its methods on many boards, and `chain` finds chains of blocks
// by masks of the same kind. `labeling` depends on none of them.
pub mod batch;
mod board;
pub mod chain;
#[cfg(feature = "alloc")]
pub mod labeling;

pub use bitboard_core;
pub use bitboard_core::Connectivity;
#[cfg(target_has_atomic = "64")]
pub use bitboard_core::{Interrupted, Limits, Progress, StopReason, TryError};
#[cfg(feature = "image")]
pub use image;

pub use crate::board::{
    Board, Components, Labels, component_of, components, components_at_least, components_into,
    count, label, largest, mask_at_least,
};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
