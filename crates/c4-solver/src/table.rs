//! The transposition table.

use alloc::vec;
use alloc::vec::Vec;

/// A search with n empty cells gets 2^(n − SHIFT) slots: by the node counts of random positions.
const SHIFT: u32 = 10;
/// And 2^LEAST at least.
const LEAST: u32 = 10;

/// Upper bounds of scores by position. A new entry replaces an old one in its slot.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// `key << 8 | bound + 128`, 0 for an empty slot.
    slots: Vec<u64>,
    /// How many of them are in use.
    used: usize,
}

impl Table {
    /// # Panics
    /// If `bytes` holds less than one slot.
    pub(crate) fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<u64>();
        assert!(slots > 0, "a table needs at least 8 bytes");
        Self { slots: vec![0; slots], used: slots }
    }

    /// Uses no more slots than a search with so many empty cells can fill well: a small search in a
    /// large table would wait for memory at every step. What is in other slots is not lost, it is only
    /// not found until they are used again.
    pub(crate) fn fit(&mut self, empty_cells: u32) {
        let wanted =
            1usize.checked_shl(empty_cells.saturating_sub(SHIFT).max(LEAST)).unwrap_or(usize::MAX);
        self.used = wanted.min(self.slots.len());
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// `key` has at most 56 bits.
    pub(crate) fn put(&mut self, key: u64, bound: i8) {
        let slot = self.slot(key);
        self.slots[slot] = key << 8 | u64::from(bound.wrapping_add(-128) as u8);
    }

    pub(crate) fn get(&self, key: u64) -> Option<i8> {
        let entry = self.slots[self.slot(key)];
        (entry >> 8 == key && key != 0).then_some((entry as u8).wrapping_add(128) as i8)
    }

    /// Spreads neighbouring keys and scales to the slots in use (Fibonacci hashing).
    fn slot(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(hash) * self.used as u128) >> 64) as usize
    }
}
