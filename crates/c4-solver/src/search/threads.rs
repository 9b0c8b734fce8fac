//! One search by several threads.
//!
//! All threads search the same tree with the same transposition table. Two rules keep them
//! apart:
//!
//! - **Later.** Each thread marks the positions that it is searching. The others search such a
//!   child last, because it is probably in the table by then. This is "simplified ABDADA" (Tom
//!   Kerrigan, <http://www.tckerrigan.com/Chess/Parallel_Chess_Engines/>) after Jean-Christophe
//!   Weill's ABDADA.
//! - **Decided.** A thread keeps its path from the root. Every 128 nodes it looks the path up in
//!   the table; if another thread has decided one of the positions, it returns to that position.
//!
//! ```text
//!  root ── a ── b ── c      the path of this thread
//!               ╰ the other thread has stored a bound that decides b:
//!                 leave c with ThreadStop::Decided, return the bound at b
//! ```
//!
//! The first thread to leave the root, with a result, at a limit or by a panic, ends the search for
//! the others. Marks and entries are hints: a lost one costs time, never a wrong score. Two threads
//! search 1.06 times the nodes of one.
//!
//! Marks and paths leave out positions whose parent has fewer than 15 empty cells, whose search is
//! short. The root belongs to every path.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bitboard_core::Word;
use bitboard_core::limits::ThreadStop;
#[cfg(feature = "parallel")]
use bitboard_core::threads::on_threads;

use super::table::{Buckets, Hash};

/// Children of positions with fewer empty cells are not marked, because their search is short.
pub(super) const LEAST_EMPTY_MARKED: u32 = 15;
/// Slots for marks: a position has the slot of its hash modulo this number.
const SLOTS: usize = 1 << 12;

/// The threads of one search.
pub(crate) struct Team {
    threads: usize,
    /// The marks: hashes of positions that a thread is searching, 0 for none.
    busy: Vec<AtomicU64>,
    /// Whether a thread has left the search.
    finished: AtomicBool,
}

impl Team {
    /// Positions with fewer empty cells are searched by one thread, which takes less time than to
    /// start another.
    pub(crate) const LEAST_EMPTY: u32 = 20;

    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            busy: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            finished: AtomicBool::new(false),
        }
    }

    /// Returns whether a thread has left the search, so that the others can stop.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Returns whether a thread is searching this position.
    pub(crate) fn is_busy(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// Marks a position.
    pub(crate) fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    /// Clears the mark.
    pub(crate) fn leave(&self, hash: u64) {
        if self.is_busy(hash) {
            self.slot(hash).store(0, Relaxed);
        }
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.busy[hash as usize % SLOTS]
    }
}

/// Sets a flag when it is dropped, also by a panic.
pub(crate) struct SetOnDrop<'a>(pub(super) &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Nodes between two checks of a path.
const PERIOD: u64 = 128;

/// The marked positions from the root down to the one that a thread is searching.
///
/// Another thread may decide one of them first. The search of all positions below it is useless
/// then.
#[derive(Default)]
pub(crate) struct Path<T> {
    /// Positions, each with the β of its test.
    positions: Vec<(Hash<T>, i32)>,
    /// The index of a position that another thread has decided, and its bound.
    decided: Option<(usize, i32)>,
    next_check: u64,
}

impl<T: Word> Path<T> {
    /// Adds a position.
    pub(crate) fn enter(&mut self, hash: Hash<T>, beta: i32) {
        self.positions.push((hash, beta));
    }

    /// Removes the last position. Returns its bound if it is the one that another thread has
    /// decided.
    pub(crate) fn leave(&mut self) -> Option<i32> {
        self.positions.pop();
        let level = self.positions.len();
        self.decided.take_if(|decided| decided.0 == level).map(|(_, bound)| bound)
    }

    /// Stops the thread if `limits` does, or if another one has decided a position of the path.
    /// Then the thread has to leave the path down to that position.
    ///
    /// Checks only if the thread has searched [`PERIOD`] nodes since the last time. The first
    /// thread that notices a limit waits for the others. A thread that was not on a processor
    /// meanwhile notices it here, before the nodes that it was granted are searched.
    pub(crate) fn check(
        &mut self,
        table: Buckets<'_, T>,
        nodes: u64,
        limits: impl FnOnce() -> Result<(), ThreadStop>,
    ) -> Result<(), ThreadStop> {
        if nodes < self.next_check {
            return Ok(());
        }
        self.next_check = nodes + PERIOD;
        limits()?;
        let mut positions = self.positions.iter().enumerate();
        self.decided = positions.find_map(|(level, &(hash, beta))| {
            let bound = table.get(hash)?.decide(beta)?;
            Some((level, bound))
        });
        if self.decided.is_some() { Err(ThreadStop::Decided) } else { Ok(()) }
    }
}

/// Calls `own` on this thread and `helper` on the others. The first to return or panic ends the
/// search for the others.
#[cfg(feature = "parallel")]
pub(super) fn race(
    team: &Team,
    helper: impl Fn() -> Result<i32, ThreadStop> + Sync,
    own: impl FnOnce() -> Result<i32, ThreadStop>,
) -> Result<i32, ThreadStop> {
    team.finished.store(false, Relaxed);
    let helper = || {
        let _finish = SetOnDrop(&team.finished);
        helper()
    };
    let own = || {
        let _finish = SetOnDrop(&team.finished);
        own()
    };
    let results = on_threads(team.threads, || team.is_finished(), helper, own);
    // The first thread to leave the search has an answer or has reached a limit.
    let rank = |result: &Result<i32, ThreadStop>| match result {
        Ok(_) => 0,
        Err(ThreadStop::Limit(_)) => 1,
        Err(_) => 2,
    };
    results.into_iter().min_by_key(rank).unwrap_or(Err(ThreadStop::Decided))
}

#[cfg(test)]
mod tests {
    use bitboard_core::StopReason;

    use super::*;
    use crate::board::{Bounds, Standard};
    use crate::search::table::Table;

    #[test]
    fn a_thread_returns_to_the_first_decided_position() {
        let table = Table::<u64>::new(Standard, 0).unwrap();
        let buckets = table.buckets(0);
        let hashes = [1, 2, 3, 4].map(|key| buckets.hash(key));
        let mut path = Path::default();
        let no_limits = || Ok(());
        for hash in hashes {
            path.enter(hash, 2);
        }
        buckets.put(hashes[0], Bounds { low: 1, high: 2 }, 1);
        assert_eq!(path.check(buckets, 0, no_limits), Ok(()));
        buckets.put(hashes[1], Bounds { low: -4, high: 1 }, 1);
        buckets.put(hashes[2], Bounds { low: 3, high: 5 }, 1);
        assert_eq!(path.check(buckets, PERIOD - 1, no_limits), Ok(()));
        assert_eq!(path.check(buckets, PERIOD, no_limits), Err(ThreadStop::Decided));
        assert_eq!([(); 4].map(|()| path.leave()), [None, None, Some(1), None]);
        let stopped = Err(ThreadStop::Limit(StopReason::Time));
        assert_eq!(path.check(buckets, 2 * PERIOD, || stopped), stopped);
    }

    #[cfg(feature = "parallel")]
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
    fn a_panic_of_a_helper_thread_reaches_the_caller() {
        use bitboard_core::Limits;

        use crate::search::{children::Processor, node::Search, shared::Shared};

        let shared = Shared::new(Limits::new().start());
        let table = Table::new(Standard, 1 << 20).unwrap();
        let team = Team::new(2);
        let buckets = table.buckets(42);
        let processor = Processor::detect();
        // Minutes of work, if the panic does not end it.
        let mut search =
            Search::new(processor, (Standard, [0; 2], 42), buckets, &shared, Some(&team));
        let own = || {
            let stopped = search.bound_by_this_thread();
            assert_eq!(stopped, Err(ThreadStop::Decided));
            stopped
        };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            race(&team, || panic!("a fault of this helper"), own)
        }));
        let panic = caught.unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a fault of this helper"));
    }
}
