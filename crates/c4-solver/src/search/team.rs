//! State shared by the threads of a search.
//!
//! All of them search the same tree with the same transposition table. Each marks the positions that it is searching, and the
//! others search such a child last, because it is probably in the table by then. This is "simplified ABDADA" (Tom Kerrigan) after
//! Jean-Christophe Weill's ABDADA. A thread leaves a position that another one has decided.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::board::{Board, Position};

/// The most threads of a search.
pub(crate) const MAX_THREADS: usize = 1024;
/// Positions with fewer empty cells are searched by one thread, which takes less time than to start another.
const LEAST_EMPTY: u32 = 20;
/// Children of positions with fewer empty cells are not marked, because their search is short.
const LEAST_EMPTY_MARKED: u32 = 15;
const SLOTS: usize = 1 << 12;

/// The threads of one search.
pub(crate) struct Team {
    threads: usize,
    busy: Vec<AtomicU64>,
    finished: AtomicBool,
}

impl Team {
    /// Returns the team to search `position`, or `None` if one thread is to search it.
    pub(crate) fn for_position<B: Board>(position: Position<B>, threads: usize) -> Option<Self> {
        let several = threads > 1 && position.board.cells() - position.ply() >= LEAST_EMPTY;
        several.then(|| Self {
            threads: threads.min(MAX_THREADS),
            busy: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            finished: AtomicBool::new(false),
        })
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Begins a search. No thread may be searching.
    pub(crate) fn begin(&self) {
        self.finished.store(false, Relaxed);
    }

    /// Returns whether a thread has left the search, so that the others can stop.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Returns a guard that finishes the search when a thread leaves it, also by a panic.
    pub(crate) fn finish_on_drop(&self) -> Finish<'_> {
        Finish(&self.finished)
    }

    /// Returns whether the children of a position with this number of empty cells are marked.
    pub(crate) fn marks_children(&self, empty_cells: u32) -> bool {
        empty_cells >= LEAST_EMPTY_MARKED
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

pub(crate) struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
