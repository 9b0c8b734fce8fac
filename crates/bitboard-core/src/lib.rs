//! Boards that fit in machine words.
//!
//! A board is a **geometry** (which bit is which cell) and **moves** (which cell leads to which).
//! Floods, frontiers, components, slides and pictures are written once, generic over the word, the
//! geometry and the moves, and compile to what one would write by hand for one board.
//!
//! ```
//! use bitboard_core::{Bitboard, Cell, Chess, Steps};
//!
//! type Board = Bitboard<u64, Chess>;
//!
//! let walls: Board = "
//!     . . . . . . . .
//!     . X X X X X X .
//!     . X . . . . X .
//!     . X . X X . X .
//!     . X . X . . X .
//!     . X . X X X X .
//!     . X . . . . . .
//!     . X X X X X X X".parse()?;
//! let inside: Cell<Chess> = "e4".parse()?;
//! let a1: Cell<Chess> = "a1".parse()?;
//! let (from, to) = (Board::from(inside), Board::from(a1));
//!
//! assert!(from.is_connected(to, !walls, &Steps::ORTHOGONAL));
//! // The way out of the spiral, one frontier for each step.
//! assert_eq!(from.frontiers(!walls, &Steps::ORTHOGONAL).count(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Words
//!
//! [`Bitboard<u64, G>`](Bitboard) holds up to 64 cells, [`Bitboard<u128, G>`](Bitboard) up to 128,
//! [`Bitboard<Wide<N>, G>`](Wide) up to 64·N, at most 512. A board that does not fit its word is an
//! error of `cargo build` (`cargo check` accepts it). With the feature `simd`, a [`Bitboard`] of vectors holds one set per lane.
//!
//! # Geometries
//!
//! | geometry | cells | bit of (x, y) |
//! | --- | --- | --- |
//! | [`RowMajor<W, H>`](RowMajor), [`Chess`] | squares | x + W·y |
//! | [`Columns<W, H>`](Columns) | squares, a guard bit on top of each column | y + (H + 1)·x |
//! | [`OffsetHex<W, H>`](OffsetHex) | hexagons, odd rows half a cell to the right | x + W·y |
//! | [`AxialHex<S>`](AxialHex) | a hexagon of hexagons with side S | x + (2S − 1)·y |
//! | [`Holes<G, MASK>`](Holes) | those of `G` that are in `MASK` | as in `G` |
//!
//! # Moves
//!
//! [`Steps`] has king, orthogonal, diagonal, knight, pawn and hexagon neighborhoods and takes your
//! own; [`Slides`] go any distance; [`NoCornerCut`] is a king that does not cut corners; [`Moves`] is
//! any of these. All are [`Dilate`], and so can be your own rule.
//!
//! # Features
//!
//! | feature | default | cost |
//! | --- | --- | --- |
//! | `std` | yes | the standard library |
//! | `alloc` | with `std` | an allocator |
//! | `svg` | no | the module `svg`: drawings of boards of any size; needs `alloc` |
//! | `simd` | no | `std` and the `fearless_simd` crate: the module `simd`, vectors of boards |
//! | `rand_core` | no | the `rand_core` crate; `RandCore` makes its generators [`Random`] |
//! | `serde` | no | the `serde` crate; a [`Bitboard`] is a string such as `"0x1f"` in readable formats, 64-bit limbs in binary ones |
//!
//! Without features the crate needs neither the standard library nor an allocator.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bitboard;
mod bits;
mod cell;
mod connectivity;
mod dilate;
mod flood;
mod format;
mod geometry;
mod iter;
#[cfg(target_has_atomic = "64")]
mod limits;
mod masks;
mod moves;
mod names;
mod no_corner_cut;
mod ops;
mod picture;
mod random;
#[cfg(doctest)]
mod refused;
#[cfg(feature = "serde")]
mod serde;
mod shift;
#[cfg(feature = "simd")]
pub mod simd;
mod slides;
mod steps;
#[cfg(feature = "svg")]
pub mod svg;
mod symmetry;
mod wide;
mod word;

pub use crate::bitboard::Bitboard;
pub use crate::bits::{Bits, Word};
pub use crate::cell::{Cell, CellError};
pub use crate::connectivity::{Connectivity, ConnectivityError};
pub use crate::dilate::{Dilate, Kernel};
pub use crate::flood::{Components, Frontiers};
pub use crate::geometry::{
    AxialHex, Chess, Columns, Geometry, Holes, Lattice, OffsetHex, RowMajor,
};
pub use crate::iter::{Cells, Subsets};
#[cfg(target_has_atomic = "64")]
pub use crate::limits::{Interrupted, Limits, Pace, Progress, StopReason, Watch, unlimited};
pub use crate::moves::Moves;
pub use crate::names::NamesError;
pub use crate::no_corner_cut::NoCornerCut;
pub use crate::picture::{Picture, PictureError, parse_picture};
#[cfg(feature = "rand_core")]
pub use crate::random::RandCore;
pub use crate::random::{Random, SeededRng};
pub use crate::shift::shift as shift_bits;
pub use crate::slides::Slides;
pub use crate::steps::Steps;
pub use crate::symmetry::Symmetry;
pub use crate::wide::Wide;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
