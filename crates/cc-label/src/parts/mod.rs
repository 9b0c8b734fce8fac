//! Parts of an image, whose components may reach into other parts: the strips of threads, the bands
//! of a stream, tiles of what is larger than memory.
//!
//! Read `part` first: a box with open components, and how parts are joined. `stream` has components
//! that leave as soon as they are complete: [`Stream`], [`count`] and the choice of some. `threads`
//! divides an image in memory, and [`Tile`] and [`Tiles`] (`tile`, the bytes in `state`) divide one
//! of any size.

pub(crate) mod part;
mod state;
pub(crate) mod stream;
pub(crate) mod threads;
mod tile;

pub use self::stream::{Selected, Stream, count};
pub use self::tile::{Tile, TileError, TileLabels, TiledComponents, Tiles};
