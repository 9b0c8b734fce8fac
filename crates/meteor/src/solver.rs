//! Queries of a puzzle. Each method of [`Solver`] starts the [`Watches`] of a query with the limits
//! of the caller and calls the engine with a budget.

use alloc::sync::Arc;

use bitboard_core::limits::{unlimited, unlimited_fallible};
use bitboard_core::{Interrupted, Limits, StopReason, TryError};

use crate::engine::budget::Watches;
use crate::engine::error::TooManySolutions;
use crate::engine::symmetry::Classes;
use crate::engine::{AnyProblem, Settings};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solutions::{SolutionIndex, Solutions};

/// Answers queries about a puzzle, which can [change](Self::change) at any time.
///
/// Exchanging identical copies of a piece does not make another solution. Solutions that a symmetry
/// of the board maps to one another are different, except for
/// [`count_up_to_symmetry`](Self::count_up_to_symmetry).
///
/// Each query has a `try_` twin that takes [`Limits`]. The nodes that these limit are partial
/// solutions and states of the transfer graph. Progress is reported with the detail
/// [`StageProgress`](crate::StageProgress). The result is the same for any number of threads. A
/// stopped query returns [`Interrupted`] or [`TryError::Interrupted`] and leaves the solver as it
/// was. Only [`try_unique`](Self::try_unique) returns a partial answer, the first solution.
///
/// ```
/// use meteor_puzzle::{Limits, Solver, StopReason, presets};
///
/// let mut solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
/// assert_eq!(solver.count(), Ok(9_356));
/// let stopped = solver.try_count(&Limits::new().nodes(1_000)).unwrap_err();
/// assert_eq!(stopped.stop_reason(), Some(StopReason::Nodes));
///
/// let hint = solver.hint().unwrap();
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

/// The answer of [`Solver::unique`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Uniqueness {
    /// No solution exists.
    None,
    /// There is exactly this solution.
    One(Solution),
    /// There are at least these two solutions.
    Several(Solution, Solution),
}

impl Solver {
    /// Creates a solver of a puzzle, which it owns or shares.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let puzzle = Arc::new(presets::find("meteor").unwrap().puzzle());
    /// let solver = Solver::new(Arc::clone(&puzzle));
    /// assert_eq!(solver.puzzle(), &*puzzle);
    /// ```
    #[must_use]
    pub fn new(puzzle: impl Into<Arc<Puzzle>>) -> Self {
        let puzzle = puzzle.into();
        Self { problem: AnyProblem::new(&puzzle), puzzle, settings: Settings::DEFAULT }
    }

    /// Sets the number of bytes for the transfer graph; the default is 256 MiB. If the graph does
    /// not fit, or the memory cannot be allocated, the query is answered by search, which needs
    /// little memory.
    ///
    /// The limit is checked between steps. While a list grows, its old and its new block are both
    /// in memory, so for a moment a query can take about twice the limit. The limit does not
    /// include the placements of the pieces and, in
    /// [`count_up_to_symmetry`](Self::count_up_to_symmetry), their orbits: some hundred bytes for
    /// each placement.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle()).memory_bytes(1 << 20);
    /// assert_eq!(solver.count(), Ok(2_098));
    /// ```
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.settings.memory = bytes;
        self
    }

    /// Sets the number of threads that count by search, where the transfer graph does not fit its
    /// memory: at most 256, and 0 for one per core. The default is 1, which starts no thread. If a
    /// thread cannot be started, fewer threads search.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// assert_eq!(solver.memory_bytes(0).threads(0).count(), Ok(8));
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.set_threads(threads);
        self
    }

    /// The puzzle with the pieces that are placed at the moment.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let mut solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let hint = solver.hint().unwrap();
    /// solver.change(|puzzle| puzzle.place(hint))?;
    /// assert_eq!(solver.puzzle().placed().len(), 1);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
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

    /// An iterator over all solutions.
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
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("hexiamonds-4x9").unwrap().puzzle());
    /// let some: Vec<_> = solver.try_solutions(&Limits::new().nodes(100_000)).take(3).collect();
    /// assert_eq!(some.len(), 3);
    /// assert!(some.iter().all(Result::is_ok));
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, the last item is an error.
    pub fn try_solutions<'a>(
        &self,
        limits: &Limits<'a>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> + use<'a> {
        self.solutions().within(limits)
    }

    /// The first solution; `None` if there is none.
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::from_picture("I", "XX")?.copies(2..=2);
    /// let puzzle = Puzzle::from_picture(GridKind::Square, "
    ///     . .
    ///     . .", [domino])?;
    /// assert!(Solver::new(puzzle).first().is_some());
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<Solution> {
        self.solutions().next()
    }

    /// [`first`](Self::first) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, StopReason, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// let stopped = solver.try_first(&Limits::new().nodes(5)).unwrap_err();
    /// assert_eq!(stopped.reason, StopReason::Nodes);
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_first(&self, limits: &Limits<'_>) -> Result<Option<Solution>, Interrupted> {
        self.try_solutions(limits).next().transpose()
    }

    /// Determines whether the puzzle has no solution, exactly one, or several.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, Uniqueness, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// assert!(matches!(solver.unique(), Uniqueness::Several(..)));
    /// ```
    #[must_use]
    pub fn unique(&self) -> Uniqueness {
        unlimited(|limits| self.try_unique(limits))
    }

    /// [`unique`](Self::unique) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// let stopped = solver.try_unique(&Limits::new().nodes(5)).unwrap_err();
    /// assert_eq!(stopped.partial, None);
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, with the first solution if it was found.
    pub fn try_unique(
        &self,
        limits: &Limits<'_>,
    ) -> Result<Uniqueness, Interrupted<Option<Solution>>> {
        let mut solutions = self.try_solutions(limits);
        let mut next = |found: Option<&Solution>| match solutions.next() {
            Some(Err(stopped)) => Err(stopped.map(|()| found.cloned())),
            Some(Ok(solution)) => Ok(Some(solution)),
            None => Ok(None),
        };
        let Some(first) = next(None)? else { return Ok(Uniqueness::None) };
        Ok(match next(Some(&first))? {
            Some(second) => Uniqueness::Several(first, second),
            None => Uniqueness::One(first),
        })
    }

    /// A piece to place next: one of the first solution. `None` if there is no solution, or the
    /// first one has no further piece.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let mut solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// while let Some(hint) = solver.hint() {
    ///     solver.change(|puzzle| puzzle.place(hint))?;
    /// }
    /// assert_eq!(solver.puzzle().placed().len(), 10);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn hint(&self) -> Option<Placement> {
        unlimited(|limits| self.try_hint(limits))
    }

    /// [`hint`](Self::hint) within limits.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// match solver.try_hint(&Limits::new().time(Duration::from_secs(1))) {
    ///     Ok(Some(piece)) => println!("{piece:?}"),
    ///     Ok(None) => println!("no solution is left"),
    ///     Err(stopped) => println!("{stopped}"),
    /// }
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_hint(&self, limits: &Limits<'_>) -> Result<Option<Placement>, Interrupted> {
        let first = self.try_first(limits)?;
        let is_new = |placement: &Placement| !self.puzzle.placed().contains(placement);
        Ok(first.and_then(|solution| solution.placements().iter().copied().find(is_new)))
    }

    /// The number of solutions, by the transfer graph or, if it does not fit the
    /// [memory](Self::memory_bytes), by search.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("dominoes-8x8").unwrap().puzzle());
    /// assert_eq!(solver.count(), Ok(12_988_816));
    /// ```
    ///
    /// # Errors
    /// If the number does not fit a `u128`.
    pub fn count(&self) -> Result<u128, TooManySolutions> {
        unlimited_fallible(|limits| self.try_count(limits))
    }

    /// [`count`](Self::count) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// assert!(solver.try_count(&Limits::new().nodes(5)).is_err());
    /// assert_eq!(solver.try_count(&Limits::new()).unwrap(), 9_356);
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, or the number does not fit a `u128`.
    pub fn try_count(&self, limits: &Limits<'_>) -> Result<u128, TryError<TooManySolutions>> {
        let watches = start(limits)?;
        self.problem.count(self.settings, &mut watches.budget())
    }

    /// The number of solutions up to symmetry: solutions that a symmetry of the puzzle maps to one
    /// another count once.
    ///
    /// A symmetry of the puzzle is a symmetry of the board that maps placed pieces to placed
    /// pieces, and the placements of each piece to those of the same piece or, where a piece must
    /// not be turned so, of another with an equal range of copies. Pieces that are in no solution
    /// are ignored.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// assert_eq!(solver.count_up_to_symmetry(), Ok(2_339));
    /// ```
    ///
    /// # Errors
    /// If a number does not fit a `u128`.
    pub fn count_up_to_symmetry(&self) -> Result<u128, TooManySolutions> {
        unlimited_fallible(|limits| self.try_count_up_to_symmetry(limits))
    }

    /// [`count_up_to_symmetry`](Self::count_up_to_symmetry) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// assert_eq!(solver.try_count_up_to_symmetry(&Limits::new()).unwrap(), 2);
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, or a number does not fit a `u128`.
    pub fn try_count_up_to_symmetry(
        &self,
        limits: &Limits<'_>,
    ) -> Result<u128, TryError<TooManySolutions>> {
        let watches = start(limits)?;
        let budget = &mut watches.budget();
        let all = self.problem.count(self.settings, budget)?;
        Classes::new(&self.puzzle, all).count(
            budget,
            |puzzle, budget| AnyProblem::new(puzzle).count(self.settings, budget),
            |symmetry, budget| self.problem.fixed_by(symmetry).count(self.settings, budget),
        )
    }

    /// Random access to all solutions: by number, at random, and the number of a given solution.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let index = Solver::new(presets::find("meteor").unwrap().puzzle()).index()?;
    /// assert_eq!(index.len(), 2_098);
    /// assert!(index.nth(2_097).is_some() && index.nth(2_098).is_none());
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    ///
    /// # Errors
    /// If the number of solutions does not fit a `u128`.
    pub fn index(&self) -> Result<SolutionIndex, TooManySolutions> {
        unlimited_fallible(|limits| self.try_index(limits))
    }

    /// [`index`](Self::index) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// assert!(solver.try_index(&Limits::new().nodes(5)).is_err());
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, or the number of solutions does not fit a `u128`.
    pub fn try_index(
        &self,
        limits: &Limits<'_>,
    ) -> Result<SolutionIndex, TryError<TooManySolutions>> {
        let watches = start(limits)?;
        SolutionIndex::new(&self.puzzle, &self.problem, self.settings, &mut watches.budget())
    }
}

/// Starts a query.
fn start<'a>(limits: &Limits<'a>) -> Result<Watches<'a>, StopReason> {
    let watches = Watches::new(limits);
    watches.budget().check()?;
    Ok(watches)
}
