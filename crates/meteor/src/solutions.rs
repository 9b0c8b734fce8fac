//! Iterators over solutions.

use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, unlimited};

use crate::engine::any::{AnyDfs, AnyProblem};
use crate::engine::meter::Meter;
use crate::placement::Placement;
use crate::progress::Progress;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// An iterator that searches for the next solution. Made by
/// [`Solver::solutions`](crate::Solver::solutions).
///
/// The order is always the same: that of [`Puzzle::pieces`], cell by cell in the order in which the
/// solver fills the board. The search owns its puzzle. It can be paused, at a solution or a limit, and
/// continued at any time.
///
/// ```
/// use meteor::{Solver, presets};
///
/// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
/// assert_eq!(solutions.next().unwrap().placements().len(), 10);
/// assert_eq!(solutions.count(), 2_097);
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    puzzle: Arc<Puzzle>,
    dfs: AnyDfs,
    /// The meter of queries without limits.
    meter: Meter<'static>,
    /// Nodes of queries with limits.
    nodes: u64,
}

impl Solutions {
    pub(crate) fn new(puzzle: &Arc<Puzzle>, problem: &AnyProblem) -> Self {
        let (puzzle, meter) = (Arc::clone(puzzle), Meter::new(&Limits::new()));
        Self { puzzle, dfs: problem.dfs(), meter, nodes: 0 }
    }

    /// The number of partial solutions that were searched so far.
    ///
    /// ```
    /// use meteor::{Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
    /// assert_eq!(solutions.nodes(), 0);
    /// solutions.next();
    /// assert!(solutions.nodes() >= 10);
    /// ```
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes + self.meter.nodes()
    }

    /// The pieces on the board at the moment, including those that were placed before the search.
    ///
    /// ```
    /// use meteor::bitboard_core::Limits;
    /// use meteor::{Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
    /// let nodes = Limits::new().nodes(3);
    /// assert!(solutions.try_next(&nodes).is_err());
    /// assert!((1..=3).contains(&solutions.board().len()));
    /// ```
    #[must_use]
    pub fn board(&self) -> Vec<Placement> {
        self.dfs.board(self.puzzle.placed()).into()
    }

    /// Continues to the next solution without making it. Returns whether there is one.
    ///
    /// ```
    /// use meteor::{Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle()).solutions();
    /// for _ in 0..8 {
    ///     assert!(solutions.advance());
    /// }
    /// assert!(!solutions.advance());
    /// ```
    pub fn advance(&mut self) -> bool {
        let next = |_: &Limits<'_, Progress>| Ok::<_, Interrupted>(self.dfs.next(&mut self.meter)?);
        unlimited(next)
    }

    /// Continues to the next solution within limits, which are for this call only. After an error the
    /// next call continues where this one stopped, so a search can run in small slices.
    ///
    /// ```
    /// use meteor::bitboard_core::Limits;
    /// use meteor::{Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle()).solutions();
    /// let (slice, mut found) = (Limits::new().nodes(10_000), 0);
    /// loop {
    ///     match solutions.try_next(&slice) {
    ///         Ok(Some(_)) => found += 1,
    ///         Ok(None) => break,
    ///         Err(_) => {} // Draw `solutions.board()`, handle events, and continue.
    ///     }
    /// }
    /// assert_eq!(found, 8);
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_next(
        &mut self,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Solution>, Interrupted> {
        self.next_within(&mut Meter::new(limits))
    }

    fn next_within(&mut self, meter: &mut Meter<'_>) -> Result<Option<Solution>, Interrupted> {
        let before = meter.nodes();
        let next = self.dfs.next(meter);
        self.nodes += meter.nodes() - before;
        Ok(next?.then(|| self.solution()))
    }

    /// The solution on the board.
    fn solution(&self) -> Solution {
        self.dfs.board(self.puzzle.placed())
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.advance().then(|| self.solution())
    }
}

/// [`Solutions`] within limits. Made by [`Solver::try_solutions`](crate::Solver::try_solutions).
///
/// The limits are for all solutions together. After an error there are no more items.
#[derive(Clone, Debug)]
pub struct LimitedSolutions<'a> {
    solutions: Solutions,
    meter: Meter<'a>,
    over: bool,
}

impl<'a> LimitedSolutions<'a> {
    pub(crate) fn new(solutions: Solutions, limits: &Limits<'a, Progress>) -> Self {
        Self { solutions, meter: Meter::new(limits), over: false }
    }
}

impl Iterator for LimitedSolutions<'_> {
    type Item = Result<Solution, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let next = self.solutions.next_within(&mut self.meter);
        self.over = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}
