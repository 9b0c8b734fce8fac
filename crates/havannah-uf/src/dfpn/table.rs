//! The transposition table: the numbers of positions by their keys.
//!
//! A key selects a bucket of four entries. A new entry replaces the one with the least **work**,
//! the number of positions expanded for it, so that results of large searches stay (Breuker,
//! Uiterwijk and van den Herik, Replacement schemes for transposition tables, 1994: the scheme
//! Big). A lookup reads the entries of one bucket.
//!
//! Threads share the table without locks. An entry is three words, and the first is the key XOR
//! the other two. Words of two entries, written by two threads at once, give another key, so they
//! are not found (Hyatt and Mann, A lock-less transposition table implementation for parallel
//! search, 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::position::{NEW, ProofNumbers};

/// The numbers of one position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: ProofNumbers,
    /// The number of positions expanded for it; 0 in an unused entry, so any other replaces it.
    work: u32,
}

/// An entry as threads read and write it: the key XOR the other words, the numbers, the work.
#[derive(Default)]
struct Place([AtomicU64; 3]);

impl Place {
    fn read(&self) -> Entry {
        let [sum, numbers, work] = self.0.each_ref().map(|word| word.load(Relaxed));
        let (proof, disproof) = ((numbers >> 32) as u32, numbers as u32);
        Entry {
            key: sum ^ numbers ^ work,
            numbers: ProofNumbers { proof, disproof },
            work: work as u32,
        }
    }

    fn write(&self, Entry { key, numbers, work }: Entry) {
        let numbers = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
        let work = u64::from(work);
        for (word, value) in self.0.iter().zip([key ^ numbers ^ work, numbers, work]) {
            word.store(value, Relaxed);
        }
    }
}

/// Entries of a bucket.
const BUCKET: usize = 4;

/// Proof numbers by key. The entry with the least work is replaced.
pub(super) struct Table {
    places: Vec<Place>,
}

impl Clone for Table {
    fn clone(&self) -> Self {
        let copy = |place: &Place| {
            let copy = Place::default();
            copy.write(place.read());
            copy
        };
        Self { places: self.places.iter().map(copy).collect() }
    }
}

impl Table {
    /// A table of at most `memory_bytes` bytes, but at least one kilobyte; `None` if it cannot be
    /// allocated.
    pub(super) fn new(memory_bytes: usize) -> Option<Self> {
        // The largest power of two.
        let len = 1 << (memory_bytes.max(1024) / size_of::<Place>()).ilog2();
        let mut places = Vec::new();
        places.try_reserve_exact(len).ok()?;
        places.resize_with(len, Place::default);
        Some(Self { places })
    }

    fn bucket(&self, key: u64) -> &[Place] {
        let first = key as usize & (self.places.len() - 1) & !(BUCKET - 1);
        &self.places[first..first + BUCKET]
    }

    /// The numbers of a position; those of a new one if it is not in the table.
    pub(super) fn get(&self, key: u64) -> ProofNumbers {
        self.find(key).unwrap_or(NEW)
    }

    /// The numbers of a position, if the table has it.
    pub(super) fn find(&self, key: u64) -> Option<ProofNumbers> {
        // A bucket is filled from the front.
        let used = |entry: &Entry| entry.work > 0;
        let mut entries = self.bucket(key).iter().map(Place::read).take_while(used);
        entries.find(|entry| entry.key == key).map(|entry| entry.numbers)
    }

    /// Stores numbers found by expanding `work` positions.
    pub(super) fn put(&self, key: u64, numbers: ProofNumbers, work: u32) {
        let (place, entry) = self.place(key);
        let before = if entry.key == key { entry.work } else { 0 };
        place.write(Entry { key, numbers, work: before.saturating_add(work).max(1) });
    }

    /// The place of a position and its entry or, if it has none, the entry of its bucket with the
    /// least work.
    fn place(&self, key: u64) -> (&Place, Entry) {
        let mut entries = self.bucket(key).iter().map(|place| (place, place.read()));
        let (mut least, mut entry) = entries.next().expect("a bucket has entries");
        let is_same = |entry: Entry| entry.key == key && entry.work > 0;
        for (place, other) in entries {
            if !is_same(entry) && (is_same(other) || other.work < entry.work) {
                (least, entry) = (place, other);
            }
        }
        (least, entry)
    }
}
