//! Boards, positions and games.
//!
//! From bottom to top: words and sizes; masks and formulas on the bits of a board; columns and players; positions and
//! their texts; games and counts.

mod column;
#[cfg(feature = "alloc")]
mod count;
mod error;
#[cfg(feature = "alloc")]
mod game;
mod lines;
mod masks;
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only players need it"))]
mod merit;
mod moves;
mod picture;
mod player;
mod position;
mod shape;
mod size;
#[cfg(feature = "svg")]
mod svg;
mod word;

pub use self::column::{Column, ColumnError, ColumnSet};
#[cfg(feature = "alloc")]
pub use self::count::{Count, count_positions};
pub use self::error::{PlayError, PositionError};
#[cfg(feature = "alloc")]
pub use self::game::{Game, Outcome};
#[cfg(feature = "alloc")]
pub(crate) use self::masks::Masks;
pub use self::moves::MovesError;
pub use self::picture::PictureError;
pub use self::player::Player;
pub use self::position::Position;
#[cfg(feature = "alloc")]
pub(crate) use self::shape::Shape;
#[cfg(all(test, feature = "parallel"))]
pub(crate) use self::size::sealed;
pub use self::size::{AnySize, Board, Fixed, SizeError, Standard};
pub use self::word::BoardWord;
