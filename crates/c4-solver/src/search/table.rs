//! The transposition table.

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU32, AtomicU64};

use bitboard_core::Word;
use bytemuck::allocation::try_zeroed_slice_box;

use super::bounds::Bounds;
use super::prefetch::prefetch;
use crate::board::Board;

/// A search with n empty cells uses at most 2^(n − SHIFT) buckets, tuned on the node counts of random positions.
const SHIFT: u32 = 11;
/// A search uses at least 2^LEAST buckets.
const LEAST: u32 = 9;
/// A table uses 2^START buckets at first, so that short searches stay in the caches and touch little memory.
const START: u32 = 13;
/// It uses at least this many buckets for each node of its searches, if it has them.
const PER_NODE: u64 = 2;
/// More than 2^MOVED buckets are used all at once, because moving their entries would delay the checks of limits.
const MOVED: u32 = 22;
/// The bits of an entry besides the key: bounds and work.
const VALUE_BITS: u32 = 20;

/// An odd number.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A mixed key. Different keys have different hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hash<T>(T);

impl<T: Word> Hash<T> {
    /// The lowest 64 bits.
    pub(crate) fn low(self) -> u64 {
        self.0.to_u128() as u64
    }
}

/// Bounds of scores by position, in buckets of two: one for the entry that has cost most, one for the latest.
///
/// The lowest bits of the hash select the bucket, and the entry holds the other bits. So matches are exact although an entry is one word.
pub(crate) struct Table<T> {
    /// The words of a bucket are a row of the low halves of its entries and, if the word has more than 64 bits, one of the high halves.
    rows: Box<[[AtomicU64; 2]]>,
    /// The logarithm of the number of buckets in use. The others are zero.
    used: AtomicU32,
    /// Nodes of the searches that may use more.
    nodes: AtomicU64,
    /// Bits of the hash that the bucket implies, however few buckets are in use.
    implied: u32,
    /// Bits of a key.
    bits: u32,
    /// Whether every search may use all buckets.
    whole: bool,
    word: PhantomData<T>,
}

/// An entry outside of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) hash: u128,
    pub(crate) low: i8,
    pub(crate) high: i8,
    /// From 1 to 15, half of the logarithm of the nodes.
    pub(crate) work: u8,
}

/// The buckets of a table that a search uses.
///
/// Threads may share them. They overwrite each other's entries, but never read a mixture of two.
pub(crate) struct Buckets<'a, T> {
    table: &'a Table<T>,
    /// The logarithm of the most buckets for the search.
    limit: u32,
    /// One less than the number of buckets.
    mask: usize,
    /// Whether other threads use the table at the same time.
    shared: bool,
}

impl<T: Word> Table<T> {
    /// Rows of a bucket.
    const ROWS: usize = T::BITS as usize / 64;

    /// Allocates the buckets that fit `bytes`, rounded down to a power of two, and at least the minimum of the board.
    ///
    /// # Errors
    /// The size that could not be allocated, in bytes.
    pub(crate) fn new<B: Board<Word = T>>(
        board: B,
        bytes: usize,
        whole: bool,
    ) -> Result<Self, usize> {
        let bits = board.width() * (board.height() + 1);
        let implied = bits.saturating_sub(T::BITS - VALUE_BITS);
        let wanted = (bytes / size_of::<[T; 2]>()).max(1).ilog2();
        let log = wanted.max(implied).max(LEAST);
        let count = 1usize << log;
        let size = count.saturating_mul(size_of::<[T; 2]>());
        let rows = try_zeroed_slice_box(count * Self::ROWS).map_err(|()| size)?;
        let (used, nodes, word) = (0.into(), 0.into(), PhantomData);
        let mut table = Self { rows, used, nodes, implied, bits, whole, word };
        table.reset();
        Ok(table)
    }

    /// Uses as few buckets as at first.
    fn reset(&mut self) {
        *self.used.get_mut() = START.max(self.implied).min(self.log());
        *self.nodes.get_mut() = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// Returns the buckets for a search with this many empty cells. They are few for few cells, because a small search in a large
    /// table would wait for memory at every node. Entries in other buckets are kept but not found until those are used again.
    pub(crate) fn buckets(&self, empty_cells: u32) -> Buckets<'_, T> {
        let log = empty_cells.saturating_sub(SHIFT).max(LEAST).max(self.implied);
        let limit = if self.whole { self.log() } else { log.min(self.log()) };
        let mask = (1 << limit.min(self.used.load(Relaxed))) - 1;
        Buckets { table: self, limit, mask, shared: false }
    }

    /// The logarithm of the number of buckets.
    fn log(&self) -> u32 {
        (self.rows.len() / Self::ROWS).ilog2()
    }

    /// Bytes that hold a hash.
    pub(crate) fn hash_bytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// All entries.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let buckets = self.buckets(0);
        (0..1 << self.used.load(Relaxed)).flat_map(move |index| {
            let entries: [T; 2] = buckets.slots(index).map(|slot| slot.load(false));
            entries.into_iter().filter(|&entry| is_entry(entry)).map(move |entry| {
                let Bounds { low, high } = bounds(entry);
                let implied = index as u128 & !(u128::MAX << self.implied);
                let hash = (entry >> VALUE_BITS).to_u128() << self.implied | implied;
                Entry { hash, low: low as i8, high: high as i8, work: work_of(entry) as u8 }
            })
        })
    }

    pub(crate) fn clear(&mut self) {
        let used = Self::ROWS << *self.used.get_mut();
        bytemuck::fill_zeroes(&mut self.rows[..used]);
        self.reset();
    }
}

impl<T> Clone for Buckets<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Buckets<'_, T> {}

impl<'a, T: Word> Buckets<'a, T> {
    /// Sets whether other threads use the table at the same time.
    pub(crate) fn shared(self, shared: bool) -> Self {
        Self { shared, ..self }
    }

    /// Uses more buckets, if the search may, after these nodes of it.
    pub(crate) fn grow(&mut self, nodes: u64) {
        let Table { used, nodes: all, .. } = self.table;
        let before = used.load(Relaxed);
        if before < self.limit {
            let all = all.fetch_add(nodes, Relaxed) + nodes;
            for log in (before..self.limit).take_while(|log| all * PER_NODE >= 1 << log) {
                let after = if log < MOVED { log + 1 } else { self.table.log() };
                // Only one thread moves the entries.
                if used.compare_exchange(log, after, Relaxed, Relaxed).is_ok() && log < MOVED {
                    self.split(log);
                }
            }
        }
        self.mask = (1 << self.limit.min(used.load(Relaxed))) - 1;
    }

    /// Uses at least one bucket for each of these entries, if the search may.
    pub(crate) fn reserve(&mut self, entries: usize) {
        self.grow(entries as u64 / PER_NODE);
    }

    /// Moves entries of the first 2^`log` buckets to the next 2^`log`.
    ///
    /// What other threads store at the same time may stay where it is not found. No entry becomes wrong: the bits that its bucket
    /// implies are those of both buckets.
    #[cold]
    fn split(&self, log: u32) {
        let bit = T::from_u128(1 << (VALUE_BITS + log - self.table.implied));
        for index in 0..1 << log {
            let [from, to] = [index, index + (1 << log)].map(|index| self.slots(index));
            for (from, to) in from.into_iter().zip(to) {
                let entry: T = from.load(self.shared);
                if !(entry & bit).is_zero() {
                    to.store(entry, self.shared);
                    from.store(T::ZERO, self.shared);
                }
            }
        }
    }

    /// Mixes the bits of a key. This is a bijection.
    #[inline(always)]
    pub(crate) fn hash(&self, key: T) -> Hash<T> {
        // A multiplication by an odd number is invertible, and so is an exclusive or with a right shift.
        let mask = !T::ZERO >> (T::BITS - self.table.bits);
        let product = T::from_u128(key.to_u128().wrapping_mul(FACTOR)) & mask;
        Hash(product ^ product >> (self.table.bits / 2))
    }

    /// Prefetches what [`get`](Self::get) will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: Hash<T>) {
        prefetch(self.bucket(hash)[0].low);
    }

    /// The slots of a bucket.
    #[inline(always)]
    fn bucket(&self, hash: Hash<T>) -> [Slot<'a>; 2] {
        self.slots(hash.0.to_u128() as usize & self.mask)
    }

    /// The slots of the bucket with this index.
    #[inline(always)]
    fn slots(&self, index: usize) -> [Slot<'a>; 2] {
        if T::BITS <= 64 {
            let [costly, latest] = &self.table.rows[index];
            [Slot { low: costly, high: None }, Slot { low: latest, high: None }]
        } else {
            let (buckets, _) = self.table.rows.as_chunks();
            let [[costly, latest], [costly_high, latest_high]] = &buckets[index];
            let costly = Slot { low: costly, high: Some(costly_high) };
            [costly, Slot { low: latest, high: Some(latest_high) }]
        }
    }

    /// Looks the bounds up.
    #[inline(always)]
    pub(crate) fn get(&self, hash: Hash<T>) -> Option<Bounds> {
        let bucket: [T; 2] = self.bucket(hash).map(|slot| slot.load(self.shared));
        let tag = hash.0 >> self.table.implied;
        bucket.into_iter().find(|&entry| entry >> VALUE_BITS == tag && is_entry(entry)).map(bounds)
    }

    /// Stores bounds that have cost `nodes` nodes.
    #[inline(always)]
    pub(crate) fn put(&self, hash: Hash<T>, bounds: Bounds, nodes: u64) {
        let work = u128::from((nodes + 1).ilog2() / 2).min(14) + 1;
        self.put_work(hash, bounds, work);
    }

    /// Adds an entry. Returns false if its hash has more bits than a key or it has cost nothing.
    pub(crate) fn insert(&self, Entry { hash, low, high, work }: Entry) -> bool {
        let possible = hash >> self.table.bits == 0 && (1..16).contains(&work) && low <= high;
        if possible {
            let bounds = Bounds { low: low.into(), high: high.into() };
            self.put_work(Hash(T::from_u128(hash)), bounds, work.into());
        }
        possible
    }

    /// The part of the slots that have an entry, estimated on a thousand buckets.
    pub(crate) fn fill(&self) -> f64 {
        let buckets = self.mask + 1;
        let sample = buckets.min(1_000);
        let used = (0..sample).flat_map(|index| self.slots(index)).filter(|slot| {
            // Other threads may use the slots: this does not take the entries out.
            slot.low.load(Relaxed) & !(u64::MAX << VALUE_BITS) != 0
        });
        let part = buckets as f64 / (1u64 << self.limit) as f64;
        used.count() as f64 / (2 * sample) as f64 * part
    }

    #[inline(always)]
    fn put_work(&self, hash: Hash<T>, Bounds { low, high }: Bounds, work: u128) {
        let tag = hash.0 >> self.table.implied;
        let value = work << 16 | u128::from(low as u8) << 8 | u128::from(high as u8);
        let entry = tag << VALUE_BITS | T::from_u128(value);
        let [costly, latest] = self.bucket(hash);
        let (kept, last): (T, T) = (costly.load(self.shared), latest.load(self.shared));
        if kept >> VALUE_BITS == tag {
            costly.store(entry, self.shared);
        } else if last >> VALUE_BITS == tag || work < work_of(kept) {
            latest.store(entry, self.shared);
        } else {
            latest.store(kept, self.shared);
            costly.store(entry, self.shared);
        }
    }
}

/// The place of an entry.
#[derive(Clone, Copy)]
struct Slot<'a> {
    low: &'a AtomicU64,
    high: Option<&'a AtomicU64>,
}

/// The low half of a slot that a thread is using. No entry has it, because the work of an entry is at least 1.
const BUSY: u64 = 1;

impl Slot<'_> {
    /// Returns the entry, or zero if another thread is using the slot.
    #[inline(always)]
    fn load<T: Word>(self, shared: bool) -> T {
        let Some(high) = self.high else {
            return T::from_u128(self.low.load(Relaxed).into());
        };
        let halves = if shared {
            let low = self.low.swap(BUSY, Acquire);
            if low == BUSY {
                return T::ZERO;
            }
            let high = high.load(Relaxed);
            self.low.store(low, Release);
            (low, high)
        } else {
            (self.low.load(Relaxed), high.load(Relaxed))
        };
        T::from_u128(u128::from(halves.0) | u128::from(halves.1) << 64)
    }

    /// Writes an entry, unless another thread is using the slot.
    #[inline(always)]
    fn store<T: Word>(self, entry: T, shared: bool) {
        let entry = entry.to_u128();
        let Some(high) = self.high else {
            return self.low.store(entry as u64, Relaxed);
        };
        if shared && self.low.swap(BUSY, Acquire) == BUSY {
            return;
        }
        high.store((entry >> 64) as u64, Relaxed);
        self.low.store(entry as u64, Release);
    }
}

#[inline(always)]
fn work_of<T: Word>(entry: T) -> u128 {
    entry.to_u128() >> 16 & 15
}

/// The work of an entry is at least 1, that of an empty slot 0.
#[inline(always)]
fn is_entry<T: Word>(entry: T) -> bool {
    work_of(entry) != 0
}

#[inline(always)]
fn bounds<T: Word>(entry: T) -> Bounds {
    let value = entry.to_u128();
    Bounds { low: i32::from((value >> 8) as i8), high: i32::from(value as i8) }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{AnySize, Fixed};

    /// A table that a search of an empty board may use whole.
    fn large() -> Table<u128> {
        Table::new(AnySize::<u128>::new(16, 5).unwrap(), 1 << 22, false).unwrap()
    }

    /// Four hashes of one bucket, or of two if many are in use. The halves of any two entries are those of another one.
    fn hashes() -> [Hash<u128>; 4] {
        [0, 1, 2, 3].map(|i| Hash((i & 1) << 14 | (i & 1) << 40 | (i >> 1) << 90))
    }

    #[test]
    fn threads_never_read_halves_of_two_entries() {
        let table = large();
        let found = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, found) = (&table, &found);
                scope.spawn(move || {
                    let mut buckets = table.buckets(80).shared(true);
                    for round in 0..200_000 {
                        let i = (round + thread) % 4;
                        buckets.put(hashes()[i], Bounds::exactly(i as i32), round as u64 % 64);
                        let j = (round / 4) % 4;
                        if let Some(bounds) = buckets.get(hashes()[j]) {
                            assert_eq!(bounds, Bounds::exactly(j as i32));
                            found.fetch_add(1, Relaxed);
                        }
                        buckets.grow(1);
                    }
                });
            }
        });
        // A thread that is not running can hold a slot for long, but not for all others.
        assert!(found.into_inner() > 0);
        let buckets = table.buckets(80);
        assert!(hashes().into_iter().any(|hash| buckets.get(hash).is_some()));
        assert_eq!((buckets.limit, buckets.mask + 1), (17, 1 << 17));
    }

    #[test]
    fn entries_are_found_in_a_table_that_has_grown() {
        let mut table = large();
        let mut buckets = table.buckets(80);
        let all = (0..10_000).map(|i| (buckets.hash(i), Bounds::exactly(i as i32 % 100)));
        let mut all: Vec<_> = all.collect();
        for &(hash, bounds) in &all {
            buckets.put(hash, bounds, 1);
        }
        // Some have been overwritten.
        all.retain(|&(hash, _)| buckets.get(hash).is_some());
        assert!(all.len() > 8_000);
        for used in 13..=17 {
            assert_eq!(buckets.mask + 1, 1 << used);
            let found = |&(hash, bounds): &_| buckets.get(hash) == Some(bounds);
            assert!(all.iter().all(found));
            assert_eq!(table.entries().count(), all.len());
            let part = all.len() as f64 / (2 << 17) as f64;
            assert!((buckets.fill() - part).abs() < part / 4.0, "{} {part}", buckets.fill());
            let nodes = table.nodes.load(Relaxed);
            buckets.grow((1 << used) / PER_NODE - nodes);
        }
        assert_eq!((buckets.limit, buckets.mask + 1), (17, 1 << 17));
        table.clear();
        assert_eq!((table.entries().count(), table.buckets(80).mask + 1), (0, 1 << START));
        let mut buckets = table.buckets(80);
        buckets.reserve(20_000);
        assert_eq!(buckets.mask + 1, 1 << 15);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn a_very_large_table_is_used_whole_at_once() {
        let table = Table::new(Fixed::<7, 6>::BOARD, 1 << 28, false).unwrap();
        let mut buckets = table.buckets(42);
        buckets.grow((1 << MOVED) / PER_NODE - 1);
        assert_eq!(buckets.mask + 1, 1 << MOVED);
        buckets.grow(1);
        assert_eq!(buckets.mask + 1, 1 << 24);
        let hash = buckets.hash(12_345);
        buckets.put(hash, Bounds::exactly(3), 1);
        assert_eq!((buckets.get(hash), table.entries().count()), (Some(Bounds::exactly(3)), 1));
    }

    #[test]
    fn a_slot_in_use_is_empty_for_others() {
        let (low, high) = (AtomicU64::new(0), AtomicU64::new(0));
        let slot = Slot { low: &low, high: Some(&high) };
        let entry = 7 << 100 | 5 << 16;
        slot.store::<u128>(entry, true);
        assert_eq!([slot.load::<u128>(true), slot.load(false)], [entry; 2]);
        low.store(BUSY, Relaxed);
        assert_eq!(slot.load::<u128>(true), 0);
        slot.store::<u128>(9 << 16, true);
        assert_eq!((low.into_inner(), high.into_inner()), (BUSY, 7 << 36));
    }
}
