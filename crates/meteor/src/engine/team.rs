//! Threads that share a depth-first search.
//!
//! A search of the first [`MOVES_OF_PREFIX`] moves is a queue of [`Prefixes`]. Each thread takes the
//! next prefix and counts the solutions that begin with it:
//!
//! ```text
//! while the queue has a next prefix: count += solutions below it
//! ```
//!
//! Each thread takes nodes from the limit in portions, and pauses its search when it gets no more.
//! When all threads have ended and given back the nodes that were left, the thread of the caller
//! continues the paused searches and the queue. So the number of nodes that a count needs does not
//! depend on the number of threads.

use std::sync::{Mutex, PoisonError};

use bitboard_core::StopReason;
use bitboard_core::threads::on_threads;

use crate::engine::Find;
use crate::engine::budget::Budget;

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The number of moves of a prefix. Three make some hundred prefixes, enough to balance the threads
/// although the searches below them take very different times.
const MOVES_OF_PREFIX: usize = 3;

/// A search whose results are partial solutions, from each of which another one continues.
pub(crate) trait Prefixes: Find + Sized {
    /// The same search, but for the partial solutions of this number of moves, and the solutions of
    /// fewer.
    fn of_prefixes(self, moves: usize) -> Self;

    /// A search for the solutions that begin with the result found last.
    fn below(&self) -> Self;

    /// Returns whether the board is full.
    fn is_full(&self) -> bool;

    /// Leaves nothing to find.
    fn end(&mut self);
}

/// Counts the solutions by a search that several threads share.
///
/// # Panics
/// If a thread does; the others end after their prefixes.
pub(crate) fn count<S: Prefixes>(
    search: S,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<u128, StopReason> {
    // Helpers report nothing, and can have finished before this thread begins.
    budget.report();
    let queue = Mutex::new(search.of_prefixes(MOVES_OF_PREFIX));
    let work = |budget: &mut Budget<'_>| {
        let _guard = EndOnPanic(&queue);
        let mut worker = Worker { count: 0, search: None };
        // A worker that was stopped continues below, or reaches the limit again.
        let _ = worker.work(&queue, budget);
        worker
    };
    let (watch, own) = (budget.watch(), || work(budget));
    let helper = || work(&mut Budget::helper(watch));
    let workers = on_threads(threads.min(MAX_THREADS), || false, helper, own);
    let mut total = 0;
    for mut worker in workers {
        worker.work(&queue, budget)?;
        total += worker.count;
    }
    Ok(total)
}

/// The work of a thread.
struct Worker<S> {
    /// The number of solutions found.
    count: u128,
    /// The search below its prefix.
    search: Option<S>,
}

impl<S: Prefixes> Worker<S> {
    /// Counts until the queue is empty. After an error it can continue where it stopped.
    fn work(&mut self, queue: &Mutex<S>, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        loop {
            if let Some(search) = &mut self.search {
                while search.next(budget)? {
                    self.count += search.weight();
                }
                self.search = None;
            }
            let mut prefixes = queue.lock().unwrap_or_else(PoisonError::into_inner);
            if !prefixes.next(budget)? {
                return Ok(());
            }
            match prefixes.is_full() {
                true => self.count += prefixes.weight(),
                false => self.search = Some(prefixes.below()),
            }
        }
    }
}

/// Empties the queue when a panic drops it, because the counts of the others are not needed.
struct EndOnPanic<'a, S: Prefixes>(&'a Mutex<S>);

impl<S: Prefixes> Drop for EndOnPanic<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).end();
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use bitboard_core::Limits;

    use super::*;
    use crate::engine::problem::Problem;
    use crate::engine::search::Search;
    use crate::presets;

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
    fn a_panic_empties_the_queue() {
        let puzzle = presets::find("pentominoes-3x20").unwrap().puzzle();
        let queue = Mutex::new(Search::new(&Arc::new(Problem::<u64>::new(&puzzle))).of_prefixes(3));
        let watch = Limits::new().start();
        let budget = &mut Budget::new(&watch);
        assert_eq!(queue.lock().unwrap().next(budget), Ok(true));
        let panicking = std::panic::AssertUnwindSafe(|| {
            let _guard = EndOnPanic(&queue);
            panic!("a thread");
        });
        std::panic::catch_unwind(panicking).unwrap_err();
        assert_eq!(queue.lock().unwrap().next(budget), Ok(false));
    }
}
