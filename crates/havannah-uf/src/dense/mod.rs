//! Boards whose cells are all in memory.

mod board;
pub(crate) mod boards;

pub(crate) use board::{Board, Log, NoLog, Point};
pub(crate) use boards::{Boards, MAX_BASE, MIN_BASE, with_board};
