//! A hash table of stones with open addressing.

use alloc::vec;
use alloc::vec::Vec;

use crate::error::OutOfMemory;
use crate::hex::Hex;

/// The differences of the hash along x and y: 2⁶⁴/g and 2⁶⁴/g² for the plastic number g, g³ = g + 1 (Roberts, 2018).
/// They spread lines and areas of stones evenly over the table.
const HASH_X: u64 = 0xc13f_a9a9_02a6_328f;
const HASH_Y: u64 = 0x91e1_0da5_c79e_7b1d;
const KEY_X: u64 = 1 << 32;
/// The differences of key and hash in the six directions.
const AROUND: [(u64, u64); 6] = {
    let (xy, hash_xy) = (KEY_X + 1, HASH_X.wrapping_add(HASH_Y));
    [
        (KEY_X, HASH_X),
        (xy, hash_xy),
        (1, HASH_Y),
        (KEY_X.wrapping_neg(), HASH_X.wrapping_neg()),
        (xy.wrapping_neg(), hash_xy.wrapping_neg()),
        (1_u64.wrapping_neg(), HASH_Y.wrapping_neg()),
    ]
};

/// Stones by cell. A cell takes 8 bytes and a stone 4; the table is at most half full.
///
/// The hash is a sum of products, so the hashes of the neighbors of a cell are sums.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    /// x and y of a cell, 0 in free slots: no cell has x = 0. The length is a power of two.
    keys: Vec<u64>,
    stones: Vec<u32>,
    len: usize,
    /// The right shift from a hash to a slot.
    shift: u32,
}

const fn key(cell: Hex) -> u64 {
    (cell.x as u64) << 32 | cell.y as u64
}

const fn hash(key: u64) -> u64 {
    (key >> 32).wrapping_mul(HASH_X).wrapping_add((key & 0xffff_ffff).wrapping_mul(HASH_Y))
}

impl Stones {
    /// The largest number of stones.
    const MAX_STONES: usize = 1 << 31;

    pub(crate) fn new() -> Self {
        Self::of(vec![0; 64], vec![0; 64])
    }

    /// An empty table; the length of both lists is the same power of two.
    fn of(keys: Vec<u64>, stones: Vec<u32>) -> Self {
        let shift = 64 - keys.len().trailing_zeros();
        Self { keys, stones, len: 0, shift }
    }

    /// Reserves memory for `stones` stones in total.
    pub(crate) fn reserve(&mut self, stones: usize) -> Result<(), OutOfMemory> {
        let slots = stones.saturating_mul(2).checked_next_power_of_two().unwrap_or(usize::MAX);
        if slots > self.keys.len() { self.resize(slots) } else { Ok(()) }
    }

    /// The stone on a cell.
    #[inline]
    pub(crate) fn get(&self, cell: Hex) -> Option<usize> {
        let key = key(cell);
        self.find(key, hash(key))
    }

    /// The neighbors of a cell with a stone that is `own`, one bit for each direction, and these stones.
    #[inline]
    pub(crate) fn around(&self, cell: Hex, own: impl Fn(u32) -> bool) -> (usize, [u32; 6]) {
        let (key, hash) = (key(cell), hash(key(cell)));
        let (mut pattern, mut stones) = (0, [0; 6]);
        for (direction, (step, hash_step)) in AROUND.into_iter().enumerate() {
            let (slot, found) = self.slot(key.wrapping_add(step), hash.wrapping_add(hash_step));
            if found && own(self.stones[slot]) {
                pattern |= 1 << direction;
                stones[direction] = self.stones[slot];
            }
        }
        (pattern, stones)
    }

    #[inline]
    fn find(&self, key: u64, hash: u64) -> Option<usize> {
        let (slot, found) = self.slot(key, hash);
        found.then(|| self.stones[slot] as usize)
    }

    /// Places a stone on a cell; false if the cell has one.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Hex, stone: usize) -> Result<bool, OutOfMemory> {
        if 2 * (self.len + 1) > self.keys.len() {
            self.resize(2 * self.keys.len())?;
        }
        let key = key(cell);
        let (slot, found) = self.slot(key, hash(key));
        if found {
            return Ok(false);
        }
        self.keys[slot] = key;
        self.stones[slot] = stone as u32;
        self.len += 1;
        Ok(true)
    }

    /// The slot of the cell and true, or the free slot for it and false.
    #[inline]
    fn slot(&self, key: u64, hash: u64) -> (usize, bool) {
        let mask = self.keys.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        loop {
            let found = self.keys[slot & mask];
            // Cells off the board may also have the key 0.
            if found == 0 {
                return (slot & mask, false);
            }
            if found == key {
                return (slot & mask, true);
            }
            slot += 1;
        }
    }

    #[cold]
    fn resize(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        let bytes = slots.saturating_mul(size_of::<u64>() + size_of::<u32>());
        if slots / 2 > Self::MAX_STONES {
            return Err(OutOfMemory { bytes });
        }
        let (keys, stones) = zeros(slots).zip(zeros(slots)).ok_or(OutOfMemory { bytes })?;
        let mut larger = Self::of(keys, stones);
        for (&key, &stone) in self.keys.iter().zip(&self.stones).filter(|&(&key, _)| key != 0) {
            let (slot, _) = larger.slot(key, hash(key));
            (larger.keys[slot], larger.stones[slot]) = (key, stone);
        }
        larger.len = self.len;
        *self = larger;
        Ok(())
    }
}

/// `len` zeros, if there is memory for them.
fn zeros<T: Clone + Default>(len: usize) -> Option<Vec<T>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len).ok()?;
    zeros.resize(len, T::default());
    Some(zeros)
}
