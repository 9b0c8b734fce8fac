//! Boards, positions and games.
//!
//! Read [`Position`] first: two words, the stones of the player to move and all stones. `shape` has
//! the formulas on such words, which the search evaluates for several positions at once. The
//! chapters: sizes ([`BoardSize`]), the bits of a board (`shape`), columns, positions, bounds
//! of their scores, and games.

#[cfg(feature = "alloc")]
mod bounds;
mod column;
#[cfg(feature = "alloc")]
mod game;
mod position;
mod shape;
mod size;

#[cfg(feature = "alloc")]
pub use self::bounds::{Bounds, Outcome};
pub use self::column::{Column, ColumnError, ColumnIter, ColumnSet};
#[cfg(feature = "alloc")]
pub use self::game::Game;
pub use self::position::{MovesError, PlayError, Position, PositionError};
#[cfg(feature = "alloc")]
pub(crate) use self::shape::Shape;
#[cfg(feature = "alloc")]
pub(crate) use self::size::sealed::Kernel;
pub use self::size::{AnySize, BoardSize, BoardWord, Fixed, SizeError, Standard};
