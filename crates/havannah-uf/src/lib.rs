//! Havannah winners online, by union-find.
//!
//! Havannah is played on a hexagon of hexagons. A player wins with a **bridge** that connects two corners, a **fork** that
//! connects three edges (a corner lies on no edge), or a **ring** around an empty cell. A [`Referee`] says after each
//! stone whether it wins, and how, on boards of any size.
//!
//! ```
//! use havannah_uf::{Hex, Referee, Wins};
//!
//! // A ring around (2, 2) on a board of base 3, closed by its sixth stone.
//! let mut referee = Referee::new(3);
//! let ring = [(1, 2), (2, 3), (3, 3), (3, 2), (2, 1), (1, 1)];
//! let wins: Result<Vec<Wins>, _> = ring.into_iter().map(|(x, y)| referee.play(Hex { x, y })).collect();
//! assert_eq!(wins?.last(), Some(&Wins::RING));
//! # Ok::<(), havannah_uf::PlayError>(())
//! ```
//!
//! # Coordinates
//!
//! They are those of Google Code Jam 2012, round 3, problem B. On a board of base S, cells are the (x, y) with
//! 1 ≤ x, y ≤ 2S − 1 and |x − y| < S; a cell touches (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and (x − 1, y − 1). Base 3:
//!
//! ```text
//!          11  21  31
//!        12  22  32  42
//!      13  23  33  43  53
//!        24  34  44  54
//!          35  45  55
//! ```
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library; nothing in this crate needs it yet |
//! | `parallel` | no | Rayon: batches of playouts on all cores |
//! | `svg` | no | pictures of `bitboard_core` as SVG |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cell;
mod dense;
mod draw;
mod error;
#[cfg(feature = "std")]
pub mod gtp;
pub mod mcts;
mod notation;
pub mod offline;
mod playout;
pub mod pns;
mod record;
mod referee;
mod rule;
mod runs;
mod stones;
mod symmetry;
mod wins;
mod zobrist;

pub use crate::cell::Hex;
pub use crate::dense::{BaseError, Havannah, Move, Outcome, SwapError};
#[cfg(feature = "svg")]
pub use crate::draw::drawing;
pub use crate::error::PlayError;
pub use crate::notation::{CellError, Notation};
pub use crate::playout::{Playouts, Statistics};
pub use crate::record::{Record, RecordError};
pub use crate::referee::Referee;
pub use crate::rule::{Player, RingRule, UnknownRule};
pub use crate::symmetry::Symmetry;
pub use crate::wins::Wins;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
