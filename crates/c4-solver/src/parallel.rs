//! One question to several threads.

use alloc::vec::Vec;
use core::sync::atomic::Ordering::Relaxed;

use bitboard_core::Word;

use crate::arch::Processor;
use crate::board::Board;
use crate::position::Position;
use crate::search::Search;
use crate::team::Team;

/// Positions with fewer empty cells are solved before a thread has started.
const LEAST_EMPTY: u32 = 20;

/// Searches for the other threads, on the table of the first.
pub(crate) fn helpers<B: Board>(first: &mut Search<B>, board: B, threads: usize) -> Vec<Search<B>> {
    if threads < 2 || B::Word::BITS > 64 {
        return Vec::new();
    }
    let team = Team::new();
    first.team = Some(team.clone());
    first.watch.finished = Some(team.finished.clone());
    let helper = |_| {
        let mut helper = Search::with_table(board, first.table.clone());
        helper.watch.finished = Some(team.finished.clone());
        helper.team = Some(team.clone());
        helper
    };
    (1..threads).map(helper).collect()
}

pub(crate) fn is_worth_it<B: Board>(helpers: &[Search<B>], position: Position<B>) -> bool {
    !helpers.is_empty() && position.board.cells() - position.ply() >= LEAST_EMPTY
}

/// [`Search::bound`] by all of them: the first to know the answer ends the search.
pub(crate) fn bound<B: Board>(
    processor: Processor,
    first: &mut Search<B>,
    helpers: &mut [Search<B>],
    position: Position<B>,
    beta: i32,
) -> i32 {
    let Some(team) = first.team.clone() else { return processor.bound(first, position, beta) };
    team.finished.store(false, Relaxed);
    let before: u64 = helpers.iter().map(|helper| helper.nodes).sum();
    let answer = std::thread::scope(|scope| {
        let run = |helper| {
            let team = &team;
            scope.spawn(move || race(processor, helper, position, beta, team))
        };
        let running: Vec<_> = helpers.iter_mut().map(run).collect();
        let own = race(processor, first, position, beta, &team);
        // If the first was stopped by a limit, so are the others now.
        team.finished.store(true, Relaxed);
        let others = running.into_iter().map(|thread| thread.join().ok().flatten());
        others.fold(own, Option::or)
    });
    let after: u64 = helpers.iter().map(|helper| helper.nodes).sum();
    first.nodes += after - before;
    if answer.is_some() {
        first.watch.resume();
    }
    answer.unwrap_or(beta - 1)
}

/// The answer, unless somebody else has found it before, or a limit was reached.
fn race<B: Board>(
    processor: Processor,
    search: &mut Search<B>,
    position: Position<B>,
    beta: i32,
    team: &Team,
) -> Option<i32> {
    search.watch.resume();
    let bound = processor.bound(search, position, beta);
    if search.watch.stopped().is_some() {
        return None;
    }
    team.finished.store(true, Relaxed);
    Some(bound)
}
