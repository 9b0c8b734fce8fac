//! Connected components of small boards by row-transition tables.
//!
//! ```
//! use cc_table::{Board, Connectivity, components};
//!
//! let board: Board = "
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     X X X . . .
//!     X . X . . X
//!     . . X . X .
//!     . . X . . X".parse()?;
//! assert_eq!(components(board, Connectivity::Four).len(), 4);
//! let eight = components(board, Connectivity::Eight);
//! assert_eq!(eight.len(), 2);
//! assert!(eight.iter().any(|component| component.len() == 3));
//! # Ok::<(), bitboard_core::PictureError>(())
//! ```
//!
//! # Questions
//!
//! Ask only for what you need: the answer to a smaller question comes much sooner.
//!
//! | question | function |
//! | --- | --- |
//! | the components | [`components`], [`components_into`], [`for_each`] |
//! | how many | [`count`] |
//! | the groups of at least n cells | [`groups_at_least`] |
//! | the cells in such groups | [`mask_at_least`] |
//! | one component | [`component_of`], [`largest`] |
//! | sizes, a number for each cell, a box | [`sizes`], [`label`], [`bounding_box`] |
//!
//! None allocates. Boards have up to 8 columns and 128 cells; [`engine`] has every algorithm by itself.
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library |
//! | `simd` | yes | `std` and the `fearless_simd` crate: batches in vectors, BMI2 |
//! | `alloc` | with `std` | an allocator: the module `bitmap`, tables made at run time |
//! | `parallel` | no | `std` with threads |
//!
//! Without features the crate needs neither the standard library nor an allocator.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod batch;
#[cfg(feature = "alloc")]
pub mod bitmap;
mod buffer;
pub mod chain;
mod connectivity;
pub mod engine;
mod generated;
mod grid;
mod question;
#[cfg(doctest)]
mod refused;

pub use crate::buffer::Buffer;
pub use crate::connectivity::Connectivity;
pub use crate::grid::{Board, Grid, GridError, grid};
pub use crate::question::{
    Bounds, Labels, bounding_box, component_of, components, components_into, count, for_each,
    groups_at_least, label, largest, mask_at_least, sizes,
};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
