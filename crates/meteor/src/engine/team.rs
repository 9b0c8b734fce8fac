//! Threads that share a depth-first search.
//!
//! A search of the first [`MOVES_OF_PREFIX`] moves is a queue of prefixes. Each thread takes the
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

use alloc::sync::Arc;
use std::sync::{Mutex, PoisonError};

use bitboard_core::threads::on_threads;
use bitboard_core::{StopReason, Word};

use crate::engine::budget::Budget;
use crate::engine::problem::Problem;
use crate::engine::search::Search;

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The number of moves of a prefix. Three make some hundred prefixes, enough to balance the threads
/// although the searches below them take very different times.
const MOVES_OF_PREFIX: usize = 3;

/// Counts the solutions by a search that several threads share.
///
/// # Panics
/// If a thread does; the others end after their prefixes.
pub(crate) fn count<W: Word>(
    problem: &Arc<Problem<W>>,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<u128, StopReason> {
    // Helpers report nothing, and can have finished before this thread begins.
    budget.report();
    let queue = Mutex::new(Search::of_prefixes(problem, MOVES_OF_PREFIX));
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
struct Worker<W> {
    /// The number of solutions found.
    count: u128,
    /// The search below its prefix.
    search: Option<Search<W>>,
}

impl<W: Word> Worker<W> {
    /// Counts until the queue is empty. After an error it can continue where it stopped.
    fn work(
        &mut self,
        queue: &Mutex<Search<W>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        loop {
            if let Some(search) = &mut self.search {
                while search.next(budget)? {
                    self.count += 1;
                }
                self.search = None;
            }
            let mut prefixes = queue.lock().unwrap_or_else(PoisonError::into_inner);
            if !prefixes.next(budget)? {
                return Ok(());
            }
            match prefixes.is_full() {
                true => self.count += 1,
                false => self.search = Some(prefixes.below()),
            }
        }
    }
}

/// Empties the queue when a panic drops it, because the counts of the others are not needed.
struct EndOnPanic<'a, W: Word>(&'a Mutex<Search<W>>);

impl<W: Word> Drop for EndOnPanic<'_, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).end();
        }
    }
}

#[cfg(test)]
mod tests {
    use bitboard_core::Limits;

    use super::*;
    use crate::presets;

    #[test]
    fn a_panic_empties_the_queue() {
        let puzzle = presets::find("pentominoes-3x20").unwrap().puzzle();
        let queue = Mutex::new(Search::of_prefixes(&Arc::new(Problem::<u64>::new(&puzzle)), 3));
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
