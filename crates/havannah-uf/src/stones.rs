//! Stones by cell, and the connected groups they form.

use alloc::vec::Vec;

use crate::error::OutOfMemory;
use crate::hex::Hex;
use crate::zeros::zeros;

/// The factors of the hash: 2⁶⁴/g and 2⁶⁴/g² for the plastic number g, g³ = g + 1 (Roberts, 2018). They spread lines
/// and areas of stones evenly over the table.
const HASH_X: u64 = 0xc13f_a9a9_02a6_328f;
const HASH_Y: u64 = 0x91e1_0da5_c79e_7b1d;

/// Stones in the order in which they were placed, found by a hash table with open addressing, and a union-find structure
/// of their groups.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    stones: Vec<Stone>,
    /// The numbers of stones from 1; 0 in free slots. The length is a power of two, and at most half of the slots are used.
    slots: Vec<u32>,
    /// The right shift from a hash to a slot.
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Stone {
    cell: Hex,
    parent: u32,
    /// Of the group, if the stone is its root.
    size: u32,
    /// The corners and edges that the group touches, if the stone is its root.
    borders: u16,
}

impl Stones {
    /// The largest number of stones.
    const MAX: usize = 1 << 31;

    pub(crate) fn new() -> Self {
        Self { stones: Vec::new(), slots: alloc::vec![0; 64], shift: 64 - 6 }
    }

    /// The number of stones.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.stones.len()
    }

    /// Reserves memory for `more` stones. Returns for how many there is.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let stones = self.len().saturating_add(more);
        if stones > self.slots.len() / 2 {
            self.grow(stones)?;
        }
        let bytes = more.saturating_mul(size_of::<Stone>());
        self.stones.try_reserve(more).map_err(|_| OutOfMemory { bytes })?;
        Ok(self.stones.capacity().min(self.slots.len() / 2) - self.len())
    }

    fn grow(&mut self, stones: usize) -> Result<(), OutOfMemory> {
        let slots = stones.saturating_mul(2).checked_next_power_of_two().unwrap_or(usize::MAX);
        if stones > Self::MAX {
            return Err(OutOfMemory { bytes: slots.saturating_mul(size_of::<u32>()) });
        }
        self.slots = zeros(slots)?;
        self.shift = 64 - slots.trailing_zeros();
        for (number, stone) in (1..).zip(&self.stones) {
            if let Err(slot) = self.find_cell(stone.cell) {
                self.slots[slot] = number;
            }
        }
        Ok(())
    }

    /// The stone on a cell.
    #[inline]
    pub(crate) fn get(&self, cell: Hex) -> Option<usize> {
        self.find_cell(cell).ok()
    }

    /// Places the next stone, a group that touches these borders; false if the cell has a stone. Memory for it is reserved.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Hex, borders: u16) -> bool {
        let Err(slot) = self.find_cell(cell) else { return false };
        let number = self.stones.len() as u32;
        self.stones.push(Stone { cell, parent: number, size: 1, borders });
        self.slots[slot] = number + 1;
        true
    }

    /// The stone on a cell, or the free slot for one.
    #[inline]
    fn find_cell(&self, cell: Hex) -> Result<usize, usize> {
        let (x, y) = (u64::from(cell.x), u64::from(cell.y));
        let hash = x.wrapping_mul(HASH_X).wrapping_add(y.wrapping_mul(HASH_Y));
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> self.shift) as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == 0 {
                return Err(slot);
            }
            let stone = number as usize - 1;
            if self.stones[stone].cell == cell {
                return Ok(stone);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The root of the group of a stone. Halves the path to it.
    #[inline]
    pub(crate) fn find(&mut self, mut stone: usize) -> usize {
        loop {
            let parent = self.stones[stone].parent as usize;
            if parent == stone {
                return stone;
            }
            self.stones[stone].parent = self.stones[parent].parent;
            stone = parent;
        }
    }

    /// The root of the union of two groups, given by their roots; `None` if they are the same group.
    #[inline]
    pub(crate) fn union(&mut self, a: usize, b: usize) -> Option<usize> {
        if a == b {
            return None;
        }
        let larger = self.stones[a].size > self.stones[b].size;
        let (large, small) = if larger { (a, b) } else { (b, a) };
        let Stone { size, borders, .. } = self.stones[small];
        self.stones[small].parent = large as u32;
        let group = &mut self.stones[large];
        group.size += size;
        group.borders |= borders;
        Some(large)
    }

    /// The borders that the group of a root touches.
    #[inline]
    pub(crate) fn borders(&self, root: usize) -> u16 {
        self.stones[root].borders
    }
}
