//! An engine for the Go Text Protocol, version 2 (Farnebäck, 2002), in the dialect of Havannah programs.
//!
//! White or black begins: the color that moves first is the first player. Cells are written as on Little
//! Golem ([`Notation::LittleGolem`](crate::Notation::LittleGolem)) or as a grid, `swap` takes over the first stone, and
//! `genmove` answers `pass` when the game is over.
//!
//! ```
//! use havannah_uf::gtp::Engine;
//!
//! let mut engine = Engine::new(1);
//! let mut respond = |line| engine.respond(line).unwrap().text;
//! assert_eq!(respond("boardsize 3"), "=\n\n");
//! assert_eq!(respond("1 play white b1"), "=1\n\n");
//! assert_eq!(respond("play white a2"), "? it is black's turn\n\n");
//! let picture = "=\x20
//!   . O .
//!  . . . .
//! . . . . .
//!  . . . .
//!   . . .
//!
//! ";
//! assert_eq!(respond("showboard"), picture);
//! ```

mod clock;
mod color;
mod engine;
mod session;
mod words;

pub use engine::{Engine, Response};
