//! The engine: counts, numbers and finds solutions.
//!
//! Read [`problem`] first: it numbers the cells in the order in which they are filled, so the
//! lowest free cell is filled next, and lists the moves. Every query starts at [`AnyProblem`],
//! which is such a problem in words of 64 or of 128 bits:
//!
//! ```text
//!                    in the plane              in space
//! count              graph, then count         cover
//! solution number n  graph, then rank          cover, then listed
//! next solution      search                    cover
//! distinct           count, also of the problem that symmetry makes of each symmetry
//! ```
//!
//! If the graph does not fit the memory, solutions are counted by search. Puzzles in space are
//! solved as in the plane if there are always enough copies of all pieces, or very many moves
//! ([`Problem::is_sparse`]).
//!
//! All queries report their work to a [`Budget`], which also has the memory of the graph, its counts
//! and the list.
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
pub(crate) mod listed;
pub(crate) mod moves;
pub(crate) mod problem;
pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod symmetry;
#[cfg(feature = "parallel")]
pub(crate) mod team;
#[cfg(not(feature = "parallel"))]
use Find as Prefixes;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;

use bitboard_core::StopReason;

use crate::engine::budget::{Budget, OUT_OF_MEMORY, Result, Stage};
use crate::engine::cover::Cover;
use crate::engine::listed::Listed;
use crate::engine::problem::Problem;
use crate::engine::rank::ByNumber;
use crate::engine::search::Search;
use crate::engine::symmetry::{Symmetry, fixed_by};
#[cfg(feature = "parallel")]
use crate::engine::team::{MAX_THREADS, Prefixes};
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

/// A search for the solutions, one after another. Each can stand for its images by symmetries of
/// the puzzle.
pub(crate) trait Find: Debug + Send + Sync {
    /// Continues to the next solution, which is on the board until the next call. After an error
    /// the search can continue where it stopped.
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason>;

    /// The number of images of the solution on the board, itself included.
    fn weight(&self) -> u128 {
        1
    }

    /// Image number `image` of the pieces on the board, which are number 0.
    fn board(&self, image: u128) -> Vec<Placement>;

    /// Counts the solutions that are left.
    fn count(&mut self, budget: &mut Budget<'_>) -> Result<u128, StopReason> {
        let mut count = 0;
        while self.next(budget)? {
            count += self.weight();
        }
        Ok(count)
    }

    /// A copy.
    fn boxed(&self) -> Box<dyn Find>;
}

impl Clone for Box<dyn Find> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// Solutions by their numbers, in the order in which [`Find`] finds them. Their pieces include
/// those that were placed before.
pub(crate) trait Numbered: Debug + Send + Sync {
    /// The number of solutions.
    fn len(&self) -> u128;

    /// Solution number `n`, which must be less than the number of solutions.
    fn nth(&self, n: u128, placed: &[Placement]) -> Solution;

    /// All solutions, in order.
    fn iter<'a>(&'a self, placed: &'a [Placement]) -> Box<dyn Iterator<Item = Solution> + 'a>;

    /// The number of a solution, which must contain the placed pieces; `None` if it is not one.
    fn rank(&self, solution: &Solution, placed: &[Placement]) -> Option<u128>;
}

impl AnyProblem {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        Self(if puzzle.free_cells().count_ones() <= 64 {
            Any::Narrow(Arc::new(Problem::new(puzzle)))
        } else {
            Any::Wide(Arc::new(Problem::new(puzzle)))
        })
    }

    /// A search for the solutions of the puzzle of the problem, in the thread of the caller.
    pub(crate) fn find(
        &self,
        puzzle: &Puzzle,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Find>, StopReason> {
        either!(&self.0, problem => Ok(match problem.is_sparse {
            true => Box::new(Cover::new(problem, Some(puzzle), budget)?),
            false => Box::new(Search::new(problem)),
        }))
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
        either!(&self.0, problem => {
            if problem.is_sparse {
                budget.at(Stage::Search, 0, 1);
                return Ok(settings.count(Cover::new(problem, puzzle, budget)?, budget)?);
            }
            budget.memory = settings.memory;
            match count::count(problem, budget) {
                Err(OUT_OF_MEMORY) => {
                    budget.at(Stage::Search, 0, 1);
                    Ok(settings.count(Search::new(problem), budget)?)
                }
                counted => counted,
            }
        })
    }

    /// The solutions of the puzzle of the problem by their numbers.
    pub(crate) fn by_number(
        &self,
        puzzle: &Puzzle,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<dyn Numbered>> {
        budget.memory = settings.memory;
        either!(&self.0, problem => Ok(match problem.is_sparse {
            true => {
                budget.at(Stage::Search, 0, 1);
                let search = Cover::new(problem, Some(puzzle), budget)?;
                Arc::new(Listed::new(search, puzzle.placed(), budget)?)
            }
            false => Arc::new(ByNumber::new(problem, budget)?),
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

    /// Counts the solutions that a search finds.
    fn count(self, mut search: impl Prefixes, budget: &mut Budget<'_>) -> Result<u128, StopReason> {
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            return team::count(search, self.threads, budget);
        }
        search.count(budget)
    }

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
