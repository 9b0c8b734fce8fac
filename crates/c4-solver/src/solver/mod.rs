//! Solvers and their queries.
//!
//! From bottom to top: windows of scores, the engine, the solver, its builder, one file for each kind of query.

mod analysis;
mod batch;
mod best;
mod builder;
mod checkpoint;
mod engine;
mod horizon;
mod score;
mod state;
mod strength;
mod window;

pub use self::analysis::{Analysis, AnalysisProgress};
pub use self::best::BestMoves;
pub use self::builder::{BuildError, SolverBuilder};
pub use self::checkpoint::{Checkpoint, CheckpointError};
pub use self::score::SolveProgress;
pub use self::state::{Solver, Statistics};
pub use self::strength::Strength;
