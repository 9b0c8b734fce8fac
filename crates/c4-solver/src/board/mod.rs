//! Boards, positions and games.
//!
//! Read [`Position`] first: two words, the stones of the player to move and all stones. `shape` has
//! the formulas on such words, which the search evaluates for several positions at once. The
//! chapters: columns, sizes ([`Board`], and the sizes that the search is compiled for), the bits of
//! a board (`shape`), positions and their pictures, bounds of their scores, and games.

#[cfg(feature = "alloc")]
mod bounds;
mod column;
#[cfg(feature = "alloc")]
mod game;
mod picture;
mod position;
mod shape;
mod size;

#[cfg(feature = "alloc")]
pub use self::bounds::{Bounds, Outcome};
pub use self::column::{Column, ColumnSet};
#[cfg(feature = "alloc")]
pub use self::game::Game;
pub use self::position::{PlayError, Position, PositionError};
#[cfg(feature = "alloc")]
pub(crate) use self::shape::Shape;
#[cfg(all(test, feature = "std"))]
pub(crate) use self::size::Narrow;
pub use self::size::{Board, BoardError};
#[cfg(feature = "alloc")]
pub(crate) use self::size::{BoardSize, BoardWord, Standard};
