//! Perfect play for Connect 4.
//!
//! A [`Position`] is two machine words; a `Solver` finds its exact score.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use c4_solver::{Position, Solver};
//!
//! let position = Position::from_picture("
//!     . . . . . . .
//!     . . . . . . .
//!     . . . o . . .
//!     . . o x . . .
//!     . . x o x . .
//!     . o x x o . .")?;
//! let mut solver = Solver::new();
//! // The best column has the score of the position.
//! let scores = solver.analyze(position);
//! assert_eq!(scores.iter().flatten().max(), Some(&solver.solve(position)));
//! # }
//! # Ok::<(), c4_solver::PictureError>(())
//! ```
//!
//! # Scores
//!
//! A score counts the stones that the winner has left when the game ends, plus one: a win with one's last stone
//! scores 1, with the last but one 2, and so on. It is positive if the player to move wins, negative if the other player
//! does, 0 for a draw. This is the convention of Pascal Pons' solver and its test sets.
//!
//! # Errors
//!
//! Moves and pictures from outside are checked and refused by column and move:
//!
//! ```
//! use c4_solver::Position;
//!
//! let error = Position::from_moves("4444444").unwrap_err();
//! assert_eq!(error.to_string(), "move 7: column 4 is full");
//! let error = Position::from_moves("1212121").unwrap_err();
//! assert_eq!(error.to_string(), "move 7: a stone in column 1 wins, which ends the game");
//! ```
//!
//! # Boards
//!
//! Positions are of 7×6 unless they are made otherwise: [`Fixed`] boards are known to the compiler, [`AnySize`] ones chosen at run time.
//! The word is `u64` where width·(height + 1) ≤ 64, `u128` up to 128.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use c4_solver::{Builder, Fixed, Position};
//!
//! let board = Fixed::<5, 5>::BOARD;
//! assert_eq!(Builder::new(board).build().solve(Position::new(board)), 0);
//! # }
//! ```
//!
//! # Algorithms
//!
//! The bitboards are those of Pascal Pons' tutorial, *Solving Connect 4: how to build a perfect AI*. What the player who answers can hold
//! without search follows Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988): claimeven and baseinverse. Forced
//! moves followed at once, and children looked up before any is searched, are described by Markus Steininger for his solver. The rest is explained in
//! `docs/design/c4-solver.md` of the repository.
//!
//! # Features
//!
//! | feature | default | what it costs |
//! | --- | --- | --- |
//! | `std` | yes | the standard library: limits of time, and the choice of vector instructions at run time |
//! | `alloc` | with `std` | an allocator; without it there are positions but no solver |
//! | `parallel` | no | searches by several threads, with the standard library only |
//! | `book` | no | 24 KiB: the scores of all positions of 7×6 with up to five stones |
//! | `svg` | no | the drawings of bitboard-core |

#![no_std]
#![deny(unsafe_code)]
// Positions alone use a part of the formulas.
#![cfg_attr(not(feature = "alloc"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod board;
#[cfg(feature = "alloc")]
mod book;
#[cfg(feature = "alloc")]
mod children;
#[cfg(feature = "alloc")]
mod count;
mod error;
#[cfg(feature = "alloc")]
mod follow_up;
#[cfg(feature = "alloc")]
mod game;
mod isa;
mod lines;
pub mod notation;
#[cfg(feature = "parallel")]
mod parallel;
mod position;
#[cfg(feature = "alloc")]
mod prefetch;
#[cfg(feature = "alloc")]
mod search;
mod shape;
#[cfg(feature = "alloc")]
mod solver;
#[cfg(feature = "alloc")]
mod table;
#[cfg(feature = "alloc")]
#[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "one thread makes no team"))]
mod team;
#[cfg(feature = "alloc")]
mod watch;
mod word;

pub use crate::board::{AnySize, Board, Fixed, SizeError, Standard};
#[cfg(feature = "alloc")]
pub use crate::book::{Book, book_positions, complete};
#[cfg(feature = "alloc")]
pub use crate::count::{Count, count_positions};
#[cfg(feature = "alloc")]
pub use crate::error::{BookError, EntryError};
pub use crate::error::{MovesError, PictureError, PositionError};
#[cfg(feature = "alloc")]
pub use crate::game::{Game, Outcome};
pub use crate::position::Position;
#[cfg(feature = "alloc")]
pub use crate::solver::{BuildError, Builder, Solver, Statistics, Stopped};
#[cfg(feature = "alloc")]
pub use crate::watch::{Progress, StopReason};
pub use crate::word::BoardWord;

#[cfg(all(test, feature = "std"))]
mod tests;

/// The examples of the README are tests too.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../README.md")]
struct Readme;
