//! All shortest paths on bitboards, by flood fill.
//!
//! A path leads from a cell of one set to a cell of another through cells of a third, by any moves
//! that [`bitboard_core`] knows: king, orthogonal, diagonal, knight, pawns, hexagons, slides.
//! [`shortest_paths`] finds all shortest ones at once, as layers: layer i holds the cells that are
//! the i-th on some shortest path.
//!
//! All shortest paths between squares:
//!
//! ```
//! use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
//! use king_paths::shortest_paths;
//!
//! let paths = shortest_paths(Cell::E4, Cell::A1, Bitboard::<u64, Chess>::FULL, &Steps::KING);
//! assert_eq!((paths.distance(), paths.path_count()), (Some(4), 4));
//! assert_eq!(paths.path().unwrap().to_string(), "e4 d3 c2 b1 a1");
//! ```
//!
//! Ways on a map, searched 64 cells at a time where it is open:
//!
//! ```
//! use king_paths::grid::{Grid, StepKind};
//!
//! let grid: Grid = "..#.. / ..#.. / .....".parse()?;
//! let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::NoCornerCut)?;
//! assert_eq!((paths.distance(), paths.path_count()), (Some(6), Ok(4)));
//! let goals = grid.distances(&[(4, 0)], StepKind::King)?; // for many agents
//! assert_eq!(goals.next_cell((0, 1)), Some((1, 1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The method is that of Steffan Westcott's "All shortest paths" (Computer Chess Club, 2002). The
//! example `westcott` is a port of his routine, and runs it beside this one.
//!
//! # Which query?
//!
//! | question | query | cost |
//! | --- | --- | --- |
//! | all shortest paths on a board, as layers | [`shortest_paths`], [`ShortestPaths::layers`] | a dilation for each step, there and back |
//! | their number, in all or to each target | [`path_count`], [`counts`] | an addition for each edge of a path |
//! | one path, all of them, random ones | [`path`], [`paths`], [`sampler`] | the length; each path; counts, then the length |
//! | cells on every shortest path, on every path | [`must_pass`], [`articulation_cells`] | a step for each layer; a flood for each cell of a path |
//! | distances, greatest distance | [`distances`], [`eccentricity`] | a dilation for each step |
//! | cells within a number of moves | [`reachable_within`] | a dilation for each move |
//! | reachable cells, connected components | [`Bitboard::flood`], [`Bitboard::components`] | a dilation for each step |
//! | king walks, fortresses, pawn spans, outposts | [`chess`] | one or a few floods |
//! | paths for many boards | the module `batch` with the feature `simd` | one lane of a vector each |
//! | distances and paths on a map | the module `grid`, which has a table of its own | 64 cells at a time in the open |
//!
//! [`path_count`]: ShortestPaths::path_count
//! [`counts`]: ShortestPaths::counts
//! [`path`]: ShortestPaths::path
//! [`paths`]: ShortestPaths::paths
//! [`sampler`]: ShortestPaths::sampler
//! [`must_pass`]: ShortestPaths::must_pass
//! [`articulation_cells`]: ShortestPaths::articulation_cells
//! [`Bitboard::flood`]: bitboard_core::Bitboard::flood
//! [`Bitboard::components`]: bitboard_core::Bitboard::components
//!
//! # Features
//!
//! | feature | default | effect |
//! | --- | --- | --- |
//! | `std` | yes | uses the standard library |
//! | `alloc` | with `std` | needs an allocator: the module `grid` |
//! | `simd` | yes | `std` and the `fearless_simd` crate: the module `batch` |
//! | `bigint` | no | the `num-bigint` crate: `grid::ShortestPaths::path_count_big` |
//! | `rand_core` | no | the `rand_core` crate, whose generators `bitboard_core::random::RandCore` wraps |
//! | `serde` | no | the `serde` crate; paths and grids are texts, [`chess::Pieces`] sets |
//! | `svg` | no | needs an allocator: `ShortestPaths::drawing` |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub use bitboard_core;
#[cfg(target_has_atomic = "64")]
pub use bitboard_core::{Interrupted, Limits, Progress, StopReason, TryError};
pub use bitboard_core::{Random, SeededRng};

// Read `shortest` first: it finds the layers. `layers` has the answers that follow from layers,
// `count` the number of paths, `distance` the distances. `batch` finds the layers of many queries
// on vectors. `grid` has other searches.
#[cfg(feature = "simd")]
pub mod batch;
pub mod chess;
mod count;
mod distance;
#[cfg(feature = "alloc")]
pub mod grid;
mod layers;
mod path;
#[cfg(feature = "serde")]
mod serde;
mod shortest;

pub use crate::distance::{Distances, distances, eccentricity, reachable_within};
pub use crate::layers::Counts;
pub use crate::path::{ParsePathError, Path};
pub use crate::shortest::{ShortestPaths, shortest_paths};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
