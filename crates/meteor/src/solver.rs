//! Queries of a puzzle. Each method of [`Solver`] starts the clock of a query with the limits of the
//! caller and calls the engine with a [`Budget`].

use alloc::sync::Arc;

use bitboard_core::limits::unlimited_fallible;
use bitboard_core::{Interrupted, Limits, TryError};

use crate::engine::budget::Budget;
use crate::engine::symmetry::Distinct;
use crate::engine::{AnyProblem, Settings};
use crate::error::CountError;
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solutions::{SolutionIndex, Solutions};

/// Answers queries about a puzzle, which can [change](Self::change) at any time.
///
/// Exchanging identical copies of a piece does not make another solution. Solutions that a symmetry
/// of the board maps to one another are different, except for
/// [`count_distinct`](Self::count_distinct).
///
/// Queries with `try_` in their names take [`Limits`]. The nodes that these limit are partial
/// solutions and states of the transfer graph. Progress is reported with the detail
/// [`StageProgress`](crate::StageProgress). The result is the same for any number of threads. A
/// stopped query returns [`Interrupted`] or [`TryError::Interrupted`] and leaves the solver as it
/// was.
///
/// ```
/// use meteor_puzzle::{Limits, Solver, StopReason, presets};
///
/// let mut solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
/// assert_eq!(solver.count(), Ok(9_356));
/// let stopped = solver.try_count(&Limits::new().nodes(1_000)).unwrap_err();
/// assert_eq!(stopped.stop_reason(), Some(StopReason::Nodes));
///
/// let hint = solver.try_hint(&Limits::new()).unwrap().unwrap();
/// solver.change(|puzzle| puzzle.place(hint))?;
/// assert_eq!(solver.count(), Ok(333));
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    puzzle: Arc<Puzzle>,
    problem: AnyProblem,
    settings: Settings,
}

impl Solver {
    /// Creates a solver of a puzzle, which it owns or shares.
    #[must_use]
    pub fn new(puzzle: impl Into<Arc<Puzzle>>) -> Self {
        let puzzle = puzzle.into();
        Self { problem: AnyProblem::new(&puzzle), puzzle, settings: Settings::DEFAULT }
    }

    /// Sets the number of bytes for the transfer graph and, in space, for the solutions of
    /// [`try_index`](Self::try_index); the default is 256 MiB. If the graph does not fit, or the
    /// memory cannot be allocated, solutions are counted by search, which needs little memory.
    ///
    /// The limit is checked between steps. While a list grows, its old and its new block are both
    /// in memory, so for a moment a query can take about twice the limit. The limit does not
    /// include the placements of the pieces and, in [`count_distinct`](Self::count_distinct), their
    /// orbits: some hundred bytes for each placement.
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.settings.memory = bytes;
        self
    }

    /// Sets the number of threads that count by search, in space or where the transfer graph does not
    /// fit its memory: at most 256, and 0 for one per core. The default is 1, which starts no thread. If a
    /// thread cannot be started, fewer threads search.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.set_threads(threads);
        self
    }

    /// The puzzle with the pieces that are placed at the moment.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Changes the puzzle, usually the pieces that are placed, and lists the moves again. All later
    /// queries are about the changed puzzle.
    ///
    /// ```
    /// use meteor_puzzle::{Puzzle, Solver, presets};
    ///
    /// let mut solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let piece = solver.puzzle().placement("0", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)])?;
    /// solver.change(|puzzle| puzzle.place(piece))?;
    /// assert_eq!(solver.count(), Ok(171));
    /// assert_eq!(solver.change(Puzzle::undo), Some(piece));
    /// assert_eq!(solver.count(), Ok(2_098));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Puzzle) -> T) -> T {
        let changed = change(Arc::make_mut(&mut self.puzzle));
        self.problem = AnyProblem::new(&self.puzzle);
        changed
    }

    /// An iterator over all solutions. The puzzle has exactly one if the iterator has a first and
    /// no second item.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("hexiamonds-4x9").unwrap().puzzle());
    /// assert_eq!(solver.solutions().count(), 148);
    /// ```
    #[must_use]
    pub fn solutions(&self) -> Solutions {
        Solutions::new(&self.puzzle, &self.problem)
    }

    /// [`solutions`](Self::solutions) within limits, which are for all solutions together.
    /// [`Solutions::try_next`] has limits for each.
    ///
    /// # Errors
    /// If a limit was reached, the last item is an error.
    pub fn try_solutions<'a>(
        &self,
        limits: &Limits<'a>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> + use<'a> {
        self.solutions().within(limits)
    }

    /// A piece to place next: one of the first solution. `None` if there is no solution, or the
    /// first one has no further piece.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let mut solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// while let Some(hint) = solver.try_hint(&Limits::new().time(Duration::from_secs(60)))? {
    ///     solver.change(|puzzle| puzzle.place(hint))?;
    /// }
    /// assert_eq!(solver.puzzle().placed().len(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_hint(&self, limits: &Limits<'_>) -> Result<Option<Placement>, Interrupted> {
        let first = self.try_solutions(limits).next().transpose()?;
        let is_new = |placement: &Placement| !self.puzzle.placed().contains(placement);
        Ok(first.and_then(|solution| solution.placements().iter().copied().find(is_new)))
    }

    /// The number of solutions, by the transfer graph or, if it does not fit the
    /// [memory](Self::memory_bytes), by search. In space it is by search, unless there are always
    /// enough copies of all pieces, or more than 65,536 placements.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("dominoes-8x8").unwrap().puzzle());
    /// assert_eq!(solver.count(), Ok(12_988_816));
    /// ```
    ///
    /// # Errors
    /// [`CountError::Overflow`] if the number does not fit a `u128`.
    pub fn count(&self) -> Result<u128, CountError> {
        unlimited_fallible(|limits| self.try_count(limits))
    }

    /// [`count`](Self::count) within limits. After it was stopped, the next count starts again:
    /// only [`Solutions::try_next`] continues.
    ///
    /// # Errors
    /// If a limit was reached, or the number does not fit a `u128`.
    pub fn try_count(&self, limits: &Limits<'_>) -> Result<u128, TryError<CountError>> {
        let watch = limits.start();
        watch.check()?;
        self.problem.count(Some(&self.puzzle), self.settings, &mut Budget::new(&watch))
    }

    /// The number of distinct solutions: those that a symmetry of the puzzle maps to one another
    /// count once.
    ///
    /// A symmetry of the puzzle is a symmetry of the board that maps placed pieces to placed
    /// pieces, cells that may stay empty to such cells, and the placements of each piece to those of the same piece or, where a piece must
    /// not be turned so, of another with an equal range of copies. Pieces that are in no solution
    /// are ignored.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// assert_eq!(solver.count_distinct(), Ok(2_339));
    /// ```
    ///
    /// # Errors
    /// [`CountError::Overflow`] if a number does not fit a `u128`.
    pub fn count_distinct(&self) -> Result<u128, CountError> {
        unlimited_fallible(|limits| self.try_count_distinct(limits))
    }

    /// [`count_distinct`](Self::count_distinct) within limits.
    ///
    /// # Errors
    /// If a limit was reached, or a number does not fit a `u128`.
    pub fn try_count_distinct(&self, limits: &Limits<'_>) -> Result<u128, TryError<CountError>> {
        let watch = limits.start();
        watch.check()?;
        let budget = &mut Budget::new(&watch);
        let all = self.problem.count(Some(&self.puzzle), self.settings, budget)?;
        Distinct::new(&self.puzzle, all).count(
            budget,
            |puzzle, budget| AnyProblem::new(puzzle).count(Some(puzzle), self.settings, budget),
            |symmetry, budget| self.problem.fixed_by(symmetry).count(None, self.settings, budget),
        )
    }

    /// Random access to all solutions: by number, at random, and the number of a given solution.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let index = solver.try_index(&Limits::new())?;
    /// assert_eq!(index.len(), 2_098);
    /// assert!(index.nth(2_097).is_some() && index.nth(2_098).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, the number of solutions does not fit a `u128`, or the transfer graph
    /// or, in space, the list of solutions does not fit the [memory](Self::memory_bytes).
    pub fn try_index(&self, limits: &Limits<'_>) -> Result<SolutionIndex, TryError<CountError>> {
        let watch = limits.start();
        watch.check()?;
        let solutions =
            self.problem.by_number(&self.puzzle, self.settings, &mut Budget::new(&watch))?;
        Ok(SolutionIndex::new(&self.puzzle, solutions))
    }
}
