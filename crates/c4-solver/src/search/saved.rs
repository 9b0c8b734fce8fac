//! Entries of a table as bytes.

use alloc::vec::Vec;

use bitboard_core::Word;

use super::table::{Buckets, Entry, Table};

/// Appends the entries that have cost most, at most `most`, and returns their number. All entries of about the same cost are left out
/// if there is no room for one of them.
pub(crate) fn save<T: Word>(table: &Table<T>, most: usize, bytes: &mut Vec<u8>) -> usize {
    let mut counts = [0usize; 16];
    table.entries().for_each(|entry| counts[usize::from(entry.work & 15)] += 1);
    let (mut least, mut total) = (16, 0);
    while least > 1 && total + counts[least - 1] <= most {
        least -= 1;
        total += counts[least];
    }
    let size = table.hash_bytes();
    for entry in table.entries().filter(|entry| usize::from(entry.work) >= least) {
        bytes.extend(&entry.hash.to_le_bytes()[..size]);
        bytes.extend([entry.low as u8, entry.high as u8, entry.work]);
    }
    total
}

/// Bytes of an entry.
pub(crate) fn entry_bytes<T: Word>(table: &Table<T>) -> usize {
    table.hash_bytes() + 3
}

/// Adds the entries of [`save`] to the buckets of a search. False if one of them is not an entry of the table; those before it are added.
pub(crate) fn load<T: Word>(table: &Table<T>, mut buckets: Buckets<'_, T>, bytes: &[u8]) -> bool {
    buckets.reserve(bytes.len() / entry_bytes(table));
    bytes.chunks(entry_bytes(table)).all(|entry| {
        let Some((rest, &[low, high, work])) = entry.split_last_chunk() else { return false };
        let mut hash = [0; 16];
        if rest.len() != table.hash_bytes() {
            return false;
        }
        hash[..rest.len()].copy_from_slice(rest);
        let hash = u128::from_le_bytes(hash);
        buckets.insert(Entry { hash, low: low as i8, high: high as i8, work })
    })
}
