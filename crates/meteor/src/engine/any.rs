//! Problems of up to 64 cells, and of up to 128.

use alloc::sync::Arc;

use bitboard_core::{Interrupted, StopReason};

use crate::count_error::{CountError, TooManySolutions};
use crate::engine::by_number::ByNumber;
use crate::engine::count;
use crate::engine::dfs::Dfs;
use crate::engine::failure::Failure;
use crate::engine::fixed;
use crate::engine::meter::Meter;
use crate::engine::problem::Problem;
use crate::engine::share::Alone;
use crate::engine::symmetry::Symmetry;
#[cfg(feature = "parallel")]
use crate::engine::team::{MAX_THREADS, Member, Team};
use crate::placement::Placement;
use crate::progress::Stage;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// Calls a generic expression for either width.
macro_rules! either {
    ($any:expr, $it:ident => $body:expr) => {
        match $any {
            Any::Narrow($it) => $body,
            Any::Wide($it) => $body,
        }
    };
}

#[derive(Clone, Debug)]
enum Any<N, W> {
    Narrow(N),
    Wide(W),
}

/// A problem.
#[derive(Clone, Debug)]
pub(crate) struct AnyProblem(Any<Arc<Problem<u64>>, Arc<Problem<u128>>>);

/// A depth-first search.
#[derive(Clone, Debug)]
pub(crate) struct AnyDfs(Any<Dfs<u64>, Dfs<u128>>);

/// Solutions by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct AnyByNumber(Any<ByNumber<u64>, ByNumber<u128>>);

impl AnyProblem {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let free = puzzle.cells.len() as u32 - puzzle.placed_cells().count_ones();
        Self(if free <= 64 {
            Any::Narrow(Arc::new(Problem::new(puzzle)))
        } else {
            Any::Wide(Arc::new(Problem::new(puzzle)))
        })
    }

    pub(crate) fn dfs(&self) -> AnyDfs {
        AnyDfs(match &self.0 {
            Any::Narrow(problem) => Any::Narrow(Dfs::new(problem, Alone)),
            Any::Wide(problem) => Any::Wide(Dfs::new(problem, Alone)),
        })
    }

    /// Counts the solutions by the graph or, if it is too large, by search.
    pub(crate) fn count(
        &self,
        settings: Settings,
        meter: &mut Meter<'_>,
    ) -> Result<u128, CountError> {
        match either!(&self.0, problem => count::count(problem, settings.memory, meter)) {
            Ok(count) => Ok(count),
            Err(Failure::TooLarge) => Ok(self.count_by_search(settings, meter)?),
            Err(Failure::TooManySolutions) => Err(TooManySolutions.into()),
            Err(Failure::Stopped(reason)) => Err(reason.into()),
        }
    }

    /// The solutions by their numbers; `None` if the graph is too large.
    pub(crate) fn by_number(
        &self,
        settings: Settings,
        meter: &mut Meter<'_>,
    ) -> Result<Option<AnyByNumber>, CountError> {
        let memory = settings.memory;
        let built = match &self.0 {
            Any::Narrow(problem) => ByNumber::new(problem, memory, meter).map(Any::Narrow),
            Any::Wide(problem) => ByNumber::new(problem, memory, meter).map(Any::Wide),
        };
        match built {
            Ok(built) => Ok(Some(AnyByNumber(built))),
            Err(Failure::TooLarge) => Ok(None),
            Err(Failure::TooManySolutions) => Err(TooManySolutions.into()),
            Err(Failure::Stopped(reason)) => Err(reason.into()),
        }
    }

    /// Counts the solutions that a symmetry of `puzzle`, the puzzle of this problem, leaves unchanged.
    pub(crate) fn count_fixed(
        &self,
        puzzle: &Puzzle,
        symmetry: &Symmetry,
        settings: Settings,
        meter: &mut Meter<'_>,
    ) -> Result<u128, CountError> {
        let memory = settings.memory;
        either!(&self.0, problem => fixed::count(problem, puzzle, symmetry, memory, meter))
    }

    pub(crate) fn count_by_search(
        &self,
        settings: Settings,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Interrupted> {
        meter.at(Stage::Search, 0, 1);
        #[cfg(feature = "parallel")]
        if settings.threads > 1 {
            return Ok(self.count_by_team(settings.threads, meter)?);
        }
        let _ = settings;
        Ok(either!(self.dfs().0, dfs => dfs.count(meter))?)
    }

    #[cfg(feature = "parallel")]
    fn count_by_team(&self, threads: usize, meter: &mut Meter<'_>) -> Result<u128, StopReason> {
        meter.give_back();
        let team = Team::new(meter.nodes());
        let shared = &*meter;
        let count = team.sum(threads, |member: Member<'_>| {
            let mut meter = shared.member(member.team);
            let count = either!(&self.0, problem => Dfs::new(problem, member).count(&mut meter))?;
            meter.pay()?;
            Ok(count)
        })?;
        meter.add_nodes(team.add_nodes(0));
        Ok(count)
    }
}

impl AnyDfs {
    /// Continues to the next solution.
    pub(crate) fn next(&mut self, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        either!(&mut self.0, dfs => dfs.next(meter))
    }

    /// The board with the pieces of the search and those that were placed before.
    pub(crate) fn board(&self, placed: &[Placement]) -> Solution {
        let placed = placed.iter().copied();
        either!(&self.0, dfs => placed.chain(dfs.placements()).collect())
    }
}

impl AnyByNumber {
    pub(crate) fn len(&self) -> u128 {
        either!(&self.0, solutions => solutions.len())
    }

    pub(crate) fn nth(&self, n: u128, placed: &[Placement]) -> Solution {
        let placed = placed.iter().copied();
        either!(&self.0, solutions => placed.chain(solutions.nth(n)).collect())
    }

    pub(crate) fn rank(&self, solution: &Solution, placed: &[Placement]) -> Option<u128> {
        either!(&self.0, solutions => solutions.rank(solution, placed))
    }
}

/// The settings of a solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Bytes for the graph.
    pub(crate) memory: usize,
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
        self.threads = threads.clamp(1, MAX_THREADS);
    }
}
