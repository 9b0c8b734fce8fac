//! One search by several threads.

use alloc::vec::Vec;
use std::panic::resume_unwind;
use std::thread;

use super::isa::Processor;
use super::query::{Question, Stop};
use super::team::Team;
use super::tree::Search;
use crate::board::Board;

/// Calls `own` on this thread and `helper` on up to `threads` − 1 others, which are started until `finished` returns true. Panics of
/// helpers reach the caller.
pub(crate) fn in_parallel<R: Send>(
    threads: usize,
    finished: impl Fn() -> bool,
    helper: impl Fn() -> R + Sync,
    own: impl FnOnce() -> R,
) -> Vec<R> {
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        while helpers.len() + 1 < threads && !finished() {
            // If the system cannot start another thread, fewer are used.
            let Ok(helper) = thread::Builder::new().spawn_scoped(scope, &helper) else { break };
            helpers.push(helper);
        }
        let mut results = Vec::from([own()]);
        let joined = helpers.into_iter().map(thread::ScopedJoinHandle::join);
        results.extend(joined.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))));
        results
    })
}

/// [`Search::bound`] by all threads. The first to leave the search ends it for the others.
pub(crate) fn bound<B: Board>(
    processor: Processor,
    first: &mut Search<'_, B>,
    team: &Team,
    question: Question,
) -> Result<i32, Stop> {
    team.begin();
    let race = |search: &mut Search<'_, B>| {
        let _finish = team.finish_on_drop();
        search.bound(processor, question)
    };
    let idle = first.helper();
    let finished = || team.is_finished();
    let results =
        in_parallel(team.threads(), finished, || race(&mut idle.helper()), || race(first));
    // The first thread to leave the search has an answer or has reached a limit.
    let rank = |result: &Result<i32, Stop>| match result {
        Ok(_) => 0,
        Err(Stop::Limit(_)) => 1,
        Err(_) => 2,
    };
    results.into_iter().min_by_key(rank).unwrap_or(Err(Stop::Finished))
}
