//! Random games to their end.

pub(crate) mod lane;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod parallel;
mod playouts;
mod statistics;

pub use playouts::Playouts;
#[cfg(target_has_atomic = "64")]
pub(crate) use playouts::games_per_check;
pub use statistics::Statistics;
