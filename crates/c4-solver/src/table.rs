//! The transposition table.

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bitboard_core::Word;
use bytemuck::allocation::try_zeroed_slice_box;

use crate::board::Board;
use crate::prefetch::prefetch;

/// A search with n empty cells uses 2^(n − SHIFT) buckets, tuned on the node counts of random positions.
const SHIFT: u32 = 11;
/// A search uses at least 2^LEAST buckets.
const LEAST: u32 = 9;
/// The bits of an entry besides the key: bounds and work.
const VALUE_BITS: u32 = 20;

/// An odd number.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Bounds of the score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Bounds {
    /// A known score.
    pub(crate) fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The intersection.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The bound that decides whether the score reaches `beta`, if one does.
    #[inline(always)]
    pub(crate) fn decide(self, beta: i32) -> Option<i32> {
        if self.low >= beta {
            Some(self.low)
        } else if self.high < beta {
            Some(self.high)
        } else {
            None
        }
    }
}

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
///
/// Threads may share a table of 64-bit words: they overwrite each other's entries, but never read a mixture of two.
pub(crate) struct Table<T> {
    rows: Box<[[AtomicU64; 2]]>,
    /// One less than the number of buckets in use.
    mask: usize,
    /// Bits of the hash that the bucket implies, however few buckets are in use.
    implied: u32,
    /// Bits of a key.
    bits: u32,
    word: PhantomData<T>,
}

impl<T: Word> Table<T> {
    /// Rows of a bucket.
    const ROWS: usize = T::BITS as usize / 64;

    /// Allocates as many buckets as `bytes` hold, rounded down to a power of two, and no fewer than the board needs.
    ///
    /// # Errors
    /// The size that could not be allocated, in bytes.
    pub(crate) fn new<B: Board<Word = T>>(board: B, bytes: usize) -> Result<Self, usize> {
        let bits = board.width() * (board.height() + 1);
        let implied = bits.saturating_sub(T::BITS - VALUE_BITS);
        let wanted = (bytes / size_of::<[T; 2]>()).max(1).ilog2();
        let log = wanted.max(implied).max(LEAST);
        let count = 1usize << log;
        let size = count.saturating_mul(size_of::<[T; 2]>());
        let rows = try_zeroed_slice_box(count * Self::ROWS).map_err(|()| size)?;
        Ok(Self { mask: count - 1, rows, implied, bits, word: PhantomData })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// Sets how many buckets a search with this many empty cells uses, because a small search in a large table would
    /// wait for memory at every node. Entries in other buckets are kept but not found until those are used again.
    pub(crate) fn fit(&mut self, empty_cells: u32) {
        let log = empty_cells.saturating_sub(SHIFT).max(LEAST).max(self.implied);
        let wanted = 1usize.checked_shl(log).unwrap_or(usize::MAX);
        self.mask = wanted.min(self.rows.len() / Self::ROWS) - 1;
    }

    pub(crate) fn clear(&mut self) {
        bytemuck::fill_zeroes(&mut self.rows);
    }

    /// Mixes the bits of a key. This is a bijection.
    #[inline(always)]
    pub(crate) fn hash(&self, key: T) -> Hash<T> {
        // A multiplication by an odd number is invertible, and so is an exclusive or with a right shift.
        let mask = !T::ZERO >> (T::BITS - self.bits);
        let product = T::from_u128(key.to_u128().wrapping_mul(FACTOR)) & mask;
        Hash(product ^ product >> (self.bits / 2))
    }

    /// Prefetches what [`get`](Self::get) will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: Hash<T>) {
        prefetch(self.bucket(hash)[0].low);
    }

    /// The slots of a bucket.
    #[inline(always)]
    fn bucket(&self, hash: Hash<T>) -> [Slot<'_>; 2] {
        let index = hash.0.to_u128() as usize & self.mask;
        if T::BITS <= 64 {
            let [costly, latest] = &self.rows[index];
            [Slot { low: costly, high: None }, Slot { low: latest, high: None }]
        } else {
            let (buckets, _) = self.rows.as_chunks();
            let [[costly, latest], [costly_high, latest_high]] = &buckets[index];
            let costly = Slot { low: costly, high: Some(costly_high) };
            [costly, Slot { low: latest, high: Some(latest_high) }]
        }
    }

    /// Looks the bounds up.
    #[inline(always)]
    pub(crate) fn get(&self, hash: Hash<T>) -> Option<Bounds> {
        let bucket: [T; 2] = self.bucket(hash).map(Slot::load);
        let tag = hash.0 >> self.implied;
        bucket.into_iter().find(|&entry| entry >> VALUE_BITS == tag && is_entry(entry)).map(bounds)
    }

    /// Stores bounds that have cost `nodes` nodes.
    #[inline(always)]
    pub(crate) fn put(&self, hash: Hash<T>, Bounds { low, high }: Bounds, nodes: u64) {
        let tag = hash.0 >> self.implied;
        let work = u128::from((nodes + 1).ilog2() / 2).min(14) + 1;
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

/// The place of an entry, in words of 64 bits.
#[derive(Clone, Copy)]
struct Slot<'a> {
    low: &'a AtomicU64,
    high: Option<&'a AtomicU64>,
}

impl Slot<'_> {
    #[inline(always)]
    fn load<T: Word>(self) -> T {
        let high = self.high.map_or(0, |high| high.load(Relaxed));
        T::from_u128(u128::from(self.low.load(Relaxed)) | u128::from(high) << 64)
    }

    #[inline(always)]
    fn store<T: Word>(self, entry: T) {
        let entry = entry.to_u128();
        self.low.store(entry as u64, Relaxed);
        if let Some(high) = self.high {
            high.store((entry >> 64) as u64, Relaxed);
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
