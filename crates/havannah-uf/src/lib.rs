//! The board game Havannah: each move reports whether it wins, and by which structure. With undo,
//! random games, a player and a solver.
//!
//! Havannah is played on a hexagon of hexagons. A player wins with a **bridge** that connects two
//! corners, a **fork** that connects three edges (a corner is not on an edge), or a **ring**, a
//! loop of stones around at least one cell.
//!
//! ```
//! use havannah_uf::{Game, Hex, Player, RingRule, Wins};
//!
//! let mut game = Game::new(3, RingRule::Any)?;
//! for (x, y) in [(3, 2), (1, 1), (4, 3), (3, 3), (4, 4), (5, 5), (3, 4), (2, 1), (2, 3), (5, 4)] {
//!     assert_eq!(game.play(Hex { x, y })?, Wins::NONE);
//! }
//! // The first player, x, needs one stone for a ring around (3, 3).
//! let picture = "
//!   o o .
//!  . . x .
//! . x o x .
//!  . x x o
//!   . . o";
//! assert_eq!(format!("\n{game}"), picture);
//! assert!(game.winning_cells(Player::First).eq([Hex::new(2, 2)]));
//! assert_eq!(game.play(Hex::new(2, 2))?, Wins::RING);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which query?
//!
//! | question | query | cost |
//! | --- | --- | --- |
//! | who has won, and by which structure? | [`Game::play`], [`Game::winning_stones`] | a table and a few union-find steps a stone |
//! | which cells would win? | [`Game::winning_cells`] | a few steps a cell |
//! | who has won on a board of any size? | [`Referee`] | the same, with a map of stones |
//! | who wins how often at random? | [`Playouts::run`] | some nanoseconds a stone |
//! | which move to play within a time? | [`mcts::Mcts::try_search`] | all the time that is given |
//! | is a position won? | [`dfpn::Solver::solve`] | exponential |
//! | how to read and write games? | [`Record`], [`Notation`], [`gtp`] | – |
//!
//! Winners are found by union-find, as in the analysis of Google Code Jam 2012, round 3, problem B.
//! The example `code_jam` is a port of it, with the alternatives that it names, and runs all beside
//! [`Referee`].
//!
//! # Rules for rings
//!
//! A ring encloses any cell (the classical rule), a cell that is not the player's, or an empty
//! cell; see [`RingRule`]. A ring may run along the border, but cells off the board are never
//! enclosed.
//!
//! # Coordinates
//!
//! A cell is (x, y), a [`Hex`], counted from 1 as in Google Code Jam 2012, round 3, problem B.
//! Base 3:
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
//! | feature | default | cost |
//! | --- | --- | --- |
//! | `serde` | no | the `serde` crate |
//! | `svg` | no | the method `drawing` of [`Game`] |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// In the order of reading: each uses modules above it only. `groups` and `ring` have the idea of
// the crate; `dense` is the board that `game` and `playout` play on.
mod hex;
mod rules;

mod groups;
mod ring;

mod dense;
mod referee;

mod game;

mod playout;
mod record;

pub mod dfpn;
pub mod mcts;

pub mod gtp;

pub use bitboard_core;
pub use bitboard_core::{Interrupted, Limits, Progress, Random, SeededRng, StopReason};

pub use crate::game::{Game, WinningStones};
pub use crate::hex::{Hex, Notation, ParseError};
pub use crate::playout::{PlayoutStatistics, Playouts};
pub use crate::record::{Record, RecordError};
pub use crate::referee::Referee;
pub use crate::rules::{BaseError, Move, Outcome, PlayError, Player, RingRule, Value, Wins};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
