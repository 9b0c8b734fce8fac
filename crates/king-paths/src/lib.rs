//! All shortest paths on bitboards, by flood fill.
//!
//! A path leads from a cell of one set to a cell of another through cells of a third, by steps of any kind that
//! [`bitboard_core`] knows: king, orthogonal, diagonal, knight, hexagons, slides. All shortest ones are found at once, as
//! layers: layer i holds the cells that are the i-th on some shortest path.
//!
//! ```
//! use bitboard_core::{Bitboard, Chess, Steps};
//! use king_paths::all_shortest_paths;
//!
//! type Board = Bitboard<u64, Chess>;
//! let e4 = Board::from_coords(&[(4, 3)]);
//! let corners = Board::from_coords(&[(0, 0), (7, 7)]);
//!
//! let layers = all_shortest_paths(e4, corners, Board::FULL, &Steps::KING);
//! assert_eq!(layers.len(), 5);
//! assert_eq!(layers[1].to_string(), "\
//! . . . . . . . .
//! . . . . . . . .
//! . . . . . . . .
//! . . . . X X . .
//! . . . X . . . .
//! . . . X . . . .
//! . . . . . . . .
//! . . . . . . . .");
//! assert_eq!(layers.count(Board::FULL, &Steps::KING), 8);
//! ```
//!
//! # Questions
//!
//! | question | answer |
//! | --- | --- |
//! | all shortest paths, as layers | [`all_shortest_paths`], [`Layers::find`] |
//! | how many, in all or to each target | [`Layers::count`], [`Layers::counts`] |
//! | one path, all of them, a random one | [`Layers::path`], [`Layers::paths`], `Layers::sampler` (feature `rand`) |
//! | cells on every shortest path, on every path | [`Layers::must_pass`], [`cut_cells`] |
//! | cells on paths a little longer | [`cells_on_paths`] |
//! | how far, how far at most | [`distances`], [`eccentricity`] |
//! | what can be reached, also by one or two moves | [`reachable`], [`reachable_by`] |
//! | is there a way at all | [`is_connected`], [`components`] |
//! | where may a king walk, can it ever get there | [`safe_squares`], [`king_walk`], [`is_fortress`] |
//! | what can pawns attack, where do they not | [`attack_spans`], [`attack_cones`], [`outposts`] |
#![cfg_attr(feature = "alloc", doc = "| many queries at once | [`batch`] |")]
#![cfg_attr(feature = "alloc", doc = "| more than 128 cells | [`grid`] |")]
//!
//! Lengths count cells, as the layers do; distances count steps, one less.
//!
//! # Random paths
//!
//! ```
//! # #[cfg(feature = "rand")] {
//! use bitboard_core::{Bitboard, Chess, Steps};
//! use king_paths::all_shortest_paths;
//!
//! fn draw(rng: &mut impl rand_core::Rng) -> Option<String> {
//!     type Board = Bitboard<u64, Chess>;
//!     let (a1, g8) = (Board::new(1), Board::new(1 << 62));
//!     let layers = all_shortest_paths(a1, g8, Board::FULL, &Steps::KNIGHT);
//!     let sampler = layers.sampler(Board::FULL, &Steps::KNIGHT)?;
//!     Some(sampler.sample(rng).to_string())
//! }
//! # }
//! ```
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library: `batch` detects vector instructions at run time |
//! | `alloc` | with `std` | an allocator: the modules `grid` and `batch` |
//! | `bigint` | no | the `num-bigint` crate: `GridPaths::count_big` |
//! | `rand` | no | the `rand_core` crate (traits only): `Layers::sampler` |
//! | `svg` | no | an allocator: `Layers::drawing` |

#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
mod arch;
#[cfg(feature = "alloc")]
pub mod batch;
mod chess;
mod count;
mod cut;
mod distance;
#[cfg(feature = "svg")]
mod draw;
#[cfg(feature = "alloc")]
pub mod grid;
mod layers;
mod paths;
mod reach;
#[cfg(feature = "rand")]
mod sample;
#[cfg(feature = "alloc")]
pub mod tours;

pub use crate::chess::{
    Army, Colour, attack_cones, attack_spans, is_fortress, king_walk, outposts, safe_squares,
};
pub use crate::count::Counts;
pub use crate::cut::{cells_on_paths, cut_cells};
pub use crate::distance::{Distances, distances};
pub use crate::layers::{Layers, MAX_KING_LAYERS, MAX_LAYERS, all_shortest_paths};
pub use crate::paths::{Path, Paths};
pub use crate::reach::{components, eccentricity, is_connected, reachable, reachable_by};
#[cfg(feature = "rand")]
pub use crate::sample::Sampler;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
