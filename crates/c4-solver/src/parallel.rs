//! One search by several threads.

use alloc::vec::Vec;
use std::panic::resume_unwind;
use std::thread;

use crate::board::Board;
use crate::isa::{Processor, dispatch};
use crate::position::Position;
use crate::search::Search;
use crate::team::Team;
use crate::watch::StopReason;

/// [`Search::bound`] by all threads. The first to leave the search ends it for the others.
pub(crate) fn bound<B: Board>(
    processor: Processor,
    first: &mut Search<'_, B>,
    team: &Team,
    position: Position<B>,
    beta: i32,
) -> Result<i32, StopReason> {
    team.begin();
    let race = |search: &mut Search<'_, B>| {
        let _finish = team.finish_on_drop();
        dispatch!(processor, isa => search.bound(isa, position, beta))
    };
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        while helpers.len() + 1 < team.threads() && !team.is_finished() {
            let mut helper = first.helper();
            let helper = thread::Builder::new().spawn_scoped(scope, move || race(&mut helper));
            // The system has no room for another thread: fewer are enough.
            let Ok(helper) = helper else { break };
            helpers.push(helper);
        }
        let own = race(first);
        let results = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.fold(own, first_result)
    })
}

/// The result of two threads. One that was stopped because the other had left the search says [`StopReason::Cancelled`].
fn first_result(a: Result<i32, StopReason>, b: Result<i32, StopReason>) -> Result<i32, StopReason> {
    match (a, b) {
        (Ok(_), _) => a,
        (_, Ok(_)) | (Err(StopReason::Cancelled), _) => b,
        _ => a,
    }
}
