//! Random access to solutions.

use alloc::sync::Arc;

use bitboard_core::{Interrupted, Limits, Random, unlimited};

use crate::count_error::CountError;
use crate::engine::any::{AnyByNumber, AnyProblem, Settings};
use crate::engine::meter::Meter;
use crate::progress::Progress;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solutions::{LimitedSolutions, Solutions};

/// Random access to the solutions by their numbers, in the order of
/// [`Solver::solutions`](crate::Solver::solutions). Made by [`Solver::index`](crate::Solver::index).
///
/// The queries take microseconds. If the graph of fillings does not fit the
/// [memory](crate::Solver::memory) of the solver, they search instead, which can take long; then limits
/// apply to the `try_` twins.
///
/// ```
/// use meteor::{Solver, presets};
///
/// let index = Solver::new(presets::find("dominoes-8x8").unwrap().puzzle()).index()?;
/// assert_eq!(index.len(), 12_988_816);
/// let solution = index.nth(10_000_000).unwrap();
/// assert_eq!(index.rank(&solution), Some(10_000_000));
/// # Ok::<(), meteor::TooManySolutions>(())
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
        problem: AnyProblem,
        len: u128,
    },
}

impl SolutionIndex {
    pub(crate) fn new(
        puzzle: &Arc<Puzzle>,
        problem: &AnyProblem,
        settings: Settings,
        meter: &mut Meter<'_>,
    ) -> Result<Self, CountError> {
        let engine = match problem.by_number(settings, meter)? {
            Some(solutions) => Engine::Graph(solutions),
            None => {
                let len = problem.count_by_search(settings, meter)?;
                Engine::Search { problem: problem.clone(), len }
            }
        };
        Ok(Self { puzzle: Arc::clone(puzzle), engine })
    }

    /// The number of solutions.
    ///
    /// ```
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// assert_eq!(solver.index()?.len(), 9_356);
    /// # Ok::<(), meteor::TooManySolutions>(())
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
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let index = solver.index()?;
    /// assert_eq!(index.nth(7), solver.solutions().last());
    /// assert_eq!(index.nth(8), None);
    /// # Ok::<(), meteor::TooManySolutions>(())
    /// ```
    #[must_use]
    pub fn nth(&self, n: u128) -> Option<Solution> {
        unlimited(|limits| self.try_nth(n, limits))
    }

    /// [`nth`](Self::nth) within limits.
    ///
    /// ```
    /// use meteor::bitboard_core::Limits;
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let index = solver.index()?;
    /// assert!(matches!(index.try_nth(1_000, &Limits::new().nodes(1_000_000)), Ok(Some(_))));
    /// # Ok::<(), meteor::TooManySolutions>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_nth(
        &self,
        n: u128,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Solution>, Interrupted> {
        if n >= self.len() {
            return Ok(None);
        }
        match &self.engine {
            Engine::Graph(solutions) => Ok(Some(solutions.nth(n, self.puzzle.placed()))),
            Engine::Search { problem, .. } => {
                let mut solutions = self.search(problem, limits);
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
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let (index, second) = (solver.index()?, solver.solutions().nth(1).unwrap());
    /// assert_eq!(index.rank(&second), Some(1));
    /// # Ok::<(), meteor::TooManySolutions>(())
    /// ```
    #[must_use]
    pub fn rank(&self, solution: &Solution) -> Option<u128> {
        unlimited(|limits| self.try_rank(solution, limits))
    }

    /// [`rank`](Self::rank) within limits.
    ///
    /// ```
    /// use meteor::bitboard_core::Limits;
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    /// let (index, first) = (solver.index()?, solver.first().unwrap());
    /// assert_eq!(index.try_rank(&first, &Limits::new().nodes(1_000_000)), Ok(Some(0)));
    /// # Ok::<(), meteor::TooManySolutions>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_rank(
        &self,
        solution: &Solution,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<u128>, Interrupted> {
        let placed = self.puzzle.placed();
        if !placed.iter().all(|placement| solution.placements().contains(placement)) {
            return Ok(None);
        }
        match &self.engine {
            Engine::Graph(solutions) => Ok(solutions.rank(solution, placed)),
            Engine::Search { problem, .. } => {
                for (n, other) in self.search(problem, limits).enumerate() {
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
    /// use meteor::bitboard_core::SeededRng;
    /// use meteor::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// let (index, mut rng) = (solver.index()?, SeededRng::new(42));
    /// let solution = index.sample(&mut rng).unwrap();
    /// assert!(index.rank(&solution).is_some());
    /// # Ok::<(), meteor::TooManySolutions>(())
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
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Solution>, Interrupted> {
        match self.len() {
            0 => Ok(None),
            len => self.try_nth(rng.below_u128(len), limits),
        }
    }

    fn search<'a>(
        &self,
        problem: &AnyProblem,
        limits: &Limits<'a, Progress>,
    ) -> LimitedSolutions<'a> {
        LimitedSolutions::new(Solutions::new(&self.puzzle, problem), limits)
    }
}
