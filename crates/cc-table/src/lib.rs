//! Connected components of game boards, and chains of falling-block games.
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
//! | the largest one; that of a cell | [`largest`]; [`Bitboard::flood`](bitboard_core::Bitboard::flood) |
//! | their number | [`count`] |
//! | the same for many boards | [`batch`] |
//! | the chain of a falling-block field | [`chain::Field::play`] |
//!
//! A [`Board`] has up to 8 columns and 128 cells. Components of boards with other shapes, of
//! hexagons and of chess boards are those of
//! [`Bitboard::components`](bitboard_core::Bitboard::components), those of images and volumes of
//! the crate cc-label.
//!
//! The crate starts from the two-row table of "Fast Connected Components for 6x12 bitboard"
//! (Tech.io). The example `two_row_table` is a port of it, and runs it beside these functions.
//!
//! # Features
//!
//! | feature | default | cost |
//! | --- | --- | --- |
//! | `std` | yes | the standard library |
//! | `simd` | yes | `std` and the `fearless_simd` crate: batches in vectors, BMI2 |
//! | `alloc` | with `std` | an allocator |
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
// by masks of the same kind.
pub mod batch;
mod board;
pub mod chain;

pub use bitboard_core;
pub use bitboard_core::Connectivity;

pub use crate::board::{
    Board, Components, components, components_at_least, components_at_least_into, components_into,
    count, largest, mask_at_least,
};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
