//! The transposition table: the numbers of positions by their keys.
//!
//! A key selects a bucket of four entries. A new entry replaces the one with the least **work**,
//! the number of positions expanded for it, so that results of large searches stay (Breuker,
//! Uiterwijk and van den Herik, Replacement schemes for transposition tables, 1994: the scheme
//! Big). A lookup reads the entries of one bucket.

use alloc::vec::Vec;

use super::search::{NEW, Numbers};
use crate::rules::{OutOfMemory, filled};

/// The numbers of one position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// The number of positions expanded for it.
    work: u32,
}

/// An unused entry: no work, so any other replaces it.
const FREE: Entry = Entry { key: 0, numbers: NEW, work: 0 };
/// Entries of a bucket.
const BUCKET: usize = 4;

/// Numbers by key. The entry with the least work is replaced.
#[derive(Clone)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most `memory_bytes` bytes, but at least one kilobyte.
    pub(super) fn new(memory_bytes: usize) -> Result<Self, OutOfMemory> {
        // The largest power of two.
        let len = 1 << (memory_bytes.max(1024) / size_of::<Entry>()).ilog2();
        let entries = filled(len, FREE).map_err(|_| OutOfMemory { bytes: memory_bytes })?;
        Ok(Self { entries })
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The size of all entries in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        Self::bytes_of(self.entries.len() as u64) as usize
    }

    /// The size of a table of `len` entries in bytes.
    pub(super) fn bytes_of(len: u64) -> u64 {
        len.saturating_mul(size_of::<Entry>() as u64)
    }

    /// All entries: key, numbers and work.
    #[cfg(feature = "std")]
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Numbers, u32)> + '_ {
        let used = self.entries.iter().filter(|entry| entry.work > 0);
        used.map(|entry| (entry.key, entry.numbers, entry.work))
    }

    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    /// The numbers of a position; those of a new one if it is not in the table.
    pub(super) fn get(&self, key: u64) -> Numbers {
        self.find(key).unwrap_or(NEW)
    }

    /// The numbers of a position, if the table has it.
    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        let mut entries = self.entries[self.bucket(key)].iter();
        let entry = entries.find(|entry| entry.key == key && entry.work > 0);
        entry.map(|entry| entry.numbers)
    }

    /// Stores numbers found by expanding `work` positions.
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let before = if entry.key == key { entry.work } else { 0 };
        *entry = Entry { key, numbers, work: before.saturating_add(work).max(1) };
    }

    /// Stores numbers from another table, unless those in their place took as much work. Returns
    /// whether the numbers of a position were lost because there was no room.
    #[cfg(feature = "std")]
    pub(super) fn merge(&mut self, key: u64, numbers: Numbers, work: u32) -> bool {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let is_other = entry.work > 0 && entry.key != key;
        if entry.work < work {
            *entry = Entry { key, numbers, work };
        }
        is_other
    }

    /// The place of a position: its entry or, if it has none, the entry of its bucket with the
    /// least work.
    fn place(&self, key: u64) -> usize {
        let bucket = self.bucket(key);
        let is_same = |&at: &usize| self.entries[at].key == key && self.entries[at].work > 0;
        let least = || bucket.clone().min_by_key(|&at| self.entries[at].work);
        bucket.clone().find(is_same).or_else(least).unwrap_or(bucket.start)
    }
}
