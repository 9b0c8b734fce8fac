//! Shortest paths whose diagonal steps are √2 long, as in the MovingAI benchmarks.

mod cost;
mod distances;
mod path;
mod search;

pub use self::cost::OctileCost;
pub use self::distances::OctileDistances;
pub use self::path::OctilePath;
