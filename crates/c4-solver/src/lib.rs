//! Perfect play for Connect 4.
//!
//! A [`Position`] is two bitboards; a `Solver` finds its exact score.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use c4_solver::{Position, Solver};
//!
//! let position: Position = "
//!     . . . . . . .
//!     . . . . . . .
//!     . . . o . . .
//!     . . o x . . .
//!     . . x o x . .
//!     . o x x o . .".parse()?;
//! let mut solver = Solver::default();
//! let analysis = solver.analyze(&position);
//! // The best column has the score of the position.
//! assert_eq!(analysis.position_bounds().exact(), Some(solver.solve(&position)));
//! # }
//! # Ok::<(), c4_solver::PositionError>(())
//! ```
//!
//! # Which query?
//!
//! | question | query | cost |
//! | --- | --- | --- |
//! | who wins, and when? | `Solver::solve`; only who: `Solver::solve_weak` | microseconds near the end, seconds for the empty board |
//! | what is each column worth? | `Solver::analyze`, `Analysis::loss` | a search for each column |
//! | which columns are best? | `Solver::best_moves` | less than all scores |
//! | the best line? | `Solver::principal_variation` | a search for each move |
//! | the scores of many positions? | `Solver::solve_many` | one search each, on several threads with `parallel` |
//! | which column to play within a time? | `Solver::try_choose` | at most the time that is given |
//! | the first moves at once? | `Book::embedded` with the feature `book` | a lookup |
//! | a board from a picture, moves or a program? | [`Position::parse`], [`Position::from_moves`], [`Position::from_rows`] | – |
//!
//! Positions are those of part 6 of Pascal Pons' tutorial "Solving Connect 4". The example `part6`
//! is a port of its solver, and runs it beside this one.
//!
//! # Scores
//!
//! A score counts the stones that the winner has left when the game ends, plus one: a win with
//! one's last stone scores 1, with the last but one 2, and so on. It is positive if the player to
//! move wins, negative if the other player does, 0 for a draw. This is the convention of Pascal
//! Pons' solver and its test sets.
//!
//! # Limits
//!
//! Each query has a twin that takes [`Limits`] of nodes and time, a cancel
//! flag and a progress callback. If it is stopped, it returns
//! [`Interrupted`] with what is known so far, such as the bounds of
//! each column, and the query can be resumed.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use std::time::Duration;
//!
//! use c4_solver::{Limits, Position, Solver};
//!
//! let mut solver = Solver::default();
//! let limits = Limits::new().time(Duration::from_millis(10));
//! let stopped = solver.try_analyze(&Position::EMPTY, &limits).unwrap_err();
//! println!("{}: {}", stopped.reason, stopped.partial);
//! # }
//! ```
//!
//! The score of the empty board takes some ten to twenty seconds to search, the scores of all its
//! columns longer. With the feature `book`, `Book::embedded` has the scores of all columns at once
//! up to seven stones. From eight stones on an analysis can take up to a second: use
//! `Solver::try_choose`, which has a column to play, the best one so far if it is stopped (the
//! README plays within 50 ms), or a deeper book. For independent requests give each thread its own
//! solver; `Solver::threads` speeds up one search.
//!
//! Limits can share the flag with other threads, so a query fits into a task of any executor, such
//! as `tokio::task::spawn_blocking`:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::thread;
//!
//! use c4_solver::{Limits, Position, Solver, StopReason};
//!
//! let cancel = Arc::new(AtomicBool::new(false));
//! let limits = Limits::new().cancel_shared(Arc::clone(&cancel));
//! let task = thread::spawn(move || Solver::default().try_solve(&Position::EMPTY, &limits));
//! cancel.store(true, Ordering::Relaxed);
//! assert_eq!(task.join().unwrap().unwrap_err().reason, StopReason::Cancelled);
//! # }
//! ```
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
//! Positions are of 7×6 unless another [`Board`] is given, of up to 128 bits: width·(height + 1) ≤
//! 128. The search is compiled for 7×6 as constants and for words of 64 and 128 bits; a solver
//! chooses one of them.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use c4_solver::{Board, Position, Solver};
//!
//! for (width, height, score) in [(7, 6, 18), (6, 5, 12), (9, 7, 29)] {
//!     let board = Board::new(width, height).unwrap();
//!     let position = Position::new(board).after_moves("112233").unwrap();
//!     assert_eq!(Solver::new(board).solve(&position), score);
//! }
//! # }
//! ```
//!
//! # Algorithms
//!
//! The bitboards are those of Pascal Pons' tutorial, *Solving Connect 4: how to build a perfect
//! AI*. The score bounds without a search follow Victor Allis, *A Knowledge-based Approach of
//! Connect-Four* (1988): claimeven and baseinverse. Forced moves played at once, and children
//! looked up before any is searched, are described by Christophe Steininger for his solver. Threads
//! share one tree as in simplified ABDADA (Tom Kerrigan). The file of each algorithm explains it;
//! `docs/design/c4-solver.md` of the repository has what each step gained.
//!
//! # Features
//!
//! | feature | default | cost |
//! | --- | --- | --- |
//! | `std` | yes | the standard library: time limits, and vector instructions chosen at run time |
//! | `alloc` | with `std` | an allocator; without it there are positions but no solver |
//! | `parallel` | no | several threads, with the standard library only |
//! | `book` | no | 298 KiB: `Book::embedded`, all positions of 7×6 with up to eight stones |
//! | `serde` | no | the `serde` crate: serialization of all values |
//! | `svg` | no | the drawings of bitboard-core |
//!
//! Choose `book` for programs that play from the empty board: without it, the scores of the first
//! moves within 100 ms are only bounds, such as `-20..=20`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![deny(unsafe_code)]
// Without `alloc`, some helpers are unused.
#![cfg_attr(not(feature = "alloc"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// Read `board` first, then `search` (null-window tests: is the score at least β?) and `solver` (the
// queries, which ask it). `book` stores scores.
mod board;
#[cfg(feature = "alloc")]
mod book;
#[cfg(feature = "alloc")]
mod search;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod solver;

pub use bitboard_core;
#[cfg(target_has_atomic = "64")]
pub use bitboard_core::{Interrupted, Limits, Progress, StopReason};
pub use bitboard_core::{Player, SeededRng};

pub use crate::board::{Board, BoardError, Column, ColumnSet, PlayError, Position, PositionError};
#[cfg(feature = "alloc")]
pub use crate::board::{Bounds, Game, Outcome};
#[cfg(feature = "alloc")]
pub use crate::book::{Book, BookBuilder, BookError};
#[cfg(feature = "alloc")]
pub use crate::search::SolveProgress;
#[cfg(feature = "alloc")]
pub use crate::solver::{
    Analysis, BestMoves, Checkpoint, CheckpointError, Solver, SolverStatistics, Strength,
};

/// The examples of the README are tests too.
#[cfg(all(doctest, feature = "std", feature = "book"))]
#[doc = include_str!("../README.md")]
struct Readme;
