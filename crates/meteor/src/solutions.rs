//! Iterators over solutions, and random access to them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::limits::unlimited;
use bitboard_core::{Interrupted, Limits, Random};

use crate::engine::budget::{Budget, Watches};
use crate::engine::error::CountError;
use crate::engine::{AnyByNumber, AnyProblem, AnySearch, Settings};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// An iterator that searches for the next solution. Created by
/// [`Solver::solutions`](crate::Solver::solutions).
///
/// The order is always the same: that of [`Puzzle::pieces`], cell by cell in the order in which the
/// solver fills the board. The search owns its puzzle. It can be paused, at a solution or a limit,
/// and continued at any time.
///
/// ```
/// use meteor_puzzle::{Solver, presets};
///
/// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
/// assert_eq!(solutions.next().unwrap().placements().len(), 10);
/// assert_eq!(solutions.count(), 2_097);
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    puzzle: Arc<Puzzle>,
    search: AnySearch,
    nodes: u64,
}

impl Solutions {
    pub(crate) fn new(puzzle: &Arc<Puzzle>, problem: &AnyProblem) -> Self {
        Self { puzzle: Arc::clone(puzzle), search: problem.search(), nodes: 0 }
    }

    /// The number of partial solutions that were searched so far.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
    /// assert_eq!(solutions.nodes(), 0);
    /// solutions.next();
    /// assert!(solutions.nodes() >= 10);
    /// ```
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The pieces on the board at the moment, including those that were placed before the search.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let mut solutions = Solver::new(presets::find("meteor").unwrap().puzzle()).solutions();
    /// let nodes = Limits::new().nodes(3);
    /// assert!(solutions.try_next(&nodes).is_err());
    /// assert!((1..=3).contains(&solutions.board().len()));
    /// ```
    #[must_use]
    pub fn board(&self) -> Vec<Placement> {
        self.search.board(self.puzzle.placed()).into()
    }

    /// Continues to the next solution within limits, which are for this call only. After an error
    /// the next call continues where this one stopped, so a search can run in small slices.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let puzzle = presets::find("pentominoes-3x20").unwrap().puzzle();
    /// let mut solutions = Solver::new(puzzle).solutions();
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
    pub fn try_next(&mut self, limits: &Limits<'_>) -> Result<Option<Solution>, Interrupted> {
        let watches = Watches::new(limits);
        let next = self.next_within(&watches);
        self.nodes += watches.nodes();
        next
    }

    fn next_within(&mut self, watches: &Watches<'_>) -> Result<Option<Solution>, Interrupted> {
        let is_found = self.search.next(&mut watches.budget())?;
        Ok(is_found.then(|| self.search.board(self.puzzle.placed())))
    }

    /// Iterates over the other solutions within limits. The iterator ends after an error.
    pub(crate) fn within<'a>(
        mut self,
        limits: &Limits<'a>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> + use<'a> {
        let (watches, mut is_over) = (Watches::new(limits), false);
        core::iter::from_fn(move || {
            if is_over {
                return None;
            }
            let next = self.next_within(&watches);
            is_over = !matches!(next, Ok(Some(_)));
            next.transpose()
        })
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        unlimited(|limits| self.try_next(limits))
    }
}

/// Random access to the solutions by their numbers, in the order of
/// [`Solver::solutions`](crate::Solver::solutions). Created by
/// [`Solver::index`](crate::Solver::index).
///
/// The queries take microseconds. If the transfer graph does not fit the
/// [memory](crate::Solver::memory_bytes) of the solver, they search instead, which can take long;
/// then limits apply to the `try_` twins.
///
/// ```
/// use meteor_puzzle::{Solver, presets};
///
/// let index = Solver::new(presets::find("dominoes-8x8").unwrap().puzzle()).index()?;
/// assert_eq!(index.len(), 12_988_816);
/// let solution = index.nth(10_000_000).unwrap();
/// assert_eq!(index.rank(&solution), Some(10_000_000));
/// # Ok::<(), meteor_puzzle::TooManySolutions>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolutionIndex {
    puzzle: Arc<Puzzle>,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Graph(AnyByNumber),
    /// The graph does not fit the memory.
    Search {
        solutions: Solutions,
        len: u128,
    },
}

impl SolutionIndex {
    pub(crate) fn new(
        puzzle: &Arc<Puzzle>,
        problem: &AnyProblem,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<Self, CountError> {
        let engine = match problem.by_number(settings, budget)? {
            Some(solutions) => Engine::Graph(solutions),
            None => {
                let len = problem.count_by_search(settings, budget)?;
                Engine::Search { solutions: Solutions::new(puzzle, problem), len }
            }
        };
        Ok(Self { puzzle: Arc::clone(puzzle), engine })
    }

    /// The number of solutions.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// assert_eq!(solver.index()?.len(), 9_356);
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is a number, not a container")]
    pub fn len(&self) -> u128 {
        match &self.engine {
            Engine::Graph(solutions) => solutions.len(),
            Engine::Search { len, .. } => *len,
        }
    }

    /// Solution number `n`, counted from 0; `None` if there are not that many.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let index = solver.index()?;
    /// assert_eq!(index.nth(7), solver.solutions().last());
    /// assert_eq!(index.nth(8), None);
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    #[must_use]
    pub fn nth(&self, n: u128) -> Option<Solution> {
        unlimited(|limits| self.try_nth(n, limits))
    }

    /// [`nth`](Self::nth) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let index = solver.index()?;
    /// assert!(matches!(index.try_nth(1_000, &Limits::new().nodes(1_000_000)), Ok(Some(_))));
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_nth(&self, n: u128, limits: &Limits<'_>) -> Result<Option<Solution>, Interrupted> {
        if n >= self.len() {
            return Ok(None);
        }
        match &self.engine {
            Engine::Graph(solutions) => Ok(Some(solutions.nth(n, self.puzzle.placed()))),
            Engine::Search { solutions, .. } => {
                let mut solutions = solutions.clone().within(limits);
                for _ in 0..n {
                    solutions.next().transpose()?;
                }
                solutions.next().transpose()
            }
        }
    }

    /// The number of a solution; `None` if it is not a solution of this puzzle.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let (index, second) = (solver.index()?, solver.solutions().nth(1).unwrap());
    /// assert_eq!(index.rank(&second), Some(1));
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    #[must_use]
    pub fn rank(&self, solution: &Solution) -> Option<u128> {
        unlimited(|limits| self.try_rank(solution, limits))
    }

    /// [`rank`](Self::rank) within limits.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let (index, first) = (solver.index()?, solver.first().unwrap());
    /// assert_eq!(index.try_rank(&first, &Limits::new().nodes(1_000_000)), Ok(Some(0)));
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_rank(
        &self,
        solution: &Solution,
        limits: &Limits<'_>,
    ) -> Result<Option<u128>, Interrupted> {
        let placed = self.puzzle.placed();
        if !placed.iter().all(|placement| solution.placements().contains(placement)) {
            return Ok(None);
        }
        match &self.engine {
            Engine::Graph(solutions) => Ok(solutions.rank(solution, placed)),
            Engine::Search { solutions, .. } => {
                for (n, other) in solutions.clone().within(limits).enumerate() {
                    if other? == *solution {
                        return Ok(Some(n as u128));
                    }
                }
                Ok(None)
            }
        }
    }

    /// A random solution; `None` if there are none. All are equally likely.
    ///
    /// ```
    /// use meteor_puzzle::{SeededRng, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// let (index, mut rng) = (solver.index()?, SeededRng::new(42));
    /// let solution = index.sample(&mut rng).unwrap();
    /// assert!(index.rank(&solution).is_some());
    /// # Ok::<(), meteor_puzzle::TooManySolutions>(())
    /// ```
    pub fn sample(&self, rng: &mut impl Random) -> Option<Solution> {
        unlimited(|limits| self.try_sample(rng, limits))
    }

    /// [`sample`](Self::sample) within limits.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_sample(
        &self,
        rng: &mut impl Random,
        limits: &Limits<'_>,
    ) -> Result<Option<Solution>, Interrupted> {
        match self.len() {
            0 => Ok(None),
            len => self.try_nth(rng.below_u128(len), limits),
        }
    }
}
