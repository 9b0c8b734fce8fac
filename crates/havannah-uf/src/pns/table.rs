//! What is known of positions, found by their keys.

use alloc::vec;
use alloc::vec::Vec;

use super::numbers::{NEW, Numbers};

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// How many positions were searched for it.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: NEW, work: 0 };
/// An entry lies within so many from where its key belongs.
const BUCKET: usize = 4;

/// Numbers by key. What took most work stays.
#[derive(Clone)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most `bytes` bytes, at least one kilobyte.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = (bytes.max(1024) / size_of::<Entry>()).max(2 * BUCKET);
        // The largest power of two within that.
        let entries = 1 << entries.ilog2();
        Self { entries: vec![FREE; entries] }
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    /// What is known of a position, or of any new one.
    pub(super) fn get(&self, key: u64) -> Numbers {
        let mut entries = self.entries[self.bucket(key)].iter();
        entries.find(|entry| entry.key == key && entry.work > 0).map_or(NEW, |entry| entry.numbers)
    }

    /// Takes down what `work` nodes have found out.
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let bucket = self.bucket(key);
        let bucket = &mut self.entries[bucket];
        let same = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let at = same.unwrap_or_else(least);
        let work = if same.is_some() { bucket[at].work.saturating_add(work) } else { work };
        bucket[at] = Entry { key, numbers, work: work.max(1) };
    }
}
