//! The engine: counts, numbers and finds solutions.
//!
//! Read [`problem`] first: it numbers the cells in the order in which they are filled, so the
//! lowest free cell is filled next, and lists the moves. Every query starts at [`AnyProblem`],
//! which is such a problem in words of 64 or of 128 bits:
//!
//! ```text
//! count              graph, then count; if the graph does not fit the memory, search
//! count in space     cover, unless there are always enough copies of all pieces
//! solution number n  graph, then rank
//! next solution      search
//! distinct           count, also of the problem that symmetry makes of each symmetry
//! ```
//!
//! All of them report their work to a [`Budget`], which also has the memory of the graph and its
//! counts.
//!
//! # Glossary
//!
//! - **Move**: a piece put on the lowest free cell. In a packing, an empty cell is a piece. Up to
//!   symmetry, a move is an **orbit**: a piece with all its images.
//! - **Copies**: how often a piece must and can be used. **Multiset**: the number of copies of each
//!   piece in use.
//! - **Island** ([`islands`]): a region of free cells whose size no pieces add up to. A set of
//!   filled cells with an island is **dead**.
//! - **State**: a set of filled cells that is reached by moves; it stands for all partial solutions
//!   with these cells. A **step** is a move from one state to another, the **transfer graph** all
//!   states and steps.
//! - **Counts**: the multisets that can make a state, or complete it, each with the number of ways.
//! - **Frontier**: the free cells next to filled ones.
//! - **Meet in the middle**: counting solutions where the counts of two halves of the board
//!   complete one another.

pub(crate) mod budget;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod graph;
pub(crate) mod islands;
pub(crate) mod moves;
pub(crate) mod problem;
pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod symmetry;
#[cfg(feature = "parallel")]
pub(crate) mod team;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::StopReason;

use crate::engine::budget::{Budget, OUT_OF_MEMORY, Result, Stage};
use crate::engine::cover::Cover;
use crate::engine::problem::Problem;
use crate::engine::rank::ByNumber;
use crate::engine::search::Search;
use crate::engine::symmetry::{Symmetry, fixed_by};
#[cfg(feature = "parallel")]
use crate::engine::team::{MAX_THREADS, MOVES_OF_PREFIX};
use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// Evaluates an expression for a value of either width.
macro_rules! either {
    ($any:expr, $it:pat => $body:expr) => {
        match $any {
            Any::Narrow($it) => $body,
            Any::Wide($it) => $body,
        }
    };
}

/// A value in words of 64 bits, or of 128.
#[derive(Clone, Debug)]
enum Any<N, W> {
    Narrow(N),
    Wide(W),
}

/// A problem of up to 64 cells, or of up to 128.
#[derive(Clone, Debug)]
pub(crate) struct AnyProblem(Any<Arc<Problem<u64>>, Arc<Problem<u128>>>);

/// A depth-first search.
#[derive(Clone, Debug)]
pub(crate) struct AnySearch(Any<Search<u64>, Search<u128>>);

/// Solutions by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct AnyByNumber(Any<ByNumber<u64>, ByNumber<u128>>);

impl AnyProblem {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        Self(if puzzle.free_cells().count_ones() <= 64 {
            Any::Narrow(Arc::new(Problem::new(puzzle)))
        } else {
            Any::Wide(Arc::new(Problem::new(puzzle)))
        })
    }

    /// A search for the solutions, in the thread of the caller.
    pub(crate) fn search(&self) -> AnySearch {
        AnySearch(match &self.0 {
            Any::Narrow(problem) => Any::Narrow(Search::new(problem)),
            Any::Wide(problem) => Any::Wide(Search::new(problem)),
        })
    }

    /// Counts the solutions by the graph or, if it does not fit the memory, by search. In space,
    /// `puzzle` is that of the problem, if solutions that its symmetries map to one another need to
    /// be found only once.
    pub(crate) fn count(
        &self,
        puzzle: Option<&Puzzle>,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<u128> {
        if either!(&self.0, problem => problem.is_sparse) {
            let symmetries = puzzle.map_or(Vec::new(), Symmetry::of_solutions);
            return Ok(self.count_by_cover(&symmetries, settings, budget)?);
        }
        budget.memory = settings.memory;
        match either!(&self.0, problem => count::count(problem, budget)) {
            Err(OUT_OF_MEMORY) => Ok(self.count_by_search(settings, budget)?),
            counted => counted,
        }
    }

    /// Counts the solutions by search.
    fn count_by_search(
        &self,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<u128, StopReason> {
        budget.at(Stage::Search, 0, 1);
        #[cfg(feature = "parallel")]
        if settings.threads > 1 {
            return either!(&self.0, problem => {
                team::count(Search::of_prefixes(problem, MOVES_OF_PREFIX), settings.threads, budget)
            });
        }
        let _ = settings;
        either!(self.search().0, mut search => search.count(budget))
    }

    /// Counts the solutions by a search that fills the cell with the fewest moves next.
    fn count_by_cover(
        &self,
        symmetries: &[Symmetry],
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<u128, StopReason> {
        budget.at(Stage::Search, 0, 1);
        #[cfg(feature = "parallel")]
        if settings.threads > 1 {
            return either!(&self.0, problem => {
                let prefixes = Cover::of_prefixes(problem, symmetries, MOVES_OF_PREFIX);
                team::count(prefixes, settings.threads, budget)
            });
        }
        let _ = settings;
        either!(&self.0, problem => Cover::new(problem, symmetries).count(budget))
    }

    /// The solutions by their numbers.
    pub(crate) fn by_number(
        &self,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<AnyByNumber> {
        budget.memory = settings.memory;
        Ok(AnyByNumber(match &self.0 {
            Any::Narrow(problem) => Any::Narrow(ByNumber::new(problem, budget)?),
            Any::Wide(problem) => Any::Wide(ByNumber::new(problem, budget)?),
        }))
    }

    /// The problem whose solutions are those that a symmetry of the puzzle leaves unchanged.
    pub(crate) fn fixed_by(&self, symmetry: &Symmetry) -> Self {
        Self(match &self.0 {
            Any::Narrow(problem) => Any::Narrow(Arc::new(fixed_by(problem, symmetry))),
            Any::Wide(problem) => Any::Wide(Arc::new(fixed_by(problem, symmetry))),
        })
    }
}

impl AnySearch {
    /// Continues to the next solution.
    pub(crate) fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        either!(&mut self.0, search => search.next(budget))
    }

    /// The board with the pieces of the search and those that were placed before.
    pub(crate) fn board(&self, placed: &[Placement]) -> Solution {
        let placed = placed.iter().copied();
        either!(&self.0, search => placed.chain(search.placements()).collect())
    }
}

impl AnyByNumber {
    /// The number of solutions.
    pub(crate) fn len(&self) -> u128 {
        either!(&self.0, solutions => solutions.len())
    }

    /// Solution number `n`, with the pieces that were placed before.
    pub(crate) fn nth(&self, n: u128, placed: &[Placement]) -> Solution {
        let placed = placed.iter().copied();
        either!(&self.0, solutions => placed.chain(solutions.nth(n)).collect())
    }

    /// All solutions, in order.
    pub(crate) fn iter<'a>(
        &'a self,
        placed: &'a [Placement],
    ) -> Box<dyn Iterator<Item = Solution> + 'a> {
        either!(&self.0, solutions => Box::new(solutions.iter(placed)))
    }

    /// The number of a solution; `None` if it is not one.
    pub(crate) fn rank(&self, solution: &Solution, placed: &[Placement]) -> Option<u128> {
        either!(&self.0, solutions => solutions.rank(solution, placed))
    }
}

/// The settings of a solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Bytes for the graph and its counts.
    pub(crate) memory: usize,
    /// Number of threads of a search, 1 to [`MAX_THREADS`].
    #[cfg(feature = "parallel")]
    threads: usize,
}

impl Settings {
    pub(crate) const DEFAULT: Self = Self {
        memory: 256 << 20,
        #[cfg(feature = "parallel")]
        threads: 1,
    };

    #[cfg(feature = "parallel")]
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = bitboard_core::threads::thread_count(threads).min(MAX_THREADS);
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn zero_threads_stand_for_one_per_core() {
        let threads = |number| {
            let mut settings = Settings::DEFAULT;
            settings.set_threads(number);
            settings.threads
        };
        assert_eq!(threads(0), bitboard_core::threads::thread_count(0).min(MAX_THREADS));
        assert_eq!([1, 3, 1000].map(threads), [1, 3, MAX_THREADS]);
    }
}
