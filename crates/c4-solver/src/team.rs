//! Several threads on one question.
//!
//! All of them search the same tree with the same table. What keeps them apart is a note of the positions that are being
//! searched: a thread leaves such a child for later, when the other one has probably finished it. This is "simplified ABDADA" (Tom
//! Kerrigan) after Jean-Christophe Weill's ABDADA.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Positions with fewer empty cells are searched faster than anybody would look.
const LEAST_EMPTY: u32 = 14;
const SLOTS: usize = 1 << 12;

/// What the threads of a search know about each other.
#[derive(Clone)]
pub(crate) struct Team {
    busy: Arc<Vec<AtomicU64>>,
    /// Somebody has the answer.
    pub(crate) finished: Arc<AtomicBool>,
}

impl Team {
    pub(crate) fn new() -> Self {
        let busy = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self { busy: Arc::new(busy), finished: Arc::new(AtomicBool::new(false)) }
    }

    /// Whether another thread is at this position, if that matters.
    pub(crate) fn is_busy(&self, hash: u64, empty_cells: u32) -> bool {
        empty_cells >= LEAST_EMPTY && self.slot(hash).load(Relaxed) == hash
    }

    /// This thread begins with it.
    pub(crate) fn enter(&self, hash: u64, empty_cells: u32) {
        if empty_cells >= LEAST_EMPTY {
            self.slot(hash).store(hash, Relaxed);
        }
    }

    /// This thread is done with it.
    pub(crate) fn leave(&self, hash: u64, empty_cells: u32) {
        if empty_cells >= LEAST_EMPTY && self.slot(hash).load(Relaxed) == hash {
            self.slot(hash).store(0, Relaxed);
        }
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.busy[hash as usize % SLOTS]
    }
}
