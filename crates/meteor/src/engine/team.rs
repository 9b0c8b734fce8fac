//! Threads that share a depth-first search.
//!
//! Each thread searches the first levels, down to [`MOVES_OF_PART`] moves. The subtrees below are
//! the *parts*, numbered in the order of the search. Each thread takes the next number from a
//! shared counter and searches only the parts whose numbers it took.
//!
//! A thread that gets no more nodes waits for those that others give back. If all wait, the limit
//! is reached, so it does not depend on the number of threads.

use alloc::sync::Arc;
use core::mem::forget;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::yield_now;

use bitboard_core::threads::on_threads;
use bitboard_core::{StopReason, Word};

use crate::engine::budget::Budget;
use crate::engine::problem::Problem;
use crate::engine::search::{Search, Share};

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The number of moves before a part. Three make some hundred parts, enough to balance the threads
/// although parts take very different times.
const MOVES_OF_PART: usize = 3;

/// The shared state of the threads of a search.
#[derive(Debug)]
struct Team {
    /// The number of the first part that no thread has taken.
    next_part: AtomicU64,
    /// Whether a thread has panicked.
    broken: AtomicBool,
    at_work: Mutex<AtWork>,
}

/// The threads that have not finished.
#[derive(Debug)]
struct AtWork {
    threads: usize,
    /// Those of them that wait for nodes.
    waiting: usize,
}

/// Counts the solutions by a search that several threads share.
pub(crate) fn count<W: Word>(
    problem: &Arc<Problem<W>>,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<u128, StopReason> {
    budget.give_back();
    let watches = budget.watches;
    let search = |member: Member<'_>| Search::new(problem, member).count(&mut watches.budget());
    Team::new().sum(threads, search)
}

/// One of the threads.
#[derive(Clone, Copy, Debug)]
struct Member<'a> {
    team: &'a Team,
    /// Whether it is the thread of the caller.
    is_first: bool,
    /// The number of parts that this thread has searched or skipped.
    met: u64,
    /// The number of the next part that it searches, if it has taken one.
    chosen: Option<u64>,
}

impl Team {
    fn new() -> Self {
        Self {
            next_part: AtomicU64::new(0),
            broken: AtomicBool::new(false),
            at_work: Mutex::new(AtWork { threads: 0, waiting: 0 }),
        }
    }

    /// Adds up the results of `work` in `threads` threads, including the thread of the
    /// caller. If some threads cannot be started, the others do their work.
    ///
    /// # Panics
    /// If `work` does, in any thread; the other threads stop soon.
    fn sum(
        &self,
        threads: usize,
        work: impl Fn(Member<'_>) -> Result<u128, StopReason> + Sync,
    ) -> Result<u128, StopReason> {
        let run = |is_first| {
            let guard = Guard(self);
            self.at_work().threads += 1;
            let sum = work(Member { team: self, is_first, met: 0, chosen: None });
            self.at_work().threads -= 1;
            forget(guard);
            sum
        };
        let sums = on_threads(threads.min(MAX_THREADS), || false, || run(false), || run(true));
        sums.into_iter().sum()
    }

    fn at_work(&self) -> MutexGuard<'_, AtWork> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a thread has panicked, so that the results of the others are not needed.
    fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}

impl Member<'_> {
    /// Returns whether the next part belongs to this thread.
    fn takes(&mut self) -> bool {
        let choose = || self.team.next_part.fetch_add(1, Ordering::Relaxed);
        let takes = *self.chosen.get_or_insert_with(choose) == self.met;
        self.met += 1;
        if takes {
            self.chosen = None;
        }
        takes
    }

    /// Counts a node as soon as there is one.
    #[cold]
    fn wait_for_node(&self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        self.team.at_work().waiting += 1;
        loop {
            // While the numbers are locked, no waiting thread gets nodes.
            let mut at_work = self.team.at_work();
            let ticked = budget.tick();
            let is_over = at_work.waiting == at_work.threads || self.team.is_broken();
            if ticked != Err(StopReason::Nodes) || is_over {
                at_work.waiting -= 1;
                return ticked;
            }
            drop(at_work);
            yield_now();
        }
    }
}

impl Share for Member<'_> {
    #[inline]
    fn is_first(&self) -> bool {
        self.is_first
    }

    #[inline]
    fn tick(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        match budget.tick() {
            Err(StopReason::Nodes) => self.wait_for_node(budget),
            ticked => ticked,
        }
    }

    #[inline]
    fn goes_on(&self) -> bool {
        !self.team.is_broken()
    }

    #[inline]
    fn visits_with_others(&self, moves: usize) -> bool {
        moves <= MOVES_OF_PART
    }

    #[inline]
    fn leaves(&mut self, moves: usize, is_full: bool) -> bool {
        let is_part = moves == MOVES_OF_PART || moves < MOVES_OF_PART && is_full;
        is_part && !self.takes()
    }
}

/// Marks the team as broken when a panic drops it.
struct Guard<'a>(&'a Team);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.broken.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn each_part_is_taken_once() {
        for threads in [1, 2, 8, usize::MAX] {
            let count =
                |mut member: Member<'_>| Ok((0..10_000u128).filter(|_| member.takes()).sum());
            assert_eq!(Team::new().sum(threads, count), Ok((0..10_000).sum()));
        }
    }

    #[test]
    fn a_panic_of_a_helper_reaches_the_caller_and_stops_the_others() {
        let team = Team::new();
        let work = |member: Member<'_>| {
            assert!(member.is_first, "a helper");
            while member.goes_on() {
                yield_now();
            }
            Ok(0)
        };
        let panic = catch_unwind(AssertUnwindSafe(|| team.sum(3, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a helper"));
    }

    #[test]
    fn a_panic_of_the_caller_stops_the_helpers() {
        let team = Team::new();
        let work = |member: Member<'_>| {
            assert!(!member.is_first, "the caller");
            while member.goes_on() {
                yield_now();
            }
            Ok(0)
        };
        let panic = catch_unwind(AssertUnwindSafe(|| team.sum(3, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the caller"));
    }
}
