//! Iterators over solutions, and random access to them.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::limits::{Watch, unlimited};
use bitboard_core::{Interrupted, Limits, Random};

use crate::engine::budget::Budget;
use crate::engine::{AnyProblem, Find, Numbered};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// An iterator that searches for the next solution. Created by
/// [`Solver::solutions`](crate::Solver::solutions).
///
/// The order is always the same: that of [`Puzzle::pieces`], cell by cell in the order in which the
/// solver fills the board. In space, the cell or piece with the fewest placements is next, and the
/// images of a solution by the symmetries of the puzzle follow it. The search owns its puzzle. It
/// can be paused, at a solution or a limit, and continued at any time.
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
    problem: AnyProblem,
    /// `None` before the first call, whose limits are for the preparation too.
    search: Option<Box<dyn Find>>,
    /// The image of the solution that was found last, and the number of its images.
    image: (u128, u128),
    nodes: u64,
}

impl Solutions {
    pub(crate) fn new(puzzle: &Arc<Puzzle>, problem: &AnyProblem) -> Self {
        let (puzzle, problem) = (Arc::clone(puzzle), problem.clone());
        Self { puzzle, problem, search: None, image: (0, 0), nodes: 0 }
    }

    /// The number of partial solutions that were searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The pieces on the board at the moment, including those that were placed before the search.
    #[must_use]
    pub fn board(&self) -> Vec<Placement> {
        self.solution().into()
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
        let watch = limits.start();
        let next = self.next_within(&watch);
        self.nodes += watch.granted();
        next
    }

    fn next_within(&mut self, watch: &Watch<'_>) -> Result<Option<Solution>, Interrupted> {
        let budget = &mut Budget::new(watch);
        let search = match &mut self.search {
            Some(search) => search,
            search => search.insert(self.problem.find(&self.puzzle, budget)?),
        };
        if self.image.0 + 1 < self.image.1 {
            // Each image is a node too.
            budget.tick()?;
            self.image.0 += 1;
        } else {
            self.image = (0, 0);
            self.image.1 = if search.next(budget)? { search.weight() } else { 0 };
        }
        Ok((self.image.1 > 0).then(|| self.solution()))
    }

    /// The pieces on the board.
    fn solution(&self) -> Solution {
        let found = self.search.iter().flat_map(|search| search.board(self.image.0));
        self.puzzle.placed().iter().copied().chain(found).collect()
    }

    /// Iterates over the other solutions within limits. The iterator ends after an error.
    pub(crate) fn within<'a>(
        mut self,
        limits: &Limits<'a>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> + use<'a> {
        let (watch, mut is_over) = (limits.start(), false);
        core::iter::from_fn(move || {
            if is_over {
                return None;
            }
            let next = self.next_within(&watch);
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
/// [`Solver::try_index`](crate::Solver::try_index). The queries take microseconds.
///
/// ```
/// use meteor_puzzle::{Limits, Solver, presets};
///
/// let solver = Solver::new(presets::find("dominoes-8x8").unwrap().puzzle());
/// let index = solver.try_index(&Limits::new())?;
/// assert_eq!(index.len(), 12_988_816);
/// let solution = index.nth(10_000_000).unwrap();
/// assert_eq!(index.rank(&solution), Some(10_000_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolutionIndex {
    puzzle: Arc<Puzzle>,
    solutions: Arc<dyn Numbered>,
}

impl SolutionIndex {
    pub(crate) fn new(puzzle: &Arc<Puzzle>, solutions: Arc<dyn Numbered>) -> Self {
        Self { puzzle: Arc::clone(puzzle), solutions }
    }

    /// The number of solutions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is a number, not a container")]
    pub fn len(&self) -> u128 {
        self.solutions.len()
    }

    /// All solutions, in order, without a search.
    pub fn iter(&self) -> impl Iterator<Item = Solution> {
        self.solutions.iter(self.puzzle.placed())
    }

    /// Solution number `n`, counted from 0; `None` if there are not that many.
    #[must_use]
    pub fn nth(&self, n: u128) -> Option<Solution> {
        (n < self.len()).then(|| self.solutions.nth(n, self.puzzle.placed()))
    }

    /// The number of a solution; `None` if it is not a solution of this puzzle.
    #[must_use]
    pub fn rank(&self, solution: &Solution) -> Option<u128> {
        let placed = self.puzzle.placed();
        let has_placed = placed.iter().all(|placed| solution.placements().contains(placed));
        if has_placed { self.solutions.rank(solution, placed) } else { None }
    }

    /// A random solution; `None` if there are none. All are equally likely.
    ///
    /// ```
    /// use meteor_puzzle::{Limits, SeededRng, Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    /// let (index, mut rng) = (solver.try_index(&Limits::new())?, SeededRng::new(42));
    /// let solution = index.sample(&mut rng).unwrap();
    /// assert!(index.rank(&solution).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, rng: &mut impl Random) -> Option<Solution> {
        match self.len() {
            0 => None,
            len => self.nth(rng.below_u128(len)),
        }
    }
}
