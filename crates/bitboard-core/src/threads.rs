//! Runs a query on several threads, or on as many as can be started.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, available_parallelism, scope};
use std::vec::Vec;

/// Returns the number of threads that an option asks for: `threads`, or one for each core if it is
/// 0.
///
/// ```
/// assert_eq!(bitboard_core::threads::thread_count(3), 3);
/// assert!(bitboard_core::threads::thread_count(0) >= 1);
/// ```
#[must_use]
pub fn thread_count(threads: usize) -> usize {
    if threads == 0 { available_parallelism().map_or(1, NonZero::get) } else { threads }
}

/// Calls `own` on this thread and `helper` on up to `threads` − 1 others, and returns their
/// results, that of `own` first. The others are started until `is_done` returns true.
///
/// If the system cannot start another thread, fewer are used. So `own` must be able to do all the
/// work, which the threads usually take from a common counter.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// let next = AtomicU64::new(1);
/// let work = || {
///     let mut sum = 0;
///     loop {
///         match next.fetch_add(1, Ordering::Relaxed) {
///             i @ ..=100 => sum += i,
///             _ => return sum,
///         }
///     }
/// };
/// let sums = bitboard_core::threads::on_threads(4, || next.load(Ordering::Relaxed) > 100, work, work);
/// assert_eq!(sums.iter().sum::<u64>(), 5050);
/// ```
///
/// # Panics
/// If one of the threads does, after all have ended.
pub fn on_threads<R: Send>(
    threads: usize,
    is_done: impl Fn() -> bool,
    helper: impl Fn() -> R + Sync,
    own: impl FnOnce() -> R,
) -> Vec<R> {
    // wasm has no threads; this keeps the thread code out of the binary.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return Vec::from([own()]);
    }
    scope(|scope| {
        let mut helpers = Vec::new();
        while helpers.len() + 1 < threads && !is_done() {
            let Ok(helper) = Builder::new().spawn_scoped(scope, &helper) else { break };
            helpers.push(helper);
        }
        let mut results = Vec::from([own()]);
        let joined = helpers.into_iter().map(ScopedJoinHandle::join);
        results.extend(joined.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))));
        results
    })
}
