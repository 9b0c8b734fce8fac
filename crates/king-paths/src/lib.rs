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
//! let layers = all_shortest_paths(e4, corners, Board::FULL, &Steps::KING, &Steps::KING);
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
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library; nothing in this crate needs it yet |
//! | `svg` | no | pictures of `bitboard_core` as SVG |

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod layers;
mod no_cut;

pub use crate::layers::{Layers, MAX_LAYERS, all_shortest_paths};
pub use crate::no_cut::NoCut;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
