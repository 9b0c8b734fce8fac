//! Havannah, fast: who wins with which stone, and how; undo, random games, a player and a solver.
//!
//! Havannah is played on a hexagon of hexagons. A player wins with a **bridge** that connects two corners, a **fork** that
//! connects three edges (a corner lies on no edge), or a **ring**, a loop of stones round at least one cell.
//!
//! ```
//! use havannah_uf::{Havannah, Hex, Player, RingRule, Wins};
//!
//! // The first player goes round (3, 3) on a board of base 3.
//! let mut game = Havannah::new(3, RingRule::Any)?;
//! for (x, y) in [(3, 2), (1, 1), (4, 3), (3, 3), (4, 4), (5, 5), (3, 4), (2, 1), (2, 3), (5, 4)] {
//!     assert_eq!(game.play(Hex { x, y })?, Wins::NONE);
//! }
//! let picture = "
//!   X X .
//!  . . O .
//! . O X O .
//!  . O O X
//!   . . X";
//! assert_eq!(format!("\n{game}"), picture);
//! let winning: Vec<_> = game.winning_cells(Player::First).collect();
//! assert_eq!(winning, [(Hex { x: 2, y: 2 }, Wins::RING)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! | | |
//! | --- | --- |
//! | [`Havannah`] | a game of two on a board of base 2 to 64: play, undo, what would win, the stones that win, hashes |
//! | [`Referee`] | the stones of one player or two on a board of any size; memory grows with the stones |
//! | [`offline`] | a whole game at once, by the second method of the Code Jam analysis |
//! | [`Playouts`], [`Statistics`] | random games, one by one, in batches, on all cores |
//! | [`mcts`] | a player by Monte Carlo tree search |
//! | [`pns`] | a solver by proof-number search |
//! | [`Record`], [`Notation`], [`code_jam`] | games and cells as text |
#![cfg_attr(feature = "std", doc = "| [`gtp`] | an engine for the Go Text Protocol |")]
//!
//! # Rules for rings
//!
//! There are three, see [`RingRule`]: round any cell (the classical one), round a cell that is not the player's, round an
//! empty cell. What is off the board is never enclosed, but a ring may run along the border.
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
//! | `std` | yes | the standard library: the module `gtp`, time limits and threads of [`mcts`], playouts on all cores |
//! | `svg` | no | drawings of games by `bitboard_core::svg` |
//!
//! Without `std`, the crate needs an allocator.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cell;
pub mod code_jam;
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
#[cfg(feature = "std")]
mod threads;
mod wins;
mod zobrist;

pub use crate::cell::Hex;
pub use crate::dense::{BaseError, Havannah, Move, Outcome, SwapError};
#[cfg(feature = "svg")]
pub use crate::draw::drawing;
pub use crate::error::{OutOfMemory, PlayError};
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
