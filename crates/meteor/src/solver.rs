//! Queries of a puzzle.

use crate::polyform::classes::Classes;
use crate::polyform::count;
use crate::polyform::graph::NoGraph;
use crate::polyform::index::{ByGraph, Index};
use crate::polyform::limits::{Limits, Stage, Stop};
use crate::polyform::meter::Meter;
use crate::polyform::observer::Observer;
use crate::polyform::problem::Problem;
use crate::polyform::puzzle::{Placement, Puzzle};
use crate::polyform::search::{AnyDfs, Dfs, Search};
use crate::polyform::solution::Solution;
#[cfg(feature = "parallel")]
use crate::polyform::team::{MAX_THREADS, Team};

/// Answers queries of a puzzle.
///
/// Exchanging identical copies of a piece does not make another solution. Solutions that a symmetry of the board maps to one another are different,
/// except for [`count_up_to_symmetry`](Self::count_up_to_symmetry).
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

/// The answer of [`Solver::unique`].
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
    /// Lists the placements of all pieces.
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

    /// Number of threads that count by search, where the graph of fillings does not fit its memory: 1 to 256, other values count as
    /// the nearest of these. If a thread cannot be started, fewer threads search.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.clamp(1, MAX_THREADS);
        self
    }

    /// Sets the limits of each query.
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

    /// The same, watched by an observer.
    pub fn search<O: Observer>(&self, observer: O) -> Search<'_, O> {
        self.search_within(Meter::new(self.limits), observer)
    }

    fn search_within<'b, O: Observer>(&'b self, meter: Meter<'b>, observer: O) -> Search<'b, O> {
        let dfs = match &self.problem {
            AnyProblem::Narrow(problem) => AnyDfs::Narrow(Dfs::new(problem, meter)),
            AnyProblem::Wide(problem) => AnyDfs::Wide(Dfs::new(problem, meter)),
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
        self.count_within(&mut self.start()?)
    }

    fn count_within(&self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let counted = match &self.problem {
            AnyProblem::Narrow(problem) => count::count(problem, meter),
            AnyProblem::Wide(problem) => count::count(problem, meter),
        };
        match counted {
            Ok(count) => Ok(count),
            Err(NoGraph::TooLarge) => self.count_by_search_within(meter),
            Err(NoGraph::Stop(stop)) => Err(stop),
        }
    }

    /// The same by search alone, which needs very little memory.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn count_by_search(&self) -> Result<u128, Stop> {
        self.count_by_search_within(&mut self.start()?)
    }

    fn count_by_search_within(&self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        meter.at(Stage::Search, 0, 1);
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            return self.count_by_threads(meter);
        }
        let (mut search, mut count) = (self.search_within(meter.clone(), ()), 0);
        while search.advance()? {
            count += 1;
        }
        meter.resume(search.nodes())?;
        Ok(count)
    }

    #[cfg(feature = "parallel")]
    fn count_by_threads(&self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let team = Team::new(meter.nodes());
        let shared = &*meter;
        let count = team.sum(self.threads, |member| match &self.problem {
            AnyProblem::Narrow(problem) => Dfs::count_of(problem, member, shared),
            AnyProblem::Wide(problem) => Dfs::count_of(problem, member, shared),
        })?;
        meter.resume(team.add_nodes(0))?;
        Ok(count)
    }

    /// Starts a query.
    fn start(&self) -> Result<Meter<'a>, Stop> {
        let mut meter = Meter::new(self.limits);
        meter.interrupted()?;
        Ok(meter)
    }

    /// All solutions by their numbers: the one with a given number, the number of a given one, one drawn at
    /// random.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn index(&self) -> Result<Index<'_>, Stop> {
        let meter = &mut self.start()?;
        let index = match &self.problem {
            AnyProblem::Narrow(problem) => {
                ByGraph::new(problem, meter).map(|graph| Index::narrow(self, graph))
            }
            AnyProblem::Wide(problem) => {
                ByGraph::new(problem, meter).map(|graph| Index::wide(self, graph))
            }
        };
        match index {
            Ok(index) => index,
            Err(NoGraph::TooLarge) => Ok(Index::search(self, self.count_by_search_within(meter)?)),
            Err(NoGraph::Stop(stop)) => Err(stop),
        }
    }

    /// The number of solutions up to symmetry: solutions that a symmetry of the puzzle maps to one another count once.
    ///
    /// A symmetry of the puzzle is a symmetry of the board that maps placed pieces to placed pieces, and the placements of each piece to those of
    /// the same piece or, where a piece must not be turned so, of another that can be used equally often. Pieces that are in no
    /// solution do not matter.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn count_up_to_symmetry(&self) -> Result<u128, Stop> {
        let meter = &mut self.start()?;
        let all = self.count_within(meter)?;
        Classes::new(self.puzzle, all).count(meter, |puzzle, meter| {
            let solver = Solver::new(puzzle);
            #[cfg(feature = "parallel")]
            let solver = solver.threads(self.threads);
            solver.count_within(meter)
        })
    }

    /// Finds out whether there is no solution, exactly one, or more.
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

    /// A placement of a solution that is not on the board yet. `None` if there is no solution, or all pieces of the first one are placed.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn hint(&self) -> Result<Option<Placement>, Stop> {
        let first = self.first()?;
        let free = |placement: &Placement| !self.puzzle.placed().contains(placement);
        Ok(first.and_then(|solution| solution.placements().iter().copied().find(free)))
    }
}
