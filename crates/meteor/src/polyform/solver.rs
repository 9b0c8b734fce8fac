//! Questions about a puzzle.

use crate::polyform::count;
use crate::polyform::graph::NoGraph;
use crate::polyform::index::{ByGraph, Index};
use crate::polyform::limits::{Limits, Stop};
use crate::polyform::observer::Observer;
use crate::polyform::problem::Problem;
use crate::polyform::puzzle::{Placement, Puzzle};
use crate::polyform::search::{AnyDfs, Dfs, Search};
use crate::polyform::solution::Solution;
use crate::polyform::symmetry::{Symmetry, count_fixed};

/// Answers questions about a puzzle.
///
/// Where identical copies of a piece are exchanged the solution is the same. Solutions that a symmetry of the board turns into one another are different,
/// but for [`count_up_to_symmetry`](Self::count_up_to_symmetry).
#[derive(Clone, Debug)]
pub struct Solver<'a> {
    puzzle: &'a Puzzle,
    problem: AnyProblem,
    limits: Limits<'a>,
    #[cfg(feature = "parallel")]
    threads: usize,
}

#[derive(Clone, Debug)]
enum AnyProblem {
    Narrow(Problem<u64>),
    Wide(Problem<u128>),
}

/// How many solutions there are, as far as [`Solver::unique`] looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// None.
    None,
    /// Exactly this one.
    One(Solution),
    /// At least these two.
    Several(Solution, Solution),
}

impl<'a> Solver<'a> {
    /// Works out where the pieces can lie.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let free = puzzle.cells().len() as u32 - puzzle.placed_cells().count_ones();
        let problem = if free <= 64 {
            AnyProblem::Narrow(Problem::new(puzzle))
        } else {
            AnyProblem::Wide(Problem::new(puzzle))
        };
        Self {
            puzzle,
            problem,
            limits: Limits::new(),
            #[cfg(feature = "parallel")]
            threads: 1,
        }
    }

    /// Counts by search with so many threads, where the graph of fillings does not fit its memory. A limit of nodes is shared among them.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Limits each question from now on.
    #[must_use]
    pub fn limits(mut self, limits: Limits<'a>) -> Self {
        self.limits = limits;
        self
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// All solutions, found one after the other as they are asked for.
    #[must_use]
    pub fn solutions(&self) -> Search<'_> {
        self.search(())
    }

    /// The same, while somebody looks on.
    pub fn search<O: Observer>(&self, observer: O) -> Search<'_, O> {
        self.search_within(self.limits, observer)
    }

    fn search_within<O: Observer>(&self, limits: Limits<'a>, observer: O) -> Search<'_, O> {
        let dfs = match &self.problem {
            AnyProblem::Narrow(problem) => AnyDfs::Narrow(Dfs::new(problem, limits)),
            AnyProblem::Wide(problem) => AnyDfs::Wide(Dfs::new(problem, limits)),
        };
        Search { dfs, placed: self.puzzle.placed(), observer }
    }

    /// The first solution, if there is one.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn first(&self) -> Result<Option<Solution>, Stop> {
        self.solutions().next().transpose()
    }

    /// How many solutions there are: by the graph of fillings, or by search if the graph does not fit the memory.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn count(&self) -> Result<u128, Stop> {
        self.count_within(self.limits.started())
    }

    fn count_within(&self, limits: Limits<'a>) -> Result<u128, Stop> {
        let counted = match &self.problem {
            AnyProblem::Narrow(problem) => count::count(problem, limits),
            AnyProblem::Wide(problem) => count::count(problem, limits),
        };
        match counted {
            Ok(count) => Ok(count),
            Err(NoGraph::TooLarge) => self.count_by_search_within(limits),
            Err(NoGraph::Stop(stop)) => Err(stop),
        }
    }

    /// The same by search alone, which needs next to no memory.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn count_by_search(&self) -> Result<u128, Stop> {
        self.count_by_search_within(self.limits.started())
    }

    pub(crate) fn count_by_search_within(&self, limits: Limits<'a>) -> Result<u128, Stop> {
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            return self.count_by_threads(limits);
        }
        let (mut search, mut count) = (self.search_within(limits, ()), 0);
        while search.advance()? {
            count += 1;
        }
        Ok(count)
    }

    #[cfg(feature = "parallel")]
    fn count_by_threads(&self, limits: Limits<'a>) -> Result<u128, Stop> {
        use crate::polyform::search::Share;
        let of = self.threads;
        let limits = limits.nodes(limits.nodes.div_ceil(of as u64));
        std::thread::scope(|scope| {
            let run = |index| {
                scope.spawn(move || {
                    let share = Share::new(index, of);
                    match &self.problem {
                        AnyProblem::Narrow(problem) => {
                            Dfs::new(problem, limits).share(share).count()
                        }
                        AnyProblem::Wide(problem) => Dfs::new(problem, limits).share(share).count(),
                    }
                })
            };
            let running: alloc::vec::Vec<_> = (0..of).map(run).collect();
            let counts = running.into_iter().map(|thread| match thread.join() {
                Ok(count) => count,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            counts.sum()
        })
    }

    /// All solutions by their numbers: the one with a given number, the number of a given one, one drawn at
    /// random.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn index(&self) -> Result<Index<'_>, Stop> {
        let limits = self.limits.started();
        let index = match &self.problem {
            AnyProblem::Narrow(problem) => {
                ByGraph::new(problem, limits).map(|graph| Index::narrow(self, graph))
            }
            AnyProblem::Wide(problem) => {
                ByGraph::new(problem, limits).map(|graph| Index::wide(self, graph))
            }
        };
        match index {
            Ok(index) => index,
            Err(NoGraph::TooLarge) => Index::search(self, limits),
            Err(NoGraph::Stop(stop)) => Err(stop),
        }
    }

    /// How many solutions there are if those that a symmetry of the puzzle turns into one another count once.
    ///
    /// A symmetry of the puzzle is one of the board, with the pieces placed on it, that turns each piece into itself or, where pieces must not be
    /// turned over, into another that is used equally often.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn count_up_to_symmetry(&self) -> Result<u128, Stop> {
        let limits = self.limits.started();
        let symmetries = Symmetry::all(self.puzzle);
        let mut sum = self.count_within(limits)?;
        for symmetry in symmetries.iter().skip(1) {
            let fixed = count_fixed(self.puzzle, symmetry, limits)?;
            sum = sum.checked_add(fixed).ok_or(Stop::Overflow)?;
        }
        Ok(sum / symmetries.len().max(1) as u128)
    }

    /// Whether there is none, exactly one, or more.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn unique(&self) -> Result<Uniqueness, Stop> {
        let mut solutions = self.solutions();
        Ok(match (solutions.next().transpose()?, solutions.next().transpose()?) {
            (Some(first), Some(second)) => Uniqueness::Several(first, second),
            (Some(only), None) => Uniqueness::One(only),
            (None, _) => Uniqueness::None,
        })
    }

    /// A piece to be placed next: one that belongs to a solution. `None` if there is no solution, or nothing left to be placed.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn hint(&self) -> Result<Option<Placement>, Stop> {
        let first = self.first()?;
        let free = |placement: &Placement| !self.puzzle.placed().contains(placement);
        Ok(first.and_then(|solution| solution.placements().iter().copied().find(free)))
    }
}
