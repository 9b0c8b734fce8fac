//! The memory of a count.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A limit of memory that threads share.
pub(crate) struct Memory {
    limit: usize,
    used: AtomicUsize,
    tables: AtomicUsize,
}

impl Memory {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0), tables: AtomicUsize::new(0) }
    }

    /// Reserves `bytes` bytes. Returns false, and reserves nothing, if fewer are left.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|&used| used <= self.limit);
        self.used.fetch_update(Relaxed, Relaxed, add).is_ok()
    }

    pub(crate) fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// [`take`](Self::take) for tables, which get an eighth of the memory.
    pub(crate) fn take_for_table(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|&used| used <= self.limit / 8);
        self.tables.fetch_update(Relaxed, Relaxed, add).is_ok() && self.take(bytes)
    }

    /// Reserves `bytes` bytes for good, also beyond the limit.
    pub(crate) fn keep(&self, bytes: usize) {
        self.tables.fetch_add(bytes, Relaxed);
        self.used.fetch_add(bytes, Relaxed);
    }
}
