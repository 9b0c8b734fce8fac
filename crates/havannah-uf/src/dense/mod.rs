//! Boards whose cells are all in memory.

pub(crate) mod board;
pub(crate) mod boards;
mod game;
mod structure;

pub use game::{BaseError, Havannah, Move, Outcome, SwapError};
