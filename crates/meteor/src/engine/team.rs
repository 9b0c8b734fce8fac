//! Threads that share a depth-first search.
//!
//! Each thread searches the first levels, down to [`MOVES_OF_PART`] moves. The subtrees below are
//! the *parts*, numbered in the order of the search. Each thread takes the next number from a
//! shared counter and searches only the parts whose numbers it took.

use core::mem::forget;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bitboard_core::{StopReason, on_threads};

use crate::engine::share::Share;

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The number of moves before a part. Three make some hundred parts, enough to balance the threads
/// although parts take very different times.
const MOVES_OF_PART: usize = 3;

/// The shared state of the threads of a search.
#[derive(Debug)]
pub(crate) struct Team {
    /// The number of the first part that no thread has taken.
    next_part: AtomicU64,
    /// Nodes of the query before the team started.
    pub(crate) before: u64,
    /// Nodes of all threads.
    nodes: AtomicU64,
    /// Whether a thread has panicked.
    broken: AtomicBool,
}

/// One of the threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    pub(crate) team: &'a Team,
    /// Whether it is the thread of the caller.
    is_first: bool,
    /// The number of parts that this thread has searched or skipped.
    met: u64,
    /// The number of the next part that it searches, if it has taken one.
    chosen: Option<u64>,
}

impl Team {
    /// A team for a query that has searched `before` nodes.
    pub(crate) fn new(before: u64) -> Self {
        Self {
            next_part: AtomicU64::new(0),
            before,
            nodes: AtomicU64::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// Adds up the results of `work` in `threads` threads, including the thread of the
    /// caller. If some threads cannot be started, the others do their work.
    ///
    /// # Panics
    /// If `work` does, in any thread; the other threads stop soon.
    pub(crate) fn sum(
        &self,
        threads: usize,
        work: impl Fn(Member<'_>) -> Result<u128, StopReason> + Sync,
    ) -> Result<u128, StopReason> {
        let run = |is_first| {
            let guard = Guard(self);
            let sum = work(Member { team: self, is_first, met: 0, chosen: None });
            forget(guard);
            sum
        };
        let sums = on_threads(threads.min(MAX_THREADS), || false, || run(false), || run(true));
        sums.into_iter().sum()
    }

    /// Adds to the nodes of all threads and returns their sum.
    pub(crate) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Returns whether a thread has panicked, so that the results of the others are not needed.
    pub(crate) fn is_broken(&self) -> bool {
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
}

impl Share for Member<'_> {
    #[inline]
    fn is_first(&self) -> bool {
        self.is_first
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
            assert_eq!(Team::new(0).sum(threads, count), Ok((0..10_000).sum()));
        }
    }

    #[test]
    fn a_panic_of_a_helper_reaches_the_caller_and_stops_the_others() {
        let team = Team::new(0);
        let work = |member: Member<'_>| {
            assert!(member.is_first, "a helper");
            while !member.team.is_broken() {
                std::thread::yield_now();
            }
            Err(StopReason::Cancelled)
        };
        let panic = catch_unwind(AssertUnwindSafe(|| team.sum(3, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a helper"));
    }

    #[test]
    fn a_panic_of_the_caller_stops_the_helpers() {
        let team = Team::new(0);
        let work = |member: Member<'_>| {
            assert!(!member.is_first, "the caller");
            while !member.team.is_broken() {
                std::thread::yield_now();
            }
            Err(StopReason::Cancelled)
        };
        let panic = catch_unwind(AssertUnwindSafe(|| team.sum(3, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the caller"));
    }
}
