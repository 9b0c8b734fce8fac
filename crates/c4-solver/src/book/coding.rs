//! The coding of entries: keys as differences, in blocks with an index.

use alloc::vec::Vec;

use bitboard_core::Word;

/// Entries of a block. A lookup reads half a block on average.
const BLOCK: usize = 64;
/// Bytes of an offset in the index.
const OFFSET: usize = 8;

/// Appends the index and the blocks of entries in ascending order of keys.
pub(super) fn encode<T: Word>(entries: &[(T, i32)], key_bytes: usize, data: &mut Vec<u8>) {
    let mut blocks = Vec::with_capacity(3 * entries.len());
    for block in entries.chunks(BLOCK) {
        let (mut key, score) = block[0];
        data.extend(&key.to_u128().to_le_bytes()[..key_bytes]);
        data.extend((blocks.len() as u64).to_le_bytes());
        // No score is outside of −64 to 64.
        blocks.push(score as i8 as u8);
        for &(next, score) in &block[1..] {
            push_number(next.to_u128() - key.to_u128(), &mut blocks);
            blocks.push(score as i8 as u8);
            key = next;
        }
    }
    data.extend(blocks);
}

/// Appends seven bits a byte, the lowest first. The highest bit of all bytes but the last is set.
fn push_number(mut number: u128, data: &mut Vec<u8>) {
    while number >= 0x80 {
        data.push(number as u8 | 0x80);
        number >>= 7;
    }
    data.push(number as u8);
}

/// Splits a number from the front of `data`. `None` if it is not encoded as [`push_number`] does, or does not fit `T`.
#[inline]
fn split_number<T: Word>(data: &mut &[u8]) -> Option<T> {
    let (mut number, mut shift) = (T::ZERO, 0);
    loop {
        let (&byte, rest) = data.split_first()?;
        *data = rest;
        let bits = T::from_u128(u128::from(byte & 0x7f));
        if shift >= T::BITS || bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return (byte != 0 || shift == 0).then_some(number);
        }
        shift += 7;
    }
}

/// The entries of a file.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    /// For each block its first key, and the offset of its other bytes.
    index: &'a [u8],
    data: &'a [u8],
    key_bytes: usize,
    len: usize,
}

impl<'a> Blocks<'a> {
    /// No entries.
    pub(super) const EMPTY: Self = Self { index: &[], data: &[], key_bytes: 1, len: 0 };

    /// Returns `len` entries; `None` if the bytes have no room for their index.
    pub(super) fn new(bytes: &'a [u8], key_bytes: usize, len: usize) -> Option<Self> {
        let index = len.div_ceil(BLOCK).checked_mul(key_bytes + OFFSET)?;
        let (index, data) = bytes.split_at_checked(index)?;
        Some(Self { index, data, key_bytes, len })
    }

    fn count(self) -> usize {
        self.len.div_ceil(BLOCK)
    }

    /// The first key of a block, and the offset of its bytes.
    fn head<T: Word>(self, block: usize) -> Option<(T, usize)> {
        let size = self.key_bytes + OFFSET;
        let (first, offset) = self.index.get(block * size..)?.get(..size)?.split_at(self.key_bytes);
        let mut key = [0; 16];
        key[..first.len()].copy_from_slice(first);
        let offset = u64::from_le_bytes(offset.try_into().ok()?);
        Some((T::from_u128(u128::from_le_bytes(key)), offset.try_into().ok()?))
    }

    fn entries_of<T: Word>(self, block: usize) -> Entries<'a, T> {
        let left = self.len.saturating_sub(block * BLOCK).min(BLOCK);
        let found = self.head(block).and_then(|(key, at)| Some((key, self.data.get(at..)?)));
        match found {
            Some((key, data)) => Entries { data, key, first: true, left },
            None => Entries { data: &[], key: T::ZERO, first: true, left: 0 },
        }
    }

    /// All entries, as far as they are encoded as they should be.
    pub(super) fn entries<T: Word>(self) -> impl Iterator<Item = (T, i32)> {
        (0..self.count()).flat_map(move |block| self.entries_of(block))
    }

    /// The score of a key.
    pub(super) fn score<T: Word>(self, key: T) -> Option<i32> {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            let (first, _) = self.head::<T>(middle)?;
            if first <= key { low = middle + 1 } else { high = middle }
        }
        let mut entries = self.entries_of::<T>(low.checked_sub(1)?);
        entries.find(|entry| entry.0 >= key).filter(|entry| entry.0 == key).map(|entry| entry.1)
    }

    /// Checks that the entries are encoded as [`encode`] does.
    ///
    /// # Errors
    /// The number of the first entry that is not.
    pub(super) fn check<T: Word>(self) -> Result<(), usize> {
        let mut expected = 0;
        for block in 0..self.count() {
            let first = block * BLOCK;
            if self.head::<T>(block).ok_or(first)?.1 != expected {
                return Err(first);
            }
            let mut entries = self.entries_of::<T>(block);
            let found = entries.by_ref().count();
            if found != (self.len - first).min(BLOCK) {
                return Err(first + found);
            }
            expected = self.data.len() - entries.data.len();
        }
        if expected == self.data.len() { Ok(()) } else { Err(self.len) }
    }
}

/// The entries of a block. Ends early where the bytes are not those of an entry.
struct Entries<'a, T> {
    data: &'a [u8],
    key: T,
    first: bool,
    left: usize,
}

impl<T: Word> Iterator for Entries<'_, T> {
    type Item = (T, i32);

    #[inline]
    fn next(&mut self) -> Option<(T, i32)> {
        if self.left == 0 {
            return None;
        }
        if !self.first {
            let key = self.key.wrapping_add(split_number(&mut self.data)?);
            if key < self.key {
                return None;
            }
            self.key = key;
        }
        let (&score, rest) = self.data.split_first()?;
        (self.data, self.first) = (rest, false);
        self.left -= 1;
        Some((self.key, i32::from(score as i8)))
    }
}
