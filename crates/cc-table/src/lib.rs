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
//! assert_eq!(eight[1].len(), 3);
//! # Ok::<(), bitboard_core::PictureError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library; nothing in this crate needs it yet |
//!
//! The two tables take 24 KiB each.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod table;

pub use crate::table::{Board, Components, Connectivity, components};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
