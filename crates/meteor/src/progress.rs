//! Progress of queries.

/// Progress of a query, for [`Limits::on_progress`](bitboard_core::Limits::on_progress).
///
/// ```
/// use std::sync::Mutex;
///
/// use meteor::bitboard_core::Limits;
/// use meteor::{Progress, Solver, Stage, presets};
///
/// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
/// let stages = Mutex::new(Vec::new());
/// let listener = |progress: &Progress| stages.lock().unwrap().push(progress.stage);
/// assert_eq!(solver.try_count(&Limits::new().on_progress(&listener)), Ok(9_356));
/// assert_eq!(stages.lock().unwrap().first(), Some(&Stage::Graph));
/// assert_eq!(stages.lock().unwrap().last(), Some(&Stage::Families));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// An estimate of the part of this stage that is done, from 0 to 1.
    pub done: f64,
    /// Nodes so far: partial solutions, or fillings of the graph.
    pub nodes: u64,
}

/// A stage of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stage {
    /// Building the graph of fillings. If it does not fit the memory, a search follows.
    Graph,
    /// Counting the ways to make or complete each filling.
    Families,
    /// The depth-first search. With several threads, `done` is that of one of them.
    Search,
    /// Counting the solutions that a symmetry of the puzzle leaves unchanged. `done` is not estimated.
    Symmetries,
}
