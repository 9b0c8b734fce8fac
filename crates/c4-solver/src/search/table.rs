//! The transposition table: bounds of scores by position, shared by all threads and queries.
//!
//! A key of k bits is mixed one to one into a hash of k bits. The lowest bits of the hash select a
//! bucket, and the entry holds the bits that the bucket does not imply. So a match is exact
//! although an entry is one word (64 bits on 7×6, 128 bits for keys of more than 64):
//!
//! ```text
//! hash    tttttttttttttttttttttttttttt iiii               i: implied by every bucket index
//! entry   tttttttttttttttttttttttttttt wwww llll hhhh     work, lower and upper bound
//! bucket  [ entry that has cost most | latest entry ]
//! ```
//!
//! **Replacement.** An entry that has cost at least as much as the first one moves it to the second
//! place; any other replaces the second (Breuker, Uiterwijk and van den Herik, *Replacement schemes
//! for transposition tables*, 1994: the scheme TwoBig). A bucket of 64-bit entries lies in one
//! cache line.
//!
//! **Growth.** A random access to a large table misses the cache, so a table starts with 2^13
//! buckets and doubles when its searches have visited a node for every two of them, and a search
//! with n empty cells uses at most 2^(n − 11). Entries hold enough bits for the fewest buckets, so
//! doubling moves each entry whose next bit is set from bucket i to i + 2^log:
//!
//! ```text
//! before  |0 1 2 3|. . . .|     each thread claims the next 2^14 buckets; the limits are
//! after   |0 1 2 3|4 5 6 7|     are checked between steps, and a later search continues
//! ```
//!
//! The buckets count as one more bit when the last step is done. Until then lookups use the lower
//! half and miss the entries that have moved, which costs time but is never wrong.
//!
//! **Threads** share the table without locks. Entries of 64 bits are atomic words. An entry of 128
//! bits is two words, and the second is stored XOR the first: words of two entries, written by two
//! threads at once, give another key, so they are not found (Hyatt and Mann, *A Lockless
//! Transposition Table*, 2002).
//!
//! [`Table::save`] and [`Buckets::load`] turn entries into bytes for checkpoints.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU64, AtomicUsize};

use bitboard_core::Word;
use bytemuck::allocation::try_zeroed_slice_box;

use super::settled::key_bits;
use crate::board::{BoardSize, Bounds};

/// A search with n empty cells uses at most 2^(n − SHIFT) buckets, tuned on the node counts of
/// random positions.
const SHIFT: u32 = 11;
/// A search uses at least 2^LEAST buckets.
const LEAST: u32 = 9;
/// Searches of positions with fewer empty cells take plain keys, because those without dead stones
/// cost more than they save.
const LEAST_EMPTY_WITHOUT_DEAD: u32 = 28;
/// A table uses 2^START buckets at first, so that short searches stay in the caches and touch
/// little memory.
const START: u32 = 13;
/// It uses at least this many buckets for each node of its searches, if it has them.
const PER_NODE: u64 = 2;
/// Buckets whose entries are moved between two checks of the limits, which takes less than a
/// millisecond. (2^21 buckets at once took up to 76 ms.)
const STEP: usize = 1 << 14;
/// The bits of an entry besides the key: bounds and work.
const VALUE_BITS: u32 = 20;

/// An odd number.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A mixed key. Different keys have different hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hash<T>(T);

impl<T: Word> Hash<T> {
    pub(super) const ZERO: Self = Self(T::ZERO);

    /// The lowest 64 bits.
    pub(crate) fn low(self) -> u64 {
        self.0.to_u128() as u64
    }
}

/// Bounds of scores by position, in buckets of two entries.
pub(crate) struct Table<T> {
    /// The words of a bucket are a row of the low halves of its entries and, if the word has more
    /// than 64 bits, one of the high halves.
    rows: Box<[[AtomicU64; 2]]>,
    /// The buckets in use, and how far they have been split.
    growth: AtomicU64,
    /// Buckets of the current split whose entries have been moved.
    moved: AtomicUsize,
    /// Nodes of the searches that may use more buckets.
    nodes: AtomicU64,
    /// Bits of the hash that the bucket implies, however few buckets are in use.
    implied: u32,
    /// Bits of a key.
    bits: u32,
    word: PhantomData<T>,
}

/// 2^`log` buckets are in use, and some thread moves or has moved the entries of the first
/// `claimed` ones. Buckets from 2^`log` + `claimed` on are zero.
#[derive(Clone, Copy)]
struct Growth {
    log: u32,
    claimed: usize,
}

impl Growth {
    fn to_word(self) -> u64 {
        u64::from(self.log) << 56 | self.claimed as u64
    }

    fn from_word(word: u64) -> Self {
        Self { log: (word >> 56) as u32, claimed: (word & (u64::MAX >> 8)) as usize }
    }
}

/// An entry outside of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    hash: u128,
    low: i8,
    high: i8,
    /// From 1 to 15, half of the logarithm of the nodes.
    work: u8,
}

/// The buckets of a table that a search uses.
#[derive(Clone, Copy)]
pub(crate) struct Buckets<'a, T> {
    table: &'a Table<T>,
    /// The logarithm of the most buckets for the search.
    limit: u32,
    /// One less than the number of buckets.
    mask: usize,
    /// Whether the keys leave out dead stones.
    pub(super) without_dead: bool,
}

impl<T: Word> Table<T> {
    /// Rows of a bucket.
    const ROWS: usize = T::BITS as usize / 64;

    /// Allocates the buckets that fit `bytes`, rounded down to a power of two, and at least the
    /// minimum of the board. `None` if the memory cannot be allocated.
    pub(crate) fn new<B: BoardSize<Word = T>>(board: B, bytes: usize) -> Option<Self> {
        let bits = key_bits(board);
        let implied = bits.saturating_sub(T::BITS - VALUE_BITS);
        let wanted = (bytes / size_of::<[T; 2]>()).max(1).ilog2();
        let log = wanted.max(implied).max(LEAST);
        let count = 1usize << log;
        let rows = try_zeroed_slice_box(count * Self::ROWS).ok()?;
        let (growth, moved, nodes, word) = (0.into(), 0.into(), 0.into(), PhantomData);
        let mut table = Self { rows, growth, moved, nodes, implied, bits, word };
        table.reset();
        Some(table)
    }

    /// Uses as few buckets as at first.
    fn reset(&mut self) {
        let log = START.max(self.implied).min(self.log());
        *self.growth.get_mut() = Growth { log, claimed: 0 }.to_word();
        *self.moved.get_mut() = 0;
        *self.nodes.get_mut() = 0;
    }

    fn growth(&self) -> Growth {
        Growth::from_word(self.growth.load(Relaxed))
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// Returns the buckets for a search with this many empty cells. They are few for few cells,
    /// because a small search in a large table would wait for memory at every node. Entries in
    /// other buckets are kept but not found until those are used again.
    pub(crate) fn buckets(&self, empty_cells: u32) -> Buckets<'_, T> {
        let log = empty_cells.saturating_sub(SHIFT).max(LEAST).max(self.implied);
        let limit = log.min(self.log());
        let mask = (1 << limit.min(self.growth().log)) - 1;
        let without_dead = empty_cells >= LEAST_EMPTY_WITHOUT_DEAD;
        Buckets { table: self, limit, mask, without_dead }
    }

    /// The logarithm of the number of buckets.
    fn log(&self) -> u32 {
        (self.rows.len() / Self::ROWS).ilog2()
    }

    /// Bytes of the hash of an entry that is saved.
    fn hash_bytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// The number of buckets that can have entries.
    fn touched(&self) -> usize {
        let Growth { log, claimed } = self.growth();
        (1 << log) + claimed
    }

    /// All entries.
    fn entries(&self) -> impl Iterator<Item = Entry> {
        let buckets = self.buckets(0);
        (0..self.touched()).flat_map(move |index| {
            let entries: [T; 2] = buckets.slots(index).map(Slot::load);
            entries.into_iter().filter(|&entry| is_entry(entry)).map(move |entry| {
                let Bounds { low, high } = bounds(entry);
                let implied = index as u128 & !(u128::MAX << self.implied);
                let hash = (entry >> VALUE_BITS).to_u128() << self.implied | implied;
                Entry { hash, low: low as i8, high: high as i8, work: work_of(entry) as u8 }
            })
        })
    }

    pub(crate) fn clear(&mut self) {
        let rows = Self::ROWS * self.touched();
        bytemuck::fill_zeroes(&mut self.rows[..rows]);
        self.reset();
    }

    /// Appends the entries that have cost most, at most `most`. All entries of about the same cost
    /// are left out if one of them does not fit.
    pub(crate) fn save(&self, most: usize, bytes: &mut Vec<u8>) {
        let mut counts = [0usize; 16];
        self.entries().for_each(|entry| counts[usize::from(entry.work & 15)] += 1);
        let (mut least, mut total) = (16, 0);
        while least > 1 && total + counts[least - 1] <= most {
            least -= 1;
            total += counts[least];
        }
        for entry in self.entries().filter(|entry| usize::from(entry.work) >= least) {
            bytes.extend(&entry.hash.to_le_bytes()[..self.hash_bytes()]);
            bytes.extend([entry.low as u8, entry.high as u8, entry.work]);
        }
    }
}

impl<'a, T: Word> Buckets<'a, T> {
    /// Counts nodes of a search.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        if self.table.growth().log < self.limit {
            self.table.nodes.fetch_add(nodes, Relaxed);
        }
    }

    /// Uses more buckets, if the nodes so far need them and the search may. Calls `check` after
    /// each step of moving entries; if it fails, the next call continues with the next step.
    pub(crate) fn grow<E>(&mut self, check: impl Fn() -> Result<(), E>) -> Result<(), E> {
        let Table { nodes, .. } = self.table;
        let mut log = self.table.growth().log;
        while log < self.limit && nodes.load(Relaxed) * PER_NODE >= 1 << log {
            self.split(log, &check)?;
            let before = core::mem::replace(&mut log, self.table.growth().log);
            if log == before {
                // Another thread is moving the last entries.
                break;
            }
        }
        self.mask = (1 << self.limit.min(log)) - 1;
        Ok(())
    }

    /// Moves entries of the first 2^`log` buckets to the next 2^`log`, as long as there are steps
    /// that no thread has claimed. The thread that finishes the last one doubles the buckets in
    /// use.
    ///
    /// Entries that other threads store at the same time may become unreachable. None becomes
    /// wrong: the bits that its bucket implies are those of both buckets.
    #[cold]
    fn split<E>(&self, log: u32, check: impl Fn() -> Result<(), E>) -> Result<(), E> {
        let Table { growth, moved, .. } = self.table;
        let count = 1 << log;
        let step = STEP.min(count);
        let claim = |word| {
            let Growth { log: now, claimed } = Growth::from_word(word);
            let next = Growth { log, claimed: claimed + step };
            (now == log && claimed < count).then(|| next.to_word())
        };
        while let Ok(before) = growth.fetch_update(Acquire, Relaxed, claim) {
            self.move_entries(log, Growth::from_word(before).claimed, step);
            if moved.fetch_add(step, AcqRel) + step == count {
                moved.store(0, Relaxed);
                growth.store(Growth { log: log + 1, claimed: 0 }.to_word(), Release);
            }
            check()?;
        }
        Ok(())
    }

    /// Moves the entries of `step` buckets whose hash has the next bit.
    fn move_entries(&self, log: u32, first: usize, step: usize) {
        let bit = T::from_u128(1 << (VALUE_BITS + log - self.table.implied));
        let upper = 1 << log;
        for index in first..first + step {
            for (from, to) in self.slots(index).into_iter().zip(self.slots(index + upper)) {
                let entry: T = from.load();
                if !(entry & bit).is_zero() {
                    to.store(entry);
                    from.store(T::ZERO);
                }
            }
        }
    }

    /// Adds the entries of [`Table::save`]. Returns false if one of them is not an entry of the
    /// table; those before it are added.
    pub(crate) fn load(mut self, bytes: &[u8]) -> bool {
        let hash_bytes = self.table.hash_bytes();
        let size = hash_bytes + 3;
        // At least one bucket for each of them.
        self.add_nodes((bytes.len() / size) as u64 / PER_NODE);
        let Ok(()) = self.grow(|| Ok::<(), Infallible>(()));
        bytes.chunks(size).all(|entry| {
            let Some((rest, &[low, high, work])) = entry.split_last_chunk() else { return false };
            let mut hash = [0; 16];
            if rest.len() != hash_bytes {
                return false;
            }
            hash[..rest.len()].copy_from_slice(rest);
            let (hash, low, high) = (u128::from_le_bytes(hash), low as i8, high as i8);
            // It has no more bits than a key, up to 128, and has cost something.
            let more = hash.checked_shr(self.table.bits).unwrap_or(0);
            let possible = more == 0 && (1..16).contains(&work) && low <= high;
            if possible {
                let bounds = Bounds { low: low.into(), high: high.into() };
                self.put_work(Hash(T::from_u128(hash)), bounds, work.into());
            }
            possible
        })
    }

    /// Mixes the bits of a key. This is a bijection.
    #[inline(always)]
    pub(crate) fn hash(&self, key: T) -> Hash<T> {
        // A multiplication by an odd number is invertible, and so is an exclusive or with a right
        // shift. The first shift brings the bits of the right columns to the index of a small
        // table; without it, positions of Middle-Medium take 10 % more nodes.
        let half = self.table.bits / 2;
        let mask = !T::ZERO >> (T::BITS - self.table.bits);
        let folded = key ^ key >> half;
        let product = T::from_u128(folded.to_u128().wrapping_mul(FACTOR)) & mask;
        Hash(product ^ product >> half)
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
        let bucket: [T; 2] = self.bucket(hash).map(Slot::load);
        let tag = hash.0 >> self.table.implied;
        bucket.into_iter().find(|&entry| entry >> VALUE_BITS == tag && is_entry(entry)).map(bounds)
    }

    /// Stores bounds that have cost `nodes` nodes.
    #[inline(always)]
    pub(crate) fn put(&self, hash: Hash<T>, bounds: Bounds, nodes: u64) {
        let work = u128::from((nodes + 1).ilog2() / 2).min(14) + 1;
        self.put_work(hash, bounds, work);
    }

    /// The part of the slots that have an entry, estimated on 200 buckets.
    pub(crate) fn fill(&self) -> f64 {
        let buckets = self.mask + 1;
        let sample = buckets.min(200);
        let used = (0..sample)
            .flat_map(|index| self.slots(index))
            .filter(|slot| slot.low.load(Relaxed) & !(u64::MAX << VALUE_BITS) != 0);
        let part = buckets as f64 / (1u64 << self.limit) as f64;
        used.count() as f64 / (2 * sample) as f64 * part
    }

    /// Stores an entry that has cost `work`; see "Replacement" above.
    #[inline(always)]
    fn put_work(&self, hash: Hash<T>, Bounds { low, high }: Bounds, work: u128) {
        let tag = hash.0 >> self.table.implied;
        let value = work << 16 | u128::from(low as u8) << 8 | u128::from(high as u8);
        let entry = tag << VALUE_BITS | T::from_u128(value);
        let [costly, latest] = self.bucket(hash);
        let (kept, last): (T, T) = (costly.load(), latest.load());
        if kept >> VALUE_BITS == tag {
            costly.store(entry);
        } else if last >> VALUE_BITS == tag || work < work_of(kept) {
            latest.store(entry);
        } else {
            latest.store(kept);
            costly.store(entry);
        }
    }
}

/// Prefetches a place that will be read soon, on x86-64. The only unsafe code of the crate.
///
/// While a bucket comes from memory, the bounds of the children are computed. With a table of 4 MiB
/// (positions with 28 to 30 empty cells) this saves 15 % of the time. Loads instead of prefetches
/// gain nothing, because they hold up the instructions after them.
#[allow(unsafe_code, reason = "there is no safe prefetch")]
#[inline(always)]
fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has SSE, and a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The place of an entry.
#[derive(Clone, Copy)]
struct Slot<'a> {
    low: &'a AtomicU64,
    /// The high half XOR the low one, if the word has more than 64 bits.
    high: Option<&'a AtomicU64>,
}

impl Slot<'_> {
    /// Returns the entry. One that another thread is writing has a key that no search looks for.
    #[inline(always)]
    fn load<T: Word>(self) -> T {
        let low = self.low.load(Relaxed);
        let high = self.high.map_or(0, |high| high.load(Relaxed) ^ low);
        T::from_u128(u128::from(low) | u128::from(high) << 64)
    }

    #[inline(always)]
    fn store<T: Word>(self, entry: T) {
        let entry = entry.to_u128();
        let low = entry as u64;
        self.low.store(low, Relaxed);
        if let Some(high) = self.high {
            high.store((entry >> 64) as u64 ^ low, Relaxed);
        }
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
    use crate::Board;
    use crate::board::Standard;

    /// A table that a search of an empty board may use whole.
    fn large() -> Table<u128> {
        Table::new(Board::new(16, 5).unwrap(), 1 << 22).unwrap()
    }

    /// A check of the limits of a query that has none.
    fn go_on() -> Result<(), ()> {
        Ok(())
    }

    /// Adds just enough nodes for 2^`log` buckets.
    fn grow_to(buckets: &mut Buckets<'_, impl Word>, log: u32) {
        let nodes =
            ((1u64 << (log - 1)) / PER_NODE).saturating_sub(buckets.table.nodes.load(Relaxed));
        buckets.add_nodes(nodes);
        buckets.grow(go_on).unwrap();
    }

    /// Four hashes of one bucket, or of two if many are in use. The halves of any two entries are
    /// those of another one.
    fn hashes() -> [Hash<u128>; 4] {
        [0, 1, 2, 3].map(|i| Hash((i & 1) << 14 | (i & 1) << 40 | (i >> 1) << 90))
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
    fn threads_never_read_halves_of_two_entries() {
        let table = large();
        let found = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, found) = (&table, &found);
                scope.spawn(move || {
                    let mut buckets = table.buckets(80);
                    for round in 0..200_000 {
                        let i = (round + thread) % 4;
                        buckets.put(hashes()[i], Bounds::exactly(i as i32), round as u64 % 64);
                        let j = (round / 4) % 4;
                        if let Some(bounds) = buckets.get(hashes()[j]) {
                            assert_eq!(bounds, Bounds::exactly(j as i32));
                            found.fetch_add(1, Relaxed);
                        }
                        buckets.add_nodes(1);
                        buckets.grow(go_on).unwrap();
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

    /// The bits of the hash that an entry stores may all be zero.
    #[test]
    fn every_entry_counts_as_filled() {
        let table = large();
        let buckets = table.buckets(80);
        assert_eq!(buckets.fill(), 0.0);
        buckets.put(Hash(0), Bounds::exactly(1), 1);
        assert!(buckets.fill() > 0.0);
    }

    /// All entries of about the same cost are saved, or none of them.
    #[test]
    fn the_entries_that_have_cost_most_are_saved() {
        let table = Table::new(Standard, 1 << 16).unwrap();
        let buckets = table.buckets(42);
        for key in 0..15 {
            let nodes = if key < 5 { 1_000 } else { 1 };
            buckets.put(buckets.hash(key), Bounds::exactly(0), nodes);
        }
        assert_eq!(table.entries().count(), 15, "none is overwritten");
        for (most, saved) in [(0, 0), (4, 0), (5, 5), (14, 5), (15, 15), (1_000, 15)] {
            let mut bytes = Vec::new();
            table.save(most, &mut bytes);
            assert_eq!(bytes.len(), saved * (table.hash_bytes() + 3), "{most}");
            let other = Table::new(Standard, 1 << 16).unwrap();
            assert!(other.buckets(42).load(&bytes));
            let is_found = |key| other.buckets(42).get(other.buckets(42).hash(key)).is_some();
            assert_eq!((0..15).filter(|&key| is_found(key)).count(), saved, "{most}");
            assert_eq!((0..5).all(is_found), saved >= 5, "{most}");
        }
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
            grow_to(&mut buckets, used + 1);
        }
        assert_eq!((buckets.limit, buckets.mask + 1), (17, 1 << 17));
        table.clear();
        assert_eq!((table.entries().count(), table.buckets(80).mask + 1), (0, 1 << START));
    }

    /// A split is stopped between any two steps and continued by another search. Between two checks
    /// at most [`STEP`] buckets are moved, and nothing is lost.
    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn the_limits_are_checked_while_entries_move() {
        let mut table = Table::new(Standard, 1 << 22).unwrap();
        let buckets = &mut table.buckets(42);
        grow_to(buckets, 17);
        let all = (0..100_000u64).map(|i| (buckets.hash(i), Bounds::exactly(i as i32 % 100)));
        let mut all: Vec<_> = all.collect();
        for &(hash, bounds) in &all {
            buckets.put(hash, bounds, 1);
        }
        all.retain(|&(hash, _)| buckets.get(hash).is_some());
        table.buckets(42).add_nodes(1 << 16);
        for step in 1..=8 {
            let moved = || table.growth().claimed;
            assert_eq!((table.growth().log, moved()), (17, (step - 1) * STEP));
            assert_eq!(table.entries().count(), all.len(), "a checkpoint has all of them");
            assert_eq!(table.buckets(42).grow(|| Err(())), Err(()));
        }
        let mut buckets = table.buckets(42);
        assert_eq!((buckets.grow(go_on), buckets.mask + 1), (Ok(()), 1 << 18));
        assert!(all.iter().all(|&(hash, bounds)| buckets.get(hash) == Some(bounds)));
        assert_eq!(table.entries().count(), all.len());
        // Cleared within a split.
        table.clear();
        let mut buckets = table.buckets(42);
        buckets.put(buckets.hash(5), Bounds::exactly(1), 1);
        buckets.add_nodes(1 << 16);
        assert_eq!(buckets.grow(|| Err(())), Err(()));
        table.clear();
        assert_eq!(table.touched(), 1 << START);
        assert!(table.rows.iter().flatten().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
    fn threads_share_the_steps_of_a_split() {
        let table = large();
        let first = table.buckets(80);
        first.put(first.hash(7), Bounds::exactly(3), 1);
        first.add_nodes(1 << 16);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut buckets = table.buckets(80);
                    while buckets.mask + 1 < 1 << 17 {
                        buckets.grow(go_on).unwrap();
                    }
                });
            }
        });
        assert_eq!((table.touched(), table.moved.load(Relaxed)), (1 << 17, 0));
        assert_eq!(table.buckets(80).get(first.hash(7)), Some(Bounds::exactly(3)));
    }

    /// The words of two entries do not make one of a key that a search looks for.
    #[test]
    fn a_mixture_of_two_entries_is_not_found() {
        let table = large();
        let buckets = table.buckets(80);
        let [a, _, _, b] = hashes();
        let entry_of = |hash, score| {
            buckets.put(hash, Bounds::exactly(score), 1);
            let slot = buckets.bucket(hash)[0];
            [slot.low, slot.high.unwrap()].map(|word| word.load(Relaxed))
        };
        let (first, second) = (entry_of(a, 3), entry_of(b, 5));
        for [low, high] in [[first[0], second[1]], [second[0], first[1]]] {
            for hash in hashes() {
                let slot = buckets.bucket(hash)[0];
                slot.low.store(low, Relaxed);
                slot.high.unwrap().store(high, Relaxed);
                buckets.bucket(hash)[1].store(0u128);
                assert_eq!(buckets.get(hash), None);
            }
        }
    }
}
