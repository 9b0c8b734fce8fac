//! Boards that fit in machine words.
//!
//! A [`Bitboard<W, G>`](Bitboard) is a set of cells in a **word** `W`. Its **geometry** `G` says
//! which bit is which cell, and **moves** say which cell leads to which. Floods, frontiers,
//! components, slides and pictures are written once, generic over all three, and compile to what
//! one would write by hand for one board.
//!
//! The connected components of a board:
//!
//! ```
//! use bitboard_core::{Bitboard, RowMajor, Steps};
//!
//! let board: Bitboard<u64, RowMajor<6, 3>> = "X X . . . X / . . X . . X / . . X . . .".parse()?;
//! assert_eq!(board.components(&Steps::ORTHOGONAL).count(), 3);
//! assert_eq!(board.components(&Steps::KING).count(), 2);
//! # Ok::<(), bitboard_core::PictureError>(())
//! ```
//!
//! The squares that a piece attacks, and the number of its moves to reach them all:
//!
//! ```
//! use bitboard_core::{Bitboard, Cell, Chess, Slides, Steps};
//!
//! let d4 = Bitboard::<u64, Chess>::from_cell(Cell::D4);
//! let occupied = d4 | Bitboard::from_names("b2 d6 f6")?;
//! assert_eq!(d4.attacks(occupied, &Slides::QUEEN).len(), 22);
//! assert_eq!(d4.frontiers(Bitboard::FULL, &Steps::KNIGHT).count() - 1, 4);
//! # Ok::<(), bitboard_core::NamesError>(())
//! ```
//!
//! Five in a row on a board of several words:
//!
//! ```
//! use bitboard_core::{Bitboard, RowMajor, Wide};
//!
//! type Board = Bitboard<Wide<4>, RowMajor<15, 15>>;
//! let stones = Board::from_names("c3 d4 e5 f6 g7 c4")?;
//! assert_eq!(stones.run_ends(5, (1, 1)), Board::from_names("g7")?); // the ends of five
//! # Ok::<(), bitboard_core::NamesError>(())
//! ```
//!
//! # Which query?
//!
//! | question | query | cost |
//! | --- | --- | --- |
//! | which cells does a set reach? | [`Bitboard::flood`] | a dilation (some shifts and masks) for each BFS level |
//! | which are n moves away? | [`Bitboard::frontiers`] | the same |
//! | which connected components are there? | [`Bitboard::components`] | a flood for each |
//! | is the set connected? | [`Bitboard::is_connected`] | a flood |
//! | which cells does a piece attack? | [`Bitboard::attacks`] for [`Slides`], [`Bitboard::dilate`] for [`Steps`] | some shifts for each direction |
//! | where are n in a row? | [`Bitboard::run_ends`] | log n shifts |
//! | are two boards the same up to symmetry? | [`Bitboard::canonical`] | a transformation for each symmetry |
//! | the same question for many boards? | the module `simd` with the feature `simd` | one lane of a vector each |
//!
//! # Words
//!
//! [`Bitboard<u64, G>`](Bitboard) holds up to 64 cells, [`Bitboard<u128, G>`](Bitboard) up to 128,
//! [`Bitboard<Wide<N>, G>`](Wide) up to 64·N, at most 512. A board that does not fit its word is a
//! compile-time error, which `cargo build` reports and `cargo check` does not. With the feature
//! `simd`, a [`Bitboard`] of vectors holds one set per lane.
//!
//! # Geometries
//!
//! | geometry | cells | bit of (x, y) |
//! | --- | --- | --- |
//! | [`RowMajor<W, H>`](RowMajor) | squares, row 0 at the top | x + W·y |
//! | [`Ranks<W, H>`](Ranks), [`Chess`] | squares, row 0 at the bottom | x + W·y |
//! | [`Columns<W, H>`](Columns) | squares, a guard bit on top of each column | y + (H + 1)·x |
//! | [`OffsetHex<W, H>`](OffsetHex) | hexagons, odd rows half a cell to the right | x + W·y |
//! | [`AxialHex<S>`](AxialHex) | a hexagon of hexagons with side S | x + (2S − 1)·y |
//! | [`Holes<G, MASK>`](Holes) | those of `G` that are in `MASK` | as in `G` |
//!
//! # Moves
//!
//! [`Steps`] has king, orthogonal, diagonal, knight, pawn and hexagon neighborhoods and takes your
//! own; [`Slides`] go any distance; [`NoCornerCut`] is a king that does not cut corners; [`Moves`]
//! is any of these. All are [`Dilate`], and so can be your own rule.
//!
//! # Where to start reading
//!
//! Read `geometry` (which bit is which cell) first, then `word` (the types that hold the bits),
//! `cell` and `bitboard` (the set), `flood` (the trait of all moves, and searches that repeat
//! moves), and the moves: `steps`, `slides`, `no_corner_cut`, and `moves` (any of them). The other
//! files need only these, in any order: `connectivity` names the steps to 4 or 8 neighbors,
//! `picture`, `svg` and `serde` read and write sets, `symmetry` turns them, `simd` holds several in
//! a vector, `wide` has words of several limbs, and `dispatch` chooses the instruction set.
//! `limits`, `threads`, `checksum`, `random` and `player` do not use boards; they are shared by the
//! crates built on this one.
//!
//! A query is a few functions, all inlined. For example, [`Bitboard::components`] calls
//! [`Bitboard::flood`] from the lowest cell that is left. A flood is a loop around
//! [`Dilate::dilate_within`], which for [`Steps`] is [`Steps::neighbor_bits`]: it masks and shifts
//! the set along its rows or columns, then shifts the results across them.
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
//! | `serde` | no | the `serde` crate: boards are `"0x1f"`, cells `"e4"` |
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
mod cell;
pub mod checksum;
mod connectivity;
pub mod dispatch;
mod flood;
mod geometry;
#[cfg(target_has_atomic = "64")]
pub mod limits;
mod moves;
mod no_corner_cut;
pub mod picture;
mod player;
pub mod random;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "simd")]
pub mod simd;
mod slides;
pub mod steps;
#[cfg(feature = "svg")]
pub mod svg;
mod symmetry;
#[cfg(feature = "std")]
pub mod threads;
mod wide;
mod word;

/// Iterators over cells, connected components and BFS levels of a set.
pub mod iter {
    pub use crate::bitboard::ops::Cells;
    pub use crate::flood::{Components, Frontiers};
}

pub use crate::bitboard::Bitboard;
pub use crate::cell::{Cell, CellError};
pub use crate::connectivity::{Connectivity, ConnectivityError};
pub use crate::flood::Dilate;
pub use crate::geometry::{
    AxialHex, Chess, Columns, Geometry, Holes, Lattice, OffsetHex, Ranks, RowMajor,
};
#[cfg(target_has_atomic = "64")]
#[doc(inline)]
pub use crate::limits::{Interrupted, Limits, Progress, StopReason, TryError};
pub use crate::moves::Moves;
pub use crate::no_corner_cut::NoCornerCut;
#[doc(inline)]
pub use crate::picture::{NamesError, Picture, PictureError, parse_picture};
pub use crate::player::Player;
#[doc(inline)]
pub use crate::random::{Random, SeededRng};
pub use crate::slides::Slides;
#[doc(inline)]
pub use crate::steps::Steps;
pub use crate::symmetry::Symmetry;
pub use crate::wide::Wide;
pub use crate::word::{Bits, Word};

/// What the crates of this workspace share. Not part of the interface: it can change in any
/// version.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "serde")]
    pub use crate::serde::from_text;

    /// Checks of queries with limits, for the tests of each crate.
    #[cfg(feature = "std")]
    pub mod check {
        pub use crate::__queries as queries;
        pub use crate::limits::check::{Query, check, run};
    }
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Boards that do not fit their word do not compile, whatever function makes them.
///
/// ```compile_fail,E0080
/// let empty = bitboard_core::Bitboard::<u64, bitboard_core::RowMajor<6, 12>>::EMPTY;
/// ```
/// ```compile_fail,E0080
/// let set = bitboard_core::Bitboard::<u64, bitboard_core::RowMajor<6, 12>>::from_coords(&[(0, 0)]);
/// ```
/// ```compile_fail,E0080
/// let set = bitboard_core::Bitboard::<u64, bitboard_core::RowMajor<6, 12>>::from_bits_truncate(1);
/// ```
/// ```compile_fail,E0080
/// let wide = bitboard_core::Bitboard::<u128, bitboard_core::RowMajor<6, 12>>::FULL;
/// let narrow: bitboard_core::Bitboard<u64, _> = wide.to_word();
/// ```
#[cfg(doctest)]
struct Refused;
